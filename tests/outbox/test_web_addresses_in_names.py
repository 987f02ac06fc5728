"""Names with web addresses: refused when they are entered, and never a link in an email."""

from __future__ import annotations

import re
from datetime import datetime

import pytest

from games.base import web_addresses
from games.base.refusals import TableRefusal
from games.models import Game, OutgoingEmail, Seat, User
from games.table.lobby import open_tables
from games.web.account_forms import NameForm
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.outbox.test_every_kind_of_email import emails_of_every_kind, received

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

LINKS = ["http://evil.example", "HTTPS://10.0.0.1/", "www.evil", "evil.example",
         "Win at evil.example/x",
         "1.2.3.4", "ftp://x", "evil。example", "bob@evil.example"]
HARMLESS = ["Friends", "Dr. Who", "J. R. R. Tolkien", "Round 2.5", "Wait...", "Bob vs. Carol",
            "Who is in?", "3.5.26", "A/B", "Émile: the game"]


@pytest.mark.parametrize("name", LINKS)
def test_a_name_with_a_web_address_is_recognised_and_can_be_broken(name: str) -> None:
    assert web_addresses.contains(name)
    assert not web_addresses.contains(web_addresses.broken(name))


@pytest.mark.parametrize("name", HARMLESS)
def test_a_name_without_a_web_address_stays_as_it_is(name: str) -> None:
    assert not web_addresses.contains(name)
    assert web_addresses.broken(name) == name


@pytest.mark.promise("R19")
def test_a_table_cannot_be_named_after_a_web_address(alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="without web addresses") as refused:
        open_tables.create_table(by=alice, name="Free coins: evil.example", players=2, now=now)
    assert refused.value.code == "name"
    assert not Game.objects.exists()


@pytest.mark.promise("R19")
def test_a_player_cannot_take_the_name_of_a_web_address() -> None:
    form = NameForm({"name": "www.evil.example"})
    assert "Please choose a name without web addresses." in str(form.errors["name"])
    assert NameForm({"name": "Dr. Who"}).is_valid()


@pytest.mark.promise("R19")
def test_a_table_named_after_a_player_with_such_a_name_has_none(alice: User, now: datetime) -> None:
    alice.name = "evil.example"
    alice.save(update_fields=["name"])
    game = open_tables.create_table(by=alice, players=2, now=now)
    assert game.name == "evil. example’s table"


@pytest.mark.promise("R19")
def test_older_names_are_links_in_no_email(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    emails = emails_of_every_kind([alice, bob, carol], now=now)
    Game.objects.update(name="Win at http://evil.example", note="See evil.example/note")
    User.objects.update(name="www.evil.example")
    Seat.objects.exclude(name="").update(name="www.evil.example")
    for kind, email in emails.items():
        message = received(OutgoingEmail.objects.get(pk=email.pk))
        told = "\n".join((str(message["Subject"]), text_of(message), html_of(message)))
        assert not re.search(r"evil\.example|www\.\S|http://evil", told, re.IGNORECASE), kind


@pytest.mark.promise("R19")
def test_the_answers_to_a_reply_break_them_too(
    alice: User, bob: User, now: datetime
) -> None:
    office = PostOffice(now)
    game = open_tables.create_table(by=alice, name="Issus", board="delta", players=2,
                               options={"first": 0}, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    game.refresh_from_db()
    Game.objects.update(name="http://evil.example")
    Seat.objects.update(name="www.evil.example")
    email = office.turn_email(game, alice)
    for text in ("preview take temple", "nonsense", "take temple"):
        office.reply(email, text, sender=alice.email or "")
    for message in office.deliver():
        told = "\n".join((str(message["Subject"]), text_of(message), html_of(message)))
        assert not re.search(r"evil\.example|http://evil", told), message["X-Game-Post"]
