"""Commands are read leniently, and dates, hours and tables only if they are clear."""

from __future__ import annotations

from datetime import date

import pytest

from alexandros_rules.errors import Unreadable
from games.post.inbox.parsing.commands import (
    HoursWish,
    TableWish,
    Vocabulary,
    read_commands,
    read_days,
    read_hours,
    read_table,
)

PHRASES = ("help", "my games", "open tables", "join", "new", "vacation", "cancel",
           "cancel vacation", "call me")
TODAY = date(2026, 3, 1)
ZONES = ("Europe/Berlin", "UTC")
WORDS = Vocabulary({"chess": "chess"}, {"small": ("chess", "delta")},
                   {"relaxed": "relaxed", "weekend": "weekdays", "no clock": "none"})


def read(text: str) -> list[tuple[str, str]]:
    return [(line.phrase, line.rest) for line in read_commands(text, PHRASES, names=["Alice"])]


@pytest.mark.parametrize(("text", "expected"), [
    ("Help!", [("help", "")]),
    ("Hi there,\n\nplease join k3v9x7qa2m, thanks.\n\nBest wishes\nAlice\n+49 30 1234567",
     [("join", "k3v9x7qa2m")]),
    ("1. My games\n2. OPEN   TABLES", [("my games", ""), ("open tables", "")]),
    ("cancel vacation 1 August", [("cancel vacation", "1 August")]),
    ("I would like to join k3v9x7qa2m", [("join", "k3v9x7qa2m")]),
    ("new 3 players, invite bob@example.org,\ncarol@example.org<mailto:carol@example.org>",
     [("new", "3 players, invite bob@example.org, carol@example.org")]),
    ("my games\nmake me a sandwich\nopen tables\nBest wishes\nAlice of the long road\nFrance",
     [("my games", ""), ("", ""), ("open tables", "")]),
    ("newspaper\njoiner", [("", ""), ("", "")]),
    ("my games\nopen tables\nmake me a sandwich\nAlice",
     [("my games", ""), ("open tables", ""), ("", "")]),
    ("make me a sandwich\nmy games", [("", ""), ("my games", "")]),
    ("my games\nThanks!\nAlice\nPS: Could you make me a sandwich?", [("my games", ""), ("", "")]),
])
def test_lines_are_read_as_commands(text: str, expected: list[tuple[str, str]]) -> None:
    assert read(text) == expected


def test_a_line_that_is_no_command_names_those_that_look_like_it() -> None:
    [line] = read_commands("vacatoin 1 to 3 August", PHRASES)
    assert (line.phrase, line.meant) == ("", ("vacation",))
    [line] = read_commands("Don't join k3v9x7qa2m", PHRASES)
    assert not line.phrase


@pytest.mark.parametrize(("text", "first", "last"), [
    ("1 to 14 August", date(2026, 8, 1), date(2026, 8, 14)),
    ("from the 1st to the 14th of August", date(2026, 8, 1), date(2026, 8, 14)),
    ("August 1 - 14, 2027", date(2027, 8, 1), date(2027, 8, 14)),
    ("28 July until 3 Aug.", date(2026, 7, 28), date(2026, 8, 3)),
    ("28 December 2026 to 3 January 2027", date(2026, 12, 28), date(2027, 1, 3)),
    ("28 December to 3 January 2027", date(2026, 12, 28), date(2027, 1, 3)),
    ("28 Dec to 3 Jan", date(2026, 12, 28), date(2027, 1, 3)),
    ("2026-08-01 to 2026-08-14", date(2026, 8, 1), date(2026, 8, 14)),
    ("2026-08-01", date(2026, 8, 1), date(2026, 8, 1)),
    ("1 February", date(2027, 2, 1), date(2027, 2, 1)),
    ("today", TODAY, TODAY), ("tomorrow to 5 March", date(2026, 3, 2), date(2026, 3, 5)),
])
def test_days_are_read(text: str, first: date, last: date) -> None:
    assert read_days(text, today=TODAY) == (first, last)


@pytest.mark.parametrize(("text", "code"), [
    ("1/8 to 14/8", "two-dates"), ("1.8. to 14.8.", "two-dates"), ("until Monday", "days"),
    ("August", "days"), ("30 February", "no-day"), ("1 to 5", "days"), ("", "days"),
    ("1 to 2 to 3 August", "days"), ("if possible 1 to 14 August", "days"),
])
def test_days_that_are_not_clear_are_asked_back(text: str, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_days(text, today=TODAY)
    assert refused.value.code == code


@pytest.mark.parametrize(("text", "expected"), [
    ("18 to 23 Europe/Berlin", HoursWish(18 * 60, 23 * 60, "Europe/Berlin")),
    ("from 8:30 until 24, europe/berlin", HoursWish(510, 0, "Europe/Berlin")),
    ("6 pm to 11pm, not on Saturday and Sundays", HoursWish(1080, 1380, "",
                                                          frozenset((5, 6)))),
    ("the whole day UTC", HoursWish(0, 0, "UTC")),
])
def test_hours_are_read(text: str, expected: HoursWish) -> None:
    assert read_hours(text, zones=ZONES) == expected


@pytest.mark.parametrize("text", ["18", "late", "25 to 3", "18 to 23 Berlin", "13 pm to 2 pm"])
def test_hours_that_are_not_clear_are_asked_back(text: str) -> None:
    with pytest.raises(Unreadable):
        read_hours(text, zones=ZONES)


@pytest.mark.parametrize(("text", "expected"), [
    ("", TableWish()),
    ("chess 3 players, weekend pace, invite Bob@example.org and carol@example.org",
     TableWish(game="chess", players=3, paces=("weekdays",),
               invite=("bob@example.org", "carol@example.org"))),
    ("game of chess for two people on the small board, no clock, rated, private",
     TableWish(game="chess", board="delta", players=2, paces=("none",), rated=True,
               listed=False)),
    ("3 players with a bot called “Friday night”, open to anybody",
     TableWish(players=3, bots=1, name="Friday night", listed=True)),
])
def test_tables_are_read(text: str, expected: TableWish) -> None:
    assert read_table(text, WORDS) == expected


@pytest.mark.parametrize("text", ["3 players or 4", "draughts", "2 players, 3 players",
                                  "chess unless Bob is there"])
def test_tables_with_other_words_are_asked_back(text: str) -> None:
    with pytest.raises(Unreadable) as refused:
        read_table(text, WORDS)
    assert "We do not know what" in refused.value.sentence
