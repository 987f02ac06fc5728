"""The pages of the local mailbox: every email this site has sent, and forms to write to it.

They exist only while no mail server is configured and the site serves this machine only, and they
open only for a browser on this machine (R22), because they show sign-in codes to everybody.
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
from django.core.exceptions import ValidationError
from django.core.paginator import Paginator
from django.core.validators import validate_email
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.clickjacking import xframe_options_sameorigin
from django.views.decorators.http import require_POST, require_safe

from games.base import loopback, site_clock
from games.models import IncomingEmail, MailboxEmail
from games.operations.embedded import time_travel
from games.post.inbox import addressees, processing
from games.post.inbox.parsing.message_reader import Envelope
from games.post.inbox.parsing.size_limits import MAX_WRITTEN
from games.post.outbox import local_mailbox
from games.table.clocks import time_wording
from games.web.access import MACHINE, declare

PER_PAGE = 50
PERIODS = {"1h": gettext_lazy("1 hour"), "6h": gettext_lazy("6 hours"), "1d": gettext_lazy("1 day"),
           "3d": gettext_lazy("3 days"), "7d": gettext_lazy("1 week")}

_CID = re.compile(r"""cid:([^"'\s>)]+)""")

View = Callable[..., HttpResponseBase]


def exists() -> bool:
    """Return whether this site has a local mailbox."""
    return bool(settings.LOCAL_MAILBOX) and not settings.PUBLIC


def is_open(request: HttpRequest) -> bool:
    """Return whether the sender of this request may read the local mailbox."""
    return exists() and loopback.is_local(request)


def context(request: HttpRequest) -> dict[str, object]:
    """Return the context ``mailbox_open``: whether pages link to the mailbox."""
    return {"mailbox_open": is_open(request)}


def local_only(view: View, *, methods: Callable[[View], View] = require_safe) -> View:
    """Wrap a view so that it answers 404 to everybody who is not on this machine."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_open(request):
            raise Http404(_("There is no local mailbox on this site."))
        return view(request, *args, **kwargs)

    return methods(declare(MACHINE)(guarded))


def _email(pk: int, *, without: Sequence[str] = ()) -> MailboxEmail:
    """Return the email with this id; raise Http404 if there is none.

    ``without`` names columns that the page does not need, so that they are not loaded.
    """
    email = MailboxEmail.objects.defer(*without).filter(pk=pk).first()
    if email is None:
        raise Http404(_("There is no such email. The mailbox lists every email that was sent."))
    return email


@local_only
def list_messages(request: HttpRequest) -> HttpResponse:
    """Show a list of all emails, the newest first."""
    pages = Paginator(MailboxEmail.objects.defer("raw", "html"), PER_PAGE)
    page = pages.get_page(request.GET.get("page"))
    return render(request, "mailbox/list.html", {
        "page": page, "time": site_clock.now(), "ahead": _ahead(), "periods": PERIODS,
        "desk": addressees.desk_address(), "longest": MAX_WRITTEN,
    })


def _ahead() -> str:
    """Return in words how far this site's clock is ahead; "" if it is not ahead."""
    ahead = site_clock.ahead()
    return time_wording.roughly(ahead) if ahead else ""


@partial(local_only, methods=require_POST)
def advance_clock(request: HttpRequest) -> HttpResponseBase:
    """Let time pass on this machine's site, to try out deadlines and reminders."""
    period = request.POST.get("period", "")
    if period not in PERIODS:
        raise Http404(_("The clock can only be advanced by one of the periods in the mailbox."))
    time_travel.advance(site_clock.period_of(period))
    messages.success(request, _("Time has passed. New emails are at the top of the list."))
    return redirect("mailbox")


@local_only
def show_message(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an email: its headers, its text, and its HTML in a frame."""
    email = _email(pk)
    return render(request, "mailbox/message.html", {
        "email": email, "reply_to": local_mailbox.reply_to(email), "longest": MAX_WRITTEN,
    })


@partial(local_only, methods=require_POST)
def send_email(request: HttpRequest) -> HttpResponseBase:
    """Write an email to the address that everybody knows."""
    sender = request.POST.get("sender", "").strip()
    try:
        validate_email(sender)
    except ValidationError:
        messages.error(request, _("Please write an email address such as bob@example.org."))
        return redirect("mailbox")
    desk = addressees.desk_address()
    _take_in(request, partial(local_mailbox.compose, sender, desk), Envelope(sender, (desk,)))
    messages.success(request, _("Your email has been sent. Our response will appear here in a"
                                " moment; reload this page to see it."))
    return redirect("mailbox")


@partial(local_only, methods=require_POST)
def send_reply(request: HttpRequest, pk: int) -> HttpResponseBase:
    """Reply to an email; the reply is handled like one from a real email program."""
    email = _email(pk)
    to = local_mailbox.reply_to(email)
    if not to:
        raise Http404(_("You cannot reply to this email."))
    _take_in(request, partial(local_mailbox.compose_reply, email), Envelope(email.to, (to,)))
    messages.success(request, _("Your reply has been sent. Our response will appear here in a"
                                " moment; reload this page to see it."))
    return redirect("mailbox")


def _take_in(request: HttpRequest, compose: Callable[..., bytes], envelope: Envelope) -> None:
    """Handle the text of a form like an email from a real email program."""
    now = site_clock.now()
    raw = compose(request.POST.get("text", "")[:MAX_WRITTEN], now=now)
    processing.store(raw, gateway=IncomingEmail.Gateway.MAILBOX, now=now, envelope=envelope)


@local_only
@xframe_options_sameorigin
@csp_replace(  # type: ignore[arg-type]  # its stubs are incomplete
    {
        "default-src": [NONE],
        "script-src": [NONE],
        "style-src": [UNSAFE_INLINE],  # emails have inline styles; they cannot run anything
        "img-src": [SELF],
        "frame-ancestors": [SELF],
        "form-action": [NONE],
        "sandbox": ["allow-popups", "allow-popups-to-escape-sandbox"],
    }
)
def show_html(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the HTML part as a page of its own, without scripts, forms or external content."""
    email = _email(pk, without=["raw"])
    if not email.html:
        raise Http404(_("This email has no HTML part."))
    return HttpResponse(_CID.sub(
        lambda match: reverse("mailbox-picture", args=[pk, match[1]]), email.html))


@local_only
def show_raw(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the email exactly as a mail server would have received it."""
    raw = bytes(_email(pk).raw)
    return HttpResponse(raw, content_type="text/plain; charset=utf-8")


@local_only
def show_picture(request: HttpRequest, pk: int, cid: str) -> HttpResponse:
    """Show a picture inside the email."""
    message = message_from_bytes(bytes(_email(pk).raw), policy=policy.default)
    kind, data = local_mailbox.pictures(message).get(cid, ("", b""))
    if kind not in {"image/png", "image/jpeg"}:
        raise Http404(_("This email has no such picture."))
    return HttpResponse(data, content_type=kind)
