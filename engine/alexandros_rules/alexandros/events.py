"""The events of the log: facts from which every state can be rebuilt.

Spaces, points and steps have their names, so that people can read a log.  In JSON, cards are
letters (``t a h l s``, or ``?`` for an unknown card).  ``dump`` and ``load`` are inverses.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.state import ORIGINAL, SECOND
from alexandros_rules.codec import TUPLE, EventCodec, FieldCodec

VERSION = 3  # of the rules and the event format; increase it when either changes
VERSIONS = tuple(range(ORIGINAL, VERSION + 1))  # all versions by which games are played


@dataclass(frozen=True, slots=True)
class Started:
    """The setup of the game: all cards on the discard pile, Alexander on the start (S2).

    ``rules`` is the version of the rules; the fields from there on are new in version 2.
    """

    board: str
    players: int
    first: int
    half_of_occupying: bool
    rules: int
    balanced_start: bool
    finish_round: bool

    @property
    def with_more_cards(self) -> tuple[int, ...]:
        """The seats that begin with one more card (S5), in the order in which it is dealt.

        In a balanced start, these are the third and the fourth player of four.  By the rules of
        the ``SECOND`` version, they are all but the first, however many play.
        """
        if not self.balanced_start:
            return ()
        if self.rules == SECOND:
            return tuple(seat for seat in range(self.players) if seat != self.first)
        places = (2, 3) if self.players == 4 else ()  # how many move before them
        return tuple((self.first + place) % self.players for place in places)


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The shuffle of the discard pile, which becomes the supply (C3), top card first."""

    supply: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class DealtAgain:
    """The repeated deal of another game: its cards leave the discard pile, seen by everybody.

    ``hands`` are the cards of each seat, ``face_up`` is the face-up row.
    """

    hands: tuple[Counts, ...]
    face_up: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Continued:
    """The continuation of another game's position, with the hidden cards dealt again (S6).

    ``position`` is its text (see ``continuing``), ``hands`` are all cards of each seat.
    """

    position: str
    hands: tuple[Counts, ...]
    supply: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dealt:
    """The deal of a player's first card (S1)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Revealed:
    """The move of the supply's top card into the face-up row."""

    card: int


@dataclass(frozen=True, slots=True)
class Chose:
    """The choice of a face-up card to march with (A2), possibly as a joker (A13)."""

    seat: int
    card: int
    joker: bool


@dataclass(frozen=True, slots=True)
class Played:
    """The discard of a card from hand to march with (A12)."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Marched:
    """A march of Alexander by these steps; the last ``red`` of the new walls are red (E1)."""

    seat: int
    space: str
    point: str
    steps: tuple[str, ...]
    black: int
    red: int


@dataclass(frozen=True, slots=True)
class Stayed:
    """The failure to move Alexander; a card, if there is one, is taken anyway (A16)."""

    seat: int
    card: int | None


@dataclass(frozen=True, slots=True)
class Drew:
    """The action of taking the top card of the supply into hand."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Took:
    """The action of taking a face-up card into hand."""

    seat: int
    card: int


@dataclass(frozen=True, slots=True)
class Occupied:
    """The action of occupying a free province (O1, O2)."""

    seat: int
    guards: tuple[str, ...]
    paid: Counts


@dataclass(frozen=True, slots=True)
class TookOver:
    """The action of taking a province over from ``loser``, whose guards go (K1 to K5)."""

    seat: int
    loser: int
    removed: tuple[str, ...]
    removal: Counts
    guards: tuple[str, ...]
    paid: Counts
    given: Counts


@dataclass(frozen=True, slots=True)
class Levied:
    """The action of levying taxes: a card is paid and every seat scores its gain (L1 to L3)."""

    seat: int
    card: int
    gains: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Recalled:
    """The action of taking a guard back into its owner's supply (B1)."""

    seat: int
    space: str


@dataclass(frozen=True, slots=True)
class LastRound:
    """The beginning of the last round, by "walls" or "points"; seat ``last`` ends it (E6)."""

    reason: str
    last: int


@dataclass(frozen=True, slots=True)
class QuietRounds:
    """The warning after ``rounds`` quiet rounds; after ``left`` more the game ends (E5)."""

    rounds: int
    left: int


@dataclass(frozen=True, slots=True)
class TurnEnded:
    """The passing of the turn to the next seat (S4)."""

    seat: int
    next: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The end of the game.

    The reason is "walls" (E1), "points" (E3), "stuck" if Alexander could not be moved (A16), or
    "quiet" if nothing has happened for too long (E5).
    """

    reason: str
    winners: tuple[int, ...]


Event = (
    Started | DealtAgain | Continued | Shuffled | Dealt | Revealed | Chose | Played | Marched
    | Stayed | Drew | Took | Occupied | TookOver | Levied | Recalled | LastRound | QuietRounds
    | TurnEnded | Ended
)
CLASSES: dict[str, type[Any]] = {
    "started": Started, "dealt-again": DealtAgain,
    "continued": Continued, "shuffled": Shuffled, "dealt": Dealt,
    "revealed": Revealed, "chose": Chose, "played": Played, "marched": Marched,
    "stayed": Stayed, "drew": Drew, "took": Took, "occupied": Occupied, "took-over": TookOver,
    "levied": Levied, "recalled": Recalled, "last-round": LastRound,
    "quiet-rounds": QuietRounds, "turn-ended": TurnEnded, "ended": Ended,
}

_CARD: FieldCodec = (
    lambda card: None if card is None else cards.CODES[card],
    lambda letter: None if letter is None else cards.CODES.index(letter),
)
_COUNTS: FieldCodec = (cards.code, cards.read_code)
_ROW: FieldCodec = (cards.row_code, cards.read_row)
_CODECS: dict[str, FieldCodec] = {
    "card": _CARD, "supply": _ROW, "face_up": _ROW,
    "hands": (
        lambda hands: [cards.code(hand) for hand in hands],
        lambda codes: tuple(map(cards.read_code, codes)),
    ),
    "paid": _COUNTS, "removal": _COUNTS, "given": _COUNTS,
    "steps": (" ".join, lambda text: tuple(text.split())),
    "guards": TUPLE, "removed": TUPLE, "gains": TUPLE, "winners": TUPLE,
}
# The fields that the event Started lacked in the first version of the rules.
_OF_THE_FIRST = {"rules": ORIGINAL, "balanced_start": False, "finish_round": False}
_CODEC = EventCodec(CLASSES, _CODECS)


def dump(event: Event) -> dict[str, Any]:
    """Return the event as JSON data, in the format of the rules that decided the event."""
    data = _CODEC.dump(event)
    if data.get("rules") == ORIGINAL:
        data = {name: value for name, value in data.items() if name not in _OF_THE_FIRST}
    return data


def load(data: dict[str, Any], version: int) -> Event:
    """Return the event in JSON data that were written by this version of the rules."""
    if version not in VERSIONS:
        raise ValueError(f"events of rules version {version} are not known here")
    if version == ORIGINAL and CLASSES[data["type"]] is Started:
        data = {**data, **_OF_THE_FIRST}
    event: Event = _CODEC.load(data)
    return event
