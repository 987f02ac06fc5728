"""Members make tokens for their programs, which open what they have chosen, and take them back."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
import time_machine
from django.core.cache import cache
from django.test import Client

from games.base.refusals import TableRefusal, TooOften
from games.base.sealing import row_token
from games.features.competitions import calendar
from games.models import ApiToken, User
from games.people import accounts, api_tokens, bot_accounts
from games.people.account_deletion import delete_account
from tests.api.programs import program_of
from tests.conftest import NOW
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def made_on_the_page(client: Client, *scopes: str) -> str:
    page = client.post("/tokens/", {"name": "Alice’s bot", "scope": scopes})
    return str(page.context["secret"])


def test_a_token_is_shown_once_and_kept_as_a_hash(alice: User, sit: Sit) -> None:
    client = sit(alice).client
    secret = made_on_the_page(client, "read")
    assert Client().get("/api/1/me", headers={"Authorization": f"Bearer {secret}"}).json()[
        "name"] == "Alice"
    assert secret not in client.get("/tokens/").content.decode()
    assert secret not in str(ApiToken.objects.values_list())


def test_a_token_that_is_taken_back_opens_nothing(alice: User, bob: User, sit: Sit) -> None:
    program = program_of(alice)
    token = row_token(ApiToken.objects.get())
    assert sit(bob).client.post("/tokens/end/", {"token": token}).status_code == 404
    assert program.get("/api/1/me").status_code == 200
    assert sit(alice).client.post("/tokens/end/", {"token": token}).status_code == 302
    assert program.get("/api/1/me").status_code == 401


def test_a_token_opens_what_its_scopes_say(alice: User) -> None:
    reader, player = program_of(alice, ["read"]), program_of(alice, ["play"])
    hours = {"time_zone": "Europe/Berlin", "opens": "08:00", "closes": "20:00"}
    assert reader.get("/api/1/me/time").status_code == 200
    refused = reader.put("/api/1/me/time", hours, content_type="application/json")
    assert (refused.status_code, refused.json()["code"]) == (403, "scope")
    assert "play" in refused.json()["detail"]
    assert player.put("/api/1/me/time", hours,
                      content_type="application/json").status_code == 200
    assert player.get("/api/1/me/time").status_code == 403


def test_whoever_is_signed_in_in_a_browser_needs_a_token_too(alice: User, sit: Sit) -> None:
    answer = sit(alice).client.get("/api/1/me")
    assert answer.status_code == 401
    assert answer["WWW-Authenticate"] == "Bearer"


@pytest.mark.parametrize("header", ["Bearer", "Bearer x", "Basic YWxpY2U6", "Bearer \udc80"])
def test_anything_else_is_no_token(alice: User, header: str) -> None:
    program_of(alice)
    answer = Client().get("/api/1/me", HTTP_AUTHORIZATION=header)
    assert answer.status_code == 401
    assert answer["Content-Type"] == "application/problem+json"


def test_guests_and_forwarded_invitations_make_no_tokens(guest: User, alice: User,
                                                          sit: Sit) -> None:
    assert sit(guest).client.post("/tokens/", {"name": "Alice", "scope": "read"}).status_code == 400
    client = sit(alice).client
    session = client.session
    session[accounts.INVITED] = True
    session.save()
    assert client.post("/tokens/", {"name": "Alice", "scope": "read"}).status_code == 403
    assert not ApiToken.objects.exists()


@pytest.mark.parametrize(("name", "scopes"), [
    ("", ["read"]), ("\u200b", ["read"]), ("Alice", []), ("Alice", ["everything"]),
    ("Alice", ["read", "everything"])])
def test_a_token_needs_a_name_and_scopes(alice: User, now: datetime, name: str,
                                         scopes: list[str]) -> None:
    with pytest.raises(TableRefusal):
        api_tokens.make(alice, name=name, scopes=scopes, now=now)


def test_there_are_only_so_many_tokens(alice: User, now: datetime) -> None:
    for _ in range(api_tokens.MOST):
        api_tokens.make(alice, name="Alice", scopes=["read"], now=now)
    with pytest.raises(TableRefusal, match="take one back"):
        api_tokens.make(alice, name="Alice", scopes=["read"], now=now)


def test_tokens_are_made_only_so_often(alice: User, now: datetime) -> None:
    for _ in range(30):
        api_tokens.make(alice, name="Alice", scopes=["read"], now=now)
        ApiToken.objects.all().delete()
    with pytest.raises(TooOften):
        api_tokens.make(alice, name="Alice", scopes=["read"], now=now)


def test_a_deleted_account_has_no_tokens(alice: User, now: datetime) -> None:
    program = program_of(alice)
    delete_account(alice, now=now)
    assert program.get("/api/1/me").status_code == 401


def test_a_closed_account_opens_nothing(alice: User) -> None:
    program = program_of(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)
    assert program.get("/api/1/me").status_code == 401


def test_the_page_says_when_a_token_was_last_used(alice: User, now: datetime) -> None:
    secret = api_tokens.make(alice, name="Alice", scopes=["read"], now=now)
    assert ApiToken.objects.get().last_used_at is None
    for minutes, noted in ((0, 0), (4, 0), (6, 6)):  # not every use is written down
        api_tokens.find(secret, now=now + timedelta(minutes=minutes))
        assert ApiToken.objects.get().last_used_at == now + timedelta(minutes=noted)


def test_a_program_that_asks_all_the_time_is_told_when_to_go_on(alice: User) -> None:
    program = program_of(alice)
    program.get("/api/1/me")
    counter = next(key for key in cache._cache if "limit:api:" in key)  # type: ignore[attr-defined]
    cache.set(counter.partition(":1:")[2], 10_000)
    answer = program.get("/api/1/me")
    assert (answer.status_code, answer.json()["code"]) == (429, "too-often")
    assert 0 < int(answer["Retry-After"]) <= 600


def test_the_token_of_a_bot_opens_everything_and_no_person_has_one(
    alice: User, now: datetime
) -> None:
    hal = bot_accounts.make(alice, "Hal", now=now)
    program = program_of(hal, [api_tokens.BOT])
    hours = {"time_zone": "Europe/Berlin", "opens": "08:00", "closes": "20:00"}
    assert program.get("/api/1/me/games").status_code == 200
    assert program.put("/api/1/me/time", hours, content_type="application/json").status_code == 200
    for user, scope in ((alice, api_tokens.BOT), (hal, api_tokens.PLAY)):
        with pytest.raises(TableRefusal, match="what the program may do"):
            api_tokens.make(user, name="Program", scopes=[scope], now=now)


def test_a_program_enters_a_league_while_it_can(alice: User, bob: User) -> None:
    hals, eliza = program_of(alice), program_of(bob, [api_tokens.READ])
    begins = calendar.following(NOW)
    path = "/api/1/leagues/alexandros/2/entries"

    def seen() -> list[tuple[str, bool, bool]]:
        return [(one["status"], one["may_enter"], one["entered"])
                for one in hals.get("/api/1/events").json()["events"]
                if (one["game"], one["players"]) == ("alexandros", 2)]

    for days, status in ((11, 409), (1, 201), (1, 201)):
        with time_machine.travel(begins - timedelta(days=days), tick=False):
            assert status == 201 or seen() == [("open", False, False)], "before anybody enters"
            assert hals.post(path, {}, content_type="application/json").status_code == status
            assert eliza.post(path, {}, content_type="application/json").status_code == 403
    with time_machine.travel(begins - timedelta(days=1), tick=False):
        assert seen() == [("open", True, True)]
        table = hals.get("/api/1/leagues/alexandros/2/standings", {
            "day": f"{begins:%Y-%m-%d}"}).json()
        assert (table["division"], table["waiting"]) == (0, ["Alice"])
        assert hals.delete(path).status_code == 204
        assert seen() == [("open", True, False)]
        assert hals.delete(path).json()["code"] == "not-entered"
    assert hals.post("/api/1/leagues/alexandros/9/entries", {},
                     content_type="application/json").status_code == 404
