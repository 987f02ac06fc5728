"""The email settings page: when to email the user, about which games, and recent deliveries."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django import forms
from django.contrib import messages
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.text import format_lazy
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST

from games.base import events, rate_limits, site_clock
from games.models import (
    ChatTiming,
    EmailPreferences,
    EmailTiming,
    Game,
    GameEmailPreference,
    IncomingEmail,
    OutgoingEmail,
    User,
)
from games.post import email_kinds
from games.post.inbox import processing
from games.post.inbox.parsing import requests
from games.post.outbox import bounces, preferences, reminders
from games.post.outbox.queue import queue_email
from games.table.clocks import playing_hours, playing_time, time_wording
from games.table.clocks.playing_time import zone_names
from games.web import panels
from games.web.access import ACCOUNT, PROVED, READER, TABLES, declare

MAX_QUIET_MINUTES = 240
ZONE = "Europe/Berlin"  # the example of a time zone
HOURS = [(hour, f"{hour}:00") for hour in range(24)]
NO_HOUR = [("", _("none"))]


class EmailSettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """The form for when to email the user; the choices for single games are extra fields."""

    when = forms.ChoiceField(label=_("When something happens in my games, email me"),
                             choices=EmailTiming.choices, widget=forms.RadioSelect)
    minutes = forms.IntegerField(
        label=_("How many minutes to wait"), min_value=1, max_value=MAX_QUIET_MINUTES,
        help_text=_("If more happens within this time, you get one email about all of it."))
    hour = forms.TypedChoiceField(
        label=_("The hour of the daily email"), choices=HOURS, coerce=int,
        help_text=_("It is sent within the half hour before, so that not everybody's leaves at"
                    " once."))
    quiet_from = forms.TypedChoiceField(label=_("No emails from"), choices=[*NO_HOUR, *HOURS],
                                        coerce=int, empty_value=None, required=False)
    quiet_until = forms.TypedChoiceField(label=pgettext_lazy("no emails from 22:00", "until"),
                                         choices=[*NO_HOUR, *HOURS], coerce=int,
                                         empty_value=None, required=False)
    time_zone = forms.CharField(label=_("My time zone"), max_length=64,
                                help_text=format_lazy(_("For example {zone}."), zone=ZONE))
    remind = forms.BooleanField(label=_("Remind me once when it has been my turn for two days"),
                                required=False)
    offers = forms.BooleanField(
        label=_("Tell me when somebody makes me an offer while it is not my turn"), required=False)
    chat = forms.ChoiceField(label=_("What the others say at my tables, email me"),
                             choices=ChatTiming.choices, widget=forms.RadioSelect, required=False)
    other_senders = forms.BooleanField(
        label=_("Accept orders from my other addresses too, once I have confirmed them"),
        required=False,
        help_text=_("We send a link to confirm such orders to the address above. Otherwise we"
                    " accept orders from that address only."))

    class Meta:
        model = EmailPreferences
        fields = ("when", "minutes", "hour", "quiet_from", "quiet_until", "time_zone", "remind",
                  "offers", "chat", "other_senders")

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs.update({"list": "time-zones", "autocomplete": "off"})

    @property
    def changes(self) -> dict[str, Any]:
        """The settings that differ from the stored ones."""
        return {name: self.cleaned_data[name] for name in self.changed_data
                if name in self.cleaned_data}

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"].strip()
        if name not in zone_names():
            raise forms.ValidationError(
                _("There is no such time zone. Please choose one from the list, such as %(zone)s."),
                params={"zone": ZONE})
        return name

    def clean_chat(self) -> str:
        """Return the choice; a form without it leaves the setting as it is."""
        chosen: str = self.cleaned_data["chat"]
        return chosen or self.instance.chat

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, when in (("minutes", EmailTiming.QUIET), ("hour", EmailTiming.DAILY)):
            if not self._is_chosen(when):
                self.errors.pop(name, None)  # the page hides this field; its value is not saved
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            raise forms.ValidationError(_(
                "Quiet hours need a beginning and an end. Please choose both or neither."))
        return data

    def _is_chosen(self, when: EmailTiming) -> bool:
        """Return whether this is the setting for all games or for one of them."""
        return any(value == when for name, value in self.data.items()
                   if name == "when" or name.startswith("game-"))


MAX_EMAILS = 20  # recent emails listed on the page, in each direction
_Received = IncomingEmail.Status
STATUS_TEXTS = {
    OutgoingEmail.Status.QUEUED: _("on its way"),
    OutgoingEmail.Status.SENDING: _("on its way"),
    OutgoingEmail.Status.RETRY: _("not delivered yet; we will try again soon"),
    OutgoingEmail.Status.SENT: _("sent"),
    OutgoingEmail.Status.FAILED: _("could not be delivered"),
    OutgoingEmail.Status.HELD: _("kept for later"),
    OutgoingEmail.Status.FOLDED: _("part of an email with several updates"),
}


@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def show(request: HttpRequest) -> HttpResponse:
    """Show and change the email settings, with the user's recent emails."""
    user = _user(request)
    profile = preferences.preferences_of(user)
    stored = profile.time_zone
    zone = preferences.time_zone_of(profile)  # before the form assigns an invalid one
    form = EmailSettingsForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        _save(user, form.changes, request=request)
        events.publish(preferences.EmailHoursChanged(user, site_clock.now()))
        _save_games(user, request)
        return redirect("email-settings")
    context = {
        **panels.context("email-settings", user=user),
        "form": form,
        "unset": not playing_hours.is_known(stored, user),
        "games": _games(user),
        "timings": EmailTiming.choices,
        "section": "account",
        "address": bounces.address_status(user.email or ""),
        "zones": playing_time.zone_names(),
        "emails": [_listed(email) for email in _recent_emails(user)],
        "replies": [_received(message, now=site_clock.now()) for message in _recent_replies(user)],
        "zone": zone.key,
    }
    with timezone.override(zone):
        return render(request, "email_settings/preferences.html", context)


