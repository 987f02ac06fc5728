"""Game records: export, loading, and refusal of records that are wrong."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from alexandros_rules import record, replay
from alexandros_rules.alexandros import moves
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from tests.engine import bot_logs
from tests.engine.positions import RULESET, SEED, draw_board, setup

HEAD = f"ruleset: {RULESET.name} {RULESET.version}"

DAMAGED = "The file is damaged. Please download it again and use it as it is."


def export(game: Record, *, seed: bytes) -> str:
    return record.export(game, RULESET, seed=seed)


def load(text: str) -> Record:
    return record.load(text, {RULESET.name: RULESET})


WHOLE = bot_logs.game()
TEXT = export(bot_logs.record(WHOLE), seed=SEED)


def short(count: int = 8) -> str:
    """Returns the record of the beginning of a game."""
    return export(bot_logs.record(bot_logs.game(moves=count)), seed=SEED)


def line_of(text: str, number: int) -> int:
    """Returns the line number of a move in a record."""
    return next(i for i, line in enumerate(text.split("\n"), 1) if line.startswith(f"{number} "))


def changed(text: str, number: int, old: str, new: str) -> str:
    """Returns the record with a change in the line of one move."""
    lines = text.split("\n")
    i = line_of(text, number) - 1
    assert old in lines[i], lines[i]
    lines[i] = lines[i].replace(old, new, 1)
    return "\n".join(lines)


def unreadable(text: str) -> Refusal:
    """Returns the refusal of a record."""
    with pytest.raises(Refusal) as caught:
        load(text)
    assert caught.value.sentence.endswith(".")
    return caught.value


def test_a_finished_game_comes_back_as_it_was() -> None:
    assert load(TEXT) == bot_logs.record(WHOLE)
    assert bot_logs.states(WHOLE)[-1].phase == "over"


@pytest.mark.promise("R8")
def test_a_record_read_and_written_again_is_the_same_text() -> None:
    assert export(load(TEXT), seed=SEED) == TEXT


def test_a_running_games_record_keeps_the_seed_to_itself() -> None:
    rows = bot_logs.game(moves=12)
    secret = bot_logs.record(rows, secret=True)

    text = export(secret, seed=SEED)

    assert "\nseed: -\n" in text
    assert SEED.hex() not in text
    assert load(text) == secret


def test_a_record_reads_as_one_line_a_move() -> None:
    lines = short(3).split("\nmoves:\n")[1].splitlines()

    assert re.fullmatch(r"1 - start ! first:\d shuffle-1:[0-4,]{109} = [0-9a-f]{32}", lines[0])
    assert re.fullmatch(r"2 [123] take \w+ > [tahls] = [0-9a-f]{32}", lines[1])
    assert re.fullmatch(r"3 [123] march \S+ via [A-Z ]+ = [0-9a-f]{32}", lines[2])


def test_windows_line_ends_do_no_harm() -> None:
    assert load(TEXT.replace("\n", "\r\n")) == load(TEXT)


def test_names_that_would_break_the_head_are_made_harmless() -> None:
    names = ("Al|ice", "Bob\nseed: 00", "Carol")

    back = load(export(replace(bot_logs.record(WHOLE), names=names), seed=SEED))

    assert back.names == ("Al/ice", "Bob seed: 00", "Carol")


def test_a_board_with_blanks_at_its_line_ends_comes_back_to_the_same_digests() -> None:
    text = draw_board("..h.l.a\n.s.t...").replace(".a\n", ".a  \n") + "\n\n"
    table = replace(setup(players=2), board=text)
    rows = bot_logs.rows_of(table, moves=6)

    back = load(export(
        Record("alexandros", RULESET.version, "g", ("Alice", "Bob"), table, commitment(SEED),
               bot_logs.KEY, SEED, rows), seed=SEED,
    ))

    assert [row.digest for row in back.rows] == [row.digest for row in rows]


def test_notes_from_outside_the_rules_come_back_too() -> None:
    rows = bot_logs.game(moves=4)
    note = replay.note_row({"type": "@seat", "seat": 1, "bot": "greedy = ! >"}, bot_logs.KEY,
                           previous=rows[-1], seat=1)
    whole = (*rows, note)

    assert load(export(bot_logs.record(whole), seed=SEED)).rows == whole


# Records that were tampered with are refused, and the refusal names the line.


@pytest.mark.promise("R9")
def test_a_changed_digest_is_refused_with_its_line() -> None:
    text = short()
    digest = bot_logs.game(moves=8)[4].digest
    other = ("0" if digest[0] != "0" else "1") + digest[1:]

    refusal = unreadable(text.replace(digest, other))

    assert refusal.code == "record-digest"
    assert refusal.line == line_of(text, 5)
    assert refusal.sentence == (
        f"Move 5 leads to a different position from the one in the record. {DAMAGED}")


def test_a_changed_move_is_refused_with_its_line() -> None:
    text = short()
    march = bot_logs.game(moves=8)[2].move
    state = bot_logs.states(bot_logs.game(moves=8))[1]
    legal = [RULESET.format(move, state) for move in RULESET.legal_moves(state, seat=state.seat)]
    other = next(text for text in legal if text != march)

    refusal = unreadable(changed(text, 3, march, other))

    assert refusal.line == line_of(text, 3)
    assert refusal.code == "record-digest"


def test_an_illegal_move_is_refused_with_its_line_and_the_rules_reason() -> None:
    refusal = unreadable(changed(short(), 3, "march", "draw; march"))
    illegal = unreadable(changed(short(), 2, "take", "levy"))

    assert refusal.line == line_of(short(), 3)
    assert (illegal.code, illegal.line) == ("march-first", line_of(short(), 2))


def test_a_dropped_row_is_refused_at_the_next() -> None:
    text = short()
    lines = text.split("\n")
    del lines[line_of(text, 4) - 1]

    assert unreadable("\n".join(lines)).line == line_of(text, 4)


def test_a_changed_shuffle_is_refused_with_its_line() -> None:
    text = short()
    shuffle = re.search(r"shuffle-1:(\S+)", text)
    assert shuffle
    turned = ",".join(reversed(shuffle[1].split(",")))

    assert unreadable(text.replace(shuffle[1], turned)).line == line_of(text, 1)


@pytest.mark.promise("R24")
def test_chance_that_does_not_follow_from_the_seed_is_refused() -> None:
    """The digests alone would fit: anyone with the key can invent a game with another deck."""
    other = SeededChance(b"x" * 32)
    row, _ = replay.start(RULESET, setup(players=3), other, bot_logs.KEY)
    forged = export(bot_logs.record((row,)), seed=b"x" * 32)

    refusal = unreadable(forged)

    assert refusal.code == "record-seed"
    assert refusal.sentence == "The random results of this move do not follow from the seed."
    assert refusal.line == line_of(forged, 1)


@pytest.mark.parametrize("seat", ["-", "0", "9"])
def test_a_move_of_a_seat_that_is_not_on_turn_is_refused(seat: str) -> None:
    text = short()
    row = bot_logs.game(moves=8)[1]
    assert row.seat is not None

    refusal = unreadable(changed(text, 2, f"2 {row.seat + 1} ", f"2 {seat} "))

    assert refusal.code == "record-seat"
    assert refusal.sentence == (
        f"Seat {seat} cannot make move 2. It is the turn of seat {row.seat + 1}. {DAMAGED}"
    )
    assert refusal.line == line_of(text, 2)


@pytest.mark.parametrize(("text", "code"), [
    pytest.param(changed(short(), 1, "1 - ", "1 2 "), "record-seat", id="a start of a seat"),
    pytest.param(short().split("\nmoves:\n")[0] + "\nmoves:\n", "record-moves", id="no moves"),
    pytest.param("x" * (record.MAX_LENGTH + 1), "record-size", id="beyond all size"),
])
def test_no_record_has_a_start_of_a_seat_no_moves_or_any_size(text: str, code: str) -> None:
    assert unreadable(text).code == code


def test_recorded_cards_other_than_those_dealt_are_refused() -> None:
    text = short()
    told = re.search(r"^2 .* > (\w) = ", text, re.MULTILINE)
    assert told
    other = "t" if told[1] != "t" else "a"

    refusal = unreadable(changed(text, 2, f"> {told[1]} ", f"> {other} "))

    assert refusal.line == line_of(text, 2)
    assert refusal.code == "record-cards"


@pytest.mark.parametrize(("old", "new", "code"), [
    ("game record 1", "game record 2", "record-magic"),
    ("\nboard:\n", "\n", "record-sections"),
    ("\nmoves:\n", "\n", "record-sections"),
    ("\nkey: ", "\nkye: ", "record-head"),
    (HEAD, "ruleset: chess 1", "record-head"),
    (HEAD, "ruleset: alexandros one", "record-head"),
    (HEAD, "ruleset: alexandros", "record-head"),
    (HEAD, "ruleset: alexandros 77", "record-head"),
    ("options: {}", "options: []", "record-head"),
    ("options: {}", "options: {", "record-head"),
    ("options: {}", "options: " + "[" * 5000, "record-head"),
    ("options: {}", 'options: {"first": 1.0}', "first"),
    ("options: {}", 'options: {"colour": 1}', "option"),
    ("players: Alice | Bob | Carol", "players: Alice", "players"),
    ("\nkey: ", "\nkey: zz", "record-head"),
    ("\nseed: ", "\nseed: zz", "record-head"),
    ('start = "', 'start = "Q', "board-start"),
])
def test_a_faulty_head_or_board_is_refused(old: str, new: str, code: str) -> None:
    assert unreadable(short().replace(old, new, 1)).code == code


@pytest.mark.parametrize(("old", "new", "kind", "sentence"), [
    (SEED.hex(), "11" * 32, "unreadable",
     f"The seed does not match the commitment and the key. {DAMAGED}"),
    (HEAD, "ruleset: chess 3", "unreadable",
     "We do not know the ruleset 'chess'. We know alexandros."),
    ('start = "', 'start = "Q', "illegal",
     ("We cannot use this board. The start 'QB3.NW' is not a point. Write a space and a corner, as"
      " in B3.NW.")),
])
def test_a_refusal_says_what_is_wrong_with_the_head(
    old: str, new: str, kind: str, sentence: str
) -> None:
    refusal = unreadable(short().replace(old, new, 1))

    assert (refusal.kind, refusal.sentence) == (kind, sentence)


@pytest.mark.parametrize("line", [
    "9 1 @seat ! [{}]",
    '9 1 @seat ! [{"type":1}]',
    '9 1 @seat ! [{"type":"@seat"]',
    '9 1 @seat ! [{"type":"start"}]',
    '9 1 @other ! [{"type":"@seat"}]',
    '9 1 @seat ! [{"type":"@seat","n":NaN}]',
    '9 1 @seat ! [{"type":"@seat","n":"\\ud800"}]',
    '9 1 @seat ! [{"a":' + "[" * 5000 + "}]",
    "9 1 @seat",
    "9" * 5000 + " 1 draw",
    "9 " + "1" * 5000 + " draw",
    "9 1 draw ! shuffle-2:x",
    "9 1 draw ! shuffle-2:" + "9" * 5000,
    "9 1 draw ! :",
    "nonsense",
    "٩ 1 draw",
])
def test_a_malformed_line_is_refused_with_its_number(line: str) -> None:
    digest = "" if line == "nonsense" else " = " + "0" * 32
    text = short().rstrip("\n") + f"\n{line}{digest}\n"

    assert unreadable(text).line == len(text.rstrip("\n").split("\n"))


def mutations(text: str, count: int) -> list[str]:
    """Yields texts with a few characters changed, dropped or doubled, or with lines moved."""
    rng = Random(7)
    found = []
    for _ in range(count):
        chars = list(text)
        for _ in range(rng.randint(1, 4)):
            i = rng.randrange(len(chars))
            chars[i] = rng.choice(["", chars[i] * 2, rng.choice("0aZ:=!>[{\"\n\t\x00é-,. ")])
        found.append("".join(chars))
    return found


@pytest.mark.parametrize("part", range(4))
def test_whatever_is_changed_a_record_is_read_or_refused(part: int) -> None:
    text = short(5)
    outcomes = {answer(mutant) for mutant in mutations(text, 240)[part::4]}

    assert outcomes <= {"read", "unreadable", "illegal", "ambiguous"}
    assert "unreadable" in outcomes


def answer(text: str) -> str:
    """Returns "read", or the kind of the refusal."""
    try:
        load(text)
    except Refusal as refusal:
        return refusal.kind
    return "read"


def test_a_log_decided_by_older_rules_is_exported_unchanged() -> None:
    """Today's rules provide only the random results; the state follows the log."""
    start, take, march, *_ = bot_logs.game(moves=2)
    shown = bot_logs.states((start, take))[-1].face_up
    other = next(card for card in range(5) if card not in shown)
    last = f'"card":"{"tahls"[shown[-1]]}","type":"revealed"'
    assert last in take.events
    old = replace(take, events=take.events.replace(last, last.replace(last[8], "tahls"[other])))
    state = bot_logs.states((start, old, march))[-1]
    row, _ = replay.play(RULESET, state, moves.Take(other), SeededChance(SEED), bot_logs.KEY,
                         previous=march, seat=state.seat)

    text = export(bot_logs.record((start, old, march, row)), seed=SEED)

    assert f"\n{row.number} {state.seat + 1} {row.move} = " in text


