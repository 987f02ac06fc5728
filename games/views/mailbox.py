"""The pages of the local mailbox: every mail this machine sent, and answers to turns.

They exist only while mail stays on this machine and the site is a loopback one (R22):
they show login codes to whoever asks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from email import message_from_bytes, policy
from functools import partial, wraps
from typing import Any

from csp.constants import NONE, SELF, UNSAFE_INLINE
from csp.decorators import csp_replace
from django.conf import settings
from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.emails import local_mailbox
from games.inbox import incoming
from games.inbox.parsing.message_reader import Envelope
from games.inbox.parsing.size_limits import MAX_WRITTEN
from games.models import IncomingEmail, MailboxEmail

PER_PAGE = 50

_CID = re.compile(r"""cid:([^"'\s>)]+)""")

Page = Callable[..., HttpResponseBase]


def is_open() -> bool:
    """Whether there is a mailbox at all."""
    return bool(settings.LOCAL_MAILBOX) and not settings.PUBLIC


def context(request: HttpRequest) -> dict[str, object]:
    """For every template: ``mailbox_open`` says whether to link to the mailbox."""
    return {"mailbox_open": is_open()}


def only_here(view: Page, *, methods: Callable[[Page], Page] = require_safe) -> Page:
    """The page, but 404 where there is no mailbox."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_open():
            raise Http404("There is no local mailbox on this site.")
        return view(request, *args, **kwargs)

    return methods(guarded)


def _mail(pk: int, *, without: Sequence[str] = ()) -> MailboxEmail:
    """The mail of this number; 404 with a sentence when there is none.

    ``without`` names columns the page does not show, so that they are not loaded.
    """
    mail = MailboxEmail.objects.defer(*without).filter(pk=pk).first()
    if mail is None:
        raise Http404("There is no such mail here. The mailbox lists every mail that was sent.")
    return mail


@only_here
def list_messages(request: HttpRequest) -> HttpResponse:
    """All messages, the newest first."""
    pages = Paginator(MailboxEmail.objects.defer("raw", "html"), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "mailbox/list.html", {"page": page})


@only_here
def show_message(request: HttpRequest, pk: int) -> HttpResponse:
    """One message: its head, its text, its HTML in a frame."""
    mail = _mail(pk)
    return render(request, "mailbox/message.html", {
        "mail": mail, "reply_to": local_mailbox.reply_to(mail), "longest": MAX_WRITTEN,
    })


@partial(only_here, methods=require_POST)
def send_answer(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Answers a turn's mail as its reader's mail program would, through the same pipeline."""
    mail = _mail(pk)
    to = local_mailbox.reply_to(mail)
    if not to:
        raise Http404("This mail awaits no answer.")
    now = timezone.now()
    raw = local_mailbox.answer(mail, request.POST.get("text", "")[:MAX_WRITTEN], now=now)
    incoming.store(raw, gateway=IncomingEmail.Gateway.MAILBOX, now=now,
                  envelope=Envelope(mail.to, (to,)))
    messages.success(request, "Your answer is sent. What became of it will be here in a moment;"
                     " load this page again to see it.")
    return redirect("mailbox")


@only_here
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # its types know no arguments
    {
        "default-src": [NONE],
        "script-src": [NONE],
        "style-src": [UNSAFE_INLINE],  # mail is styled inline; nothing here can run
        "img-src": [SELF],
        "frame-ancestors": [SELF],
        "form-action": [NONE],
        "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
    }
)
def show_html(request: HttpRequest, pk: int) -> HttpResponse:
    """The HTML part as a page of its own, without scripts, forms or foreign content."""
    message = _mail(pk, without=["raw"])
    if not message.html:
        raise Http404("This mail has no HTML part.")
    return HttpResponse(_CID.sub(lambda found: _picture_url(pk, found[1]), message.html))


@only_here
def show_raw(request: HttpRequest, pk: int) -> HttpResponse:
    """The message as it would have gone over the wire."""
    raw = bytes(_mail(pk).raw)
    return HttpResponse(raw, content_type="text/plain; charset=utf-8")


@only_here
def show_picture(request: HttpRequest, pk: int, cid: str) -> HttpResponse:
    """A picture inside the message."""
    message = message_from_bytes(
        bytes(_mail(pk).raw), policy=policy.default
    )
    kind, data = local_mailbox.pictures(message).get(cid, ("", b""))
    if kind not in {"image/png", "image/jpeg"}:
        raise Http404("This mail has no such picture.")
    return HttpResponse(data, content_type=kind)


def _picture_url(pk: int, cid: str) -> str:
    return reverse("mailbox-picture", args=[pk, cid])
