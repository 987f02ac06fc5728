"""Replies in many languages from many programs: all orders are found, or none is played."""

from __future__ import annotations

import itertools

import pytest

from tests.email_parsing import generated, typed_into_quotes
from tests.email_parsing.report import UNDERSTOOD, email_outcome

# A few emails in each language, so that each program and placement comes; ``report`` reads all.
SAMPLE = [*itertools.islice(generated.cases(), 0, None, 23),
          *itertools.islice(typed_into_quotes.cases(), 0, None, 13)]


@pytest.mark.promise("R18")
@pytest.mark.parametrize("language", generated.LANGUAGES)
def test_replies_are_read_in_full_or_not_played_at_all_in_every_language(language: str) -> None:
    outcomes = {case.says: email_outcome(case) for case in SAMPLE if case.language == language}
    assert outcomes
    assert {says: outcome for says, outcome in outcomes.items() if outcome != UNDERSTOOD} == {}


def test_the_sample_has_every_program_and_placement_and_over_twenty_languages() -> None:
    assert {case.program for case in SAMPLE} == {*generated.MARKING, *generated.UNMARKING}
    assert {case.placement for case in SAMPLE} == {
        *(case.placement for case in generated.cases()),
        *(f"typed {way}" for way in typed_into_quotes.WAYS),
        *(f"above, {way}" for way in typed_into_quotes.UNTOUCHED),
    }
    assert len(generated.LANGUAGES) >= 20
