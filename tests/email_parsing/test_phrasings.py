"""Natural phrasings of orders are understood, and what is not an order is never played."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.email_parsing import phrasings_index
from tests.email_parsing.phrasings_index import NOT_ORDERS, NOT_PLAYED, UNDERSTOOD, Phrasing, read
from tests.email_parsing.report import phrasing_outcome


def test_at_least_95_of_100_natural_phrasings_are_understood_and_none_is_misread() -> None:
    counts = Counter(map(phrasing_outcome, UNDERSTOOD))
    print(dict(counts))
    assert counts["misread"] == 0
    assert counts["understood"] >= 0.95 * counts.total()


@pytest.mark.promise("R18")
@pytest.mark.parametrize("where", phrasings_index.POSITIONS)
def test_what_is_not_an_order_is_never_played(where: str) -> None:
    played = [each.text for each in NOT_ORDERS
              if each.position == where and read(each) != NOT_PLAYED]
    assert played == []


def test_the_phrasings_cover_seven_languages_and_many_ways_not_to_order() -> None:
    assert {phrasing.kind for phrasing in UNDERSTOOD} == {*phrasings_index.LANGUAGES}
    assert len(UNDERSTOOD) >= 120
    assert len({phrasing.text for phrasing in NOT_ORDERS}) >= 100


@pytest.mark.promise("R18")
@pytest.mark.parametrize("ending", ["?", " ?", " \uff1f", " // not yet", " # or so", " ~~no~~"])
def test_no_phrasing_is_played_as_a_question_or_with_a_comment(ending: str) -> None:
    asked = [Phrasing(f"{each.text}{ending}", each.position, NOT_PLAYED, each.kind)
             for each in UNDERSTOOD]
    assert [each.text for each in asked if read(each) != NOT_PLAYED] == []
