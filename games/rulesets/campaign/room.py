"""The room of The Campaign, and those of its parts that need no module of their own."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alexandros_rules.campaign import assumptions, continuing, display_names
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.analysis.analyst import CampaignAnalyst
from alexandros_rules.campaign.bots.sparring import SPARRING
from alexandros_rules.campaign.course.lessons import LESSONS
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import COLOURS, State
from alexandros_rules.errors import Unreadable
from games.rulesets.campaign.board_pictures import CampaignBoards
from games.rulesets.campaign.drawing import draw_portrait
from games.rulesets.campaign.email_parts import CampaignEmails
from games.rulesets.campaign.guide import CampaignGuide
from games.rulesets.campaign.introduction import CampaignIntroduction
from games.rulesets.campaign.replay_chart import CampaignReplay
from games.rulesets.campaign.result_causes import CampaignCauses
from games.rulesets.campaign.settled_places import HeldTemples, SettledPlaces
from games.rulesets.campaign.table_panel import CampaignTable
from games.rulesets.campaign.turn_comments import CampaignComments
from games.rulesets.campaign.turn_form import CampaignTurnForm
from games.rulesets.protocols import Course, Supposition, UnknownPlace
from games.rulesets.registry import Assets, LogChecker, Room


class CampaignPortraits:
    """See ``games.rulesets.protocols.Portraits``."""

    def portrait(self, bot: str) -> str:
        return draw_portrait(bot)


def _texts(place: str, names: Sequence[str], suppose: Callable[..., State],
           *where: int) -> dict[str, tuple[Callable[..., State], tuple[int, ...]]]:
    """Return what the texts of a place stand for: the function, and what it takes with a view."""
    return {f"{place} {name}": (suppose, (*where, i)) for i, name in enumerate(names) if name}


_COMMODITIES = th.KIND_NAMES[:th.GOLD]
_TOTALS = ("", "", *map(str, assumptions.TOTALS))
_TEXTS = {
    **_texts("dice", _TOTALS, assumptions.suppose_dice),
    **_texts("chit", th.CHIT_NAMES, assumptions.suppose_chit),
    **_texts("bank", _COMMODITIES, assumptions.suppose_in_bank),
}
for _seat in range(len(COLOURS)):
    _TEXTS |= _texts(f"hand {_seat + 1}", _COMMODITIES, assumptions.suppose_in_hand, _seat)
    _TEXTS |= _texts(f"card {_seat + 1}", th.DEVELOPMENT_NAMES, assumptions.suppose_development,
                     _seat)


class CampaignAssumptions:
    """See ``games.rulesets.protocols.Assumptions``.

    The texts are "hand 2 lumber" and "card 2 soldier" for cards of the second seat, "dice 8",
    "chit famine", and "bank ore" for a card of a supply that has ended.
    """

    def opened(self, view: State) -> State:
        return assumptions.opened(view)

    def places(self, view: State, *, names: Sequence[str],
               seat: int | None) -> Sequence[UnknownPlace]:
        found = []

        def add(title: str, place: str, words: Sequence[str], possible: Iterable[int]) -> None:
            if choices := [f"{place} {words[kind]}" for kind in possible]:
                found.append(UnknownPlace(title, [
                    Supposition(text, _label(text), self.describe(text, names=names))
                    for text in choices]))

        if assumptions.awaits_dice(view):
            add(_("The dice"), "dice", _TOTALS, assumptions.TOTALS)
        add(_("The chit that is turned face up"), "chit", th.CHIT_NAMES,
            assumptions.possible_chits(view))
        if view.bank[th.UNKNOWN]:
            add(_("The last cards of the supply"), "bank", _COMMODITIES, assumptions.possible(view))
        if not RULESET.status(view).to_move:
            return found  # the dice, a chit or secret decisions come first
        for holder, hand in enumerate(view.hands):
            if hand[th.UNKNOWN]:
                add(_hand(view, holder, names=names, seat=seat), f"hand {holder + 1}", _COMMODITIES,
                    assumptions.possible(view))
        for holder, own in enumerate(view.cards):
            if own[th.HIDDEN]:
                add(_cards(view, holder, names=names, seat=seat), f"card {holder + 1}",
                    th.DEVELOPMENT_NAMES, assumptions.possible_developments(view, holder))
        return found

    def suppose(self, view: State, text: str) -> State:
        suppose, where = _read(text)
        return suppose(view, *where)

    def describe(self, text: str, *, names: Sequence[str]) -> str:
        __, where = _read(text)
        label = {"card": _label(text)}
        match text.split()[0]:
            case "hand":
                return _("Suppose that %(name)s holds %(card)s.") % {
                    "name": names[where[0]], "card": display_names.amount(where[1], 1)}
            case "card":
                return _("Suppose that %(name)s holds a development card: %(card)s.") % {
                    "name": names[where[0]], **label}
            case "dice":
                return _("Suppose that the dice show %(card)s.") % label
            case "chit":
                return _("Suppose that the chit turned face up is: %(card)s.") % label
        return _("Suppose that this is one of the last cards of the supply: %(card)s.") % label


def _read(text: str) -> tuple[Callable[..., State], tuple[int, ...]]:
    if text not in _TEXTS:
        raise Unreadable("no-assumption", _(
            "This cannot be supposed. Choose one of the things listed under the board."))
    return _TEXTS[text]


def _label(text: str) -> str:
    """Return the last part of a text in the reader's language."""
    __, (*_where, kind) = _read(text)
    match text.split()[0]:
        case "dice":
            return str(kind)
        case "chit":
            return display_names.auction_name(kind)
        case "card":
            return display_names.development_name(kind)
    return display_names.kind_name(kind)


