"""Random games played through the service: no card, wall or guard appears or disappears."""

from __future__ import annotations

from collections import Counter
from datetime import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.provinces import owner, provinces
from alexandros_rules.alexandros.state import GUARDS, State
from alexandros_rules.errors import Refusal
from games.models import Game, LoggedMove, Snapshot, User
from games.table.play import event_log, history, verification
from tests.sample_games import RULES, mover, seat_table, submit
from tests.seeded_chance import examples

NOISE = ["", "end", "draw", "fly to Rome", "take temple", "levy lyre; levy lyre", "march A1"]


def cards_in(state: State) -> Counter[int]:
    """All cards of a position, by symbol."""
    found = Counter(state.face_up) + Counter(state.supply)
    for counts in (*state.hands, state.discard):
        found.update({symbol: count for symbol, count in enumerate(counts) if count})
    return found


def check(state: State, before: State) -> None:
    """What must hold in every position and across every move."""
    board = state.board
    assert cards_in(state) == dict.fromkeys(range(len(SYMBOLS)), 11)
    walls = state.walls.bit_count()
    assert walls + state.black_left + state.red_left == board.black_walls + board.red_walls
    assert state.red & ~state.walls == 0
    assert all(0 <= state.guards_left(seat) <= GUARDS for seat in range(state.players))
    for province in provinces(board, state.walls):
        owner(state, province)
        assert sum(bool(mask & province) for mask in state.guards) <= 1
    assert all(new >= old for new, old in zip(state.scores, before.scores, strict=True))
    assert state.walls & before.walls == before.walls


@pytest.mark.rule("T3", "P3")
@pytest.mark.promise("R6", "R8", "R18")
@examples(4)
@given(data=st.data())
def test_random_games_keep_all_pieces_and_a_sound_log(
    alice: User, bob: User, carol: User, now: datetime, data: Any
) -> None:
    people = [alice, bob, carol][: data.draw(st.sampled_from([2, 3]), label="players")]
    game = seat_table(people, now=now, seed=data.draw(st.binary(min_size=32, max_size=32)))
    choices = data.draw(st.lists(st.integers(0, 10_000), min_size=25, max_size=45), label="choices")
    for choice in choices:
        if game.status == Game.Status.OVER:
            break
        play_one(game, choice, now=now)
    assert verification.first_fault(game) is None
    Snapshot.objects.filter(game=game).delete()
    assert RULES.status(history.state(game)).turn == game.turn


def play_one(game: Game, choice: int, *, now: datetime) -> None:
    """Submits refused orders, which must change nothing, and then one legal move twice."""
    seat, number = mover(game), game.number
    assert seat is not None
    before, view = history.state(game), history.view(game, seat)
    refuse_noise(game, seat, NOISE[choice % len(NOISE)] + "; nonsense", now=now)
    moves = RULES.legal_moves(view, seat=view.seat)
    kinds = sorted({type(move).__name__ for move in moves})
    kind = kinds[choice % len(kinds)]
    chosen = [move for move in moves if type(move).__name__ == kind]
    text = RULES.format(chosen[choice % len(chosen)], view)
    receipts = [submit(game, seat=seat, text=text, number=number, key=f"{number}",
                       actor=LoggedMove.Actor.PAGE, now=now) for _ in range(2)]
    assert receipts[0] == receipts[1]
    assert game.number == number + 1
    check(history.state(game), before)


def refuse_noise(game: Game, seat: int, text: str, *, now: datetime) -> None:
    with pytest.raises(Refusal):
        submit(game, seat=seat, text=text, number=game.number, key="noise",
               actor=LoggedMove.Actor.MAIL, now=now)
    assert history.state(game) == event_log.state_at(game)
