"""Which lines of a text are orders, pleasantries or commands."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from alexandros_rules.alexandros.rules import RULESET
from games.post.inbox.parsing import introductions
from games.post.inbox.parsing.requests import COMMANDS, NOTHING, ORDERS, read_request

VERBS = RULESET.verbs
MEANINGS = {"verbs": VERBS, "things": RULESET.things, "known": RULESET.words}
COURTESIES = tomllib.loads(
    (Path(__file__).parent / "courtesies.toml").read_text("utf-8"))
NAMES = ("Alice Archer", "alice")


def texts(text: str) -> list[str]:
    request = read_request(text, **MEANINGS, names=NAMES)
    assert request.command == ORDERS
    return request.texts


def command(text: str) -> str:
    return read_request(text, **MEANINGS, names=NAMES).command


def test_an_order_keeps_the_number_of_its_line() -> None:
    request = read_request("Hi,\n\ntake horse; draw\n\nend", **MEANINGS)
    assert request.orders == ((3, "take horse"), (3, "draw"), (5, "end"))


@pytest.mark.parametrize("line", [
    "take horse, march K7.SE via E SE, draw", "take horse, Then march K7.SE via E SE and draw",
    "take horse -> march K7.SE via E SE -> draw", "1) take horse 2) march K7.SE via E SE 3) draw",
    "take horse, and then march K7.SE via E SE; draw",
    "take horse + march K7.SE via E SE + draw", "take horse \u2192 march K7.SE via E SE & draw",
])
def test_orders_in_one_line_are_split_where_another_begins(line: str) -> None:
    assert texts(line) == ["take horse", "march K7.SE via E SE", "draw"]


@pytest.mark.parametrize("line", [
    "occupy D7, D8", "occupy D7 and D8 give horse, lyre and soldier", "march K7.SE via NE, E, SE",
    "march K7.SE via E E", "take horse, or lyre", "and then?", ",", "draw,", "take horse or, then",
])
def test_the_words_of_one_order_stay_together(line: str) -> None:
    assert read_request(line, **MEANINGS).texts == ([line] if line != "," else [])


@pytest.mark.parametrize("text", ["preview take horse, draw twice", "preview: draw x2"])
def test_orders_after_preview_are_split_too(text: str) -> None:
    request = read_request(text, **MEANINGS)

    assert request.command == "preview"
    assert request.texts[-2:] == ["draw", "draw"]


def test_a_greeting_before_a_comma_is_not_an_order() -> None:
    assert texts("Hi, take horse, march K7") == ["take horse", "march K7"]


def test_a_pleasantry_alone_asks_for_nothing() -> None:
    phrases = [*COURTESIES["greetings"], *COURTESIES["closings"]]
    meanings = {phrase: command(phrase.capitalize() + ",\n\nAlice") for phrase in phrases}
    assert meanings == dict.fromkeys(phrases, NOTHING)


def test_a_line_that_a_device_adds_asks_for_nothing() -> None:
    lines = [f"{phrase.capitalize()} iPhone" for phrase in COURTESIES["devices"]]
    assert {line: command(line) for line in lines} == dict.fromkeys(lines, NOTHING)


def test_a_preface_is_not_an_order() -> None:
    orders = {phrase: texts(f"{phrase.capitalize()}:\n\ndraw") for phrase in introductions.PREFACES}
    assert orders == {phrase: ["draw"] for phrase in introductions.PREFACES}


@pytest.mark.promise("R18")
def test_a_line_that_begins_with_an_orders_verb_is_never_dropped() -> None:
    lines = [f"{verb} Alice" for verb in sorted(VERBS)]
    assert [texts(f"draw\nthanks\n{line}")[-1] for line in lines] == lines
    lines = [verb.capitalize() for verb in sorted(VERBS)]
    assert [texts(f"draw\n\nCheers\n{line}")[-1] for line in lines] == lines


@pytest.mark.promise("R18")
@pytest.mark.parametrize(
    "line",
    ["hi K7", "thanks for the 7", "thanks draw", "dear recal K7", "best ocupy", "cheers 12",
     "hello I hope that this is understood well", "levvy", "temple", "what now"],
)
def test_a_line_that_may_be_an_order_stays(line: str) -> None:
    assert line in texts(f"draw\n{line}\nend")


@pytest.mark.promise("R18")
def test_a_mistyped_order_after_a_closing_is_not_a_name() -> None:
    assert texts("draw\nthanks\nTaek horse")[-1] == "Taek horse"
    assert texts("draw\nthanks\nocupy")[-1] == "ocupy"


def test_a_name_is_left_out_after_a_closing_or_if_it_is_the_senders() -> None:
    assert texts("draw\n\nBob") == ["draw", "Bob"]
    assert texts("draw\nCheers\nBob") == ["draw"]
    assert texts("draw\n\nAlice") == ["draw"]
    assert texts("draw\n\nThanks,\nAlice\nArcher") == ["draw"]


def test_a_sender_whose_name_is_a_verb_does_not_lose_an_order() -> None:
    assert read_request("take horse\nMarch", **MEANINGS, names=["March Hare"]).texts == [
        "take horse", "March"
    ]


@pytest.mark.parametrize("line", [":-)", "👍", "...", "1.", "-"])
def test_punctuation_without_words_is_not_an_order(line: str) -> None:
    assert texts(f"draw\n{line}") == ["draw"]


def test_a_command_is_understood_in_every_language() -> None:
    assert {word: command(word.capitalize() + "!") for word in COMMANDS} == COMMANDS


def test_a_command_is_never_also_an_orders_verb() -> None:
    assert not set(COMMANDS) & set(VERBS)


def test_text_after_help_is_not_read_as_orders() -> None:
    request = read_request("help\n\nI do not know how to march", **MEANINGS)
    assert (request.command, request.texts) == ("help", ["I do not know how to march"])


@pytest.mark.promise("R18")
def test_a_command_after_an_order_is_left_to_be_refused() -> None:
    assert texts("draw\nhelp") == ["draw", "help"]
    assert texts("draw\nresign") == ["draw", "resign"]
    assert texts("resign the game") == ["resign the game"]


def test_nothing_at_all_asks_nothing() -> None:
    assert command("") == NOTHING
    assert command("\n \n") == NOTHING


@pytest.mark.parametrize(("text", "lines"), [
    ("plan", []), ("Plan!", []), ("plan off", ["off"]), ("plan: draw, end", ["draw, end"]),
    ("plan\nif C7 is free and a horse is face up: take horse; end\nelse: ask me",
     ["if C7 is free and a horse is face up: take horse; end", "else: ask me"]),
    ("Hi!\n\nPlan\ndraw\nthen:\nend\n\nThanks,\nAlice", ["draw", "then:", "end"]),
])
def test_a_plan_keeps_its_lines_as_they_are(text: str, lines: list[str]) -> None:
    request = read_request(text, **MEANINGS, names=["Alice"])
    assert (request.command, request.texts) == ("plan", lines)


@pytest.mark.promise("R18")
@pytest.mark.parametrize("text", ["draw\nplan", "planning\ndraw", "draw plan"])
def test_orders_are_not_read_as_a_plan(text: str) -> None:
    assert command(text) == ORDERS


@pytest.mark.promise("R18")
def test_a_line_of_a_plan_that_may_be_an_order_stays() -> None:
    request = read_request("plan\ndraw\nthanks\ntaek horse", **MEANINGS)
    assert request.texts[-1] == "taek horse"
