"""The page's script agrees with the engine on games of The Campaign, and names what was changed."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import pytest

from alexandros_rules import codec, record, replay
from alexandros_rules.bot_plans import next_move
from alexandros_rules.campaign import map_file
from alexandros_rules.campaign.events import CLASSES
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.ruleset import Setup
from tests.checker.page_script import Log, check, run, verdicts
from tests.checker.test_golden_games import ALL_GOOD
from tests.checker.test_tampering import (
    changed,
    first_of,
    other,
    row_with,
    signed_again,
    with_events,
)
from tests.checker.test_texts import texts
from tests.engine.formats import vectors
from tests.sample_games import NAMES


@cache
def with_every_event() -> tuple[Log, ...]:
    """The games of the test vectors, in which every kind of event occurs.

    Those from the start come first.
    """
    logs = [game.log(len(game.rows)) for game in vectors.played(vectors.read("campaign"))]
    return tuple(sorted(logs, key=lambda log: "position" in log["options"]))


def event_types(log: Log) -> set[str]:
    """The types of all events in a log."""
    return {event["type"] for row in log["rows"] for event in json.loads(row["events"])}


def by_bots(seed: int, players: int, **options: Any) -> Log:
    """A game that quick bots play now."""
    secret, rng = hashlib.sha256(str(seed).encode()).digest(), Random(seed)
    table = Setup(RULESET.boards()["campaign"], players, options)
    key, chance = codec.digest_key(secret), SeededChance(secret)
    row, state = replay.start(RULESET, table, chance, key)
    rows = [row]
    while state.phase != OVER:
        seat = RULESET.status(state).to_move[0]
        move = next_move(RULESET.bots["random"], RULESET.view(state, seat), seat=seat,
                         salt=rng.randbytes(4))
        row, state = replay.play(RULESET, state, move, chance, key, previous=row, seat=seat)
        rows.append(row)
    return {
        "format": record.LOG_FORMAT, "game": "campaign00", "name": "Friends",
        "ruleset": RULESET.name, "version": RULESET.version, "players": [*NAMES[:players]],
        "board": table.board, "options": options, "commitment": commitment(secret),
        "seed": secret.hex(),
        "rows": [{"number": row.number, "seat": row.seat, "move": row.move, "events": row.events,
                  "digest": row.digest, "hash": row.chain} for row in rows],
    }


MAP = map_file.shipped()[map_file.DEFAULT]


def assert_all_pass(logs: Sequence[Log]) -> None:
    reports = run([{"kind": "check", "text": json.dumps(log), "pasted": ""} for log in logs])
    for log, report in zip(logs, reports, strict=True):
        assert report["first"] is None, (log["options"], report["first"])
        assert verdicts(report) == {**ALL_GOOD, "emails": "unknown"}
        draws = next(one["values"] for one in report["checks"] if one["name"] == "draws")
        assert draws["cards"] > 5 * len(log["players"])
        assert len(report["scores"]) == len(log["players"])


@pytest.mark.promise("R9", "R24")
def test_games_with_every_option_and_every_kind_of_event_pass() -> None:
    logs = with_every_event()

    assert set().union(*map(event_types, logs)) == {*CLASSES}
    assert_all_pass(logs)


@pytest.mark.promise("R24")
def test_games_of_two_three_and_four_bots_pass() -> None:
    assert_all_pass([by_bots(1, players=2), by_bots(2, players=3, open_bidding=True),
                     by_bots(3, players=4, open_bidding=True, bluff=True)])


@pytest.mark.parametrize("text", [
    MAP, MAP.replace("\n", "\r\n"), re.sub("  +", "\t", MAP),
    re.sub("  +", "\u00a0 \u3000", MAP).replace("[route]", "[route]\u2028# a comment"),
], ids=["as it comes", "other line breaks", "tabs", "other blanks"])
def test_maps_are_read_as_the_engine_reads_them(text: str) -> None:
    (found,) = run([{"kind": "map", "map": text}])
    world = map_file.load(text)

    assert found == {
        "fingerprint": world.id, "hexes": world.hex_by_label, "junctions": world.junction_by_label,
        "paths": world.path_by_label, "deserts": [world.hexes[h].label for h in world.deserts],
        "chits": sum(stop.kind == "chit" for stop in world.route),
    }


Change = Callable[[Any], Any]


def log_with(kind: str) -> tuple[Log, int]:
    """A log in which such an event occurs, and the index of the first row with it."""
    log = next(log for log in with_every_event()
               if any(f'"type":"{kind}"' in row["events"] for row in log["rows"]))
    return log, row_with(log, kind)


def forged(kind: str, change: Change) -> tuple[Log, int]:
    """A log up to such an event, which is changed, and the number of its row.

    The hashes fit the change.
    """
    log, row = log_with(kind)
    cut_off = {**log, "rows": log["rows"][:row + 1]}
    return with_events(cut_off, row, lambda events: change(first_of(events, kind))), row + 1


def another(letters: str, text: str) -> str:
    """The text with its first letter replaced by the next of these letters."""
    return letters[(letters.index(text[0]) + 1) % len(letters)] + text[1:]


def sentence(found: dict[str, Any]) -> str:
    """What the page says of a difference."""
    values = {"row": found["row"], **found["values"]}
    said = texts()[found["code"]]
    return re.sub(r"\{(\w+)\}", lambda part: str(values[part[1]]), said)


GOODS, DECK, CHITS = "blgwo", "sprym", "fbas"


OTHER_DRAWS: list[tuple[str, Change, str]] = [
    ("started", lambda event: event.update(first=1 - event["first"]), "first-player"),
    ("prepared", lambda event: event.update(robber="A1"), "desert"),
    ("prepared", lambda event: event.update(chits=event["chits"][::-1]), "shuffled-chits"),
    ("prepared", lambda event: event.update(deck=event["deck"][::-1]), "shuffled-deck"),
    ("prepared", lambda event: event.update(supply=event["supply"][::-1]), "shuffled-supply"),
    ("dealt", lambda event: event["hands"].__setitem__(0, another(GOODS, event["hands"][0])),
     "supply-cards"),
    ("rolled", lambda event: event["dice"].__setitem__(0, event["dice"][0] % 6 + 1), "dice"),
    ("stole", lambda event: event.update(card=another(GOODS, event["card"])), "theft"),
    ("supplied", lambda event: event.update(cards=another(GOODS, event["cards"])),
     "supply-cards"),
    ("supply-ended", lambda event: event.update(left=event["left"] + "o"), "supply-cards"),
    ("chit-turned", lambda event: event.update(chit=another(CHITS, event["chit"])), "next-chit"),
    ("development-bought", lambda event: event.update(
        development=another(DECK, event["development"])), "development-card"),
]
OTHER_EVENTS: list[tuple[str, Change, str]] = [
    ("started", lambda event: event.update(bluff=not event["bluff"]), "start-option"),
    ("started", lambda event: event.update(players=event["players"] + 1), "start-players"),
    ("started", lambda event: event.update(gold=[9] * event["players"]), "start-option"),
    ("dealt", lambda event: event.update(type="prepared"), "start-missing"),
    ("yielded", lambda event: event["gains"].__setitem__(0, event["gains"][0] + "b"), "digest"),
    ("yielded", lambda event: event["gains"].__setitem__(0, "b" * 20), "nothing-there"),
    ("discarded", lambda event: event["discards"].__setitem__(0, "b" * 9), "discards"),
    ("robber-moved", lambda event: event.update(hex="Z9"), "no-such-place"),
    ("alexander-moved", lambda event: event.update(arrow=event["arrow"] + 1), "arrow"),
    ("limit-named", lambda event: event.update(limit=event["limit"] + 1), "digest"),
    ("auction-won", lambda event: event.update(price=event["price"] + 1), "auction-outcome"),
    ("nobody-bid", lambda event: event.update(type="payment-failed", seat=0, price=1),
     "auction-outcome"),
    ("auction-won", lambda event: event.update(payment=["30S"]), "nothing-there"),
    ("founded", lambda event: event.update(junction="A1"), "no-such-place"),
    ("road-built", lambda event: event.update(path="A1.X"), "no-such-place"),
    ("city-built", lambda event: event.update(seat=1 - min(event["seat"], 1)),
     "no-such-settlement"),
    ("turn-ended", lambda event: event.update(type="roads-played"), "nothing-there"),
    ("monopoly-played", lambda event: event["taken"].__setitem__(0, 50), "monopoly"),
    ("traded", lambda event: event.update(number=9999), "no-such-offer"),
    ("passed", lambda event: event.update(seat=7), "event-field"),
    ("turn-ended", lambda event: event.update(type="passed"), "no-auction"),
    ("turn-ended", lambda event: event.update(type="prepared"), "event-type"),
    ("turn-ended", lambda event: event.update(type="toString"), "event-type"),
    ("ended", lambda event: event.update(reason="rain"), "digest"),
]


@pytest.mark.promise("R9", "R24")
@pytest.mark.parametrize(("cases", "failing"), [
    (OTHER_DRAWS, "draws"), (OTHER_EVENTS, "positions"),
], ids=["a draw", "another event"])
def test_what_somebody_with_the_seed_has_changed_is_named(
    cases: list[tuple[str, Change, str]], failing: str
) -> None:
    made = [forged(kind, change) for kind, change, _code in cases]
    reports = run([{"kind": "check", "text": json.dumps(log), "pasted": ""} for log, _row in made])

    for (kind, _change, code), (_log, row), report in zip(cases, made, reports, strict=True):
        first = report["first"]
        assert first, (kind, code)
        assert (first["row"], first["code"]) == (row, code), kind
        assert verdicts(report)["rows"] == "good"
        assert verdicts(report)[failing] == "bad"
        assert "{" not in sentence(first)


@pytest.mark.promise("R9")
def test_another_digest_is_named() -> None:
    log, row = log_with("rolled")

    def forge(it: Log) -> None:
        it["rows"][row]["digest"] = other(it["rows"][row]["digest"], 5)
        signed_again(it)

    found = check(changed(log, forge))["first"]
    assert (found["row"], found["code"]) == (row + 1, "digest")


def test_a_game_that_has_not_ended_is_named() -> None:
    log, row = log_with("rolled")
    found = check({**log, "rows": log["rows"][:row]})["first"]
    assert (found["row"], found["code"]) == (row, "not-over")


@pytest.mark.promise("R24")
def test_another_first_player_than_the_options_name_is_found() -> None:
    log = next(log for log in with_every_event() if "first" in log["options"])
    other_first = {**log["options"], "first": 0}
    found = check({**log, "options": other_first})["first"]
    assert (found["row"], found["code"]) == (1, "start-option")
