"""Orders as people write them who have not read how orders are written, in eleven languages."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.email_parsing.natural_index import (
    LANGUAGES,
    NATURAL,
    NOT_PLAYED,
    SCENES,
    UNCLEAR,
    Natural,
    read,
)

# A word that rules an order out, wherever it stands.
DOUBTS = {"en": "maybe", "de": "vielleicht", "fr": "jamais", "it": "forse", "es": "nunca",
          "nl": "misschien", "pt": "talvez", "sv": "kanske", "da": "ikke", "nb": "kanskje",
          "pl": "nigdy"}


def outcome(phrasing: Natural) -> str:
    found = read(phrasing)
    if found.played:
        return "played" if found.played == phrasing.orders else "misread"
    return "offered" if found.offered == phrasing.orders else "asked back"


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("held_back", "share"), [(False, 0.85), (True, 0.75)])
def test_three_of_four_texts_are_understood_and_none_is_misread(
    held_back: bool, share: float
) -> None:
    counts = Counter(outcome(one) for one in NATURAL if one.is_held_back == held_back)
    print(dict(counts))
    assert counts["misread"] == 0
    assert counts["played"] + counts["offered"] >= share * counts.total()


@pytest.mark.promise("R18")
@pytest.mark.parametrize("where", SCENES)
def test_what_can_be_read_in_two_ways_or_is_no_order_is_not_played(where: str) -> None:
    assert [one.text for one in UNCLEAR
            if one.position == where and read(one).played != NOT_PLAYED] == []


@pytest.mark.promise("R18")
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_played_with_a_word_of_doubt_in_the_middle(language: str) -> None:
    doubted = []
    for one in NATURAL:
        denies = one.orders == "bid nothing"
        if one.language == language and not one.text.startswith("<") and not denies:
            spoken = one.text.split(" ")
            spoken.insert(len(spoken) // 2, DOUBTS[language])
            doubted.append(Natural(" ".join(spoken), one.position, NOT_PLAYED))
    assert [one.text for one in doubted if read(one).played] == []


def test_the_texts_are_in_eleven_languages_and_of_both_games() -> None:
    assert {one.language for one in NATURAL} == {*LANGUAGES}
    assert {SCENES[one.position].ruleset.name for one in NATURAL} == {"alexandros", "campaign"}
    assert min(Counter(one.is_held_back for one in NATURAL).values()) >= 150
