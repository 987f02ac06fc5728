"""The pages on which a player sees, saves and turns off their plan."""

from __future__ import annotations

import re
from datetime import datetime, timedelta

import pytest
import time_machine
from django.test import Client

from games.base import rate_limits
from games.base.rate_limits import LIMITS
from games.base.refusals import TooOften
from games.features.plans import saving
from games.models import Game, LoggedMove, Plan, User
from tests.api.programs import program_of
from tests.features.plans.saved_plans import look, play_turn, reach_turn, save_plan, whole_turn
from tests.pages.every_request import TURN
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NEVER = "take horse; march B3; draw; end"


def url(game: Game, path: str = "plan/") -> str:
    return f"/games/{game.code}/{path}"


def no_move(game: Game) -> bool:
    return not LoggedMove.objects.filter(game=game, number__gt=1).exists()


def test_a_plan_is_saved_on_the_page_of_the_game(game: Game, bob: User, sit: Sit) -> None:
    page = sit(bob)
    page.open(url(game, ""))
    shown = page.press("Save the plan", text=f"if my score is 0: {NEVER}", grace="60")
    assert "Your plan has been saved." in shown.words
    plan = Plan.objects.get()
    assert (plan.text, plan.grace) == (f"if my score is exactly 0: {NEVER}\notherwise ask me",
                                       timedelta(hours=1))
    assert plan.made_by == LoggedMove.Actor.PAGE
    assert no_move(game)


def test_a_condition_is_chosen_from_a_list_and_saves_nothing(
    game: Game, bob: User, sit: Sit
) -> None:
    page = sit(bob)
    shown = page.open(url(game, ""))
    assert {"a horse is face up", "Alice has at least 10 points"} <= {
        *re.findall("<option>([^<]+)", shown.html)}
    page.press("Add it to the first orders", text=NEVER, grace="60",
               condition="a horse is face up")
    page.press("Add it to the first orders", condition="it is turn 11 or later")
    assert not Plan.objects.exists()
    page.press("Save the plan")
    assert Plan.objects.get().text == (
        f"if a horse is face up and it is turn 11 or later: {NEVER}\notherwise ask me")
    assert Plan.objects.get().grace == timedelta(hours=1)


def test_an_active_plan_is_still_shown_after_a_reload(
    game: Game, bob: User, now: datetime, sit: Sit
) -> None:
    save_plan(game, NEVER, now=now)
    for _ in range(2):
        shown = sit(bob).open(url(game, ""))
        assert "You have a plan for your next turn." in shown.words
        assert NEVER in shown.words
    assert "you have a plan" in sit(bob).open("/games/").words


def test_a_plan_can_be_turned_off_and_saved_again(
    game: Game, bob: User, now: datetime, sit: Sit
) -> None:
    save_plan(game, NEVER, now=now)
    page = sit(bob)
    page.open(url(game))
    shown = page.press("Turn it off")
    assert "Your plan is off." in shown.words
    assert NEVER in shown.words
    assert not Plan.objects.filter(ended_at=None).exists()
    page.press("Save the plan")
    assert Plan.objects.get(ended_at=None).revision == 2


@pytest.mark.parametrize(("text", "sentence"), [
    ("if the sun shines: draw", "We cannot read the condition 'the sun shines'."),
    ("jump", "We cannot read 'jump'."), ("", "There is a turn without orders in this plan."),
])
def test_a_plan_with_a_mistake_is_shown_again_with_the_reason(
    game: Game, bob: User, text: str, sentence: str, sit: Sit
) -> None:
    answer = sit(bob).client.post(url(game), {"text": text, "grace": "600"})
    assert answer.status_code == 400
    assert sentence in answer.content.decode().replace("&#x27;", "'")
    assert text in answer.content.decode()
    assert '<option value="600" selected>' in answer.content.decode()
    assert not Plan.objects.exists()


@pytest.mark.parametrize("grace", ["9" * 30, "٣", "-5", "soon", ""])
def test_a_waiting_time_that_is_none_of_the_form_counts_as_not_chosen(
    game: Game, bob: User, grace: str, sit: Sit
) -> None:
    assert sit(bob).client.post(url(game), {"text": NEVER, "grace": grace}).status_code == 302
    assert Plan.objects.get().grace == timedelta(0)


@pytest.mark.parametrize("do", ["save", "off", "play", ""])
def test_nothing_in_the_form_of_a_plan_makes_a_move(
    game: Game, alice: User, now: datetime, do: str, sit: Sit
) -> None:
    orders = whole_turn(game, 0)
    client = sit(alice).client
    for _ in range(2):
        client.post(url(game), {"text": orders, "orders": orders, "number": "1", "grace": "0",
                                "do": do})
    client.get(url(game), {"orders": orders})
    assert look(now + timedelta(days=9)) == []
    assert no_move(game)


def test_orders_of_a_draft_can_be_saved_as_a_plan(game: Game, alice: User, sit: Sit) -> None:
    orders = whole_turn(game, 0)
    page = sit(alice)
    page.open(f"{url(game, '')}?draft={orders}")
    shown = page.follow("Save as a plan")
    assert orders in shown.words
    assert not Plan.objects.exists()


