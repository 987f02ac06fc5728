"""Advice after a game against bots: what is counted, and whom to try next."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from games.models import Game, Seat, User
from games.rulesets.alexandros.room import ROOM
from games.rulesets.opponents import Opponent, opponents
from games.table.lobby import opponent_advice
from games.table.lobby.opponent_advice import Step
from tests.pseudo_language import spoken, untranslated

pytestmark = pytest.mark.django_db

RANKED = [one for one in opponents(ROOM) if one.strength]
WEAKEST, SECOND, *_, STRONGEST = RANKED
WON, LOST = True, False

Finish = Callable[..., Game]


@pytest.fixture
def finish(finished: Game, alice: User, now: datetime) -> Finish:
    """Stores games of Alice against bots that are over, each an hour after the one before."""
    hours = iter(range(1, 100))

    def finish(*results: bool, bot: str = SECOND.name, others: int = 1,
               player: User = alice) -> Game:
        for won in results:
            game = Game.objects.create(
                name="Issus", ruleset=finished.ruleset, rules_version=finished.rules_version,
                setup_id=finished.setup_id, status=Game.Status.OVER, created_at=now,
                finished_at=now + timedelta(hours=next(hours)),
                result={"winners": [0] if won else [1]})
            Seat.objects.create(game=game, index=0, user=player, name="Alice", status="taken")
            for index in range(others):
                Seat.objects.create(game=game, index=index + 1, bot=bot, name="Bot",
                                    status="taken")
        return game

    return finish


def told(game: Game, user: User | None) -> opponent_advice.Advice | None:
    return opponent_advice.advice(game, user=user, seats=list(game.seats.all()))


@pytest.mark.parametrize(("results", "met", "step", "following"), [
    ([WON], SECOND, Step.AGAIN, SECOND),
    ([WON, WON], SECOND, Step.STRONGER, RANKED[2]),
    ([WON, LOST, WON], SECOND, Step.STRONGER, RANKED[2]),
    ([LOST, LOST], SECOND, Step.AGAIN, SECOND),
    ([LOST, LOST, LOST], SECOND, Step.WEAKER, WEAKEST),
    ([LOST, LOST, WON, WON, WON], SECOND, Step.AGAIN, SECOND),
    ([LOST, LOST, LOST, WON, WON], SECOND, Step.WEAKER, WEAKEST),
    ([LOST, LOST, LOST], WEAKEST, Step.AGAIN, WEAKEST),
    ([WON, WON, LOST], STRONGEST, Step.NOBODY_STRONGER, STRONGEST),
    ([WON, WON], replace(SECOND, strength=None), Step.AGAIN, SECOND),
    ([LOST, LOST, LOST], replace(SECOND, strength=None), Step.AGAIN, SECOND),
])
def test_the_last_three_games_decide(
    results: list[bool], met: Opponent, step: Step, following: Opponent
) -> None:
    found, suggested = opponent_advice.judge(met, results)
    assert (found, suggested.name) == (step, following.name)


def test_somebody_who_wins_two_of_three_tries_the_next_stronger_bot(
    finish: Finish, alice: User
) -> None:
    found = told(finish(WON, LOST, WON), alice)
    assert found
    assert found.is_for_another
    assert found.text == (f"You have won 2 of your last 3 games against {SECOND.called}."
                          f" Try {RANKED[2].called} next, who plays better.")


@pytest.mark.parametrize(("results", "bot", "text"), [
    ([WON], SECOND, ("You have won your first game against {met}. Play another game to see who is"
                    " better.")),
    ([LOST], SECOND, ("You have lost your first game against {met}. Play another game to see who"
                     " is better.")),
    ([LOST] * 3, SECOND, ("You have lost your last 3 games against {met}. Try {weaker} next, who is"
                         " easier to beat.")),
    ([WON] * 2, STRONGEST, ("You have won your last 2 games against {met}. You have beaten the"
                           " strongest bot. Now only people can stop you.")),
])
def test_it_says_how_the_games_went(
    finish: Finish, alice: User, results: list[bool], bot: Opponent, text: str
) -> None:
    found = told(finish(*results, bot=bot.name), alice)
    assert found
    assert found.text == text.format(met=bot.called, weaker=WEAKEST.called)


def test_at_most_ten_games_are_counted(finish: Finish, alice: User) -> None:
    found = told(finish(*[WON] * 9, *[LOST] * 5), alice)
    assert found
    assert list(found.results) == [LOST] * 5 + [WON] * 5


def test_games_against_others_do_not_count(finish: Finish, alice: User, bob: User) -> None:
    finish(WON, bot=WEAKEST.name)
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
    assert (list(found.results), found.players) == ([WON, LOST], 4)


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


def test_a_bot_that_the_game_has_no_more_is_not_talked_about(finish: Finish, alice: User) -> None:
    assert told(finish(WON, bot="hal"), alice) is None


@pytest.mark.parametrize("results", [[WON], [LOST], [WON, WON], [LOST] * 3, [WON, LOST]])
@pytest.mark.parametrize("bot", [WEAKEST, SECOND, STRONGEST], ids=lambda one: one.name)
def test_the_advice_is_translated(
    finish: Finish, alice: User, results: list[bool], bot: Opponent
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
