"""The form of the email settings page."""

from __future__ import annotations

from typing import Any

from django import forms
from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from games.models import ChatTiming, EmailPreferences, EmailTiming
from games.table.clocks.playing_time import zone_names

MAX_QUIET_MINUTES = 240
ZONE = "Europe/Berlin"  # the example of a time zone
HOURS = [(hour, f"{hour}:00") for hour in range(24)]
NO_HOUR = [("", _("none"))]


class EmailSettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """When to email a user about their games; the choices for single games are extra fields."""

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
        """The choice; a form without it leaves the setting as it is."""
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
        """Whether this is the setting for all games or for one of them."""
        return any(value == when for name, value in self.data.items()
                   if name == "when" or name.startswith("game-"))