# Logs: the same game as JSON, with all events and hashes.


def log(count: int | None = None) -> dict[str, Any]:
    """Returns the log of the whole game, or of its beginning."""
    rows = WHOLE if count is None else bot_logs.game(moves=count)
    return record.log_of(bot_logs.record(rows), name="Friends")


def refused_log(data: Any) -> Refusal:
    """Returns the refusal of a log, from its text or data."""
    text = data if isinstance(data, str) else json.dumps(data)
    with pytest.raises(Refusal) as caught:
        record.load_log(text, {RULESET.name: RULESET})
    assert caught.value.sentence.endswith(".")
    return caught.value


@pytest.mark.promise("R8")
def test_a_log_comes_back_as_it_was() -> None:
    name, back = record.load_log(json.dumps(log()), {RULESET.name: RULESET})

    assert (name, back) == ("Friends", bot_logs.record(WHOLE))


@pytest.mark.promise("R9")
@pytest.mark.parametrize(("name", "value"), [
    ("number", 9), ("seat", 2), ("move", "end"), ("events", "[]"), ("digest", "0" * 32),
    ("hash", "0" * 32), ("seat", True), ("move", None), ("events", "\ud800"),
])
def test_a_row_of_a_log_that_was_tampered_with_is_refused_with_its_number(
    name: str, value: Any
) -> None:
    changed_log = log(6)
    changed_log["rows"][3][name] = value

    assert refused_log(changed_log).line == 4


