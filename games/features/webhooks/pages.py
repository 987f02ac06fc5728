"""The pages on which people enter webhooks, try them and see what was posted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from alexandros_rules.errors import Refusal
from games.base import rate_limits, sealing, site_clock
from games.base.refusals import TableRefusal, status_code
from games.features.webhooks import formats, telling
from games.models import Delivery, Game, Webhook
from games.models.fields import URL_LENGTH
from games.post.deliveries import delivery, hooks
from games.web.access import (
    ACCOUNT,
    GAME,
    PEOPLE,
    PLAYER,
    PROVED,
    READER,
    TABLES,
    declare,
    get_own_seat,
    member_only,
)

EVENTS = {
    telling.BEGUN: gettext_lazy("the game has begun"), telling.TURN: gettext_lazy("a turn"),
    telling.ASKED: gettext_lazy("an offer"), telling.OVER: gettext_lazy("the game is over"),
    telling.TEST: gettext_lazy("a test"),
}
STATUSES = {
    Delivery.Status.QUEUED: gettext_lazy("on its way"),
    Delivery.Status.SENDING: gettext_lazy("on its way"),
    Delivery.Status.RETRY: gettext_lazy("failed, will be tried again"),
    Delivery.Status.SENT: gettext_lazy("delivered"),
    Delivery.Status.FAILED: gettext_lazy("failed"),
}
# Why there was no answer, by the exception.  It is not said whether a name has no address or one
# that is not public: that could tell something about our own network.
UNREACHED = {
    **dict.fromkeys(("Forbidden", "gaierror", "UnicodeError"), gettext_lazy(
        "no answer: its host has no public address")),
    **dict.fromkeys(("SSLError", "SSLCertVerificationError"), gettext_lazy(
        "no answer: its certificate is not valid")),
    "TimeoutError": gettext_lazy("no answer in time"),
    "ConnectionRefusedError": gettext_lazy("no answer: nothing listens there"),
}
SHOWN_END = 4  # characters of an address that tell it from others of the same host


class WebhookForm(forms.Form):
    """The form for a webhook."""

    address = forms.CharField(
        label=gettext_lazy("Address"), max_length=URL_LENGTH, widget=forms.URLInput(
            attrs={"autocomplete": "off"}),
        help_text=gettext_lazy("Keep it to yourself: whoever knows it can post there, too."))
    format = forms.ChoiceField(label=gettext_lazy("Format"), widget=forms.RadioSelect,
                               choices=[*formats.TITLES.items()], initial=formats.PLAIN)


@dataclass(frozen=True, slots=True)
class Shown:
    """A webhook as its owner sees it."""

    hook: Webhook

    @property
    def token(self) -> str:
        return sealing.row_token(self.hook)

    @property
    def title(self) -> str:
        """The host, and as much of the address as tells it from others."""
        address = hooks.address_of(self.hook)
        return f"{urlsplit(address).hostname or ''}…{address[-SHOWN_END:]}"

    @property
    def format(self) -> str:
        return str(formats.TITLES.get(self.hook.format, ""))

    @property
    def secret(self) -> str:
        """The secret, for formats whose receivers can check a signature."""
        chats = formats.TITLES.keys() - {formats.PLAIN}
        return "" if self.hook.format in chats else hooks.secret_of(self.hook)


@dataclass(frozen=True, slots=True)
class Posted:
    """A delivery as its owner sees it."""

    delivery: Delivery

    @property
    def token(self) -> str:
        return sealing.row_token(self.delivery)

    @property
    def title(self) -> str:
        return Shown(self.delivery.hook).title

    @property
    def event(self) -> str:
        event = self.delivery.facts["event"]
        return str(EVENTS.get(event, event))

    @property
    def status(self) -> str:
        return str(STATUSES[Delivery.Status(self.delivery.status)])

    @property
    def answer(self) -> str:
        """What the receiver has answered, or why it has not."""
        if self.delivery.status_code:
            return f"HTTP {self.delivery.status_code}"
        error = self.delivery.error
        return str(UNREACHED.get(error, _("no answer"))) if error else ""

    @property
    def can_repeat(self) -> bool:
        return self.delivery.status != Delivery.Status.SENDING


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(READER,))
def show(request: HttpRequest) -> HttpResponse:
    """Show the reader's webhooks and last deliveries; on POST, enter one for all their games."""
    return _page(request, game=None)


@require_http_methods(["GET", "HEAD", "POST"])
@declare(PLAYER | PROVED, locks=(GAME, READER))
def show_table(request: HttpRequest, code: str) -> HttpResponse:
    """Show the form for a webhook of this table; on POST, enter it."""
    return _page(request, game=get_own_seat(request, code).game)


def _page(request: HttpRequest, *, game: Game | None) -> HttpResponse:
    user = member_only(request)
    form = WebhookForm(request.POST if request.method == "POST" else None)
    refusal, status = None, 200
    if request.method == "POST":
        status = 400
        if form.is_valid():
            try:
                now = site_clock.now()
                rate_limits.count("webhook", user.pk, now=now)
                hooks.enter(user, form.cleaned_data["address"],
                            posts=form.cleaned_data["format"], game=game, now=now)
            except Refusal as error:
                refusal, status = error, status_code(error)
            else:
                messages.success(request, _("The webhook is entered. Send a test to see whether"
                                            " it works."))
                return redirect("webhooks")
    context: dict[str, Any] = {
        "form": form, "refusal": refusal, "game": game,
        "hooks": [Shown(hook) for hook in hooks.of(user)],
        "posted": [Posted(one) for one in delivery.last_of(user)],
    }
    return render(request, "webhooks/webhooks.html", context, status=status)


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def change(request: HttpRequest) -> HttpResponse:
    """Test one of the reader's webhooks, turn it on again, or send a delivery again."""
    user, now = member_only(request), site_clock.now()
    number = sealing.row_id(request.POST.get("webhook", ""), Webhook)
    match request.POST.get("do"):
        case "test":
            telling.test(user, hooks.own(user, number), now=now)
            messages.success(request, _("A test is on its way. Reload this page to see what came"
                                        " of it."))
        case "on":
            hooks.turn_on(hooks.own(user, number))
            messages.success(request, _("The webhook is on again."))
        case "again":
            rate_limits.count("post", user.pk, now=now)
            posted = sealing.row_id(request.POST.get("delivery", ""), Delivery)
            delivery.send_again(user, posted, now=now)
            messages.success(request, _("It is on its way again. Reload this page to see what came"
                                        " of it."))
        case _unknown:
            raise TableRefusal("do", _("A webhook can be tested, turned on or removed. Please use"
                                       " the buttons of the page."))
    return redirect("webhooks")


@require_POST
@declare(ACCOUNT | PROVED, locks=(TABLES, PEOPLE))
def remove(request: HttpRequest) -> HttpResponse:
    """Remove one of the webhooks of the reader or their bots, whose games are locked."""
    number = sealing.row_id(request.POST.get("webhook", ""), Webhook)
    hooks.remove(member_only(request), number)
    messages.success(request, _("The webhook is removed. Nothing more is posted there."))
    return redirect("webhooks")
