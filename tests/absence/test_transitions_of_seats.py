"""Every state of a seat with every transition: made as the table says, or refused."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.db import transaction

from games.base import events
from games.models import FormerPlayer, Game, LoggedMove, Seat, SeatClock
from games.table.clocks import seat_clocks
from games.table.events import SeatChange, SeatChanged
from games.table.play import bot_tasks, outside_moves
from games.table.seats import leaving, seating
from games.table.seats.seating import State, Transition

ALICES = 0  # the index of the seat that the game waits for
LATER = timedelta(hours=1)
BOT_PLAYS = (outside_moves.STAND_IN, outside_moves.BOT_TAKES_SEAT)


def columns_of(state, player, now):
    """The columns that differ from those of an open seat."""
    return {
        State.OPEN: {},
        State.KEPT: {"status": "invited", "kept_for": player, "invite_token": "secret"},
        State.PERSON: {"status": "taken", "user": player},
        State.STAND_IN: {"status": "taken", "user": player, "stand_in": "greedy"},
        State.VACANT: {"status": "taken", "bot": "greedy", "left_by": player, "left_at": now},
        State.BOT: {"status": "taken", "bot": "greedy"},
        State.NAME: {"status": "taken"},
    }[state]


def stand_in(seat, now):
    clock = SeatClock.objects.get(seat=seat)
    clock.seat = seat
    (times,) = seat_clocks.times_of_all([clock], now=now)
    seating.stand_in(clock, times, now=now)


def make(transition, seat, *, player, other, now):
    {
        Transition.TAKE: lambda: seating.take(seat, other),
        Transition.TAKE_BY_BOT: lambda: seating.take_by_bot(seat, "random"),
        Transition.RESERVE: lambda: seating.reserve(seat, other),
        Transition.INVITE: lambda: seating.invite(seat, "eve@example.org", now=now),
        Transition.VACATE: lambda: seating.vacate(seat),
        Transition.STAND_IN: lambda: stand_in(seat, now),
        Transition.REPLACE: lambda: seating.hand_to_bot(seat, resigned=False, now=now),
        Transition.LEAVE: lambda: seating.hand_to_bot(seat, resigned=True, now=now),
        Transition.OFFER: lambda: Transition.OFFER.change(seat, offered_at=now),
        Transition.TAKE_BACK: lambda: seating.take_back(seat, player, now=now),
        Transition.TAKE_OVER: lambda: seating.take_over(seat, other, now=now),
    }[transition]()


def stored(game):
    """Everything that a transition changes."""
    return [list(rows.values()) for rows in (
        Seat.objects.filter(game=game), SeatClock.objects.filter(seat__game=game).order_by("pk"),
        LoggedMove.objects.filter(game=game), FormerPlayer.objects.all(),
        Game.objects.filter(pk=game.pk))]


@pytest.fixture
def told(monkeypatch):
    """The changes of seats that are published."""
    told = []
    monkeypatch.setattr(events, "_connected", [*events._connected, {SeatChanged: told.append}])
    return told


@pytest.fixture
def woken(monkeypatch):
    """The seats whose bots are woken."""
    woken = []
    monkeypatch.setattr(bot_tasks, "wake", lambda game, seats: woken.extend(seats))
    return woken


@pytest.mark.parametrize("state", State, ids=lambda state: state.name)
@pytest.mark.parametrize("transition", Transition, ids=lambda transition: transition.name)
def test_each_transition_leaves_only_its_states(
    transition, state, game, alice, dave, now, told, woken
):
    Seat.objects.filter(game=game, index=ALICES).update(**{
        "status": "open", "user": None, **columns_of(state, alice, now)})
    seat = game.seats.get(index=ALICES)
    assert seating.state_of(seat) is state
    before = stored(game)

    if state not in transition.before:
        with pytest.raises(ValueError, match=f"{transition.name} of a seat that is {state.name}"), \
                transaction.atomic():
            make(transition, seat, player=alice, other=dave, now=now + LATER)
        assert (stored(game), told, woken) == (before, [], [])
        return

    make(transition, seat, player=alice, other=dave, now=now + LATER)
    assert seating.state_of(Seat.objects.get(pk=seat.pk)) is transition.after
    rows = LoggedMove.objects.filter(game=game, number__gt=len(before[2]))
    assert [(row.move, row.actor, row.seat) for row in rows] == (
        [(transition.row, transition.actor, ALICES)] if transition.row else [])
    assert [(event.change, event.seat) for event in told] == (
        [(transition.event, seat)] if transition.event else [])
    assert woken == ([seat] if transition.row in BOT_PLAYS else [])


def test_each_state_is_left_and_reached_except_by_seats_that_stay_as_they_are():
    left = {state for transition in Transition for state in transition.before}
    reached = {transition.after for transition in Transition}
    assert (set(State) - left, set(State) - reached) == ({State.BOT, State.NAME}, {State.NAME})


@pytest.mark.parametrize("back", [True, False], ids=["taken back", "taken over"])
def test_a_deserted_game_rests_until_somebody_takes_a_seat(
    back, game, alice, bob, carol, dave, now, told, woken
):
    for user in (bob, carol, alice):
        leaving.leave(game, user=user, now=now)
    assert [event.change for event in told] == [SeatChange.LEFT] * 3 + [SeatChange.DESERTED] * 3
    assert (game.deserted_at, woken) == (now, [])

    seat = game.seats.get(user=None, left_by=bob)
    make(Transition.TAKE_BACK if back else Transition.TAKE_OVER, seat, player=bob, other=dave,
         now=now + LATER)
    assert (game.deserted_at, woken) == (None, [game.seats.get(index=ALICES)])
