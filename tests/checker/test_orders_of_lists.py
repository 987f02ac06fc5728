"""engine/FORMATS.md names the order of every list in the events, and recorded games keep to it."""

from __future__ import annotations

import hashlib
import hmac
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.checker.page_script import Log
from tests.checker.test_campaign_games import with_every_event
from tests.golden.game_files import read_all
from tests.golden.replays import play

DOCUMENT = Path(__file__).parents[2] / "engine" / "FORMATS.md"
LINE = re.compile(r"^\| ((?:`[\w-]+\.\w+`(?:, )?)+) \| ([\w ]+) \|$", re.MULTILINE)
LETTERS = {"alexandros": "tahls", "campaign": "blgwo$"}
# Strings that stand for one thing each, and not for a row of letters.
SINGLE = {"type", "board", "reason", "space", "point", "position", "card", "chit", "kind", "hex",
          "junction", "path", "robber", "development"}
WORDS = {"brick": "b", "lumber": "l", "wheat": "g", "wool": "w", "ore": "o", "gold": "$",
         "soldier": "S", "soldiers": "S"}
GOLDEN = 12  # one in so many of the golden games, and all that begin with a position or a deal


@dataclass(frozen=True, slots=True)
class Game:
    """A recorded game: its number of players, its seed, and its rows with moves and events."""

    players: int
    seed: bytes
    rows: Sequence[tuple[str, list[dict[str, Any]]]]

    def events(self) -> Iterator[tuple[str, dict[str, Any]]]:
        return ((move, event) for move, events in self.rows for event in events)


@cache
def games(name: str) -> tuple[Game, ...]:
    """Recorded games of The Campaign, or of Alexandros."""
    if name == "campaign":
        return tuple(map(_of_log, with_every_event()))
    chosen = [game for number, game in enumerate(read_all())
              if number % GOLDEN == 0 or {"deal", "position"} & game.options.keys()]
    return tuple(Game(len(game.players), game.seed, [
        (row.move, json.loads(row.events)) for row, _, _ in play(game) if row]) for game in chosen)


def _of_log(log: Log) -> Game:
    return Game(len(log["players"]), bytes.fromhex(log["seed"]),
                [(row["move"], json.loads(row["events"])) for row in log["rows"]])


def documented(name: str) -> dict[str, str]:
    """The order of each list by its event and field, as the document says."""
    parts = DOCUMENT.read_text(encoding="utf-8").split("\n## ")
    title = {"alexandros": "Alexandros", "campaign": "The Campaign"}[name]
    (part,) = (part for part in parts if part.startswith(f"{title}\n"))
    return {field: order for fields, order in LINE.findall(part)
            for field in re.findall(r"`([^`]+)`", fields)}


def lists(event: dict[str, Any]) -> Iterator[tuple[str, Any]]:
    for field, value in event.items():
        if isinstance(value, list) or (isinstance(value, str) and field not in SINGLE):
            yield f"{event['type']}.{field}", value


@pytest.mark.parametrize("name", LETTERS)
def test_the_document_names_the_order_of_every_list(name: str) -> None:
    found = {field for game in games(name) for _, event in game.events()
             for field, _ in lists(event)}
    assert documented(name).keys() == found


@pytest.mark.parametrize("name", LETTERS)
def test_every_list_has_the_order_that_the_document_names(name: str) -> None:
    orders, letters = documented(name), LETTERS[name]
    for game in games(name):
        for move, event in game.events():
            for field, value in lists(event):
                order = orders[field]
                if order == "seats":
                    assert len(value) == game.players, field
                    assert all(_sorted(each, letters) for each in value), field
                elif order == "numbers of seats":
                    assert value == sorted(set(value)), field
                    assert {*value} <= {*range(game.players)}
                elif order == "sorted":
                    assert _sorted(value, letters), (field, value)
                elif order == "spaces":
                    assert value == sorted(value, key=lambda at: (at[0], int(at[1:]))), field
                elif order == "walked":
                    assert move.endswith(f"via {value}"), field
                else:
                    assert order in ("drawn", "named", "worth")  # see the tests below


def _sorted(value: Any, letters: str) -> bool:
    return not isinstance(value, str) or list(value) == sorted(value, key=letters.index)


def test_cards_from_the_supply_stack_are_in_the_order_of_seats() -> None:
    seen = set()
    for game in games("campaign"):
        supply = ""
        for _, event in game.events():
            if event["type"] == "prepared":
                supply = event["supply"][5 * game.players:]
            elif event["type"] == "supplied":
                drawn, supply = supply[:game.players], supply[game.players:]
                seats = [(event["first"] + place) % game.players for place in range(game.players)]
                assert "".join(event["cards"][seat] for seat in seats) == drawn
                seen.add(drawn == event["cards"])
    assert seen == {True, False}


