"""Refusals have a sentence for people and a code for programs."""

from __future__ import annotations

import pickle
from collections.abc import Iterator

import pytest

from alexandros_rules.alexandros.board_file import BoardFault
from alexandros_rules.errors import Ambiguous, Illegal, Refusal, Stale, Unreadable

KINDS = {
    Unreadable: "unreadable", Ambiguous: "ambiguous", Illegal: "illegal", Stale: "stale",
    BoardFault: "illegal",
}


@pytest.mark.parametrize(("kind", "name"), KINDS.items())
def test_every_refusal_is_of_one_tree_and_says_its_kind(kind: type[Refusal], name: str) -> None:
    refusal = kind("some-code", "This is why.")

    assert isinstance(refusal, Refusal)
    assert (refusal.kind, refusal.code) == (name, "some-code")
    assert refusal.sentence.endswith("This is why.")
    assert str(refusal) == refusal.sentence


def test_a_refusal_says_what_is_allowed() -> None:
    assert Illegal("x", "No.", allowed=["draw", "end"]).allowed == ("draw", "end")
    assert (Illegal("x", "No.").allowed, Illegal("x", "No.").line) == ((), 0)


def test_what_is_allowed_is_worked_out_once_when_somebody_asks() -> None:
    asked = []

    def orders() -> Iterator[str]:
        asked.append("now")
        yield from ("draw", "end")

    refusal = Illegal("x", "No.", allowed=orders)

    assert (refusal.sentence, asked) == ("No.", [])
    assert [refusal.allowed, refusal.allowed] == [("draw", "end"), ("draw", "end")]
    assert asked == ["now"]


@pytest.mark.promise("R18")
@pytest.mark.parametrize("kind", KINDS)
def test_a_refusal_keeps_everything_with_a_line_and_in_another_process(
    kind: type[Refusal]
) -> None:
    refusal = kind("x", "No.", allowed=lambda: ["draw"])
    sentence = refusal.sentence

    found = refusal.at(3)

    for one in (found, pickle.loads(pickle.dumps(found))):  # noqa: S301 - our own
        assert (type(one), one.code, one.sentence, str(one)) == (kind, "x", sentence, sentence)
        assert (one.allowed, one.line) == (("draw",), 3)


def test_a_programmers_mistake_is_no_refusal() -> None:
    assert not issubclass(ValueError, Refusal)
    assert not issubclass(Refusal, ValueError)
