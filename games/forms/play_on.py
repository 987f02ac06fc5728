"""The form that starts a new table from a position of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.ruleset import Ruleset
from games.forms.time_fields import TimeFields
from games.rulesets import registry
from games.rulesets.opponents import opponents
from games.table.lobby.table_settings import NAME_LENGTH

ME, FRIEND = "me", "friend"
_BOT = "bot "  # before the name of a bot, which may be any word


class PlayOnForm(TimeFields):
    """Says who plays each seat: its reader, a friend or a bot."""

    name = forms.CharField(
        label=gettext_lazy("Name of the table"), max_length=NAME_LENGTH, required=False,
        help_text=gettext_lazy("You may leave it empty."),
    )

    def __init__(self, *args: Any, rules: Ruleset, labels: Sequence[str], own: int,
                 bots: Sequence[str], **kwargs: Any):
        """``labels`` say what the seats are called; ``own`` and ``bots`` are chosen at first."""
        super().__init__(*args, **kwargs)
        choices = [(ME, _("I play")), (FRIEND, _("A friend (the seat stays open for now)")),
                   *_bot_choices(rules)]
        for seat, label in enumerate(labels):
            self.fields[f"seat_{seat}"] = forms.ChoiceField(
                label=label, choices=choices,
                initial=ME if seat == own else f"{_BOT}{bots[seat]}")
        self.seats = range(len(labels))

    @property
    def seat_fields(self) -> list[Any]:
        """The fields of the seats, in their order."""
        return [self[f"seat_{seat}"] for seat in self.seats]

    def clean(self) -> dict[str, Any]:
        """The choices; refuses them unless exactly one seat is the reader's."""
        data = super().clean() or {}
        chosen = [data.get(f"seat_{seat}") for seat in self.seats]
        if None not in chosen and chosen.count(ME) != 1:
            raise ValidationError(_("Please choose “I play” for exactly one seat."), code="own")
        return data

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``continuing.play_on``, except ``by`` and ``now``."""
        data, time = self.cleaned_data, self.time_arguments
        chosen = {seat: data[f"seat_{seat}"] for seat in self.seats}
        return {
            "seat": next(seat for seat, who in chosen.items() if who == ME),
            "bots": {seat: who.removeprefix(_BOT) for seat, who in chosen.items()
                     if who.startswith(_BOT)},
            "name": data["name"], "pace": time["pace"], "control": time["control"],
        }


def _bot_choices(rules: Ruleset) -> list[tuple[str, str]]:
    """The bots, the weakest first, in words that fit beside a board."""
    return [(f"{_BOT}{one.name}", _("Bot %(name)s: %(style)s") % {
        "name": one.called, "style": one.style}) for one in opponents(registry.get(rules.name))]
