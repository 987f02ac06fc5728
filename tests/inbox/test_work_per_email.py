"""How many database queries an incoming email costs, and that its row is written once."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.models import EmailPreferences, Game, IncomingEmail, User
from games.post.inbox import processing
from tests.inbox.email_replies import PostOffice, written

pytestmark = pytest.mark.django_db

ALICE, EVE = "alice@example.org", "eve@example.net"
WORK = [  # text, sender, outcome, queries without savepoints
    ("take temple", ALICE, "orders", 22),
    ("help", ALICE, "help", 14),
    ("levy horse", ALICE, "march-first", 18),
    ("", ALICE, "nothing", 14),
    ("take temple", EVE, "other-sender", 14),
]


def queries(message: IncomingEmail, office: PostOffice) -> list[str]:
    """The statements that processing this message takes, without savepoints."""
    with CaptureQueriesContext(connection) as context:
        processing.process(message.pk, now=office.now)
    message.refresh_from_db()
    return [query["sql"] for query in context if "SAVEPOINT" not in query["sql"]]


@pytest.fixture
def address(game: Game, office: PostOffice, alice: User) -> str:
    """Where Alice sends the orders of her turn."""
    return str(office.turn_email(game, alice)["Reply-To"])


@pytest.mark.parametrize(("text", "sender", "outcome", "count"), WORK)
def test_a_reply_takes_as_many_queries_as_its_line_says(
    office: PostOffice, address: str, text: str, sender: str, outcome: str, count: int
) -> None:
    message = office.store(written(text, to=address, sender=sender), to=address)
    statements = queries(message, office)
    assert (message.outcome, len(statements)) == (outcome, count), "\n".join(statements)


@pytest.mark.parametrize(("text", "sender", "outcome", "count"), WORK)
def test_a_message_is_written_twice_once_claimed_and_once_finished(
    office: PostOffice, address: str, text: str, sender: str, outcome: str, count: int
) -> None:
    message = office.store(written(text, to=address, sender=sender), to=address)
    update = f'UPDATE "{IncomingEmail._meta.db_table}"'
    claimed, finished = [sql for sql in queries(message, office) if sql.startswith(update)]
    assert '"lease_until" =' in claimed
    assert f"\"outcome\" = '{outcome}'" in finished


def test_orders_that_wait_for_a_confirmation_are_read_on_one_view_of_the_game(
    office: PostOffice, address: str, alice: User
) -> None:
    EmailPreferences.objects.create(user=alice, other_senders=True)
    message = office.store(written("take temple", to=address, sender=EVE), to=address)
    assert len(queries(message, office)) == 17
    assert (message.command, message.orders) == ("orders", [[1, "take temple"]])


def test_a_copy_of_a_message_is_not_read_as_orders_again(
    office: PostOffice, address: str
) -> None:
    raw = written("take temple", to=address, sender=ALICE, message_id="<same@example.org>")
    office.take_in(raw, to=address)
    copy = office.store(raw, to=address)
    assert len(queries(copy, office)) == 12
    assert (copy.outcome, copy.command, copy.identity) == ("repeat", "", None)


def test_a_message_to_an_unknown_address_costs_five_queries(office: PostOffice) -> None:
    to = f"turn-{'a' * 32}@alexandros.localhost"
    message = office.store(written("take temple", to=to, sender=ALICE), to=to)
    assert len(queries(message, office)) == 5
