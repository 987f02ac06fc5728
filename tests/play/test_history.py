"""What a seat may see of a game: positions, the history, and whom the game waits for."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.contrib.auth.models import AnonymousUser

from alexandros_rules.alexandros.cards import UNKNOWN
from games.base.refusals import Missing, status_code
from games.models import Game, StoredSetup, User
from games.table.play import event_log, history
from games.table.play.waiting import waiting_for
from tests.sample_games import RULES, advance, mover

NAMES = ("Alice", "Bob", "Carol", "Dave")
ALICE, BOB, CAROL, DAVE = range(4)


def test_a_view_shows_only_the_viewers_own_hand(running: Game) -> None:
    for seat in range(3):
        view = history.view(running, seat)
        hidden = [view.hands[other][UNKNOWN] for other in range(3) if other != seat]
        assert view.hands[seat] == history.state(running).hands[seat]
        assert sum(hidden) > 0
        assert set(view.supply) == {UNKNOWN}


def test_a_spectator_sees_no_hand(running: Game) -> None:
    view = history.view(running, None)
    assert all(sum(hand[:UNKNOWN]) == 0 for hand in view.hands)


def test_earlier_positions_of_a_running_game_hide_the_same_cards(running: Game) -> None:
    for number in range(1, running.number + 1):
        view = history.view(running, 1, number)
        assert sum(view.hands[0][:UNKNOWN]) == sum(view.hands[2][:UNKNOWN]) == 0
        assert view == RULES.view(event_log.state_at(running, number=number), 1)


@pytest.mark.promise("R10")
def test_what_a_viewer_may_not_see_changes_nothing_for_them(running: Game, now: datetime) -> None:
    """Swapping cards between another player's hand and the supply does not change the view."""
    true = history.state(running)
    hands, supply = list(true.hands), list(true.supply)
    card = next(symbol for symbol in range(UNKNOWN) if hands[0][symbol])
    other = next(i for i, symbol in enumerate(supply) if symbol != card)
    hands[0] = tuple(
        count - (symbol == card) + (symbol == supply[other])
        for symbol, count in enumerate(hands[0])
    )
    supply[other] = card
    swapped = type(true)(**{
        **{name: getattr(true, name) for name in true.__slots__},
        "hands": tuple(hands), "supply": tuple(supply),
    })
    assert swapped != true
    for viewer in (1, 2, None):
        assert RULES.view(swapped, viewer) == RULES.view(true, viewer)
    assert RULES.view(swapped, 0) != RULES.view(true, 0)


def test_all_hands_are_open_after_the_end_in_every_position(finished: Game) -> None:
    for seat in (0, None):
        for number in range(1, finished.number + 1):
            assert history.view(finished, seat, number) == event_log.state_at(
                finished, number=number
            )


def test_there_are_no_positions_beyond_the_log(running: Game) -> None:
    for number in (0, -1, running.number + 1):
        with pytest.raises(Missing, match="positions 1 to 21") as refused:
            history.state(running, number)
        assert status_code(refused.value) == 404


def test_an_open_table_has_no_position(alice: User, now: datetime) -> None:
    game = Game.objects.create(name="Open", ruleset=RULES.name, rules_version=1,
                               setup_id=StoredSetup.keep("{}"),
                               created_at=now)
    with pytest.raises(Missing, match="not started"):
        history.view(game, 0)
    assert history.read(game, 0).entries() == []
    assert history.read(game, 0).since_last_turn() == []


def test_the_history_has_an_entry_for_every_row(running: Game) -> None:
    entries = history.read(running, 0).entries()
    assert [entry.number for entry in entries] == list(range(1, 22))
    assert [entry.turn for entry in entries] == sorted(entry.turn for entry in entries)
    assert entries[0].turn == 0
    assert (entries[0].seat, entries[0].move) == (None, "start")
    assert entries[1].turn == 1
    assert all(entry.sentences for entry in entries[1:] if entry.move != "end")
    assert [e.number for e in history.read(running, 0, number=20).entries(after=18)] == [19, 20]


def test_sentences_name_drawn_cards_only_to_the_player_who_drew_them(
    running: Game, now: datetime
) -> None:
    while "draw" not in {entry.move for entry in history.read(running, None).entries()}:
        advance(running, now=now)
    drawn = next(e for e in history.read(running, None).entries() if e.move == "draw")
    own = history.read(running, drawn.seat, number=drawn.number).entries(after=drawn.number - 1)[0]
    name = history.seat_names(running)[drawn.seat or 0]
    assert drawn.sentences[0] == f"{name} draws a card from the supply."
    assert own.sentences[0] != drawn.sentences[0]
    symbols = ("temple", "amphora", "horse", "lyre", "soldier")
    assert any(symbol in own.sentences[0] for symbol in symbols)
    for other in {0, 1, 2} - {drawn.seat}:
        entry = history.read(running, other, number=drawn.number).entries(after=drawn.number - 1)[0]
        assert entry.sentences == drawn.sentences


def test_dealt_cards_are_named_after_the_end(finished: Game) -> None:
    start = history.read(finished, None).entries()[0]
    assert sum("is dealt" in sentence for sentence in start.sentences) == 2


def test_what_happened_since_the_last_turn_starts_after_it(running: Game, now: datetime) -> None:
    seat = mover(running)
    while mover(running) == seat:
        advance(running, now=now)
    assert history.read(running, seat).since_last_turn() == []
    ended = running.number
    while mover(running) != seat:
        advance(running, now=now)
    happened = history.read(running, seat).since_last_turn()
    assert [entry.number for entry in happened] == list(range(ended + 1, running.number + 1))
    assert {entry.seat for entry in happened} == {0, 1, 2} - {seat}


