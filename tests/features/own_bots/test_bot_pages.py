"""Members make bots on a page, give them tokens and webhooks, and retire them."""

from __future__ import annotations

from datetime import datetime

import pytest
from django.test import Client

from games.base.sealing import row_token
from games.models import ApiToken, Game, OutgoingEmail, User, Webhook
from games.people import api_tokens, bot_accounts
from games.post.deliveries import hooks
from games.table.lobby import open_tables
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

ADDRESS = "https://hooks.example.org/hal"


@pytest.fixture(autouse=True)
def _no_broker(announced: list[object]) -> None:
    """No task is sent to the worker."""


@pytest.fixture
def hal(alice: User, now: datetime) -> User:
    """Hal, a bot of Alice's."""
    return bot_accounts.make(alice, "Hal", now=now)


def acting_as(secret: str) -> Client:
    return Client(headers={"Authorization": f"Bearer {secret}"})


def test_whoever_makes_a_bot_gets_its_token_with_which_a_program_acts_as_it(
    alice: User, sit: Sit
) -> None:
    client = sit(alice).client
    page = client.post("/bots/", {"do": "make", "name": "Hal"})
    secret = str(page.context["secret"])
    me = acting_as(secret).get("/api/1/me").json()
    assert (me["name"], me["bot"], me["scopes"]) == ("Hal", True, ["bot"])
    assert secret not in client.get("/bots/").content.decode()


def test_a_name_that_is_taken_is_refused_and_stays_in_the_form(
    alice: User, bob: User, sit: Sit
) -> None:
    page = sit(alice).client.post("/bots/", {"do": "make", "name": "Bob"})
    assert page.status_code == 400
    assert "Somebody else has this name" in page.content.decode()
    assert 'value="Bob"' in page.content.decode()


def test_guests_have_no_bots(guest: User, sit: Sit) -> None:
    assert sit(guest).client.get("/bots/").status_code == 400
    assert sit(guest).client.post("/bots/", {"do": "make", "name": "Hal"}).status_code == 400


@pytest.mark.parametrize("form", [{"do": "token"}, {"do": "webhook", "address": ADDRESS},
                                  {"do": "take-back"}, {"do": "anything"}])
def test_nobody_changes_the_bot_of_another(hal: User, bob: User, sit: Sit,
                                           form: dict[str, str]) -> None:
    client = sit(bob).client
    assert client.post("/bots/", form | {"bot": row_token(hal)}).status_code == 404
    assert client.post("/bots/retire/", {"bot": row_token(hal), "sure": "on"}).status_code == 404
    hal.refresh_from_db()
    assert hal.is_active
    assert not ApiToken.objects.exists()


def test_a_token_of_a_bot_is_taken_back(alice: User, hal: User, sit: Sit, now: datetime) -> None:
    secret = bot_accounts.make_token(alice, hal, now=now)
    sit(alice).client.post("/bots/", {"do": "take-back", "bot": row_token(hal),
                                      "token": row_token(ApiToken.objects.get())})
    assert api_tokens.find(secret, now=now) is None


def test_the_webhook_of_a_bot_stands_among_those_of_its_owner_who_alone_can_change_it(
    alice: User, bob: User, hal: User, sit: Sit
) -> None:
    client = sit(alice).client
    client.post("/bots/", {"do": "webhook", "bot": row_token(hal), "address": ADDRESS})
    hook = Webhook.objects.get(owner=hal)
    page = client.get("/webhooks/").content.decode()
    assert "Hal (bot)" in page
    assert hooks.secret_of(hook) in page
    removing = {"webhook": row_token(hook)}
    assert sit(bob).client.post("/webhooks/remove/", removing).status_code == 404
    assert client.post("/webhooks/remove/", removing).status_code == 302
    assert not Webhook.objects.exists()


def test_the_owner_is_emailed_when_the_webhook_of_their_bot_is_turned_off(
    hal: User, now: datetime
) -> None:
    hook = hooks.enter(hal, ADDRESS, posts="bot", game=None, now=now)
    assert hooks.failed(hook, gone=True, now=now)
    assert OutgoingEmail.objects.get(kind="webhook-off").to == "alice@example.org"


def test_a_bot_is_retired_by_somebody_who_is_sure(alice: User, hal: User, sit: Sit) -> None:
    client = sit(alice).client
    assert client.post("/bots/retire/", {"bot": row_token(hal)}).status_code == 400
    assert client.post("/bots/retire/", {"bot": row_token(hal), "sure": "on"}).status_code == 302
    hal.refresh_from_db()
    assert not hal.is_active
    assert "The bot is retired" in client.get("/bots/").content.decode()
    assert "Hal" not in client.get("/bots/").content.decode()


def test_the_page_names_the_games_of_a_bot(alice: User, bob: User, hal: User, sit: Sit,
                                           now: datetime) -> None:
    open_tables.create_table(by=bob, name="In the open", players=3, listed=True, now=now)
    open_tables.join(Game.objects.get(), user=hal, now=now)
    assert "In the open" in sit(alice).client.get("/bots/").content.decode()


def test_the_page_about_a_bot_says_that_it_is_one_and_names_its_owner(
    alice: User, hal: User, sit: Sit
) -> None:
    page = sit(alice).client.get("/people/Hal/").content.decode()
    assert "<bdi translate=\"no\">Hal (bot)</bdi>" in page
    assert "A bot of <a class=\"person\" href=\"/people/Alice/\"" in page


def test_a_refused_address_stays_to_be_corrected(alice: User, sit: Sit, hal: User) -> None:
    page = sit(alice).client.post("/bots/", {
        "do": "webhook", "bot": row_token(hal), "address": "http://bot.example.org/"})
    assert page.status_code == 400
    assert 'value="http://bot.example.org/"' in page.content.decode()