@pytest.mark.parametrize("change", [
    {"seed": "00" * 32}, {"seed": "zz"}, {"commitment": "0" * 64}, {"version": 99},
    {"version": True}, {"ruleset": "chess"}, {"players": ["Alice"]}, {"players": ["Alice", 5]},
    {"options": []}, {"options": {"first": float("nan")}}, {"options": {"fast": True}},
    {"board": "\ud800"}, {"board": ""}, {"rows": []}, {"rows": [5]}, {"name": None},
    {"format": "game log 2"},
])
def test_a_log_with_another_head_is_refused(change: dict[str, Any]) -> None:
    refused_log(log(2) | change)


@pytest.mark.parametrize("text", [
    "", "[]", "[" * 100_000, "9" * 5000, '{"format": "game log 1"}', "x" * 4_000_001,
])
def test_what_is_no_log_is_refused(text: str) -> None:
    refused_log(text)


def test_a_game_that_takes_too_long_to_follow_is_refused_with_the_place() -> None:
    times = iter([True] * 3)
    with pytest.raises(Refusal) as caught:
        record.load_log(json.dumps(log(6)), {RULESET.name: RULESET},
                        has_time=lambda: next(times, False))
    assert (caught.value.code, caught.value.line) == ("record-time", 4)
    with pytest.raises(Refusal) as caught:
        record.load(TEXT, {RULESET.name: RULESET}, has_time=lambda: False)
    assert (caught.value.code, caught.value.line) == ("record-time", line_of(TEXT, 1))
