"""Forms that create tables, start games against bots and invite players."""

from __future__ import annotations

import re
from typing import Any

from django import forms
from django.utils.translation import gettext

from engine.ruleset import Ruleset
from games.lobby.table_settings import NAME_LENGTH, ruleset_named
from games.models import Pace
from games.models.game import NOTE_LENGTH
from games.rulesets import registry

BY_CHANCE = ""


def board_choices(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The ruleset's boards by name and title, the default first."""
    boards = registry.get(ruleset.name).boards
    return [(name, boards.title(text)) for name, text in ruleset.boards().items()]


def bot_choices(ruleset: Ruleset) -> list[tuple[str, str]]:
    """The ruleset's bots by name, each with a character's name and a description of its play."""
    return [
        (name, gettext("%(name)s (playing style: %(style)s)")
         % {"name": bot.seat_names[0], "style": gettext(bot.title)})
        for name, bot in ruleset.bots.items()
    ]


def player_choices(ruleset: Ruleset) -> list[tuple[int, str]]:
    """The possible numbers of players."""
    return [(number, str(number)) for number in ruleset.seats]


class PlayNowForm(forms.Form):
    """Starts a game against bots at once."""

    players = forms.TypedChoiceField(coerce=int, label="Players", widget=forms.RadioSelect)
    board = forms.ChoiceField(label="Board")
    bot = forms.ChoiceField(label="Against")

    def __init__(self, *args: Any, ruleset: str = "", **kwargs: Any):
        super().__init__(*args, **kwargs)
        rules = ruleset_named(ruleset)
        _set_choices(self, "players", player_choices(rules))
        _set_choices(self, "board", board_choices(rules))
        _set_choices(self, "bot", bot_choices(rules))
        self.initial.setdefault("players", list(rules.seats)[len(rules.seats) // 2])
        self.initial.setdefault("board", next(iter(rules.boards())))
        self.initial.setdefault("bot", next(iter(rules.bots)))

    @property
    def suggested(self) -> dict[str, Any]:
        """The settings of a game that somebody starts without choosing anything."""
        return dict(self.initial)

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``tables.play_now``, except ``now``."""
        data = self.cleaned_data
        bots = [data["bot"]] * (data["players"] - 1)
        return {"players": data["players"], "board": data["board"], "bots": bots}


class NewGameForm(forms.Form):
    """Creates a table."""

    name = forms.CharField(label="Name of the game", max_length=NAME_LENGTH, required=False,
                           help_text="Left empty, it is called after you.")
    players = forms.TypedChoiceField(coerce=int, label="Players", widget=forms.RadioSelect)
    board = forms.ChoiceField(label="Board", widget=forms.RadioSelect)
    pace = forms.ChoiceField(label="Pace", required=False, widget=forms.RadioSelect, choices=[
        (pace.value, f"{pace.label}: {pace.meaning}") for pace in Pace])
    note = forms.CharField(
        label="A note for those who may join", required=False, max_length=NOTE_LENGTH,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Whom you hope to play with, for example. At most 200 characters.",
    )
    bots = forms.TypedChoiceField(coerce=int, label="Seats for bots", widget=forms.RadioSelect)
    bot = forms.ChoiceField(label="Kind of bots")
    listed = forms.BooleanField(
        label="Show it in the lobby", required=False,
        help_text="Anybody may join and watch. Otherwise only people with your link see it.",
    )
    emails = forms.CharField(
        label="Invite by mail", required=False, max_length=2000,
        widget=forms.Textarea(attrs={"rows": 3, "placeholder": "bob@example.org"}),
        help_text="One address a line. Each gets a seat and a mail with a link.",
    )

    def __init__(self, *args: Any, ruleset: str = "", **kwargs: Any):
        super().__init__(*args, **kwargs)
        self.rules = ruleset_named(ruleset)
        _set_choices(self, "players", player_choices(self.rules))
        _set_choices(self, "board", board_choices(self.rules))
        most = self.rules.seats[-1] - 1
        _set_choices(self, "bots", [(n, "none" if n == 0 else str(n)) for n in range(most + 1)])
        _set_choices(self, "bot", bot_choices(self.rules))
        self.initial.setdefault("players", self.rules.seats[0])
        self.initial.setdefault("board", next(iter(self.rules.boards())))
        self.initial.setdefault("bots", 0)
        self.initial.setdefault("pace", Pace.NONE.value)
        for option in self.rules.options:
            self.fields[f"option_{option.name}"] = _option_field(option, self.rules)

    @property
    def option_fields(self) -> list[Any]:
        """The fields for the ruleset's own options."""
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``tables.create_table``, except ``by`` and ``now``."""
        data = self.cleaned_data
        options = {
            option.name: data[f"option_{option.name}"]
            for option in self.rules.options if data[f"option_{option.name}"] not in ("", None)
        }
        return {
            "name": data["name"], "pace": data["pace"] or Pace.NONE, "note": data["note"],
            "ruleset": self.rules.name, "board": data["board"],
            "players": data["players"], "options": options, "listed": data["listed"],
            "bots": [data["bot"]] * data["bots"],
            "invite_emails": [a for a in re.split(r"[\s,;]+", data["emails"]) if a],
        }


class InviteForm(forms.Form):
    """Invites one more email address."""

    email = forms.EmailField(label="Mail address", max_length=254)


def _set_choices(form: forms.Form, name: str, choices: Any) -> None:
    """Sets a field's choices, and hides the field if there is only one."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # the caller's own field
    field.choices = choices
    if len(choices) == 1:
        field.widget = forms.HiddenInput()
        form.initial[name] = choices[0][0]


def _option_field(option: Any, rules: Ruleset) -> forms.Field:
    if option.kind == "seat":
        seats = [(str(i), f"Seat {i + 1} ({rules.colours[i]})") for i in range(rules.seats[-1])]
        return forms.TypedChoiceField(
            coerce=int, empty_value=None, required=False, label=option.title,
            help_text=option.help, choices=[(BY_CHANCE, "By chance"), *seats],
        )
    return forms.BooleanField(label=option.title, help_text=option.help, required=False,
                              initial=option.default)
