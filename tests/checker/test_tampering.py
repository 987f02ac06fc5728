"""Whatever is changed in a log, the page's script names the first row that differs."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from alexandros_rules import codec
from games.models import Game
from games.table.play import records
from tests.checker.page_script import Log, check, run, verdicts

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

STEP = 211  # characters between two that are changed
UNSIGNED = ('"game"', '"name"', '"players"', ' "Alice"', ' "Bob"')  # what nothing vouches for


@pytest.fixture
def log(finished: Game) -> Log:
    made: Log = json.loads(records.export_log(finished))
    return made


def other(text: str, at: int) -> str:
    """The text with one character changed: hexadecimal digits to others, letters to letters."""
    new = "0" if text[at] == "1" else "1" if text[at] in "0123456789abcdef" else "m"
    return text[:at] + (new if new != text[at] else "n") + text[at + 1:]


def signed_again(log: Log) -> Log:
    """The log with hashes that fit its rows, as somebody who knows the seed could make them."""
    key, previous = codec.digest_key(bytes.fromhex(log["seed"])), ""
    for row in log["rows"]:
        row["hash"] = previous = codec.chain(
            key, previous, number=row["number"], seat=row["seat"], move=row["move"],
            events=row["events"], digest=row["digest"])
    return log


def changed(log: Log, change: Callable[[Log], Any]) -> Log:
    copied = copy.deepcopy(log)
    change(copied)
    return copied


def with_events(log: Log, row: int, change: Callable[[list[Any]], Any]) -> Log:
    """The log with other events in the row with this index, and with hashes that fit them."""
    events = json.loads(log["rows"][row]["events"])
    change(events)

    def forge(it: Log) -> None:
        it["rows"][row]["events"] = json.dumps(events)
        signed_again(it)

    return changed(log, forge)


def first_of(events: list[Any], kind: str) -> Any:
    """The first event of this type."""
    return next(event for event in events if event["type"] == kind)


def row_with(log: Log, kind: str) -> int:
    """The index of the first row with an event of this type."""
    return next(i for i, row in enumerate(log["rows"]) if f'"type":"{kind}"' in row["events"])


def changes_of_fields(log: Log) -> Iterator[tuple[int, str, Log]]:
    """Each field of some rows changed by one character or by one."""
    rows = log["rows"]
    kinds = ("started", "marched", "occupied", "took-over", "levied", "drew", "turn-ended", "ended")
    for i in sorted({row_with(log, kind) for kind in kinds} | {len(rows) // 2}):
        for name in ("move", "events", "digest", "hash"):
            for at in (0, len(rows[i][name]) // 2, -1 % len(rows[i][name])):
                text = other(rows[i][name], at)
                yield i + 1, name, changed(log, lambda it, i=i, name=name, text=text: it["rows"][i]
                                           .__setitem__(name, text))
        for name, value in (("number", i + 2), ("seat", (rows[i]["seat"] or 0) + 1)):
            yield i + 1, name, changed(log, lambda it, i=i, name=name, value=value: it["rows"][i]
                                       .__setitem__(name, value))


@pytest.mark.promise("R9")
def test_a_change_of_one_character_in_any_field_of_a_row_is_found_there(log: Log) -> None:
    changes = list(changes_of_fields(log))
    assert len(changes) > 100
    cases = [{"kind": "check", "text": json.dumps(made), "pasted": ""} for _, _, made in changes]
    for (row, name, _), report in zip(changes, run(cases), strict=True):
        assert report["first"], (row, name)
        assert report["first"]["row"] == row, (name, report["first"])


@pytest.mark.promise("R9")
def test_a_change_of_one_character_anywhere_in_the_file_is_found(log: Log) -> None:
    lines = json.dumps(log, ensure_ascii=False, indent=1).split("\n")
    cases, where = [], []
    for number, line in enumerate(lines):
        if line.lstrip().startswith(UNSIGNED) or line.startswith(UNSIGNED):
            continue
        first = len(line) - len(line.lstrip())
        for at in range(first, len(line), STEP):
            text = "\n".join([*lines[:number], other(line, at), *lines[number + 1:]])
            cases.append({"kind": "check", "text": text, "pasted": ""})
            where.append((number, line[at - 20:at + 20]))
    assert len(cases) > 500
    for place, report in zip(where, run(cases), strict=True):
        known = "refused" in report or report["first"] or verdicts(report)["draws"] == "unknown"
        assert known, place


@pytest.mark.parametrize(("change", "row", "code"), [
    (lambda rows: rows.pop(9), 10, "row-number"),
    (lambda rows: rows.insert(9, rows[9]), 11, "row-number"),
    (lambda rows: rows.insert(9, rows.pop(20)), 10, "row-number"),
    (lambda rows: rows.pop(0), 1, "row-number"),
    (lambda rows: rows.pop(), 78, "not-over"),
    (lambda rows: rows[5].pop("digest"), 6, "row-shape"),
    (lambda rows: rows.__setitem__(5, None), 6, "row-shape"),
], ids=["dropped", "doubled", "moved", "without a start", "cut off", "without a digest", "empty"])
def test_a_row_that_is_missing_or_in_the_wrong_place_is_named(
    log: Log, change: Callable[[list[Any]], Any], row: int, code: str
) -> None:
    assert len(log["rows"]) == 79
    found = check(changed(log, lambda it: change(it["rows"])))["first"]
    assert (found["row"], found["code"]) == (row, code)


@pytest.mark.promise("R24")
def test_another_seed_does_not_fit_the_commitment_nor_the_log(log: Log) -> None:
    report = check({**log, "seed": other(log["seed"], 30)})
    assert verdicts(report) | {"emails": ""} == {
        "commitment": "bad", "rows": "bad", "draws": "bad", "positions": "unknown", "emails": ""}
    assert (report["first"]["row"], report["first"]["code"]) == (0, "commitment")
    assert check({**log, "seed": "12"})["first"]["code"] == "seed-shape"


@pytest.mark.parametrize(("kind", "change", "code"), [
    ("shuffled", lambda event: event.update(supply=event["supply"][::-1]), "shuffle"),
    ("started", lambda event: event.update(first=1 - event["first"]), "first-player"),
    ("started", lambda event: event.update(players=3), "start-players"),
    ("started", lambda event: event.update(half_of_occupying=True), "start-option"),
    ("started", lambda event: event.update(board=event["board"] + "#"), "start-board"),
    ("dealt", lambda event: event.update(card="tahls"["tahls".index(event["card"]) - 1]),
     "wrong-card"),
    ("drew", lambda event: event.update(card="tahls"["tahls".index(event["card"]) - 1]),
     "wrong-card"),
    ("marched", lambda event: event.update(steps="W " + event["steps"]), "no-such-step"),
    ("marched", lambda event: event.update(black=event["black"] + 1), "walls"),
    ("occupied", lambda event: event.update(paid="aaaaaaaaaa"), "no-such-card"),
    ("occupied", lambda event: event.update(guards=["Z9"]), "no-such-space"),
    ("levied", lambda event: event.update(gains=[gain + 1 for gain in event["gains"]]), "digest"),
    ("levied", lambda event: event.update(gains="12"), "event-field"),
    ("took-over", lambda event: event.update(removed=event["guards"] + event["removed"]),
     "no-such-guard"),
    ("turn-ended", lambda event: event.update(next=7), "event-field"),
    ("turn-ended", lambda event: event.update(type="constructor"), "event-type"),
    ("ended", lambda event: event.update(winners=[0, 1]), "digest"),
])
def test_an_event_that_somebody_with_the_seed_has_changed_is_named(
    log: Log, kind: str, change: Callable[[Any], Any], code: str
) -> None:
    row = row_with(log, kind)
    report = check(with_events(log, row, lambda events: change(first_of(events, kind))))
    assert verdicts(report)["rows"] == "good"
    assert (report["first"]["row"], report["first"]["code"]) == (row + 1, code)


def test_a_header_that_does_not_fit_the_log_is_found_in_its_first_row(log: Log) -> None:
    drawn = json.loads(log["rows"][0]["events"])[0]["first"]
    for head in ({"board": log["board"] + "#"}, {"players": ["Alice"]},
                 {"options": {"first": 1 - drawn}},
                 {"options": {"half_of_occupying": True}}):
        report = check({**log, **head})
        assert report["first"], head
        assert report["first"]["row"] == 1, head


@pytest.mark.promise("R9")
def test_a_log_that_was_written_anew_does_not_fit_earlier_emails(log: Log) -> None:
    early, late = log["rows"][8], log["rows"][40]
    pasted = f"Row 9, {early['hash']}.\n> row 41,\n> {late['hash']}\n{log['commitment']}"
    report = check(log, pasted)
    assert report["first"] is None
    emails = next(one for one in report["checks"] if one["name"] == "emails")
    assert (emails["verdict"], emails["values"]) == (
        "good", {"count": 2, "secrets": 1, "latest": 41})

    def rewrite(it: Log) -> None:
        it["rows"][20]["move"] = "draw "
        signed_again(it)

    forged = changed(log, rewrite)
    assert check(forged)["first"] is None  # by itself it fits
    found = check(forged, pasted)["first"]
    assert (found["row"], found["code"]) == (41, "email-hash")
    short = changed(log, lambda it: it["rows"].__delitem__(slice(30, None)))
    beyond = check(short, pasted)["checks"][-1]["difference"]
    assert (beyond["code"], beyond["values"]) == ("email-beyond", {"wanted": 41})


def test_a_commitment_of_another_game_is_found(log: Log) -> None:
    found = check(log, f"This is its SHA-256:\n{'ab' * 32}")["first"]
    assert (found["row"], found["code"]) == (0, "email-commitment")
    assert check(log, f"Seed: {log['seed']}")["first"] is None


def test_what_is_not_a_row_and_its_hash_is_passed_over(log: Log) -> None:
    hash_ = log["rows"][3]["hash"]
    for text in ("", " \n"):
        assert check(log, text)["checks"][-1]["values"] == {"why": "emails-missing"}
    for text in (f"https://example.org/turn/4-{hash_}/", f"turn-4.{hash_}@example.org", hash_,
                 "It is turn 4.", f"?number=4, {hash_[:31]}"):
        emails = check(log, text)["checks"][-1]
        assert (emails["verdict"], emails["values"]) == (
            "unknown", {"why": "emails-none"}), text


def test_hashes_of_other_games_are_passed_over(log: Log) -> None:
    own = f"row 4, {log['rows'][3]['hash']} ({log['game']})."
    other_game = f"row 5,\n> {'ab' * 16}\n> (zzzzzzzzzz)."
    assert check(log, other_game)["checks"][-1]["values"] == {"why": "emails-other"}
    assert check(log, f"{other_game} {own}")["checks"][-1]["values"] == {
        "count": 1, "secrets": 0, "latest": 4}
    assert check(log, f"row 5, {'ab' * 16} ({log['game']}).")["first"]["code"] == "email-hash"


@pytest.mark.parametrize(("text", "code"), [
    ("", "file-not-json"), ("{", "file-not-json"), ("game record 1\nruleset", "file-record"),
    ("[]", "file-other"), ("{}", "file-other"), ('{"format":"game log 2"}', "file-format"),
    ('{"format":"game log 1"}', "file-incomplete"),
])
def test_a_file_that_is_not_a_log_is_refused(text: str, code: str) -> None:
    assert check(text) == {"refused": code}
