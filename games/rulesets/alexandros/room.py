"""Alexandros as one of the games of this service, and the smallest parts of its room."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from engine.alexandros import continuing
from engine.alexandros.analysis.analyst import AlexandrosAnalyst
from engine.alexandros.bots.sparring import SPARRING
from engine.alexandros.conditions import AlexandrosConditions
from engine.alexandros.course.lesson import Lesson
from engine.alexandros.course.lessons import LESSONS
from engine.alexandros.events import Event
from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.ruleset import Setup
from games.rulesets.alexandros.assumptions import AlexandrosAssumptions
from games.rulesets.alexandros.board_pictures import AlexandrosBoards
from games.rulesets.alexandros.drawing.portraits import draw_portrait
from games.rulesets.alexandros.email_parts import AlexandrosEmailParts
from games.rulesets.alexandros.introduction import AlexandrosIntroduction
from games.rulesets.alexandros.landmarks import OwnedRegions
from games.rulesets.alexandros.replay_columns import AlexandrosReplay
from games.rulesets.alexandros.table_panel import AlexandrosTable
from games.rulesets.alexandros.training import AlexandrosTraining
from games.rulesets.alexandros.turn_comments import AlexandrosComments
from games.rulesets.alexandros.turn_form import AlexandrosTurnForm
from games.rulesets.registry import Assets, LogChecker, Room


class AlexandrosPortraits:
    """See ``games.rulesets.protocols.Portraits``."""

    def portrait(self, bot: str) -> str:
        return _portrait(bot)


@cache  # pages show several
def _portrait(bot: str) -> str:
    return draw_portrait(bot)


class AlexandrosPositions:
    """See ``games.rulesets.protocols.Positions``."""

    def after(self, events: Sequence[Event]) -> str:
        return continuing.position_after(events)

    def view(self, setup: Setup) -> State:
        return continuing.view_of(setup.options["position"], setup)


class AlexandrosCourse:
    """See ``games.rulesets.protocols.Course``."""

    opponent = "friend"

    @property
    def lessons(self) -> Sequence[Lesson]:
        return LESSONS


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
