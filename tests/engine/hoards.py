"""A position with hundreds of millions of legal moves, for tests of lists of moves."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

from alexandros_rules.alexandros import cards, occupying
from alexandros_rules.alexandros.moves import Occupy
from alexandros_rules.alexandros.state import ACT, State
from tests.engine import positions as at
from tests.engine.positions import position

BOARD = at.draw_board("\n".join(["thlasthlas.."] * 4))
BOBS_GUARDS = ("A1", "A4")  # on a temple and an amphora


def hoard() -> State:
    """Returns Alice's action with nearly all cards in hand and a big province of Bob's.

    The board has 8 symbol spaces of each kind, 2 of them with Bob's guards, so that she chooses
    the spaces for up to 4 guards, and which of two dozen cards Bob gets.
    """
    return position(
        BOARD, players=3, phase=ACT, alexander="A1.N", guards=["", " ".join(BOBS_GUARDS)],
        hands=["t" * 11 + "a" * 11 + "h" * 11 + "l" * 9 + "s" * 10], face_up="ls", supply="l",
    )


@contextmanager
def few_moves_made(most: int) -> Iterator[None]:
    """Fails as soon as more occupations or gifts than this are made inside."""
    made = [0]

    def count(what: object) -> object:
        made[0] += 1
        assert made[0] <= most, f"more than {most} moves or gifts were made"
        return what

    choices = cards.choices

    def counted_choices(*args: int) -> Iterator[object]:
        return map(count, choices(*args))  # type: ignore[arg-type]

    with (
        mock.patch.object(cards, "choices", counted_choices),
        mock.patch.object(occupying, "Occupy", lambda *args: count(Occupy(*args))),
    ):
        yield
