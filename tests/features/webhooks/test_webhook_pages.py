"""The pages on which people enter, try and remove webhooks."""

from __future__ import annotations

from datetime import datetime

import pytest

from games.base import sealing
from games.models import Delivery, Game, User, Webhook
from games.post.deliveries import delivery, hooks
from tests.features.webhooks.conftest import PUBLIC, Enter
from tests.pages.page_reader import Sit
from tests.receiver import Receiver

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

FORM = {"address": PUBLIC, "format": "discord"}


def test_somebody_enters_a_webhook_for_all_their_games_and_removes_it(
    alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open("/webhooks/")
    page = browser.press("Enter this webhook", **FORM)
    hook = Webhook.objects.get()
    assert (hook.owner, hook.game, hook.format) == (alice, None, "discord")
    assert "hooks.example.org" in page.words
    assert PUBLIC not in page.words
    browser.press("Remove")
    assert not Webhook.objects.exists()


def test_a_player_enters_a_webhook_for_their_table(
    fresh: Game, bob: User, sit: Sit
) -> None:
    browser = sit(bob)
    browser.open(f"/games/{fresh.code}/")
    browser.follow("Post the turns of this table to a chat")
    browser.press("Enter this webhook", **FORM)
    assert Webhook.objects.get().game == fresh


def test_a_test_is_posted_and_can_be_sent_again(
    alice: User, enter: Enter, sit: Sit, receiver: Receiver
) -> None:
    enter(alice, None, receiver.url())
    browser = sit(alice)
    browser.open("/webhooks/")
    assert "on its way" in browser.press("Send a test").words
    post = Delivery.objects.get()
    receiver.answer(500)
    delivery.deliver(post.pk, now=post.not_before)
    assert "failed, will be tried again (HTTP 500)" in browser.open("/webhooks/").words
    browser.press("Send again")
    post.refresh_from_db()
    delivery.deliver(post.pk, now=post.not_before)
    assert "delivered (HTTP 201)" in browser.open("/webhooks/").words


def test_a_webhook_that_is_off_is_turned_on_again(
    alice: User, enter: Enter, sit: Sit, now: datetime
) -> None:
    hooks.failed(enter(alice), gone=True, now=now)
    browser = sit(alice)
    assert "gone for good" in browser.open("/webhooks/").words
    browser.press("Turn it on again")
    assert Webhook.objects.get().disabled_at is None


@pytest.mark.parametrize(("address", "cause"), [
    ("https://[::127.0.0.1]/", "is not on the public internet"),
    ("https://db.internal/", "is not on the public internet"),
    ("http://hooks.example.org/", "begin with https://"),
    ("hooks.example.org", "begin with https://"),
    ("https://hooks.example.org:8443/", "only to port 443"),
    ("https://alice:secret@hooks.example.org/", "a name and a password"),
    ("https:///1", "not a whole address"),
    ("https://hooks.example.org/a b", "not a whole address"),
])
def test_an_address_is_refused_with_the_cause_and_can_be_corrected(
    alice: User, sit: Sit, address: str, cause: str
) -> None:
    browser = sit(alice)
    browser.open("/webhooks/")
    page = browser.press("Enter this webhook", address=address, format="json")
    assert cause in page.words
    assert f'value="{address}"' in page.html
    assert not Webhook.objects.exists()


def test_a_missing_format_is_told_once(alice: User, sit: Sit) -> None:
    page = sit(alice).client.post("/webhooks/", {"address": PUBLIC, "format": "fax"})
    assert page.content.decode().count("id_format_error") == 2, "its id, and what refers to it"


def test_a_person_and_a_table_have_at_most_ten_webhooks(
    fresh: Game, alice: User, bob: User, enter: Enter
) -> None:
    for number in range(hooks.MAX_OF_TABLE):
        enter(alice, fresh, f"{PUBLIC}{number}")
    with pytest.raises(Exception, match="You have 10 webhooks already"):
        enter(alice)
    with pytest.raises(Exception, match="This table has 10 webhooks already"):
        enter(bob, fresh)


def test_an_address_is_entered_once(alice: User, enter: Enter) -> None:
    enter(alice)
    with pytest.raises(Exception, match="entered this address already"):
        enter(alice)


def test_nobody_changes_the_webhook_of_somebody_else(
    alice: User, bob: User, enter: Enter, sit: Sit
) -> None:
    enter(alice)
    token = sealing.row_token(Webhook.objects.get())
    for path, form in (("change", {"do": "test"}), ("remove", {})):
        answer = sit(bob).client.post(f"/webhooks/{path}/", {"webhook": token, **form})
        assert answer.status_code == 404
    assert Webhook.objects.exists()
    assert not Delivery.objects.exists()
