"""Whom a game waits for is said to each reader from their own point of view."""

from __future__ import annotations

import pytest

from games.table.play.waiting import waiting_for

NAMES = ("Alice", "Bob", "Carol", "Dave")
ALICE, BOB, CAROL, DAVE = range(4)


@pytest.mark.parametrize(("to_move", "reader", "sentence", "label"), [
    ([ALICE], ALICE, "It is your turn.", "your turn"),
    ([BOB], ALICE, "It is Bob’s turn.", "Bob’s turn"),
    ([BOB], None, "It is Bob’s turn.", "Bob’s turn"),
    ([ALICE, BOB], ALICE, "Waiting for you and Bob.", "waiting for you and Bob"),
    ([ALICE, BOB, CAROL], ALICE, "Waiting for you and two others.",
     "waiting for you and two others"),
    ([ALICE, BOB, CAROL, DAVE], ALICE, "Waiting for you and three others.",
     "waiting for you and three others"),
    ([BOB, CAROL, DAVE], ALICE, "Waiting for Bob, Carol and Dave.",
     "waiting for Bob, Carol and Dave"),
    ([], ALICE, "", ""),
])
def test_it_names_the_reader_first_and_counts_many_others(
    to_move: list[int], reader: int | None, sentence: str, label: str
) -> None:
    waiting = waiting_for(NAMES, to_move, reader=reader)

    assert (waiting.sentence, waiting.label) == (sentence, label)
