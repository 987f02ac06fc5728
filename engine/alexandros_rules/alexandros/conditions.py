"""The conditions of plans in Alexandros, on spaces, cards, guards, walls and Alexander.

All conditions depend only on public facts and the seat's own hand, so a view is enough for them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.moves import (
    Draw,
    End,
    Levy,
    March,
    Occupy,
    Play,
    Recall,
    Stay,
    Take,
)
from alexandros_rules.alexandros.order_words import CARDS
from alexandros_rules.alexandros.provinces import (
    closed_provinces,
    is_open_land,
    levy_gains,
    owner,
    province_of,
)
from alexandros_rules.alexandros.state import ACTIONS, State
from alexandros_rules.conditions import BOUND, ME, MORE, Bound, Fact, People, called, read_bound
from alexandros_rules.errors import Unreadable
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import translate_orders

FREE, EMPTY, CLOSED, OPEN = "free", "empty", "closed off", "in open land"

_PLURALS = {"temple": "temples", "amphora": "amphorae", "horse": "horses", "lyre": "lyres",
            "soldier": "soldiers"}
_WORDS = {word: card for word, card in CARDS.items() if len(word) > 1}
_CARD = rf"(?P<card>{'|'.join(sorted(_WORDS, key=len, reverse=True))})(?: cards?)?"
_SPACE = r"(?:the province of )?(?P<space>[a-z]) ?(?P<digits>\d{1,2})"
_WHO = r"(?P<who>.+)"
_HAVE = rf"{_WHO} (?:has|have) {BOUND}"
_PLACE = re.compile(rf"{_SPACE} is (?P<what>free|empty|closed(?: off)?|open|in open land)")
_OWNED = re.compile(rf"{_SPACE} (?:is|belongs to) (?P<who>.+?)(?:'s?)?(?: province)?")
_FACE_UP = re.compile(rf"(?:there (?:is|are) )?{BOUND} {_CARD}(?: (?:is|are))? face[ -]up")
_IN_HAND = re.compile(rf"{_HAVE} {_CARD}(?: in hand)?")
_KNOWN = re.compile(rf"{_WHO} is known to (?:hold|have) {BOUND} {_CARD}")
_CARDS = re.compile(rf"{_HAVE} cards?(?: in hand)?")
_GUARDS = re.compile(rf"{_HAVE} guards?(?: left)?")
_WALLS = re.compile(rf"(?:there are )?{BOUND} walls?(?: (?:is|are))? left")
_NEAR = re.compile(rf"alexander is within (?P<sides>\d{{1,2}}) sides? of {_SPACE}")
_LEVY = re.compile(rf"a levy (?:pays|would pay) (?P<who>.+?) {BOUND}(?: points?)?")


@dataclass(frozen=True, slots=True)
class _Public:
    """A fact that may be negated."""

    affirmed: bool = True

    def opposite(self) -> Any:
        return replace(self, affirmed=not self.affirmed)

    @property
    def negation(self) -> str:
        return "" if self.affirmed else " not"


@dataclass(frozen=True, slots=True)
class Place(_Public):
    """The fact that a space or its province is free, empty, closed off or in open land."""

    space: int = 0
    name: str = ""
    what: str = FREE

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self._is_so(view) == self.affirmed

    def _is_so(self, view: State) -> bool:
        if self.what == EMPTY:
            return is_empty(view, self.space)
        province = province_of(view.board, view.walls, self.space)
        if self.what == FREE:
            return owner(view, province) is None and not is_open_land(view, province)
        return is_open_land(view, province) == (self.what == OPEN)

    def text(self, called: Sequence[str]) -> str:
        return f"{self.name} is{self.negation} {self.what}"


def is_empty(view: State, space: int) -> bool:
    """Return whether no side of a space has a wall and no figure stands in it (A6, A7)."""
    taken = view.board.walled_spaces(view.walls) | view.board.spaces_at[view.alexander]
    for guards in view.guards:
        taken |= guards
    return not taken >> space & 1


@dataclass(frozen=True, slots=True)
class Owned(_Public):
    """The fact that a space belongs to a province of a player (P3)."""

    space: int = 0
    name: str = ""
    who: int = ME

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        province = province_of(view.board, view.walls, self.space)
        return (owner(view, province) == _seat(self.who, seat)) == self.affirmed

    def text(self, called: Sequence[str]) -> str:
        whose = "mine" if self.who == ME else f"{called[self.who]}'s"
        return f"{self.name} is{self.negation} {whose}"


@dataclass(frozen=True, slots=True)
class Near(_Public):
    """The fact that Alexander is at most a number of sides away from a space (A5)."""

    space: int = 0
    name: str = ""
    sides: int = 0

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        away = min(view.board.distance[view.alexander][point]
                   for point in view.board.corners[self.space])
        return (away <= self.sides) == self.affirmed

    def text(self, called: Sequence[str]) -> str:
        sides = "side" if self.sides == 1 else "sides"
        return f"Alexander is{self.negation} within {self.sides} {sides} of {self.name}"


@dataclass(frozen=True, slots=True)
class _Counted:
    """A fact that compares a count with a bound."""

    bound: Bound

    def opposite(self) -> Any:
        return replace(self, bound=self.bound.opposite())


@dataclass(frozen=True, slots=True)
class FaceUp(_Counted):
    """The fact that a number of cards with a symbol are face up."""

    card: int

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self.bound.allows(view.face_up.count(self.card))

    def text(self, called: Sequence[str]) -> str:
        name = SYMBOLS[self.card]
        if self.bound == Bound(">=", 1):
            return f"{'an' if name[0] in 'aeiou' else 'a'} {name} is face up"
        if self.bound == Bound("<=", 0):
            return f"no {name} is face up"
        verb = "is" if self.bound.number == 1 else "are"
        return f"{_number_of(self.bound, self.card)} {verb} face up"


@dataclass(frozen=True, slots=True)
class InHand(_Counted):
    """The fact that a player has a number of cards, with a symbol or in all."""

    who: int
    card: int | None

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        hand = view.hands[_seat(self.who, seat)]
        return self.bound.allows(cards.total(hand) if self.card is None else hand[self.card])

    def text(self, called: Sequence[str]) -> str:
        many = (self.bound.of("card", "cards") if self.card is None
                else _number_of(self.bound, self.card))
        return f"{_subject(self.who, called)} {many}"


@dataclass(frozen=True, slots=True)
class Known(_Counted):
    """The fact that a player is known to hold a number of cards with a symbol (C5)."""

    who: int
    card: int

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self.bound.allows(view.known[_seat(self.who, seat)][self.card])

    def text(self, called: Sequence[str]) -> str:
        if self.who == ME:
            return f"my seat is known to hold {_number_of(self.bound, self.card)}"
        return f"{called[self.who]} is known to hold {_number_of(self.bound, self.card)}"


@dataclass(frozen=True, slots=True)
class GuardsLeft(_Counted):
    """The fact that a player has a number of guards in their supply."""

    who: int

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self.bound.allows(view.guards_left(_seat(self.who, seat)))

    def text(self, called: Sequence[str]) -> str:
        return f"{_subject(self.who, called)} {self.bound.of('guard', 'guards')} left"


@dataclass(frozen=True, slots=True)
class WallsLeft(_Counted):
    """The fact that a number of walls are left, black and red ones together (E1)."""

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self.bound.allows(view.walls_left)

    def text(self, called: Sequence[str]) -> str:
        return f"{self.bound.of('wall is', 'walls are')} left"


@dataclass(frozen=True, slots=True)
class LevyPays(_Counted):
    """The fact that a levy would bring a player a number of points now (L2, L3)."""

    who: int

    def holds(self, ruleset: Ruleset, view: State, *, seat: int) -> bool:
        return self.bound.allows(levy_gains(view)[_seat(self.who, seat)])

    def text(self, called: Sequence[str]) -> str:
        whom = "me" if self.who == ME else called[self.who]
        return f"a levy pays {whom} {self.bound.text}"


def _seat(who: int, seat: int) -> int:
    return seat if who == ME else who


def _subject(who: int, called: Sequence[str]) -> str:
    return "I have" if who == ME else f"{called[who]} has"


def _number_of(bound: Bound, card: int) -> str:
    name = SYMBOLS[card]
    return bound.of(name, _PLURALS[name])


class AlexandrosConditions:
    """The conditions of this game (see ``alexandros_rules.conditions.Conditions``)."""

    examples: Sequence[str] = (
        "C7 is free", "C7 is empty", "C7 is mine", "C7 is closed off", "a horse is face up",
        "I have at least 2 horses", "I have a guard left", "Alexander is within 3 sides of C7",
        "fewer than 10 walls are left", "a levy pays me at least 10",
    )

    def read(self, statement: str, view: State, people: People) -> Fact | None:
        for pattern, make in _READERS:
            if match := pattern.fullmatch(statement):
                return make(match, view, people)
        return None

    def likely(self, view: State, *, seat: int) -> Sequence[Fact]:
        at_least_one = Bound(">=", 1)
        return [
            *(FaceUp(at_least_one, card) for card in cards.KINDS),
            *(InHand(at_least_one, ME, card) for card in cards.KINDS),
            *_likely_places(view, seat),
            GuardsLeft(at_least_one, ME),
            WallsLeft(Bound("<=", view.walls_left // 2)),
            LevyPays(Bound(">=", levy_gains(view)[seat] + MORE), ME),
        ]

    def fault(self, moves: Sequence[Any], view: State) -> str:
        if None in moves:
            return ""
        if not any(isinstance(move, March | Stay) for move in moves):
            return _("Every turn begins with a card and Alexander's march. Write them first, as in"
                     " \"%(orders)s\".") % {
                         "orders": translate_orders("take horse; march C7")}
        if any(isinstance(move, End | Levy) for move in moves):  # a levy may end the game (E3)
            return ""
        taken = sum(isinstance(move, Take | Play) for move in moves) - 1
        acts = sum(isinstance(move, Draw | Occupy | Recall) for move in moves) + max(0, taken)
        # Turns of the first round may have only one action (S5).
        needed = 1 if view.options.balanced_start and view.turn <= view.players else ACTIONS
        return "" if acts >= needed else _(
            "Write at the end what else to do in this turn, or \"%(order)s\".") % {
                "order": translate_orders("end")}


def _likely_places(view: State, seat: int) -> Iterator[Fact]:
    """Yield for each closed province that it is as now: free, or somebody's."""
    for province in closed_provinces(view):
        who, symbols = owner(view, province), province & ~view.board.open
        if who is None and not symbols:
            continue  # nobody can occupy it
        space = bits(symbols if who is None else view.guards[who] & province)[0]
        name = view.board.names[space]
        yield (Place(space=space, name=name, what=FREE) if who is None
               else Owned(space=space, name=name, who=ME if who == seat else who))


