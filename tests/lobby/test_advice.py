"""Advice after a game against bots: what is counted, and whom to try next."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from games.models import Game, Seat, User
from games.rulesets.alexandros.room import ROOM
from games.rulesets.opponents import Opponent, opponents
from games.table.lobby import opponent_advice
from games.table.lobby.opponent_advice import Result
from tests.pseudo_language import spoken, untranslated

pytestmark = pytest.mark.django_db

RANKED = [one for one in opponents(ROOM) if one.strength]
WEAKEST, SECOND, THIRD, *_, STRONGEST = RANKED
BY_NAME = {one.name: one.bot for one in RANKED}
WON, LOST, SHARED = 1.0, 0.0, 0.5

Finish = Callable[..., Game]


@pytest.fixture
def finish(finished: Game, alice: User, now: datetime) -> Finish:
    """Stores games of Alice against bots that are over, each an hour after the one before."""
    hours = iter(range(1, 100))

    def finish(*results: float, bot: str = SECOND.name, others: int = 1,
               player: User = alice) -> Game:
        for won in results:
            game = Game.objects.create(
                name="Issus", ruleset=finished.ruleset, rules_version=finished.rules_version,
                setup_id=finished.setup_id, status=Game.Status.OVER, created_at=now,
                finished_at=now + timedelta(hours=next(hours)),
                result={"winners": [0] * (won > 0) + [1] * (won < 1)})
            Seat.objects.create(game=game, index=0, user=player, name="Alice", status="taken")
            for index in range(others):
                Seat.objects.create(game=game, index=index + 1, bot=bot, status="taken",
                                    name=BY_NAME[bot].seat_names[index] if bot in BY_NAME else bot)
        return game

    return finish


def told(game: Game, user: User | None) -> opponent_advice.Advice | None:
    return opponent_advice.advice(game, user=user, seats=list(game.seats.all()))


def judged(met: Opponent, *results: float, rivals: int = 1) -> tuple[str, float]:
    """Return the name of the next opponent after these results against ``met``, and the chance."""
    found, chance = opponent_advice.judge(
        ROOM, met, [Result(met.name, rivals, won) for won in results])
    assert chance is not None
    return found.name, chance


def test_without_any_result_the_next_opponent_is_the_same() -> None:
    assert judged(THIRD) == (THIRD.name, pytest.approx(0.5, abs=0.01))


def test_a_win_and_a_loss_are_added_to_the_results() -> None:
    assert judged(STRONGEST, WON) == (STRONGEST.name, pytest.approx(2 / 3, abs=0.01))


@pytest.mark.parametrize("met", RANKED, ids=lambda one: one.name)
@pytest.mark.parametrize("results", [
    [WON], [LOST], [WON, WON], [LOST, LOST], [WON, LOST], [WON] * 10, [LOST] * 10])
def test_no_other_bot_would_make_it_more_even(met: Opponent, results: list[float]) -> None:
    found, chance = judged(met, *results)
    points = next(one.strength.points for one in RANKED if one.name == found and one.strength)
    own = points + 400 * math.log10(chance / (1 - chance))
    for one in RANKED:
        assert one.strength
        other = 1 / (1 + 10 ** ((one.strength.points - own) / 400))
        assert abs(chance - 0.5) <= abs(other - 0.5) + 1e-6


def test_who_wins_is_sent_on_and_who_loses_back() -> None:
    order = [one.name for one in RANKED]
    met = RANKED[len(RANKED) // 2]
    here = order.index(met.name)
    assert order.index(judged(met, *[WON] * 6)[0]) > here
    assert order.index(judged(met, *[LOST] * 6)[0]) < here


def test_a_win_against_several_says_more_than_one_against_one() -> None:
    assert judged(STRONGEST, WON, rivals=3)[1] > judged(STRONGEST, WON)[1]


def test_results_against_other_bots_count_too() -> None:
    beaten = [Result(SECOND.name, 1, WON)] * 4
    with_them = opponent_advice.judge(ROOM, STRONGEST, beaten)[1]
    without = opponent_advice.judge(ROOM, STRONGEST, [])[1]
    assert (with_them, without) != (None, None)
    assert opponent_advice.judge(ROOM, WEAKEST, beaten)[0].name != WEAKEST.name


def test_without_a_measurement_there_are_no_odds() -> None:
    unmeasured = replace(SECOND, strength=None)
    assert opponent_advice.judge(ROOM, unmeasured, []) == (unmeasured, None)


@pytest.mark.parametrize(("results", "bot", "text"), [
    ([WON], STRONGEST, ("You have won your first game against {met}. You have beaten the strongest"
                        " bot. Now only people can stop you.")),
    ([WON, LOST], SECOND, ("You have won 1 of your last 2 games against {met}. We guess from"
                           " your games so far that you win about 50 % of two-player games against"
                           " {met}. Play another game to see who is better.")),
])
def test_it_says_how_the_games_went(
    finish: Finish, alice: User, results: list[float], bot: Opponent, text: str
) -> None:
    found = told(finish(*results, bot=bot.name), alice)
    assert found
    assert found.text == text.format(met=bot.called)


def test_the_bots_are_named_as_at_the_table(finish: Finish, alice: User) -> None:
    game = finish(LOST, others=2)
    found = told(game, alice)
    assert found
    one, other = (seat.name for seat in game.seats.order_by("index")[1:])
    assert found.text.startswith(f"You have lost your first game against {one} and {other}. ")


def test_a_shared_win_is_neither_won_nor_lost(finish: Finish, alice: User) -> None:
    found = told(finish(SHARED), alice)
    assert found
    assert found.text.startswith(f"Nobody alone has won your first game against {found.names[0]}.")


def test_who_loses_to_the_strongest_has_not_beaten_it(finish: Finish, alice: User) -> None:
    found = told(finish(LOST, bot=STRONGEST.name), alice)
    assert found
    assert found.text.endswith(f" Try {found.next.called} next.")
    assert found.is_for_another


def test_it_names_the_odds_against_somebody_else(finish: Finish, alice: User) -> None:
    found = told(finish(*[WON] * 6), alice)
    assert found
    assert found.chance is not None
    assert found.is_for_another
    assert found.text == (
        f"You have won your last 6 games against {SECOND.called}. We guess from your games so"
        f" far that you win about {10 * round(10 * found.chance)} % of two-player games against"
        f" {found.next.called}. Try {found.next.called} next.")


def test_at_most_ten_games_are_counted(finish: Finish, alice: User) -> None:
    found = told(finish(*[WON] * 9, *[LOST] * 5), alice)
    assert found
    assert list(found.results) == [LOST] * 5 + [WON] * 5


def test_games_of_another_sort_do_not_count(finish: Finish, alice: User, bob: User) -> None:
    finish(WON, player=bob)
    mixed, left, running = finish(WON, others=2), finish(WON), finish(WON)
    mixed.seats.filter(index=2).update(bot=WEAKEST.name)
    left.seats.filter(index=1).update(left_at=left.created_at)
    Game.objects.filter(pk=running.pk).update(status=Game.Status.RUNNING)
    found = told(finish(LOST), alice)
    assert found
    assert list(found.results) == [LOST]


def test_a_table_with_several_bots_of_one_kind_counts(finish: Finish, alice: User) -> None:
    finish(LOST)
    found = told(finish(WON, others=3), alice)
    assert found
    assert (list(found.results), found.players) == ([WON], 4)


def test_a_later_game_does_not_change_what_was_said(finish: Finish, alice: User) -> None:
    game = finish(WON)
    before = told(game, alice)
    finish(WON, LOST)
    assert told(game, alice) == before


def test_nobody_else_is_advised(finish: Finish, alice: User, bob: User) -> None:
    game = finish(WON)
    assert told(game, None) is None
    assert told(game, bob) is None
    game.seats.filter(index=1).update(bot="", user=bob)
    assert told(game, alice) is None


def test_a_newcomer_is_proposed_a_game_for_two_against_the_first_opponent(alice: User) -> None:
    for reader in (None, alice):
        proposal = opponent_advice.proposed_game(ROOM, reader)
        assert (proposal.opponent.name, proposal.players, proposal.board) == (
            ROOM.first_opponent, 2, "empire")


def test_a_game_without_a_first_opponent_proposes_the_weakest_bot() -> None:
    proposal = opponent_advice.proposed_game(replace(ROOM, first_opponent=""), None)
    assert proposal.opponent.name == WEAKEST.name


def test_what_is_proposed_is_what_the_last_game_advised(finish: Finish, alice: User) -> None:
    found = told(finish(*[WON] * 6, bot=THIRD.name, others=2), alice)
    assert found
    proposal = opponent_advice.proposed_game(ROOM, alice)
    assert proposal.opponent.name == found.next.name
    assert (proposal.players, proposal.board) == (found.players, found.board)


def test_a_bot_that_the_game_has_no_more_is_not_proposed(finish: Finish, alice: User) -> None:
    finish(WON, bot="hal")
    assert opponent_advice.proposed_game(ROOM, alice).opponent.name == ROOM.first_opponent


def test_games_against_people_propose_nothing(finish: Finish, alice: User, bob: User) -> None:
    finish(WON, bot=STRONGEST.name).seats.filter(index=1).update(bot="", user=bob)
    assert opponent_advice.proposed_game(ROOM, alice).opponent.name == ROOM.first_opponent


def test_a_bot_that_the_game_has_no_more_is_not_talked_about(finish: Finish, alice: User) -> None:
    assert told(finish(WON, bot="hal"), alice) is None


@pytest.mark.parametrize("results", [[WON], [LOST], [WON, WON], [LOST] * 3, [WON, LOST]])
@pytest.mark.parametrize("bot", [WEAKEST, SECOND, STRONGEST], ids=lambda one: one.name)
def test_the_advice_is_translated(
    finish: Finish, alice: User, results: list[float], bot: Opponent
) -> None:
    found = told(finish(*results, bot=bot.name), alice)
    assert found
    with spoken():
        text = found.text
    assert untranslated(text, names={one.called for one in RANKED}) == []


def test_games_that_went_on_from_a_position_are_not_counted(
    finish: Finish, finished: Game, alice: User
) -> None:
    from_the_middle = finish(WON, WON)
    Game.objects.exclude(pk=finished.pk).update(origin=finished, origin_number=30)
    from_the_middle.refresh_from_db()
    last = finish(LOST)

    assert told(from_the_middle, alice) is None
    found = told(last, alice)
    assert found is not None
    assert found.results == [LOST]
