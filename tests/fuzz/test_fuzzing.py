"""The fuzzer finds mistakes, and what it has found once stays right."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import repeat
from pathlib import Path

import pytest

from tests.fuzz import saved
from tests.fuzz.fuzzing import Failure, failure_of, fuzz
from tests.fuzz.mutations import damaged_text
from tests.fuzz.targets import TARGETS


class Divisions:
    """A program with a mistake: it divides by what follows "//"."""

    name = "divisions"
    watched = ("tests/fuzz",)

    def seeds(self) -> list[bytes]:
        return [b"12/3", b"4/2"]

    def mutate(self, data: bytes, rng: random.Random) -> bytes:
        return damaged_text(data, rng, words=("/", "0"))

    def check(self, data: bytes) -> None:
        left, _, right = data.partition(b"/")
        if left.isdigit() and right.isdigit():
            assert int(left) / int(right) >= 0


def times(count: int) -> Callable[[], bool]:
    steps = repeat(True, count)
    return lambda: next(steps, False)


def test_a_mistake_is_found_once_with_a_small_input() -> None:
    findings = fuzz(Divisions(), random.Random(1), goes_on=times(3000))
    places = list(findings.failures)
    assert places == ["ZeroDivisionError in tests/fuzz/test_fuzzing.py:check"]
    assert len(findings.failures[places[0]].data) <= 4


def test_a_program_without_mistakes_shows_none() -> None:
    class Nothing(Divisions):
        def check(self, data: bytes) -> None:
            data.partition(b"/")

    findings = fuzz(Nothing(), random.Random(1), goes_on=times(200))
    assert findings.failures == {}
    assert findings.tried == 202


def test_inputs_that_reach_new_code_are_damaged_further() -> None:
    class Password(Divisions):
        def seeds(self) -> list[bytes]:
            return [b"xxx"]

        def mutate(self, data: bytes, rng: random.Random) -> bytes:
            at = rng.randrange(3)
            return data[:at] + rng.choice((b"a", b"b", b"c", b"d")) + data[at + 1:]

        def check(self, data: bytes) -> None:
            if data[:1] != b"a":
                return
            if data[1:2] != b"b":
                return
            assert data[2:3] != b"c"

    findings = fuzz(Password(), random.Random(1), goes_on=times(400))
    assert findings.kept >= 2
    assert [failure.data for failure in findings.failures.values()] == [b"abc"]


def test_an_input_that_burns_cpu_is_a_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    class Endless(Divisions):
        def check(self, data: bytes) -> None:
            while True:
                pass

    monkeypatch.setattr("tests.fuzz.fuzzing.STUCK", 0.05)
    failure = failure_of(Endless(), b"1/1")
    assert failure is not None
    assert failure.place == "Slow"


def test_a_saved_input_is_found_again(tmp_path: Path) -> None:
    path = saved.save("emails", Failure(b"From: Alice", "here", "there"), folder=tmp_path)
    assert saved.cases(tmp_path) == [("emails", path)]
    assert path.read_bytes() == b"From: Alice"


@pytest.mark.django_db
@pytest.mark.any_database
@pytest.mark.parametrize("name", TARGETS)
def test_good_inputs_pass(name: str) -> None:
    target = TARGETS[name]
    seeds = random.Random(name).choices(target.seeds(), k=3)
    assert [failure_of(target, data) for data in seeds] == [None] * 3


@pytest.mark.django_db
@pytest.mark.any_database
def test_inputs_that_once_failed_pass() -> None:
    failures = {path.stem: failure_of(TARGETS[name], path.read_bytes())
                for name, path in saved.cases()}
    assert {stem: failure.description for stem, failure in failures.items() if failure} == {}