def _space(match: re.Match[str], view: State) -> tuple[int, str]:
    name = f"{match['space'].upper()}{int(match['digits'])}"
    space = view.board.space_by_name.get(name)
    if space is None:
        raise Unreadable("no-space", _("%(space)s is not a space of this board.")
                         % {"space": repr(name)})
    return space, name


def _place(match: re.Match[str], view: State, people: People) -> Fact:
    space, name = _space(match, view)
    what = {"closed": CLOSED, "open": OPEN}.get(match["what"], match["what"])
    return Place(space=space, name=name, what=what)


def _owned(match: re.Match[str], view: State, people: People) -> Fact:
    space, name = _space(match, view)
    return Owned(space=space, name=name, who=people.find(match["who"]))


def _near(match: re.Match[str], view: State, people: People) -> Fact:
    space, name = _space(match, view)
    return Near(space=space, name=name, sides=int(match["sides"]))


def _in_hand(match: re.Match[str], view: State, people: People) -> Fact:
    who = people.find(match["who"])
    if who != ME:
        name = called(people.names, people.colours)[who]
        raise Unreadable("hidden", _(
            "You cannot see the hand of %(name)s. Write how many cards they have, or what"
            " everybody knows of them, as in \"%(example)s\".")
            % {"name": name, "example": f"{name} is known to hold 2 temples"})
    return InHand(read_bound(match), who, _WORDS[match["card"]])


_READERS = (
    (_PLACE, _place),
    (_NEAR, _near),
    (_FACE_UP, lambda match, view, people: FaceUp(read_bound(match), _WORDS[match["card"]])),
    (_KNOWN, lambda match, view, people: Known(
        read_bound(match), people.find(match["who"].removesuffix(" seat")),
        _WORDS[match["card"]])),
    (_GUARDS, lambda match, view, people: GuardsLeft(
        read_bound(match), people.find(match["who"]))),
    (_CARDS, lambda match, view, people: InHand(
        read_bound(match), people.find(match["who"]), None)),
    (_IN_HAND, _in_hand),
    (_WALLS, lambda match, view, people: WallsLeft(read_bound(match))),
    (_LEVY, lambda match, view, people: LevyPays(read_bound(match), people.find(match["who"]))),
    (_OWNED, _owned),
)
