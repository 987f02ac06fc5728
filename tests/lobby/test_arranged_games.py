"""Games that the service arranges for competitions."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.db import IntegrityError, transaction

from alexandros_rules.chance import commitment
from games.base.refusals import Closed, TableRefusal
from games.features.matches import matches
from games.models import Game, LoggedMove, Pace, User
from games.rulesets import registry
from games.table.lobby import open_tables, table_settings
from games.table.play import event_log, history, pauses
from games.table.seats import leaving, taking_over
from games.web.access import access_of
from games.web.clock_panel import clock_panel
from tests.sample_games import submit

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))
RULES = ["alexandros", "campaign"]


@pytest.fixture(autouse=True)
def _no_broker(announced: list[Any]) -> None:
    """No task is sent to the worker."""


def arrange(people: list[User | None], *, now: datetime, ruleset: str = "alexandros",
            **details: Any) -> Game:
    return open_tables.arrange(people, name="Cup, table 1", ruleset=ruleset, pace=Pace.DAY, now=now,
                               **details)


def hidden_in(game: Game) -> str:
    return event_log.ruleset_of(game).dump_state(history.state(game))


def play_first_move(game: Game, *, number: int, now: datetime) -> None:
    rules = event_log.ruleset_of(game)
    seat = rules.status(history.state(game)).to_move[0]
    view = history.view(game, seat)
    submit(game, seat=seat, text=rules.format(rules.legal_moves(view, seat=seat)[0], view),
           number=game.number, key=str(number), actor=LoggedMove.Actor.PAGE, now=now)


@pytest.mark.parametrize("ruleset", RULES)
def test_tables_with_the_same_seed_and_the_same_moves_have_the_same_hidden_cards(
    alice: User, bob: User, carol: User, dave: User, now: datetime, ruleset: str
) -> None:
    one = arrange([alice, bob], ruleset=ruleset, rated=False, seed=SEED, sealed=True, now=now)
    other = arrange([carol, dave], ruleset=ruleset, rated=False, seed=SEED, sealed=True, now=now)
    third = arrange([alice, dave], ruleset=ruleset, rated=False, now=now)
    assert hidden_in(one) == hidden_in(other) != hidden_in(third)
    assert one.commitment == other.commitment == commitment(SEED) != third.commitment
    for number in range(1, 12):
        for game in (one, other):
            play_first_move(game, number=number, now=now)
        assert hidden_in(one) == hidden_in(other), number


def test_a_sealed_game_is_not_listed_and_others_are(
    alice: User, bob: User, now: datetime
) -> None:
    sealed, shown = (arrange([alice, bob], sealed=sealed, now=now) for sealed in (True, False))
    assert (sealed.sealed, sealed.listed, sealed.arranged) == (True, False, True)
    assert (shown.sealed, shown.listed, shown.arranged) == (False, True, True)
    with pytest.raises(IntegrityError), transaction.atomic():
        Game.objects.filter(pk=sealed.pk).update(listed=True)


@pytest.mark.parametrize("ruleset", RULES)
def test_a_game_that_is_not_rated_has_the_options_proposed_for_new_tables(
    alice: User, bob: User, now: datetime, ruleset: str
) -> None:
    game = arrange([alice, bob], ruleset=ruleset, rated=False, now=now)
    rules = registry.get(ruleset).ruleset
    assert not game.rated
    assert event_log.setup_of(game).options == table_settings.checked_setup(
        rules, "", players=2, options=table_settings.proposed_options(rules)).options
    rated = arrange([alice, bob], ruleset=ruleset, now=now)
    assert event_log.setup_of(rated).options == rules.rated_options[2]


def test_a_bot_of_ones_choice_has_the_empty_seats_and_people_their_places(
    alice: User, now: datetime
) -> None:
    bot = next(iter(registry.get("alexandros").ruleset.bots))
    game = arrange([None, alice, None], bot=bot, now=now)
    assert [(seat.user, seat.bot) for seat in game.seats.select_related("user")] == [
        (None, bot), (alice, ""), (None, bot)]
    assert not game.has_clock
    with pytest.raises(TableRefusal):
        arrange([None, alice], bot="nobody", now=now)


def test_the_second_game_of_a_match_is_arranged_and_sealed_too(
    alice: User, bob: User, now: datetime
) -> None:
    first = arrange([alice, bob], match=True, sealed=True, now=now)
    Game.objects.filter(pk=first.pk).update(
        status=Game.Status.OVER, finished_at=now,
        result={"winners": [0], "scores": [9, 3], "reason": "walls"})
    second = matches.start_second(first.pk, now=now)
    assert second is not None
    assert (second.arranged, second.sealed, second.listed) == (True, True, False)


def test_nobody_else_is_offered_a_seat_at_a_sealed_table(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    game = arrange([alice, bob, carol], sealed=True, now=now)
    leaving.leave(game, user=bob, now=now)
    assert game.seats.get(index=1).offered_at is None
    with pytest.raises(Closed, match="other tables"):
        taking_over.show_in_lobby(game, by=alice, seat=1, now=now)
    with pytest.raises(Closed, match="other tables"):
        taking_over.make_link(game, by=alice, seat=1)


def test_nobody_can_cancel_or_pause_an_arranged_game(
    alice: User, bob: User, now: datetime
) -> None:
    game = arrange([alice, bob], now=now)
    assert game.has_clock
    with pytest.raises(Closed):
        leaving.cancel(game, user=alice, now=now)
    with pytest.raises(Closed, match=r"cannot be paused.*vacation") as refused:
        pauses.agree(game, seat=0, now=now)
    assert refused.value.code == "arranged"
    panel = clock_panel(access_of(game, alice), now=now)
    assert panel is not None
    assert not panel.may_pause


def test_an_arranged_game_that_is_paused_can_go_on(alice: User, bob: User, now: datetime) -> None:
    game = arrange([alice, bob], now=now)
    Game.objects.filter(pk=game.pk).update(paused_at=now)
    game.refresh_from_db()
    panel = clock_panel(access_of(game, alice), now=now)
    assert panel is not None
    assert panel.may_pause
    pauses.resume(game, seat=0, now=now)
    assert game.paused_at is None


def test_the_games_that_people_create_are_not_arranged(
    alice: User, bob: User, now: datetime
) -> None:
    game = open_tables.create_table(by=alice, others=[bob], players=2, rated=True, now=now)
    assert (game.arranged, game.sealed) == (False, False)
    assert LoggedMove.objects.filter(game=game).exists()
