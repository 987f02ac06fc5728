"""Alexandros as one of the games of this service."""

from __future__ import annotations

from pathlib import Path

from engine.alexandros.analysis.analyst import AlexandrosAnalyst
from engine.alexandros.bots.sparring import SPARRING
from engine.alexandros.conditions import AlexandrosConditions
from engine.alexandros.rules import RULESET
from games.rulesets.alexandros.assumptions import AlexandrosAssumptions
from games.rulesets.alexandros.board_pictures import AlexandrosBoards
from games.rulesets.alexandros.course import AlexandrosCourse
from games.rulesets.alexandros.email_parts import AlexandrosEmailParts
from games.rulesets.alexandros.introduction import AlexandrosIntroduction
from games.rulesets.alexandros.landmarks import OwnedRegions
from games.rulesets.alexandros.portraits import AlexandrosPortraits
from games.rulesets.alexandros.positions import AlexandrosPositions
from games.rulesets.alexandros.replay_columns import AlexandrosReplay
from games.rulesets.alexandros.table_panel import AlexandrosTable
from games.rulesets.alexandros.training import AlexandrosTraining
from games.rulesets.alexandros.turn_comments import AlexandrosComments
from games.rulesets.alexandros.turn_form import AlexandrosTurnForm
from games.rulesets.registry import Assets, LogChecker, Room

_HERE = Path(__file__).parent

ROOM = Room(
    ruleset=RULESET,
    boards=AlexandrosBoards(),
    portraits=AlexandrosPortraits(),
    table=AlexandrosTable(),
    turn=AlexandrosTurnForm(),
    replay=AlexandrosReplay(),
    emails=AlexandrosEmailParts(),
    introduction=AlexandrosIntroduction(),
    course=AlexandrosCourse(),
    assets=Assets(
        picture_sheets=("alexandros/board.css",),
        page_sheets=("alexandros/table.css",),
        board_scripts=("alexandros/picture-parts.js",),
        replay_scripts=("alexandros/picture-parts.js", "alexandros/motion.js"),
    ),
    analyst=AlexandrosAnalyst(),
    comments=AlexandrosComments(),
    training=AlexandrosTraining(),
    conditions=AlexandrosConditions(),
    checker=LogChecker(
        scripts=tuple(_HERE / "checking" / name
                      for name in (
                          "board.js", "fields.js", "continuing.js", "start.js", "position.js")),
        texts_template="alexandros/checker_texts.html",
    ),
    assumptions=AlexandrosAssumptions(),
    positions=AlexandrosPositions(),
    landmarks=OwnedRegions(),
    strengths=_HERE / "strengths.json",
    puzzles=_HERE / "puzzles.jsonl",
    first_opponents=("friend", "random"),
    sparring=SPARRING,
)