def _hand(view: State, holder: int, *, names: Sequence[str], seat: int | None) -> str:
    held = {"name": names[holder], "cards": display_names.amounts(view.hands[holder])}
    if holder == seat:
        return _("Your hand: %(cards)s") % held
    return _("%(name)s’s hand: %(cards)s") % held


def _cards(view: State, holder: int, *, names: Sequence[str], seat: int | None) -> str:
    held = {"name": names[holder], "count": view.cards[holder][th.HIDDEN]}
    if holder == seat:
        return _("Your unknown development cards: %(count)s") % held
    return _("%(name)s’s unknown development cards: %(count)s") % held


_HERE = Path(__file__).parent
_BOARDS = CampaignBoards()
_REPLAY = CampaignReplay(RULESET, _BOARDS)

ROOM = Room(
    ruleset=RULESET,
    boards=_BOARDS,
    portraits=CampaignPortraits(),
    table=CampaignTable(),
    turn=CampaignTurnForm(_BOARDS),
    replay=_REPLAY,
    emails=CampaignEmails(_REPLAY),
    introduction=CampaignIntroduction(_BOARDS),
    course=Course(LESSONS),
    assets=Assets(
        picture_sheets=("campaign/board.css",),
        page_sheets=("campaign/table.css",),
        board_scripts=("campaign/picture-parts.js",),
        replay_scripts=("campaign/picture-parts.js",),
    ),
    analyst=CampaignAnalyst(),
    comments=CampaignComments(),
    causes=CampaignCauses(),
    checker=LogChecker(
        scripts=tuple(_HERE / "checking" / name
                      for name in ("map.js", "things.js", "continuing.js", "start.js",
                                   "turn_events.js", "deal_events.js", "position.js")),
        texts_template="campaign/checker_texts.html",
    ),
    assumptions=CampaignAssumptions(),
    positions=continuing,
    landmarks=SettledPlaces(),
    regions=HeldTemples(),
    endings={
        "points": gettext_noop("somebody had enough points"),
        "persepolis": gettext_noop("Alexander reached his goal"),
    },
    strengths=_HERE / "strengths.json",
    first_opponent="satrap",
    sparring=SPARRING,
    guide=CampaignGuide(),
)
