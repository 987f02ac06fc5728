"""The room of Alexandros, and those of its parts that need no module of their own."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alexandros_rules.alexandros import assumptions, continuing, display_names
from alexandros_rules.alexandros.analysis.analyst import AlexandrosAnalyst
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.bots.sparring import SPARRING
from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.conditions import AlexandrosConditions
from alexandros_rules.alexandros.course.lessons import LESSONS
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.errors import Unreadable
from games.rulesets.alexandros.board_pictures import AlexandrosBoards
from games.rulesets.alexandros.drawing.portraits import draw_portrait
from games.rulesets.alexandros.guide import AlexandrosGuide
from games.rulesets.alexandros.introduction import AlexandrosIntroduction
from games.rulesets.alexandros.owned_land import HeldRegions, OwnedLand
from games.rulesets.alexandros.replay_chart import AlexandrosReplay
from games.rulesets.alexandros.result_causes import AlexandrosCauses
from games.rulesets.alexandros.suggestions import AlexandrosEmailParts
from games.rulesets.alexandros.table_panel import AlexandrosTable
from games.rulesets.alexandros.training import AlexandrosTraining
from games.rulesets.alexandros.turn_comments import AlexandrosComments
from games.rulesets.alexandros.turn_form import AlexandrosTurnForm
from games.rulesets.protocols import Course, Supposition, UnknownPlace
from games.rulesets.registry import Assets, LogChecker, Room


class AlexandrosPortraits:
    """See ``games.rulesets.protocols.Portraits``."""

    def portrait(self, bot: str) -> str:
        return draw_portrait(bot)


_TEXT = re.compile(rf"(?:hand ([1-9])|row) ({'|'.join(SYMBOLS)})")
ROW = "row"


class AlexandrosAssumptions:
    """See ``games.rulesets.protocols.Assumptions``.

    The texts are "hand 2 horse" for a card in the hand of the second seat, and "row horse".
    """

    def opened(self, view: State) -> State:
        return assumptions.opened(view)

    def places(self, view: State, *, names: Sequence[str],
               seat: int | None) -> Sequence[UnknownPlace]:
        possible = assumptions.possible(view)
        row = [UnknownPlace(_("A face-up card that you have not seen"),
                            self._choices(ROW, possible, names=names))]
        return [
            *(row if UNKNOWN in view.face_up else []),
            *(UnknownPlace(_title(view, holder, names=names, seat=seat),
                           self._choices(f"hand {holder + 1}", possible, names=names))
              for holder, hand in enumerate(view.hands) if hand[UNKNOWN]),
        ]

    def suppose(self, view: State, text: str) -> State:
        holder, card = _read(text)
        if holder is None:
            return assumptions.suppose_face_up(view, card)
        return assumptions.suppose_in_hand(view, holder, card=card)

    def describe(self, text: str, *, names: Sequence[str]) -> str:
        holder, card = _read(text)
        if holder is None:
            return _("Suppose that the new face-up card is %(card)s.") % {
                "card": display_names.a_card(card)}
        return _("Suppose that %(name)s holds %(card)s.") % {
            "name": names[holder], "card": display_names.a_card(card)}

    def _choices(self, place: str, possible: Sequence[int], *,
                 names: Sequence[str]) -> list[Supposition]:
        texts = {card: f"{place} {SYMBOLS[card]}" for card in possible}
        return [Supposition(text, display_names.card_name(card), self.describe(text, names=names))
                for card, text in texts.items()]


def _read(text: str) -> tuple[int | None, int]:
    """Return the seat (None: the face-up row) and the card that a text names."""
    found = _TEXT.fullmatch(text)
    if found is None:
        raise Unreadable("no-assumption", _(
            "This cannot be supposed. Choose one of the cards listed under the board."))
    return int(found[1]) - 1 if found[1] else None, SYMBOLS.index(found[2])


def _title(view: State, holder: int, *, names: Sequence[str], seat: int | None) -> str:
    held = {"name": names[holder], "cards": display_names.card_list(view.hands[holder])}
    if holder == seat:
        return _("Your hand: %(cards)s") % held
    return _("%(name)s’s hand: %(cards)s") % held


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
    course=Course(LESSONS),
    guide=AlexandrosGuide(),
    assets=Assets(
        picture_sheets=("alexandros/board.css",),
        page_sheets=("alexandros/table.css",),
        board_scripts=("alexandros/picture-parts.js",),
        replay_scripts=("alexandros/picture-parts.js", "alexandros/motion.js"),
    ),
    analyst=AlexandrosAnalyst(),
    comments=AlexandrosComments(),
    causes=AlexandrosCauses(),
    training=AlexandrosTraining(),
    conditions=AlexandrosConditions(),
    checker=LogChecker(
        scripts=tuple(_HERE / "checking" / name
                      for name in (
                          "board.js", "fields.js", "continuing.js", "start.js", "position.js")),
        texts_template="alexandros/checker_texts.html",
    ),
    assumptions=AlexandrosAssumptions(),
    positions=continuing,
    landmarks=OwnedLand(),
    regions=HeldRegions(),
    endings={
        "walls": gettext_noop("the black walls ran out"),
        "points": gettext_noop("somebody had enough points"),
        "stuck": gettext_noop("Alexander could not be moved"),
        "quiet": gettext_noop("nothing happened for four rounds"),
    },
    strengths=_HERE / "strengths.json",
    typical_games=_HERE / "typical_games",
    puzzles=_HERE / "puzzles.jsonl",
    first_opponent="friend",
    sparring=SPARRING,
)