def _save(user: User, changes: dict[str, Any], *, request: HttpRequest) -> None:
    """Store these settings; the time zone is also that of the playing hours."""
    zone, now = changes.pop("time_zone", None), site_clock.now()
    preferences.change(user, **changes)
    messages.success(request, _("Your settings have been saved."))
    counts_from = playing_hours.change_zone(user, zone, now=now) if zone else now
    if counts_from > now:
        messages.info(request, _(
            "From now on you see all times in the new time zone. Your playing hours follow it from"
            " %(moment)s on.") % {"moment": time_wording.at(counts_from, zone=zone, now=now)})


def _recent_emails(user: User) -> QuerySet[OutgoingEmail]:
    """Return the user's latest emails, without tests and those that we dropped unsent."""
    own = OutgoingEmail.objects.filter(user=user).exclude(kind="test").select_related("game")
    obsolete = Q(status=OutgoingEmail.Status.FAILED, error__startswith=OutgoingEmail.OBSOLETE)
    return own.exclude(obsolete).order_by("-pk")[:MAX_EMAILS]


def _listed(email: OutgoingEmail) -> dict[str, Any]:
    return {
        "game": email.game,
        "written": email.created_at,
        "about": email_kinds.kind_of(email.kind).description or email.kind,
        "status": STATUS_TEXTS[OutgoingEmail.Status(email.status)],
        "failed": email.status == OutgoingEmail.Status.FAILED,
        "until": email.not_before if email.status == OutgoingEmail.Status.HELD else None,
    }


def _recent_replies(user: User) -> list[IncomingEmail]:
    """Return the latest emails to addresses of this user, the newest first."""
    found = [message for own in ({"token__user": user}, {"replied_to__user": user})
             for message in IncomingEmail.objects.filter(original=None, **own).select_related(
                 "token__seat__game", "replied_to__game").order_by("-pk")[:MAX_EMAILS]]
    return sorted(found, key=lambda message: -message.pk)[:MAX_EMAILS]


def _received(message: IncomingEmail, *, now: datetime) -> dict[str, Any]:
    kept = message.kept_until is not None and message.kept_until > now
    return {
        "game": message.token.seat.game if message.token
        else message.replied_to and message.replied_to.game,
        "received": message.received_at,
        "result": _result_of(message),
        "finding": message.finding if message.status == _Received.REFUSED else None,
        "claim": processing.reference(message) if kept else "",
    }


def _result_of(message: IncomingEmail) -> str:
    """Return in a few words what came of an email to us."""
    if message.status == _Received.RECEIVED:
        return gettext("being read")
    if message.status == _Received.DONE:
        if message.command == requests.PREVIEW:
            return gettext("answered with what the orders would do: nothing was played")
        return (gettext("orders played") if message.first is not None
                else gettext("answered or carried out"))
    if message.status == _Received.REFUSED:
        return gettext("refused: nothing was played")
    if message.outcome in processing.PERHAPS_PERSONS:
        return gettext("taken for an automatic email, and not answered")
    return gettext("not read: it came from a program, or its address is no longer valid")


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def claim_email(request: HttpRequest) -> HttpResponse:
    """Have an email that was taken for an automatic one read as the user's own."""
    processing.vouch(_user(request), request.POST.get("email", ""), now=site_clock.now())
    messages.success(request, _("We are reading your email again, as if you had just sent it. Our"
                                " answer comes by email."))
    return redirect("email-settings")


@require_POST
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def send_test(request: HttpRequest) -> HttpResponse:
    """Send a test email and forget any recorded bounce."""
    user, now = _user(request), site_clock.now()
    if user.email:
        rate_limits.count("test email", user.pk, now=now)
        bounced_at = bounces.clear_bounce(user.email)
        bounces.resume_all(user.email)
        queue_email("test", to=user.email, user=user, now=now)
        if bounced_at is not None:
            reminders.queue_missed_turns(user, bounced_at=bounced_at, now=now)
        messages.success(request, _(
            "An email to %(address)s is on its way. If it does not arrive within a few minutes,"
            " check your spam folder. If it bounces, this page will say so."
        ) % {"address": user.email})
    return redirect("email-settings")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # the page needs an account
    return request.user


def _games(user: User) -> list[dict[str, Any]]:
    """Return the user's unfinished games, with the setting for each."""
    own = dict(GameEmailPreference.objects.filter(user=user).values_list("game_id", "when"))
    unfinished = Game.objects.filter(seats__user=user,
                                     status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return [{"game": game, "when": own.get(game.pk, "")} for game in unfinished.order_by("pk")]


def _save_games(user: User, request: HttpRequest) -> None:
    for item in _games(user):
        when = request.POST.get(f"game-{item['game'].code}", item["when"])
        if when != item["when"] and when in ("", *EmailTiming.values):
            preferences.set_for_game(user, item["game"], when)
