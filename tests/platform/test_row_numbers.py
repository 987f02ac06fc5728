"""No number of a row leaves the server, and the middleware that looks for them finds each."""

from __future__ import annotations

import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import datetime
from zipfile import ZipFile

import pytest
from django.core.mail import EmailMultiAlternatives
from django.core.signing import Signer
from django.http import FileResponse, HttpResponse
from django.test import RequestFactory

from games.base.sealing import row_token
from games.models import Game, OutgoingEmail, PushDevice, User
from games.post.outbox import unsubscribe_links
from games.post.outbox.local_mailbox import keep
from games.table.seats import taking_over
from games.web import data_export
from tests.row_numbers import NoRowNumbers, found_in

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def answered(make: Callable[[], HttpResponse | FileResponse], path: str = "/games/") -> None:
    NoRowNumbers(lambda request: make())(RequestFactory().get(path))


def test_the_number_of_a_row_is_found_wherever_it_is(alice: User) -> None:
    number = str(alice.pk)
    encoded = urlsafe_b64encode(json.dumps([alice.pk, "all", ""]).encode()).decode()
    cookie = HttpResponse()
    cookie.set_signed_cookie("device", number)
    for answer in (HttpResponse(f"<i id=said-{number}>"), HttpResponse(f"/unsubscribe/{encoded}/"),
                   HttpResponse(headers={"Location": f"/time/{number}/"}), cookie):
        with pytest.raises(AssertionError, match=f"User {number}"):
            answered(lambda answer=answer: answer)
        answered(lambda answer=answer: answer, "/admin/games/user/")


def test_an_encoded_number_is_found_wherever_in_its_word_it_stands(alice: User) -> None:
    for before in range(6):
        word = urlsafe_b64encode(f"{'x' * before}-{alice.pk}-all-and-more".encode()).decode()
        assert len(found_in(f"/unsubscribe/{word.rstrip('=')}/")) == 1


def test_what_is_no_number_of_a_row_is_let_through(alice: User, bob: User) -> None:
    assert found_in(f"0x{alice.pk} {alice.pk}7 73150000000001") == []
    assert found_in(f"{row_token(alice)} {row_token(bob)}") == []
    answered(lambda: HttpResponse("nothing"))


def test_files_of_an_archive_are_numbered_within_it(alice: User, bob: User, now: datetime) -> None:
    for user in (alice, bob, alice, bob, bob, alice):
        keep(EmailMultiAlternatives("Issus", "Issus", to=[user.email]))
    with ZipFile(data_export.archive(alice, now=now)) as archive:
        names = [name for name in archive.namelist() if name.endswith(".eml")]
    assert names == [f"emails-to-you/{number}.eml" for number in (1, 2, 3)]


def test_links_in_emails_of_earlier_releases_go_on_working(fresh: Game, alice: User) -> None:
    seat = fresh.seats.get(user=alice)
    token = Signer(salt="games.extension-link").sign(f"{seat.pk}-{alice.pk}-{fresh.turn}")
    assert taking_over.open_link(taking_over.EXTENSION, token).user == alice
    older = Signer(salt="games.unsubscribe").sign_object([alice.pk, "game", fresh.code])
    email = OutgoingEmail(game=fresh, user=alice, to=alice.email, kind="turn")
    newer = unsubscribe_links.url(email)
    assert unsubscribe_links.read_link(older) == unsubscribe_links.read_link(newer.split("/")[-2])


def test_the_same_row_has_the_same_token_and_no_other_kind_of_row_has_it(alice: User) -> None:
    assert row_token(alice) == row_token(alice)
    assert row_token(alice) != row_token(PushDevice(pk=alice.pk))