def test_a_turn_in_progress_is_not_the_last_turn(running: Game, now: datetime) -> None:
    seat, turn = mover(running), running.turn
    before = history.read(running, seat).since_last_turn()
    advance(running, now=now)
    assert (mover(running), running.turn) == (seat, turn)
    assert history.read(running, seat).since_last_turn()[: len(before)] == before
    assert history.read(running, seat).since_last_turn()[-1].seat == seat
    assert history.read(running, seat, number=running.number - 1).since_last_turn() == before


def test_before_the_first_turn_everything_is_new(fresh: Game, now: datetime) -> None:
    while mover(fresh) == 0:
        advance(fresh, now=now)
    assert [entry.number for entry in history.read(fresh, 1).since_last_turn()] == list(
        range(1, fresh.number + 1))


def test_a_spectator_gets_one_round(running: Game) -> None:
    turns = {entry.turn for entry in history.read(running, None).since_last_turn()}
    assert turns <= {running.turn - 2, running.turn - 1, running.turn}
    assert running.turn - 1 in turns


def test_only_people_have_seats(running: Game, bob: User, dave: User) -> None:
    assert history.seat_of(running, bob) == 1
    for stranger in (dave, AnonymousUser(), None):
        assert history.seat_of(running, stranger) is None


def test_positions_take_few_queries(
    running: Game, finished: Game, django_assert_max_num_queries: Any
) -> None:
    with django_assert_max_num_queries(2):
        history.view(running, 0)
    with django_assert_max_num_queries(2):
        history.read(finished, 0).entries()
    with django_assert_max_num_queries(2):
        views = history.views([(running, 1), (finished, None)])
    assert views == {running.pk: history.view(running, 1),
                     finished.pk: history.view(finished, None)}


@pytest.mark.parametrize("seat", [None, 0, 1, 2])
@pytest.mark.promise("R10")
def test_a_whole_history_shows_the_same_positions_as_single_views(
    running: Game, seat: int | None
) -> None:
    past = history.read(running, seat)
    for number, view in list(enumerate(past.views(), 1))[::5]:
        true_state = event_log.state_at(running, number=number)
        assert view == past.view(number) == history.view(running, seat, number)
        assert view == event_log.ruleset_of(running).view(true_state, seat)
    assert past.entry(7) == past.entries()[6]


def test_a_history_has_the_moves_in_order(running: Game) -> None:
    moves = [row.move for row in event_log.logged_moves(running)]
    assert history.read(running, 0).moves == moves


def test_the_history_of_a_finished_game_hides_nothing(finished: Game) -> None:
    spectator, alice = history.read(finished, None), history.read(finished, 0)
    assert spectator.views() == alice.views()
    assert spectator.views()[-1] == history.state(finished)


def test_a_history_can_end_at_an_earlier_row(running: Game) -> None:
    assert len(history.read(running, None, number=3).transitions) == 3


@pytest.mark.promise("R10")
def test_each_seat_is_told_of_its_own_cards_whoever_asked_before(running: Game) -> None:
    told = {seat: history.read(running, seat).entries() for seat in (0, 1, 2, None)}
    for seat, entries in told.items():
        assert history.read(running, seat).entries() == entries
        assert [other for other in told if told[other] == entries] == [seat]


def test_another_name_is_used_at_once(running: Game) -> None:
    assert "Alice" in str(history.read(running, 1).entries())
    assert "Alice" not in str(history.read(running, 1, names=["Dave", "Bob", "Carol"]).entries())


def test_everything_is_told_once_a_game_is_over(running: Game) -> None:
    before = history.read(running, 0).entries()
    running.status = Game.Status.OVER
    assert history.read(running, 0).entries() != before


def test_the_latest_rows_of_a_list_are_not_mistaken_for_all_of_it(running: Game) -> None:
    past = history.read(running, 0)
    assert [entry.number for entry in past.entries(after=18)] == [19, 20, 21]
    assert len(past.entries()) == len(past.moves) == 21
    assert past.moves_after(18) == past.moves[18:]


@pytest.mark.parametrize(("to_move", "reader", "sentence", "label"), [
    ([ALICE], ALICE, "It is your turn.", "your turn"),
    ([BOB], ALICE, "It is Bob’s turn.", "Bob’s turn"),
    ([BOB], None, "It is Bob’s turn.", "Bob’s turn"),
    ([ALICE, BOB], ALICE, "It is your turn, and Bob’s too.", "your turn, and Bob’s too"),
    ([ALICE, BOB, CAROL], ALICE, "It is your turn, and that of two others.",
     "your turn, and that of two others"),
    ([ALICE, BOB, CAROL, DAVE], ALICE, "It is your turn, and that of three others.",
     "your turn, and that of three others"),
    ([BOB, CAROL, DAVE], ALICE, "Waiting for Bob, Carol and Dave.",
     "waiting for Bob, Carol and Dave"),
    ([], ALICE, "", ""),
])
def test_it_names_the_reader_first_and_counts_many_others(
    to_move: list[int], reader: int | None, sentence: str, label: str
) -> None:
    waiting = waiting_for(NAMES, to_move, reader=reader)

    assert (waiting.sentence, waiting.label) == (sentence, label)
