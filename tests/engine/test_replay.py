"""The event log: how changed, dropped and forged rows are found."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from alexandros_rules import codec, replay
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import Fault, LogRow
from tests.engine import bot_logs
from tests.engine.bot_logs import KEY
from tests.engine.positions import RULESET, SEED, setup

ROWS = bot_logs.game(moves=40)
VERSION = RULESET.version


def check(rows: tuple[LogRow, ...]) -> Fault | None:
    return replay.check(RULESET, rows, KEY, version=VERSION)


def verify(rows: tuple[LogRow, ...], *, seed: bytes = SEED, players: int = 3) -> Fault | None:
    return replay.verify(RULESET, setup(players=players), rows, SeededChance(seed), KEY,
                         version=VERSION)


def changed(number: int, **fields: object) -> tuple[LogRow, ...]:
    """Returns the log with one row's fields changed and nothing else."""
    return tuple(
        replace(row, **fields) if row.number == number else row  # type: ignore[arg-type]
        for row in ROWS
    )


def forged(number: int, *, move: str, events: str) -> tuple[LogRow, ...]:
    """Returns the log up to a row forged with the key, so that its digest and chain are right."""
    before = ROWS[: number - 1]
    state = replay.fold(RULESET, bot_logs.states(before)[-1],
                        replay.events_of(RULESET, events, version=VERSION))
    row = replay.make_row(RULESET, KEY, previous=before[-1], seat=ROWS[number - 1].seat, move=move,
                      events=events, state=state)
    return (*before, row)


@pytest.mark.promise("R8")
def test_a_log_as_it_was_written_holds() -> None:
    assert check(ROWS) is None
    assert verify(ROWS) is None


@pytest.mark.promise("R8")
def test_a_finished_game_holds_and_its_states_are_the_fold_of_its_rows() -> None:
    rows = bot_logs.game()
    states = bot_logs.states(rows)

    assert verify(rows) is None
    assert states[-1] == replay.rebuild(RULESET, rows, version=VERSION)
    assert [codec.keyed_digest(KEY, RULESET.dump_state(s)) for s in states] == [
        row.digest for row in rows
    ]


@pytest.mark.promise("R8")
def test_a_snapshot_and_the_rows_after_it_give_the_same_state() -> None:
    half = bot_logs.states(ROWS)[19]
    text = RULESET.dump_state(half)

    loaded = RULESET.load_state(text, setup(players=3))

    assert loaded == half
    assert replay.rebuild(RULESET, ROWS[20:], version=VERSION, state=loaded) == (
        bot_logs.states(ROWS)[-1]
    )


@pytest.mark.promise("R9")
@pytest.mark.parametrize("number", [1, 2, 3, 17, len(ROWS)])
@pytest.mark.parametrize("field", ["move", "events", "digest", "chain"])
def test_one_changed_byte_is_found_in_its_row(number: int, field: str) -> None:
    text = getattr(ROWS[number - 1], field)
    rng = Random(number)
    for _ in range(5):
        i = rng.randrange(len(text))
        other = rng.choice([ch for ch in 'x7}"[,' if ch != text[i]])

        fault = check(changed(number, **{field: text[:i] + other + text[i + 1 :]}))

        assert fault is not None
        assert fault.number == number
        assert fault.reason


@pytest.mark.promise("R9")
@pytest.mark.parametrize("number", [2, 17, len(ROWS) - 1])
def test_a_dropped_row_is_found_at_the_next(number: int) -> None:
    fault = check(tuple(row for row in ROWS if row.number != number))

    assert fault == Fault(number + 1, f"it should have number {number}")


def renumbered(*rows: LogRow) -> tuple[LogRow, ...]:
    return tuple(replace(row, number=number) for number, row in enumerate(rows, 1))


@pytest.mark.promise("R9")
@pytest.mark.parametrize(("rows", "key", "version", "number"), [
    pytest.param(renumbered(*ROWS[:4], *ROWS[5:]), KEY, VERSION, 5, id="a dropped row"),
    pytest.param(renumbered(*ROWS[:7], ROWS[8], ROWS[7], *ROWS[9:]), KEY, VERSION, 8,
                 id="swapped rows"),
    pytest.param(ROWS, codec.digest_key(b"x" * 32), VERSION, 1, id="another key"),
    pytest.param(ROWS, KEY, 99, 1, id="unknown rules"),
])
def test_what_does_not_fit_together_is_found_at_the_first_row_although_the_numbers_fit(
    rows: tuple[LogRow, ...], key: bytes, version: int, number: int
) -> None:
    fault = replay.check(RULESET, rows, key, version=version)

    assert fault is not None
    assert fault.number == number


@pytest.mark.promise("R9")
def test_a_changed_seat_is_found() -> None:
    fault = check(changed(6, seat=(ROWS[5].seat or 0) + 1))

    assert fault == Fault(6, "the hash chain is broken")


