"""The local mailbox keeps each email once; its pages exist only on this machine."""

from __future__ import annotations

from email.mime.image import MIMEImage

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from games.models import MailboxEmail
from games.post.inbox.parsing.markers import MARKER
from games.post.outbox import local_mailbox
from tests.markup import squeezed

pytestmark = pytest.mark.django_db

PNG = b"\x89PNG\r\n\x1a\n" + bytes(20)


@pytest.fixture(autouse=True)
def _open(settings) -> None:
    settings.LOCAL_MAILBOX, settings.PUBLIC = True, False


@pytest.fixture
def client() -> Client:
    """A browser on this machine; the test client's own host name could be anywhere."""
    return Client(headers={"host": "localhost"})


class WithPictures(EmailMultiAlternatives):
    """An email whose pictures are a part of its text."""

    def message(self, **options):
        """Return the message as it is sent."""
        message = super().message(**options)
        message.replace_header("Content-Type", "multipart/related")
        return message


@pytest.fixture
def row() -> MailboxEmail:
    """An email with text, HTML and a picture."""
    message = WithPictures(
        "Your turn", "It is your turn.\nSee http://127.0.0.1:8000/games/x/",
        to=["alice@example.org"], headers={"Message-ID": "<one@alexandros.localhost>"},
    )
    html = '<p>Your <img src="cid:board.0@example.org"> turn</p><script>x</script>'
    message.attach_alternative(html, "text/html")
    part = MIMEImage(PNG, "png")
    part.add_header("Content-ID", "<board.0@example.org>")
    message.attach(part)
    return local_mailbox.keep(message)


def test_a_message_is_kept_with_its_parts(row):
    assert (row.to, row.subject) == ("alice@example.org", "Your turn")
    assert row.text.startswith("It is your turn.")
    assert "cid:board.0@example.org" in row.html
    assert b"multipart/related" in bytes(row.raw)


@pytest.mark.promise("R2")
def test_a_message_that_is_sent_twice_is_kept_once(row):
    again = EmailMultiAlternatives("Your turn", "It is.", to=["alice@example.org"],
                                   headers={"Message-ID": row.message_id})
    assert local_mailbox.keep(again) == row
    assert MailboxEmail.objects.count() == 1


def test_the_list_shows_how_each_email_begins(client):
    local_mailbox.keep(EmailMultiAlternatives(
        "Issus", f"{MARKER}\n\nIt is your turn in Issus\n(turn 3).\n\nMore.", to=["a@example.org"]))
    page = squeezed(client.get("/mailbox/").content.decode())
    assert "It is your turn in Issus (turn 3).<" in page
    assert MARKER not in page


def test_the_list_shows_every_email_the_newest_first(client, row):
    local_mailbox.keep(EmailMultiAlternatives("Your code", "ABCD", to=["bob@example.org"]))
    page = client.get("/mailbox/").content.decode()
    assert page.index("Your code") < page.index("Your turn")
    assert "alice@example.org" in page


def test_an_email_is_shown_as_text_with_links_and_as_html_in_a_frame(client, row):
    page = client.get(f"/mailbox/{row.pk}/").content.decode()
    assert "It is your turn." in page
    assert 'href="http://127.0.0.1:8000/games/x/"' in page
    assert f'src="/mailbox/{row.pk}/html/"' in page
    assert "<script>x</script>" not in page


def test_the_html_part_cannot_run_or_fetch_anything(client, row):
    answer = client.get(f"/mailbox/{row.pk}/html/")
    policy = answer["Content-Security-Policy"]
    assert "sandbox" in policy
    assert "default-src 'none'" in policy
    assert "script-src 'none'" in policy
    assert answer["X-Frame-Options"] == "SAMEORIGIN"


def test_the_pictures_of_the_html_part_come_from_the_email(client, row):
    page = client.get(f"/mailbox/{row.pk}/html/").content.decode()
    assert f'src="/mailbox/{row.pk}/picture/board.0@example.org/"' in page
    answer = client.get(f"/mailbox/{row.pk}/picture/board.0@example.org/")
    assert (answer["Content-Type"], answer.content) == ("image/png", PNG)


def test_the_raw_message_is_plain_text(client, row):
    answer = client.get(f"/mailbox/{row.pk}/raw/")
    assert answer["Content-Type"].startswith("text/plain")
    assert b"Message-ID: <one@alexandros.localhost>" in answer.content


def test_a_missing_email_or_picture_is_404(client, row):
    for path in [f"/mailbox/{row.pk + 1}/", f"/mailbox/{row.pk}/picture/other/"]:
        assert client.get(path).status_code == 404
    there = client.get(f"/mailbox/{row.pk + 1}/").content.decode()
    assert "There is no such email." in there
    assert "LocalMessage" not in there


def test_the_list_is_paginated(client):
    for number in range(60):
        local_mailbox.keep(EmailMultiAlternatives(f"Mail {number}", "x", to=["alice@example.org"]))
    assert b"Page 1 of 2" in client.get("/mailbox/").content
    assert b"Mail 0<" in client.get("/mailbox/?page=2").content


@pytest.mark.promise("R22")
@pytest.mark.parametrize(("local", "public"), [(False, False), (True, True)])
def test_there_is_no_mailbox_with_a_mail_server_or_on_a_public_host(
    client, settings, row, local, public
):
    settings.LOCAL_MAILBOX, settings.PUBLIC = local, public
    paths = ["", f"{row.pk}/", f"{row.pk}/html/", f"{row.pk}/raw/",
             f"{row.pk}/picture/board.0@example.org/"]
    assert {client.get(f"/mailbox/{path}").status_code for path in paths} == {404}
