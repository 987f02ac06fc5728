"""The modules for every ruleset work with a game that is nothing like Alexandros."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from alexandros_rules import codec, drafts, orders, record, replay
from alexandros_rules.bot_games import outcome, play_out
from alexandros_rules.chance import Chance, SeededChance, commitment
from alexandros_rules.errors import Refusal
from alexandros_rules.record import Record
from alexandros_rules.replay import Fault, LogRow
from alexandros_rules.ruleset import Ruleset, Setup
from alexandros_rules.spelling import Correction, correct
from tests.auction.rules import AUCTION, UNKNOWN, Auction, Event, Move, Position

RULES: Ruleset = AUCTION
ALICE, BOB, CAROL = range(3)
SEED = bytes(range(32))
KEY = codec.digest_key(SEED)
SETUP = Setup(AUCTION.boards()["hall"], 3)


def start() -> Position:
    return replay.fold(RULES, None, RULES.start(SETUP, SeededChance(SEED)))


def play(state: Position, *texts: str) -> Position:
    """The state after these orders; bids come from the seats in their order."""
    for text in texts:
        seat = state.to_move[0]
        move = RULES.parse(text, state, seat=seat)
        events = RULES.decide(state, move, SeededChance(SEED), seat=seat)
        state = replay.fold(RULES, state, events)
    return state


def log() -> list[LogRow]:
    """Returns the rows of a game between bots."""
    row, state = replay.start(RULES, SETUP, SeededChance(SEED), KEY)
    rows = [row]
    played = play_out(RULES, SETUP, seed=SEED, bots=[AUCTION.bots["bold"]] * 3)
    for (before, move, _), _ in pairwise(played):
        row, state = replay.play(RULES, state, move, SeededChance(SEED), KEY, previous=row,
                                 seat=before.to_move[0])
        rows.append(row)
    return rows


def made_record(rows: list[LogRow], *, seed: bytes | None = SEED) -> Record:
    return Record(AUCTION.name, 1, "k3j2h1g0f9", ("Alice", "Bob", "Carol"), SETUP, commitment(SEED),
                  KEY, seed, tuple(rows))


def export(game: Record) -> str:
    return record.export(game, RULES, seed=SEED)


def load(text: str) -> Record:
    return record.load(text, {AUCTION.name: AUCTION})


def refused(state: Position, text: str, *, seat: int) -> str:
    """Returns the code of the refusal of these orders."""
    with pytest.raises(Refusal) as caught:
        orders.evaluate(RULES, RULES.view(state, seat), text, seat=seat)
    return caught.value.code


def test_bots_play_it_to_its_end() -> None:
    ended = outcome(RULES, SETUP, seed=SEED, bots=[AUCTION.bots["bold"]] * 3)

    assert ended.status.over
    assert ended.status.to_move == ()
    assert ended.status.turn == 7


def test_in_a_turn_all_seats_decide_at_the_same_time() -> None:
    state = play(start(), "offer")
    assert state.to_move == (ALICE, BOB, CAROL)

    after = replay.fold(RULES, state, RULES.decide(state, Move("bid", 1), SeededChance(SEED),
                                                   seat=BOB))

    assert RULES.status(after).to_move == (ALICE, CAROL)


@pytest.mark.promise("R8", "R9")
def test_its_log_folds_and_verifies_and_names_the_row_that_does_not_hold() -> None:
    rows = log()
    assert RULES.status(replay.rebuild(RULES, rows, version=1)).over
    assert replay.verify(RULES, SETUP, rows, SeededChance(SEED), KEY, version=1) is None

    rows[4] = replace(rows[4], seat=ALICE)
    fault = replay.verify(RULES, SETUP, rows, SeededChance(SEED), KEY, version=1)

    assert fault == replay.Fault(5, "the hash chain is broken")


class NewShape(Auction):
    """Later rules with another event format: events name the colour of their seat."""

    version = 2
    versions = (2,)

    def dump_event(self, event: Event) -> dict[str, Any]:
        return {"type": event.type, "by": self.colours[event.seat], "numbers": event.numbers}

    def load_event(self, data: dict[str, Any], version: int) -> Event:
        if version == 1:
            return super().load_event(data, version)
        return Event(data["type"], self.colours.index(data["by"]), tuple(data["numbers"]))


class Dearer(NewShape):
    """Still later rules, with dearer lots."""

    def decide(self, state: Position, move: Move, chance: Chance, *,
               seat: int) -> tuple[Event, ...]:
        made = super().decide(state, move, chance, seat=seat)
        return tuple(replace(event, numbers=(event.numbers[0] + 1,)) if event.type == "offered"
                     else event for event in made)


@pytest.mark.promise("R8")
def test_a_log_of_older_rules_is_folded_and_verified_as_it_was_written() -> None:
    rows, new = log(), Dearer()
    old = replay.rebuild(RULES, rows, version=1)

    assert replay.rebuild(new, rows, version=1) == old
    assert replay.check(new, rows, KEY, version=1) is None
    assert replay.verify(new, SETUP, rows, SeededChance(SEED), KEY, version=1) is None


@pytest.mark.promise("R8")
def test_a_log_of_todays_rules_must_be_what_they_decide() -> None:
    class Changed(Dearer):
        dump_event, load_event = Auction.dump_event, Auction.load_event

    fault = replay.verify(Changed(), SETUP, log(), SeededChance(SEED), KEY, version=2)

    assert fault == replay.Fault(2, "the rules now give other events")


@pytest.mark.promise("R8")
def test_a_record_of_older_rules_is_decided_by_todays_and_then_is_of_their_version() -> None:
    text = export(made_record(log()))

    read = record.load(text, {AUCTION.name: NewShape()})

    assert read.version == 2
    assert replay.verify(NewShape(), SETUP, read.rows, SeededChance(SEED), KEY, version=2) is None
    assert [row.digest for row in read.rows] == [row.digest for row in log()]


def test_a_record_that_todays_rules_decide_otherwise_is_refused_with_its_line() -> None:
    text = export(made_record(log()))

    with pytest.raises(Refusal) as caught:
        record.load(text, {AUCTION.name: Dearer()})

    assert caught.value.code == "record-cards"
    assert text.split("\n")[caught.value.line - 1].startswith("2 1 offer")


def test_a_state_survives_storage() -> None:
    state = play(start(), "offer", "bid 1")

    assert RULES.load_state(RULES.dump_state(state), SETUP) == state


def test_orders_are_taken_from_every_seat_that_has_yet_to_decide() -> None:
    state = play(start(), "offer", "bid 1")

    assert refused(state, "bid 2", seat=ALICE) == "not-your-turn"
    for seat in (BOB, CAROL):
        (step,) = orders.evaluate(RULES, RULES.view(state, seat), "bid 1", seat=seat)
        assert seat not in RULES.status(step.after).to_move


def test_after_its_bid_a_seat_has_no_further_order() -> None:
    state = play(start(), "offer")

    assert refused(state, "bid 1; bid 2", seat=BOB) == "not-your-turn"


def test_of_equal_bids_the_first_after_the_seller_wins() -> None:
    after = play(start(), "offer", "bid 1", "bid 1", "bid 1")

    assert [seat for seat, score in enumerate(after.scores) if score] == [BOB]
    assert RULES.status(after).to_move == (BOB,)


def test_a_lot_that_nobody_bids_for_is_withdrawn() -> None:
    after = play(start(), "offer", "bid 0", "bid 0", "bid 0")

    assert (after.turn, after.scores, after.purses) == (2, (0, 0, 0), start().purses)


@pytest.mark.promise("R10")
@pytest.mark.parametrize("seat", [None, ALICE, BOB, CAROL])
def test_a_bid_is_hidden_from_everybody_else_until_all_have_bid(seat: int | None) -> None:
    before = play(start(), "offer")
    low, high = (play(before, bid) for bid in ("bid 0", "bid 1"))
    one, other = (RULES.decide(before, Move("bid", n), SeededChance(SEED), seat=ALICE)[0]
                  for n in (0, 1))

    def alike(seen: list[Any]) -> bool:
        return seen[0] == seen[1]

    own = seat == ALICE
    assert alike([RULES.view(state, seat) for state in (low, high)]) is not own
    assert alike([RULES.view_event(event, seat, over=False) for event in (one, other)]) is not own
    assert alike([RULES.view_move(text, by=ALICE, seat=seat) for text in ("bid 0", "bid 1")]
                 ) is not own


@pytest.mark.promise("R18")
def test_the_last_to_bid_does_not_learn_from_a_draft_who_wins() -> None:
    state = play(start(), "offer", "bid 0", "bid 1")

    (step,) = orders.evaluate(RULES, RULES.view(state, CAROL), "bid 1", seat=CAROL)

    assert [event.type for event in step.events] == ["bid", "revealed"]
    assert step.events[1].numbers == (UNKNOWN, UNKNOWN, 1)
    assert step.after.scores == state.scores


@pytest.mark.promise("R18")
def test_what_a_die_or_a_card_will_show_is_unknown_to_the_orders_that_bring_it() -> None:
    state = start()
    (step,) = orders.evaluate(RULES, RULES.view(state, ALICE), "offer", seat=ALICE)

    assert step.after.lot == UNKNOWN
    assert play(state, "offer").lot != UNKNOWN


@pytest.mark.promise("R10")
@pytest.mark.parametrize("seat", [None, ALICE, BOB, CAROL])
def test_a_view_shows_no_others_purse(seat: int | None) -> None:
    state = play(start(), "offer")
    view = RULES.view(state, seat)
    (began,) = RULES.start(SETUP, SeededChance(SEED))
    seen = RULES.view_event(began, seat, over=False)

    assert [i for i, purse in enumerate(view.purses) if purse != UNKNOWN] == (
        [] if seat is None else [seat]
    )
    assert RULES.view(replay.fold(RULES, None, [seen]), seat) == RULES.view(start(), seat)


@pytest.mark.promise("R10", "R18")
def test_legal_moves_follow_from_the_view_of_the_seat() -> None:
    state = play(start(), "offer", "bid 1")

    moves = RULES.legal_moves(state, seat=CAROL)

    assert RULES.legal_moves(RULES.view(state, CAROL), seat=CAROL) == moves
    for move in moves:
        assert RULES.parse(RULES.format(move, state), state, seat=CAROL) == move


def test_its_record_comes_back_as_it_was() -> None:
    one = made_record(log())
    text = export(one)

    assert "\n2 1 offer ! die-1:" in text
    assert load(text) == one


def test_a_running_games_record_comes_back_without_its_seed_and_with_notes() -> None:
    rows = log()[:6]
    rows.append(replay.note_row({"type": "@seat", "seat": 1, "bot": "bold"}, KEY,
                                previous=rows[-1], seat=1))
    one = made_record(rows, seed=None)

    assert load(export(one)) == one


def test_a_record_with_a_move_of_the_wrong_seat_is_refused() -> None:
    text = export(made_record(log()))

    with pytest.raises(Refusal) as caught:
        load(text.replace("\n2 1 ", "\n2 3 "))

    assert caught.value.code == "record-seat"
    assert caught.value.sentence.startswith(
        "Seat 3 cannot make move 2. It is the turn of seat 1. The file is damaged.")


@pytest.mark.promise("R24")
def test_a_record_with_another_worth_or_another_die_than_the_seeds_is_refused() -> None:
    text = export(made_record(log()))
    line = next(line for line in text.split("\n") if line.startswith("2 1 offer"))
    worth = line.split(" > ")[1].split(" = ")[0]
    die = line.split("die-1:")[1][0]
    codes = []
    for changed in (line.replace(f"> {worth} ", f"> {int(worth) + 1} "),
                    line.replace(f"die-1:{die}", f"die-1:{(int(die) + 1) % 6}")):
        with pytest.raises(Refusal) as caught:
            load(text.replace(line, changed))
        codes.append(caught.value.code)

    assert codes == ["record-cards", "record-seed"]


def test_a_move_its_rules_forbid_is_refused() -> None:
    assert refused(start(), "bid 1", seat=ALICE) == "not-now"
    assert refused(start(), "sell", seat=ALICE) == "unreadable"
    assert Move("offer") not in RULES.legal_moves(play(start(), "offer"), seat=BOB)


def test_misspelled_orders_are_corrected() -> None:
    assert correct(RULES, RULES.view(start(), ALICE), ["ofer"], seat=ALICE) == Correction(
        ("offer",))


def test_a_bid_of_nothing_is_a_pass_and_is_hidden_like_any_other_bid() -> None:
    state = play(start(), "offer")

    assert RULES.parse("pass", state, seat=BOB) == RULES.parse("bid 0", state, seat=BOB)
    assert RULES.format(Move("bid", 0), state) == "pass"
    assert RULES.view_move("pass", by=BOB, seat=ALICE) == RULES.view_move(
        "bid 3", by=BOB, seat=ALICE)


def test_a_bid_above_the_purse_is_refused_with_what_the_player_has() -> None:
    state = play(start(), "offer")
    with pytest.raises(Refusal) as caught:
        orders.evaluate(RULES, RULES.view(state, BOB), "bid 99", seat=BOB)
    assert caught.value.sentence == f"You have only {state.purses[BOB]} coins."


CALLS = Setup(AUCTION.boards()["hall"], 3, {"calls": True})
GAME = ((BOB, "call 3"), (ALICE, "offer"), (ALICE, "bid 1"), (ALICE, "sell"), (ALICE, "call 1"))


def called(*played: tuple[int, str]) -> tuple[list[LogRow], Position]:
    """The rows of a game with these moves, and the position after them."""
    row, state = replay.start(RULES, CALLS, SeededChance(SEED), KEY)
    rows = [row]
    for seat, text in played:
        move = RULES.parse(text, state, seat=seat)
        row, state = replay.play(RULES, state, move, SeededChance(SEED), KEY, previous=row,
                                 seat=seat)
        rows.append(row)
    return rows, state


def test_a_flag_that_is_neither_true_nor_false_is_refused() -> None:
    with pytest.raises(Refusal) as caught:
        RULES.start(Setup(AUCTION.boards()["hall"], 3, {"calls": "yes"}), SeededChance(SEED))
    assert caught.value.sentence == "The option calls is either true or false."


def test_seats_that_nobody_waits_for_may_give_orders() -> None:
    _rows, state = called()
    status = RULES.status(state)

    assert (status.to_move, status.may_act) == ((ALICE,), (BOB, CAROL))
    steps = orders.evaluate(RULES, RULES.view(state, BOB), "call 3; call 2", seat=BOB)
    assert [step.text for step in steps] == ["call 3", "call 2"]
    assert RULES.status(steps[-1].after).to_move == (ALICE,)


def test_what_waits_for_its_turn_is_refused_as_if_there_were_no_other_orders() -> None:
    _rows, state = called()

    assert refused(state, "offer", seat=BOB) == "not-your-turn"
    assert refused(state, "call 3", seat=ALICE) == "not-now"


def test_without_the_option_nobody_acts_out_of_turn() -> None:
    state = replay.fold(RULES, None, RULES.start(Setup("", 3), SeededChance(SEED)))

    assert RULES.status(state).may_act == ()
    assert refused(state, "call 3", seat=BOB) == "not-your-turn"


def test_those_who_can_accept_are_asked_with_a_key_that_changes_with_the_offer() -> None:
    _rows, three = called((BOB, "call 3"))
    _rows, two = called((BOB, "call 2"))
    _rows, none = called((BOB, "call 3"), (BOB, "call 0"))

    asked = RULES.status(three)
    assert [seat for seat, _key in asked.asked] == [CAROL]
    assert asked.asked_of(CAROL) != RULES.status(two).asked_of(CAROL) != ""
    assert (asked.asked_of(BOB), RULES.status(none).asked) == ("", ())


def test_legal_moves_out_of_turn_follow_from_the_view() -> None:
    _rows, state = called((BOB, "call 3"))

    moves = RULES.legal_moves(RULES.view(state, CAROL), seat=CAROL)
    assert [RULES.format(move, state) for move in moves] == ["sell"]
    assert len(RULES.legal_moves(RULES.view(state, BOB), seat=BOB)) == state.purses[BOB] + 4


def test_a_draft_out_of_turn_is_evaluated_and_no_whole_turn_is_suggested() -> None:
    _rows, state = called((BOB, "call 3"))
    view = RULES.view(state, CAROL)

    draft = drafts.evaluate(RULES, view, "sell", seat=CAROL)
    assert (draft.text, draft.refusal, draft.view.scores) == ("sell", None, (0, 1, -1))
    assert draft.view.purses[BOB] == UNKNOWN
    assert drafts.example_turn(RULES, view, seat=CAROL) == ""


def test_misspelled_orders_out_of_turn_are_corrected() -> None:
    _rows, state = called((BOB, "call 3"))

    assert correct(RULES, RULES.view(state, ALICE), ["selll"], seat=ALICE) is None
    assert correct(RULES, RULES.view(state, CAROL), ["selll"], seat=CAROL) == Correction(("sell",))


@pytest.mark.promise("R8", "R9")
def test_a_log_with_moves_out_of_turn_verifies() -> None:
    rows, _state = called(*GAME)

    assert replay.verify(RULES, CALLS, rows, SeededChance(SEED), KEY, version=1) is None


@pytest.mark.promise("R8", "R9")
def test_a_log_with_a_move_of_a_seat_that_could_not_move_does_not_verify() -> None:
    rows, _state = called((BOB, "call 3"))
    state = RULES.start(Setup("", 3), SeededChance(SEED))
    without = replay.make_row(RULES, KEY, previous=None, seat=None, move=replay.START,
                              events=replay.events_text(RULES, state),
                              state=replay.fold(RULES, None, state))
    news = replay.events_of(RULES, rows[1].events, version=1)
    after = replay.fold(RULES, replay.fold(RULES, None, state), news)
    row = replay.make_row(RULES, KEY, previous=without, seat=BOB, move="call 3",
                          events=rows[1].events, state=after)

    fault = replay.verify(RULES, Setup("", 3), [without, row], SeededChance(SEED), KEY, version=1)

    assert fault == Fault(2, "it is a move by a seat whose turn it was not")


@pytest.mark.promise("R24")
def test_a_record_with_moves_out_of_turn_comes_back_as_it_was() -> None:
    rows, _state = called(*GAME)
    one = Record(AUCTION.name, 1, "k3j2h1g0f9", ("Alice", "Bob", "Carol"), CALLS, commitment(SEED),
                 KEY, SEED, tuple(rows))

    text = record.export(one, RULES, seed=SEED)

    assert "\n2 2 call 3 = " in text
    assert record.load(text, {AUCTION.name: AUCTION}) == one
