"""The fields of a new table's form about time: its pace, and how reliable players must be."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.models import Pace, Reliability
from games.table.clocks import paces


class PeriodField(forms.CharField):
    """A period of time with its units, such as "36h"; None if it is left empty."""

    def clean(self, value: Any) -> Any:
        """The period; refuses what is not one."""
        text = super().clean(value)
        return self._read(text) if text else None

    def _read(self, text: str) -> timedelta:
        period = paces.read(text)
        if period is None:
            raise ValidationError(_("“%(text)s” is not a period of time. %(examples)s") % {
                "text": text, "examples": paces.examples()}, code="period")
        return period


def _period_field(label: Any, help_text: Any) -> PeriodField:
    return PeriodField(label=label, help_text=help_text, required=False,
                       max_length=paces.MOST_CHARACTERS,
                       widget=forms.TextInput(attrs={"autocomplete": "off"}))


class TimeFields(forms.Form):
    """The pace of a table, its details, and who may join it uninvited."""

    DETAILS = tuple(paces.BOUNDS)

    pace = forms.ChoiceField(label=gettext_lazy("Pace"), required=False, widget=forms.RadioSelect,
                             choices=Pace.choices, initial=Pace.RELAXED.value)
    at_start = _period_field(
        gettext_lazy("Time at the start"), gettext_lazy("What each player begins with."))
    per_turn = _period_field(
        gettext_lazy("Time added each turn"), gettext_lazy("What a player gets after each turn."))
    limit = _period_field(
        gettext_lazy("The most somebody can have"),
        gettext_lazy("Quick players save time up to this."))
    grace = _period_field(
        gettext_lazy("Grace period"),
        gettext_lazy("The wait before a bot plays."))
    required_reliability = forms.ChoiceField(
        label=gettext_lazy("Who may join from the lobby"), required=False,
        choices=Reliability.choices, widget=forms.RadioSelect, initial=Reliability.ANY.value)
    newcomers = forms.BooleanField(
        label=gettext_lazy("Newcomers may join, too"), required=False, initial=True,
        help_text=gettext_lazy(
            "People who have hardly played against a clock yet. Whoever you invite, or who has your"
            " link, may always join."))

    @property
    def detail_fields(self) -> list[Any]:
        """The fields for the details of the pace."""
        return [self[name] for name in self.DETAILS]

    @property
    def has_details(self) -> bool:
        """Whether any details were entered."""
        return any(self[name].value() for name in self.DETAILS)

    @property
    def time_arguments(self) -> dict[str, Any]:
        """The arguments for ``tables.create_table`` about time."""
        data = self.cleaned_data
        pace, required = Pace(data["pace"] or Pace.NONE), data["required_reliability"]
        entered = {name: data[name] for name in self.DETAILS if data[name] is not None}
        return {"pace": pace, "control": replace(paces.CONTROLS[pace], **entered),
                "required_reliability": required, "newcomers": data["newcomers"] or not required}