def test_saving_during_ones_own_turn_says_that_the_plan_begins_later(
    game: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice)
    page.open(url(game))
    shown = page.press("Save the plan", text=whole_turn(game, 0), grace="0")
    assert "It is your turn now, so the plan begins with your next turn." in shown.words
    assert "You have a plan for the turn after this one." in shown.words


def test_the_page_says_which_branch_applies_now_and_what_it_would_do(
    game: Game, alice: User, now: datetime, sit: Sit
) -> None:
    orders = whole_turn(game, 0)
    save_plan(game, f"if my score is at least 9: {NEVER}\nelse if it is turn 1: {orders}\n"
              "otherwise: take horse; march B3; end", seat=0, now=now)
    words = sit(alice).open(url(game)).words
    assert f"if my score is at least 9: {NEVER} This does not apply now." in words
    assert f"else if it is turn 1: {orders} This applies now. You take" in words
    assert "This would apply, too, but what stands before it counts first." in words


def test_the_page_says_when_a_plan_will_be_played(
    game: Game, bob: User, orders: str, now: datetime, sit: Sit
) -> None:
    reach_turn(game, orders, now=now, grace=timedelta(hours=1))
    with time_machine.travel(now, tick=False):
        words = sit(bob).open(url(game, "")).words
    assert f"Your plan will be played today 13:00 UTC: {orders}" in words


def test_the_page_says_why_a_plan_was_not_played(
    game: Game, bob: User, now: datetime, sit: Sit
) -> None:
    reach_turn(game, "ask me", now=now)
    words = sit(bob).open(url(game, "")).words
    assert "The plan for this turn was not played. It says to ask you." in words


def test_its_owner_can_see_what_a_plan_has_played_and_its_earlier_versions(
    game: Game, bob: User, orders: str, now: datetime, sit: Sit
) -> None:
    save_plan(game, NEVER, now=now)
    save_plan(game, f"{orders}\nthen:\nask me", now=now)
    for _ in range(2):
        play_turn(game, 0, now=now)
        look(now)
        if Game.objects.get(pk=game.pk).seats.get(index=1).to_move:
            play_turn(game, 1, now=now)
    words = sit(bob).open(url(game)).words
    assert f"Turn 2 was played by your plan: {orders}" in words
    assert "Your plan did not play turn 4. It says to ask you." in words
    assert f"Earlier versions of your plan {NEVER}" in words


@pytest.mark.promise("R11")
def test_a_plan_is_nobody_elses_business(
    game: Game, alice: User, dave: User, now: datetime, sit: Sit
) -> None:
    save_plan(game, NEVER, now=now)
    for user in (None, dave):
        assert sit(user).client.get(url(game)).status_code == 404
        assert sit(user).client.post(url(game), {"text": NEVER}).status_code == 404
    assert sit(alice).client.get(url(game)).status_code == 200
    assert NEVER not in sit(alice).open(url(game)).words
    sit(alice).client.post(url(game), {"do": "off"})
    assert Plan.objects.get().ended_at is None
    Game.objects.filter(pk=game.pk).update(listed=True)
    answer = sit(dave).client.post(url(game), {"text": NEVER})
    assert answer.status_code == 403
    assert "You have no seat at this table, so you can only watch." in (
        answer.content.decode())


def test_a_form_from_elsewhere_saves_nothing(game: Game, bob: User) -> None:
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert client.post(url(game), {"text": NEVER}).status_code == 403
    assert not Plan.objects.exists()


def test_there_is_nothing_to_plan_in_a_game_that_is_over(game: Game, bob: User, sit: Sit) -> None:
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    answer = sit(bob).client.get(url(game))
    assert answer.status_code == 409
    assert "there are no turns to plan" in answer.content.decode()


def test_the_help_page_lists_the_conditions(db: None, sit: Sit) -> None:
    words = sit(None).open("/plans/").words
    assert "my score is at least 20" in words
    assert "Alexander is within 3 sides of C7" in words


def test_who_has_changed_many_plans_keeps_the_last_one(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    kept = save_plan(game, whole_turn(game, 0), seat=0, now=now)
    for _ in range(LIMITS["plan"].times - 1):
        rate_limits.count("plan", alice.pk, now=now)
    with pytest.raises(TooOften, match="Your plan is as it was before"):
        save_plan(game, whole_turn(game, 0), seat=0, now=now, grace=timedelta(hours=1))
    assert saving.last(game.seats.get(index=0), alice) == kept


def test_a_program_is_told_which_order_of_a_plan_is_refused(fresh: Game, bob: User) -> None:
    answer = program_of(bob).put(f"/api/1/games/{fresh.code}/plan", {
        "text": f"{TURN}\nnext turn: take lyre; fly home"}, content_type="application/json")
    assert (answer.status_code, answer.json()["code"]) == (400, "unreadable")
    assert answer.json()["line"] == len(TURN.split(";")) + 2
    assert answer.json()["allowed"] == []  # nobody knows what will be legal in that turn