def _first_turn(event: dict[str, Any]) -> int:
    """The turn with which a game begins."""
    return int(json.loads(event["position"])[0][7]) if event["type"] == "continued" else 1


def test_what_is_drawn_is_in_the_order_of_drawing() -> None:
    for game in games("campaign"):
        events = [event for _, event in game.events()]
        prepared, turn = events[1], _first_turn(events[1])
        if prepared["type"] == "prepared":
            five = [prepared["supply"][5 * seat:5 * seat + 5] for seat in range(game.players)]
            dealt = ["".join(sorted(each, key="blgwo".index)) for each in five]
            assert dealt == events[2]["hands"]
        for kind, field in (("chit-turned", "chit"), ("development-bought", "development")):
            row = prepared["chits" if field == "chit" else "deck"]
            drawn = "".join(event[field] for event in events if event["type"] == kind)[:len(row)]
            assert row.startswith(drawn), kind
        for event in events:
            turn += event["type"] == "turn-ended"
            if event["type"] == "rolled":
                assert event["dice"] == [_below(game.seed, f"die-{turn}-{die}", 6) + 1
                                         for die in (1, 2)]
    for game in games("alexandros"):
        supply = ""
        for _, event in game.events():
            if event["type"] in ("shuffled", "continued"):
                supply = event["supply"]
            elif event["type"] in ("dealt", "revealed", "drew"):
                assert (event["card"], supply) == (supply[:1], supply)
                supply = supply[1:]


def test_the_face_up_cards_of_a_second_game_are_in_the_order_of_drawing() -> None:
    dealt = [(game, event) for game in read_all() if "deal" in game.options
             for row, _, _ in play(game) if row for event in json.loads(row.events)
             if event["type"] == "dealt-again"]
    assert dealt
    for game, event in dealt:
        cards = _shuffled(bytes.fromhex(game.options["deal"]), "shuffle-1", "tahls", 11)
        hands = sum(map(len, event["hands"]))
        assert event["face_up"] == cards[hands:hands + 2]


def _stream(seed: bytes, label: str) -> Iterator[int]:
    number = 0
    while True:
        yield from hmac.digest(seed, f"{label}:{number}".encode(), hashlib.sha256)
        number += 1


def _below(seed: bytes, label: str, limit: int, stream: Iterator[int] | None = None) -> int:
    return next(byte % limit for byte in stream or _stream(seed, label)
                if byte < 256 - 256 % limit)


def _shuffled(seed: bytes, label: str, letters: str, each: int) -> str:
    cards, stream = [letter for letter in letters for _ in range(each)], _stream(seed, label)
    for place in range(len(cards) - 1, 0, -1):
        other = _below(seed, label, place + 1, stream)
        cards[place], cards[other] = cards[other], cards[place]
    return "".join(cards)


def test_payments_and_preferences_are_in_the_order_in_which_they_are_named() -> None:
    for game in games("campaign"):
        bids: dict[int, str] = {}
        for move, event in game.events():
            named = "".join(WORDS[word] for word in move.partition(
                " pay " if " pay " in move else " discard ")[2].split() if word in WORDS)
            kind, paid = event["type"], "".join(each[-1] for each in event.get("payment", ()))
            if kind in ("limit-named", "bid-made"):
                bids[event["seat"]] = paid
                assert paid == named or " pay " not in move
            elif kind == "auction-won":
                rest = iter(bids[event["seat"]] or paid)
                assert all(letter in rest for letter in paid), (paid, bids[event["seat"]])
                if not bids[event["seat"]]:
                    assert re.fullmatch(r"[blgwo]*\$?S?", paid)
            elif kind == "discards-preferred":
                assert event["kinds"] == named


def test_counselors_are_in_the_order_of_what_their_cards_are_worth() -> None:
    for game in games("campaign"):
        owners: list[int | None] = []
        won = dict.fromkeys(range(game.players), 0)
        for _, event in game.events():
            if event["type"] == "chit-won":
                won[event["seat"]] += 1
            elif event["type"] == "counselors-changed":
                owners = event["owners"]
                held = [owner for owner in owners if owner is not None]
                assert owners == [*held, *[None] * (len(owners) - len(held))]
                assert [won[owner] for owner in held] == sorted(
                    (won[owner] for owner in held), reverse=True)