@pytest.mark.promise("R9")
@pytest.mark.parametrize("events", [
    "", "{}", "[1]", '[{"type":1}]', '[{"type":"flew"}]', '[{"type":"drew"}]', "null",
    '[{"type":"drew","seat":9,"card":"t"}]', '[{"type":"revealed","card":null}]',
    '[{"type":"marched","seat":0,"space":"B3","point":"B3.N","steps":5,"black":0,"red":0}]',
    '[{"type":"started","board":"x","players":2,"first":0,"half_of_occupying":false}]',
])
def test_events_that_make_no_sense_are_a_fault_and_no_accident(events: str) -> None:
    """This holds even if number and chain are right, as after a bug of ours."""
    number = 5
    row = ROWS[number - 1]
    chain = codec.chain(KEY, ROWS[number - 2].chain, number=number, seat=row.seat, move=row.move,
                        events=events, digest=row.digest)

    fault = check((*ROWS[: number - 1], replace(row, events=events, chain=chain)))

    assert fault is not None
    assert fault.number == number


@pytest.mark.promise("R8", "R9")
def test_a_state_that_folds_otherwise_than_it_did_is_found() -> None:
    row = ROWS[8]
    digest = "0" * 32
    chain = codec.chain(KEY, ROWS[7].chain, number=9, seat=row.seat, move=row.move,
                        events=row.events, digest=digest)

    fault = check((*ROWS[:8], replace(row, digest=digest, chain=chain)))

    assert fault == Fault(9, "the state after it has a different digest")


@pytest.mark.promise("R8")
@pytest.mark.parametrize(("move", "reason"), [
    ("draw", "the rules now refuse it: First move Alexander"),
    ("fly to the moon", "the rules now refuse it: We cannot read"),
])
def test_a_changed_move_that_keeps_its_events_is_found_by_deciding_again(
    move: str, reason: str
) -> None:
    number = next(r.number for r in ROWS if r.move.startswith("take"))
    rows = forged(number, move=move, events=ROWS[number - 1].events)

    assert check(rows) is None
    fault = verify(rows)
    assert fault is not None
    assert fault.number == number
    assert fault.reason.startswith(reason)


@pytest.mark.promise("R8")
def test_changed_events_are_found_by_deciding_again() -> None:
    number = next(r.number for r in ROWS if "revealed" in r.events and r.number > 1)
    data = json.loads(ROWS[number - 1].events)
    data[-1]["card"] = "t" if data[-1]["card"] != "t" else "a"
    rows = forged(number, move=ROWS[number - 1].move, events=codec.canonical(data))

    assert check(rows) is None
    assert verify(rows) == Fault(number, "the rules now give other events")


@pytest.mark.promise("R8", "R24")
@pytest.mark.parametrize("other", [{"seed": b"x" * 32}, {"players": 4}])
def test_another_seed_or_setup_is_found_in_the_first_row(other: dict[str, Any]) -> None:
    assert verify(ROWS, **other) == Fault(1, "the rules now give other events")


def test_notes_from_outside_the_rules_change_no_state_and_are_chained() -> None:
    state = bot_logs.states(ROWS)[-1]
    note = replay.note_row({"type": "@seat", "bot": "greedy", "seat": 1}, KEY, previous=ROWS[-1],
                           seat=1)
    rows = (*ROWS, note)

    assert note.digest == ROWS[-1].digest
    assert check(rows) is None
    assert verify(rows) is None
    assert replay.rebuild(RULESET, rows, version=VERSION) == state
    lie = replace(note, events=note.events.replace("greedy", "random"))
    assert check((*ROWS, lie)) == Fault(note.number, "the hash chain is broken")


def test_a_note_must_not_look_like_an_event_of_the_rules() -> None:
    with pytest.raises(ValueError, match="begins with @: drew"):
        replay.note_row({"type": "drew"}, KEY, previous=ROWS[-1], seat=1)


@pytest.mark.promise("R9")
def test_digests_and_chain_heads_do_not_show_what_was_drawn() -> None:
    """Guessing a drawn card finds nothing without the game's key."""
    row = ROWS[1]
    state = RULESET.dump_state(bot_logs.states(ROWS)[1])

    assert codec.keyed_digest(b"", state) != row.digest
    assert codec.keyed_digest(codec.digest_key(bytes(32)), state) != row.digest
    assert codec.keyed_digest(KEY, state) == row.digest


# Digests of texts are stored, too.

@pytest.mark.parametrize(("text", "digest"), [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("Ἀλέξανδρος", "1c7ecc48bdf9b4e96ee409d14076ee55b7f7c5216d4ee30eaadd4b3563e8fbe4"),
    ("\ud800", "91a681b998555fb475479817b126c94e57e52011fa1842c5d188795a4a05226b"),
])
def test_the_digest_of_a_text_never_changes(text: str, digest: str) -> None:
    assert codec.text_digest(text) == digest


def test_a_fingerprint_is_the_beginning_of_the_digest() -> None:
    assert codec.fingerprint("Alice") == "3bc51062973c458d"
