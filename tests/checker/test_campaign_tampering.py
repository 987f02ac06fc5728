"""Whatever is changed in a log of The Campaign, the page's script names the first row."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest

from tests.checker.campaign_logs import with_every_event
from tests.checker.page_script import Log, check, run, verdicts
from tests.checker.test_tampering import changed, other, row_with, signed_again
from tests.checker.test_texts import texts

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
    events = json.loads(log["rows"][row]["events"])
    change(next(event for event in events if event["type"] == kind))

    def forge(it: Log) -> None:
        it["rows"][row]["events"] = json.dumps(events)
        signed_again(it)

    return changed({**log, "rows": log["rows"][:row + 1]}, forge), row + 1


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
