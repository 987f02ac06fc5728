"""Refused orders of all kinds at every position of a game, and whether what is suggested works.

Whatever a refusal suggests must be playable exactly as it is written, at the position at which
the order was refused; so must corrections, examples of turns, lists of legal orders and what
emails propose.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from itertools import combinations, islice
from typing import Any

from django.conf import settings

from alexandros_rules import drafts
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.lattice import STEPS, bits
from alexandros_rules.alexandros.marches import targets
from alexandros_rules.alexandros.state import MARCH, OVER, State
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.move_list import listed_orders
from alexandros_rules.spelling import Correction, correct
from games.rulesets.alexandros.suggestions import suggestions
from tests.engine.random_games import RULESET
from tests.engine.refusals import suggested

if not settings.configured:  # the sentences around the orders are translated, as a rule
    settings.configure(USE_I18N=False)

SPACES = 3  # spaces of the board that are tried at one position; all of them have their turn
LISTED = 4  # legal orders of each verb
SHOWN = 20  # faults that are reported in full

NAMES = ("Alice", "Bob", "Carol", "Dave")
BARE = ("take", "play", "march", "occupy", "recall", "levy", "draw", "end", "stay", "give", "xyzzy")
# What people write in emails: in sentences, in other languages, as questions, all at once.
WRITTEN = (
    "I'd like to take the horse, please", "take a horse from the supply", "take Z99", "take back",
    "Then I march to the lyre", "march to Z99", "recall A1 A2", "levy taxes", "draw now",
    "draw twice", "draw?", "(draw)", "rob\u00e9 una carta", "fine", "stop", "ich passe",
    "ziehe", "ich nehme das Pferd", "je prends la lyre", "end the turn", "occupy A1 A1",
    "take horse; play horse", "play lyre and then march A1", "draw, draw, draw", "end; end",
    "take over A1 with a guard give horse", "x" * 70, "march " + "N " * 40,
)
MISSPELLED = ("tak hors", "ply lyre", "marhc", "drawe", "ocupy", "levvy soldier", "recal")


@dataclass
class Count:
    """How many refusals were met and suggestions played, and those that were refused."""

    positions: int = 0
    refusals: int = 0
    suggestions: int = 0
    refused: int = 0
    faults: list[str] = field(default_factory=list)

    def __iadd__(self, other: Count) -> Count:
        self.positions += other.positions
        self.refusals += other.refusals
        self.suggestions += other.suggestions
        self.refused += other.refused
        self.faults = [*self.faults, *other.faults][:SHOWN]
        return self

    def __str__(self) -> str:
        return (f"{self.positions:,} positions, {self.refusals:,} refusals,"
                f" {self.suggestions:,} suggestions, {self.refused:,} refused.")


def count(states: Iterable[State]) -> Count:
    """Counts at every position, as the seat to move sees it."""
    found = Count()
    for number, state in enumerate(states):
        if state.phase != OVER:
            found += _Position(RULESET.view(state, state.seat), number).count
    return found


class _Position:
    """One position: plays what is suggested there, each suggestion once."""

    def __init__(self, view: State, number: int):
        self.count = Count(positions=1)
        self._view, self._seat = view, view.seat
        self._verdicts: dict[tuple[str, str], str] = {}
        self._try_orders(number)
        self._try_corrections(number)
        self._try_lists()
        if number % 3 == 0:
            self._try_emails()

    def _try_orders(self, number: int) -> None:
        """Gives orders that are mostly refused, some of them after one that can be played."""
        example = drafts.example_turn(RULESET, self._view, seat=self._seat)
        first = example.partition(drafts.SEPARATOR)[0]
        later = _third(written_orders(self._evaluate(first).view, number + 1), number)
        for text in _third(written_orders(self._view, number), number):
            self._try_order(text)
        for text in islice(later, 0, None, 3):
            self._try_order(f"{first}{drafts.SEPARATOR}{text}")
        self._try_example(example)

    def _try_order(self, text: str) -> None:
        draft = self._evaluate(text)
        if draft.refusal:
            self._refused(draft.refusal, draft, text)

    def _try_example(self, example: str) -> None:
        """Plays an example of a turn, which must leave no march and no action over."""
        draft = self._evaluate(example)
        self.count.suggestions += len(draft.steps)
        if draft.refusal or (draft.view.turn == self._view.turn and draft.view.phase != OVER):
            self._fault("an example of a turn", example)

    def _try_corrections(self, number: int) -> None:
        text = MISSPELLED[number // 6 % len(MISSPELLED)]
        found = number % 6 == 0 and correct(RULESET, self._view, [text], seat=self._seat)
        if found:
            self._corrected(found, text)

    def _corrected(self, found: Correction, text: str) -> None:
        draft = self._evaluate(drafts.SEPARATOR.join(found.orders))
        self.count.suggestions += len(found.orders)
        if draft.refusal:
            self._fault(f"a correction of {text!r}", draft.refusal.sentence)
        elif found.refusal:
            self._refused(found.refusal, draft, text)

    def _try_lists(self) -> None:
        here = Draft(self._view, ())
        legal = RULESET.legal_moves(self._view, seat=self._seat)
        for one in listed_orders(RULESET, self._view, legal, most=LISTED):
            for order in one.orders:
                self._suggested(order, here, "a list")

    def _try_emails(self) -> None:
        """Plays the marches and turns that an email suggests, and actions once they are due."""
        found: dict[str, Any] = suggestions(self._view, names=NAMES, seat=self._seat)
        orders = [one.order for one in (*found["turns"], *found["marches"])]
        if found["acting"]:
            orders += [*(one.order for one in found["actions_now"]), *found["short"]]
        for order in orders:
            self._suggested(order, Draft(self._view, ()), "an email")

    def _refused(self, refusal: Refusal, draft: Draft, text: str) -> None:
        """Plays what a refusal suggests, after the orders before the one that was refused."""
        self.count.refusals += 1
        for order in suggested(refusal):
            self._suggested(order, draft, f"{text!r} ({refusal.code})")

    def _suggested(self, order: str, draft: Draft, source: str) -> None:
        self.count.suggestions += 1
        key = (draft.text, order)
        if key not in self._verdicts:
            answer = drafts.evaluate(RULESET, draft.view, order, seat=self._seat)
            self._verdicts[key] = answer.refusal.sentence if answer.refusal else ""
        if self._verdicts[key]:
            self._fault(source, f"{order!r}: {self._verdicts[key]}")

    def _fault(self, source: str, what: str) -> None:
        self.count.refused += 1
        self.count.faults.append(f"turn {self._view.turn}, {source} suggests {what}")

    def _evaluate(self, text: str) -> Draft:
        return drafts.evaluate(RULESET, self._view, text, seat=self._seat)


def _third(texts: Iterable[str], number: int) -> Iterator[str]:
    """Yields every third text: the others have their turn at the next positions."""
    return islice(texts, number % 3, None, 3)


def written_orders(view: State, number: int) -> Iterator[str]:
    """Yields orders of all kinds and forms; those about spaces differ from position to position."""
    yield from BARE
    yield from WRITTEN
    for card in SYMBOLS:
        yield from (f"{verb} {card}" for verb in ("take", "play", "levy"))
    for name in _some(view, number):
        yield from (f"{verb} {name}" for verb in ("march", "occupy", "recall"))
        yield f"occupy {name} give {SYMBOLS[number % len(SYMBOLS)]}"
        yield f"march {name} via {STEPS[number % len(STEPS)]}"
    yield from (f"occupy {a} {b}" for a, b in islice(combinations(_near(view), 2), 4))
    yield from (f"recall {name}" for name in _near(view)[:4])
    if view.phase == MARCH:
        for space in islice(bits(targets(view)), 2):
            name = view.board.names[space]
            yield f"march {name}"
            yield from (f"march {name}.{corner}" for corner in view.board.corner_names(space))
            yield f"march {name} via {STEPS[number % len(STEPS)]}"


def _some(view: State, number: int) -> list[str]:
    names = list(view.board.names.values())
    return [names[(number // 3 * SPACES + i) % len(names)] for i in range(SPACES)]


def _near(view: State) -> list[str]:
    """The symbol spaces that touch Alexander's point, and those with guards."""
    spaces = view.board.spaces_at[view.alexander] | sum(view.guards)
    return [view.board.names[space] for space in bits(spaces & ~view.board.open)]
