"""Plain implementations of a room's parts, for a new game to begin with.

They need nothing but the game's ``Ruleset`` and one function that draws a position.  A game
replaces whatever it wants to do better.  What a game lacks (a chart, figures, whole suggested
turns) is not shown anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.addressing import win_of
from alexandros_rules.chance import SeededChance
from alexandros_rules.drafts import Draft
from alexandros_rules.ruleset import Ruleset, Setup
from games.drawing import canvas
from games.drawing.animation import thinned
from games.drawing.layers import Drawing
from games.rulesets.protocols import Cell, Column, EmailTurnExample, Link, Player, Turn
from games.rulesets.registry import Room

MOST_LISTED = 12  # orders in a turn email
MOST_CHOICES = 200  # moves on the page
MOST_TURNS = 3  # suggested in a turn email


def first_view(ruleset: Ruleset, board: str) -> Any:
    """Return the view of a spectator before the first move, with the fewest players."""
    state: Any = None
    for event in ruleset.start(Setup(board, ruleset.seats[0]), SeededChance(bytes(32))):
        state = ruleset.evolve(state, event)
    return ruleset.view(state, None)


class PlainPictures:
    """See ``games.rulesets.protocols.BoardPictures``.

    ``draw(view, names, heading)`` draws a position with ``games.drawing.canvas``.  Its colours
    are attributes of the elements, so that the same drawing serves pages and emails.
    """

    has_spaces = False

    def __init__(self, ruleset: Ruleset, draw: Callable[[Any, Sequence[str], str], str]):
        self.ruleset, self.draw = ruleset, draw

    def title(self, text: str) -> str:
        names = {board: name for name, board in self.ruleset.boards().items()}
        return names.get(text, "").capitalize()

    def board(self, view: Any, *, names: Sequence[str], moves: Sequence[str] = ()) -> str:
        return self.draw(view, names, "")

    def changes(self, before: Any, after: Any) -> Mapping[str, str]:
        return {}

    def places(self, view: Any, places: Mapping[str, Sequence[int]]) -> Mapping[str, str]:
        return {}

    def thumbnail(self, view: Any) -> str:
        return self.draw(view, (), "")

    def badge(self, seat: int) -> str:
        dot = canvas.circle(8, 8, 7, fill=f"var(--seat-{seat})")
        return canvas.sheet((16, 16), [dot.tostring()])

    def empty_board(self, text: str) -> str:
        return self.board(first_view(self.ruleset, text), names=())

    def empty_thumbnail(self, text: str) -> str:
        return self.thumbnail(first_view(self.ruleset, text))

    def standalone_board(self, view: Any, *, names: Sequence[str], heading: str,
                         moves: Sequence[str] = ()) -> Drawing:
        return self.draw(view, names, heading)

    def standalone_thumbnail(self, view: Any) -> Drawing:
        return self.thumbnail(view)

    def standalone_empty_board(self, text: str) -> Drawing:
        return self.empty_board(text)


class PlainPortraits:
    """See ``games.rulesets.protocols.Portraits``.  Each bot is a disc with its initial."""

    def __init__(self, ruleset: Ruleset):
        self.ruleset = ruleset

    def portrait(self, bot: str) -> str:
        known = self.ruleset.bots.get(bot)
        initial = (known.seat_names[0] if known else bot)[:1].upper()
        return canvas.sheet((160, 160), [canvas.write(
            canvas.circle(80, 80, 78, fill="var(--sea-button, var(--sea))"),
            canvas.text(initial, 80, 110, fill="var(--on-sea)", font_size=84,
                        text_anchor="middle"),
        )], aria_hidden="true", focusable="false")


class PlainTable:
    """See ``games.rulesets.protocols.TablePanel``.  Shows the players with any points."""

    details_template = ""
    strip_template = ""
    notice_template = ""

    def __init__(self, ruleset: Ruleset):
        self.ruleset = ruleset

    def table(self, view: Any, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> Mapping[str, Any]:
        status = self.ruleset.status(view)
        scores = status.scores if self.ruleset.has_points else (None,) * len(names)
        most = max((score or 0 for score in scores), default=0)
        return {"goal": "", "standing": "", "players": [
            Player(index, name, _(self.ruleset.colours[index]), index == seat, scores[index],
                   percent(scores[index] or 0, most), _("to move")
                   if index in status.to_move else "", win_of(index, status.winners, status.scores),
                   self.facts(view, index))
            for index, name in enumerate(names)
        ]}

    def facts(self, view: Any, seat: int) -> Sequence[str]:
        """Return a few words each about what lies before a seat: by default none."""
        return ()


def percent(part: int, whole: int) -> int:
    """Return how much of the way to the goal a score is, from 0 to 100."""
    return min(100, max(0, 100 * part // whole)) if whole else 0


class PlainTurnForm:
    """See ``games.rulesets.protocols.TurnForm``.  Lists the legal moves, each as a link."""

    choices_template = "games/plain/choices.html"
    aim_template = "games/plain/aim.html"
    keys_template = "games/plain/keys.html"

    def __init__(self, ruleset: Ruleset, pictures: PlainPictures, *, example_orders: str):
        self.ruleset, self.pictures, self.example_orders = ruleset, pictures, example_orders

    def turn(self, draft: Draft, *, seat: int, names: Sequence[str], query: Mapping[str, Any],
             link: Link, moves: Sequence[str], advice: bool = False) -> Turn:
        board = self.pictures.board(draft.view, names=names, moves=moves)
        before, after = self.ruleset.status(draft.start), self.ruleset.status(draft.view)
        is_over = seat in before.to_move and seat not in after.to_move
        if is_over or not after.may_order(seat) or after.turn != before.turn:
            return Turn(board, {}, whole=True)
        # Such a game does not say what is hidden, so any part of a turn can be confirmed.
        return Turn(board, self.panel(draft, seat=seat, names=names, link=link),
                    reveal=_("You can confirm so far, or go on."))

    def panel(self, draft: Draft, *, seat: int, names: Sequence[str],
              link: Link) -> Mapping[str, Any]:
        """Return the context of ``choices_template``: by default the legal moves and links."""
        listed = legal_orders(self.ruleset, draft.view, seat=seat, most=MOST_CHOICES)
        return {"choices": [
            {"order": order, "href": link(draft.with_added(order))}
            for order in listed.orders
        ], "more": listed.more}

    def order(self, fields: Any) -> str:
        return str(fields.get("order", ""))


@dataclass(frozen=True, slots=True)
class LegalOrders:
    """The first legal moves of a seat in notation; ``more`` is how many are left out."""

    orders: tuple[str, ...]
    more: int


def legal_orders(ruleset: Ruleset, view: Any, *, seat: int, most: int) -> LegalOrders:
    """Return the legal moves of a seat, at most ``most`` of them."""
    moves = ruleset.legal_moves(view, seat=seat)
    orders = tuple(ruleset.format(move, view) for move in islice(moves, most))
    return LegalOrders(orders, len(moves) - len(orders))


@dataclass(frozen=True, slots=True)
class PlainMoment:
    """See ``games.rulesets.protocols.Moment``."""

    number: int
    turn: int
    seat: int
    scores: tuple[int, ...]


class PlainReplay:
    """See ``games.rulesets.protocols.ReplayColumns``.  Has no columns and no chart.

    The seat of a moment is the first one that was to move.  A game in which players also move in
    other players' turns replaces ``seat_on_turn``.
    """

    columns: Sequence[Column] = ()

    def __init__(self, ruleset: Ruleset, pictures: PlainPictures):
        self.ruleset, self.pictures = ruleset, pictures

    def seat_on_turn(self, view: Any) -> int:
        """Return the seat whose turn it is."""
        return next(iter(self.ruleset.status(view).to_move), 0)

    def moments(self, views: Sequence[Any], *, moves: Sequence[str]) -> Sequence[PlainMoment]:
        earlier = [*views[:1], *views[:-1]]  # a row that ends a turn belongs to that turn
        return [
            PlainMoment(number, self.ruleset.status(before).turn, self.seat_on_turn(before),
                        self.ruleset.status(after).scores)
            for number, (before, after) in enumerate(zip(earlier, views, strict=True), 1)
        ]

    def cells(self, moment: PlainMoment, before: PlainMoment, *, seat: int) -> Sequence[Cell]:
        return ()

    def chart(self, moments: Sequence[PlainMoment], *, names: Sequence[str], number: int,
              href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return ""

    def chances(self, moments: Sequence[PlainMoment], percents: Sequence[Sequence[int | None]], *,
                names: Sequence[str], href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return ""

    def frames(self, views: Sequence[Any], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        return (self.pictures.standalone_board(view, names=names, heading=heading)
                for view in thinned(views))


@dataclass(frozen=True, slots=True)
class PlainSuggestion:
    """A whole turn in notation, and what it would do ("" if the order says it all)."""

    order: str
    does: str = ""


class PlainEmailParts:
    """See ``games.rulesets.protocols.EmailParts``.

    Lists the first of the legal moves.  If there are only a few, it suggests each as a turn.
    ``turn_outline`` is a sentence that is marked for translation.
    """

    table_template = "games/plain/emails/table"
    suggestions_template = "games/plain/emails/suggestions"
    order_hint = ""

    def __init__(self, ruleset: Ruleset, *, example_orders: str, turn_outline: str):
        self.ruleset = ruleset
        self.example_orders, self._turn_outline = example_orders, turn_outline

    @property
    def turn_outline(self) -> str:
        return _(self._turn_outline)

    def suggestions(self, view: Any, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, Any]:
        if not advice:
            return {}
        listed = legal_orders(self.ruleset, view, seat=seat, most=MOST_LISTED)
        return {"orders": listed.orders, "more": listed.more,
                "turns": self.turns(view, listed.orders, seat=seat)}

    def turns(self, view: Any, orders: Sequence[str], *, seat: int) -> Sequence[PlainSuggestion]:
        """Return the turns to suggest, from which links are made."""
        return [PlainSuggestion(order) for order in orders] if len(orders) <= MOST_TURNS else ()

    def chart(self, states: Iterable[Any], moves: Sequence[str], *, names: Sequence[str]) -> str:
        return ""


class PlainIntroduction:
    """See ``games.rulesets.protocols.Introduction``.

    ``lead`` says in two or three sentences what the game is, ``gist`` in one or two what players
    do and how long it takes; both are marked for translation.  ``rules`` is a Markdown file.  The
    picture is the position before the first move.
    """

    rules_template = ""

    def __init__(self, ruleset: Ruleset, pictures: PlainPictures, *, lead: str, gist: str,
                 rules: Path):
        self.ruleset, self.pictures, self.rules = ruleset, pictures, rules
        self._lead, self._gist = lead, gist

    @property
    def credits(self) -> str:
        return ""

    @property
    def title(self) -> str:
        return self.ruleset.title

    @property
    def headline(self) -> str:
        return self.ruleset.title

    @property
    def lead(self) -> str:
        return _(self._lead)

    @property
    def about(self) -> str:
        return self.lead

    @property
    def about_rules(self) -> str:
        return _("How to play %(game)s.") % {"game": self.ruleset.title}

    @property
    def picture_says(self) -> str:
        return _("A picture of %(game)s") % {"game": self.ruleset.title}

    @property
    def gist(self) -> str:
        return _(self._gist)

    def email_turn(self) -> EmailTurnExample | None:
        return None

    def poster(self) -> Drawing:
        return self.pictures.standalone_board(
            first_view(self.ruleset, self._first_board), names=(), heading=self.ruleset.title)

    def figures(self, theme: str) -> Mapping[str, str]:
        return {}

    @property
    def _first_board(self) -> str:
        return next(iter(self.ruleset.boards().values()))


def plain_room(
    ruleset: Ruleset, draw: Callable[[Any, Sequence[str], str], str], *, example_orders: str,
    turn_outline: str, lead: str, gist: str, rules: Path,
) -> Room:
    """Return a room of plain parts; ``dataclasses.replace`` exchanges single ones.

    ``example_orders`` is one whole turn, orders separated by semicolons.  The other arguments are
    those of ``PlainPictures``, ``PlainEmailParts`` and ``PlainIntroduction``.
    """
    pictures = PlainPictures(ruleset, draw)
    return Room(
        ruleset=ruleset,
        boards=pictures,
        portraits=PlainPortraits(ruleset),
        table=PlainTable(ruleset),
        turn=PlainTurnForm(ruleset, pictures, example_orders=example_orders),
        replay=PlainReplay(ruleset, pictures),
        emails=PlainEmailParts(ruleset, example_orders=example_orders.replace("; ", ", "),
                               turn_outline=turn_outline),
        introduction=PlainIntroduction(ruleset, pictures, lead=lead, gist=gist, rules=rules),
    )
