"""The page of somebody's mails: when he wants them, for which games, and what became of them."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_POST

from games import rate_limits
from games.models import (
    EmailPreferences,
    EmailTiming,
    Game,
    GameEmailPreference,
    OutgoingEmail,
    User,
)
from games.outbox import bounces, outbox, preferences
from games.views.access import handle_refusals

SHOWN = 20
LONGEST_QUIET = 240  # minutes
ABOUT = {
    "turn": "it is your turn", "reminder": "your turn still waits", "started": "it has begun",
    "left": "somebody has left", "over": "it is over", "invitation": "an invitation",
    "receipt": "your orders are played", "refusal": "nothing was played",
    "answer": "what you asked for", "confirm": "a question before it is done",
    "expiring": "nobody has joined it yet", "expired": "closed, because nobody joined",
    "moved": "your address was changed", "digest": "several things in one mail",
}
BECAME = {
    OutgoingEmail.Status.QUEUED: "on its way",
    OutgoingEmail.Status.SENDING: "on its way",
    OutgoingEmail.Status.RETRY: "not delivered yet, tried again soon",
    OutgoingEmail.Status.SENT: "sent",
    OutgoingEmail.Status.FAILED: "could not be delivered",
    OutgoingEmail.Status.HELD: "kept until its time",
    OutgoingEmail.Status.FOLDED: "told in one mail with others",
}
HOURS = [(hour, f"{hour}:00") for hour in range(24)]
NO_HOUR = [("", "none")]


class MailForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """The choices for all games."""

    when = forms.ChoiceField(label="When something happens in my games, mail me",
                             choices=EmailTiming.choices, widget=forms.RadioSelect)
    minutes = forms.IntegerField(label="How many quiet minutes", min_value=1,
                                 max_value=LONGEST_QUIET,
                                 help_text="Everything that happens until then is one mail.")
    hour = forms.TypedChoiceField(label="The hour of the daily mail", choices=HOURS, coerce=int)
    quiet_from = forms.TypedChoiceField(label="No mail from", choices=[*NO_HOUR, *HOURS],
                                        coerce=int, empty_value=None, required=False)
    quiet_until = forms.TypedChoiceField(label="until", choices=[*NO_HOUR, *HOURS], coerce=int,
                                         empty_value=None, required=False)
    time_zone = forms.CharField(label="My time zone", max_length=64,
                                help_text="For example Europe/Berlin.")
    remind = forms.BooleanField(label="Remind me once when a game has waited two days for me",
                                required=False)
    other_senders = forms.BooleanField(
        label="Take orders from my other addresses too, once I have confirmed them", required=False,
        help_text="A link to confirm them comes to the address above. Without this, only mail from"
        " that address plays.")

    class Meta:
        model = EmailPreferences
        fields = ("when", "minutes", "hour", "quiet_from", "quiet_until", "time_zone", "remind",
                  "other_senders")

    def __init__(self, *args: Any, **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.fields["time_zone"].widget.attrs.update({"list": "time-zones", "autocomplete": "off"})

    @property
    def changes(self) -> dict[str, Any]:
        """The choices that differ from the stored ones."""
        return {name: self.cleaned_data[name] for name in self.changed_data
                if name in self.cleaned_data}

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"].strip()
        if name not in available_timezones():
            raise forms.ValidationError(
                "There is no such time zone; choose one of the list, such as Europe/Berlin.")
        return name

    def clean(self) -> dict[str, Any]:
        found = super().clean() or {}
        for name, when in (("minutes", EmailTiming.QUIET), ("hour", EmailTiming.DAILY)):
            if not self._chosen(when):
                self.errors.pop(name, None)  # the page does not show it, and what is stored stays
        if (found.get("quiet_from") is None) != (found.get("quiet_until") is None):
            raise forms.ValidationError("Quiet hours need a beginning and an end; choose both or"
                                        " none.")
        return found

    def _chosen(self, when: EmailTiming) -> bool:
        """Whether this is the choice for all games or for one of them."""
        return any(value == when for name, value in self.data.items()
                   if name == "when" or name.startswith("game-"))


@login_required
def show(request: HttpRequest) -> HttpResponse:
    """Shows and changes the choices; shows whether mail arrives and what became of the last."""
    user = _user(request)
    profile = preferences.preferences_of(user)
    zone = preferences.time_zone_of(profile)  # before the form writes into it what may be wrong
    form = MailForm(request.POST or None, instance=profile)
    if request.method == "POST" and form.is_valid():
        preferences.change(user, **form.changes)
        _save_games(user, request)
        messages.success(request, "Your choices are saved; they hold from now on.")
        return redirect("mail-preferences")
    page = {
        "form": form, "unset": profile.pk is None, "games": _games(user),
        "choices": EmailTiming.choices, "section": "account",
        "address": bounces.address_status(user.email or ""), "zones": sorted(available_timezones()),
        "mails": [_told(mail) for mail in _mails(user)], "zone": zone.key,
    }
    with timezone.override(zone):
        return render(request, "email_settings/preferences.html", page)


def _mails(user: User) -> QuerySet[OutgoingEmail]:
    """The person's last mails; one that was overtaken before it left is no news of the post."""
    own = OutgoingEmail.objects.filter(user=user).exclude(kind="test").select_related("game")
    obsolete = Q(status=OutgoingEmail.Status.FAILED, error__startswith=OutgoingEmail.OBSOLETE)
    return own.exclude(obsolete).order_by("-pk")[:SHOWN]


def _told(mail: OutgoingEmail) -> dict[str, Any]:
    return {
        "game": mail.game,
        "written": mail.created_at,
        "about": ABOUT.get(mail.kind, mail.kind),
        "became": BECAME[OutgoingEmail.Status(mail.status)],
        "failed": mail.status == OutgoingEmail.Status.FAILED,
        "until": mail.not_before if mail.status == OutgoingEmail.Status.HELD else None,
    }


@login_required
@require_POST
@handle_refusals
def send_test(request: HttpRequest) -> HttpResponse:
    """Sends a mail to see whether one arrives; what was known of a bounce is forgotten."""
    user, now = _user(request), timezone.now()
    if user.email:
        rate_limits.count("test mail", user.pk, now=now)
        bounces.clear_bounce(user.email)
        bounces.resume_all(user.email)
        outbox.queue("test", to=user.email, user=user, now=now)
        messages.success(request, f"A mail to {user.email} is on its way. If it does not arrive"
                         " within some minutes, look into your spam folder; if it comes back, this"
                         " page will say so.")
    return redirect("mail-preferences")


def _user(request: HttpRequest) -> User:
    assert isinstance(request.user, User)  # login_required has looked
    return request.user


def _games(user: User) -> list[dict[str, Any]]:
    """The person's games that still bring mails, with the choice for each."""
    own = dict(GameEmailPreference.objects.filter(user=user).values_list("game_id", "when"))
    open_ = Game.objects.filter(seats__user=user,
                                status__in=[Game.Status.OPEN, Game.Status.RUNNING])
    return [{"game": game, "when": own.get(game.pk, "")} for game in open_.order_by("pk")]


def _save_games(user: User, request: HttpRequest) -> None:
    for item in _games(user):
        when = request.POST.get(f"game-{item['game'].code}", item["when"])
        if when != item["when"] and when in ("", *EmailTiming.values):
            preferences.set_for_game(user, item["game"], when)
