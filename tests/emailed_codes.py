"""The codes that the service has emailed, for tests that sign in."""

from __future__ import annotations

import re

from django.utils import timezone

from games.models import MailboxEmail, OutgoingEmail
from games.post.emails.rendering import compose
from games.post.outbox import codes, delivery

CODE = re.compile(r"^ {4}([A-Z]{4}-[A-Z]{4})$", re.MULTILINE)


def deliver() -> None:
    """Sends the emails with codes that are waiting, as the worker does."""
    waiting = OutgoingEmail.objects.filter(kind__in=codes.KINDS,
                                           status=OutgoingEmail.Status.QUEUED)
    for pk in waiting.values_list("pk", flat=True):
        delivery.deliver(pk, compose=compose, now=timezone.now())


def email_to(address: str) -> MailboxEmail:
    """The newest email with a code to this address, which is delivered to the local mailbox."""
    deliver()
    return MailboxEmail.objects.filter(to=address, subject__contains="code").latest("pk")


def code_for(address: str) -> str:
    """The newest code for this address."""
    found = CODE.search(email_to(address).text)
    assert found is not None
    return found[1]


def alike(text: str, address: str) -> str:
    """A page or an email without what differs from one code and one reader to the next."""
    text = re.sub(r'name="csrfmiddlewaretoken" value="\w+"', "", text)
    return re.sub(r"[A-Z]{4}-[A-Z]{4}", "CODE", text.replace(address, "ADDRESS"))
