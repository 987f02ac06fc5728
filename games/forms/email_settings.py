"""The form of the email settings page."""

from __future__ import annotations

from typing import Any
from zoneinfo import available_timezones

from django import forms

from games.models import EmailPreferences, EmailTiming

MAX_QUIET_MINUTES = 240
HOURS = [(hour, f"{hour}:00") for hour in range(24)]
NO_HOUR = [("", "none")]


class EmailSettingsForm(forms.ModelForm):  # type: ignore[type-arg]  # no parameter at run time
    """When to email a user about their games; the choices for single games are extra fields."""

    when = forms.ChoiceField(label="When something happens in my games, mail me",
                             choices=EmailTiming.choices, widget=forms.RadioSelect)
    minutes = forms.IntegerField(label="How many quiet minutes", min_value=1,
                                 max_value=MAX_QUIET_MINUTES,
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
        """The settings that differ from the stored ones."""
        return {name: self.cleaned_data[name] for name in self.changed_data
                if name in self.cleaned_data}

    def clean_time_zone(self) -> str:
        name: str = self.cleaned_data["time_zone"].strip()
        if name not in available_timezones():
            raise forms.ValidationError(
                "There is no such time zone; choose one of the list, such as Europe/Berlin.")
        return name

    def clean(self) -> dict[str, Any]:
        data = super().clean() or {}
        for name, when in (("minutes", EmailTiming.QUIET), ("hour", EmailTiming.DAILY)):
            if not self._is_chosen(when):
                self.errors.pop(name, None)  # the page hides this field; its value is not saved
        if (data.get("quiet_from") is None) != (data.get("quiet_until") is None):
            raise forms.ValidationError("Quiet hours need a beginning and an end; choose both or"
                                        " none.")
        return data

    def _is_chosen(self, when: EmailTiming) -> bool:
        """Whether this is the setting for all games or for one of them."""
        return any(value == when for name, value in self.data.items()
                   if name == "when" or name.startswith("game-"))
