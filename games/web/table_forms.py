"""Forms that create tables, start games against bots and invite players.

They only read what was entered; ``games.table.lobby.table_settings`` decides what is allowed.
"""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from alexandros_rules.ruleset import Option, Ruleset
from alexandros_rules.translation import list_with_and, list_with_or
from games.models import Pace, Reliability
from games.models.game import NOTE_LENGTH
from games.rulesets import registry
from games.rulesets.addresses import GAME
from games.rulesets.opponents import Opponent, opponents
from games.rulesets.registry import Room
from games.rulesets.typical_games import expectation
from games.table.clocks import paces
from games.table.lobby.opponent_advice import Proposal
from games.table.lobby.table_settings import NAME_LENGTH, offers_matches


class PeriodField(forms.CharField):
    """A period of time with its units, such as "36h"; None if it is left empty."""

    def clean(self, value: Any) -> Any:
        """Return the period; refuse any other text."""
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
    """The fields for a table's pace, its details, and who may join uninvited."""

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


BY_CHANCE = ""


def board_choices(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return the ruleset's boards by name and title, the default first."""
    boards = registry.get(ruleset.name).boards
    return [(name, boards.title(text)) for name, text in ruleset.boards().items()]


def bot_choices(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Return the ruleset's bots by name, each with its title and its way to play.

    The weakest comes first.
    """
    return [
        (one.name, _("%(name)s (playing style: %(style)s)")
         % {"name": one.called, "style": one.style})
        for one in opponents(registry.get(ruleset.name))
    ]


def player_choices(ruleset: Ruleset) -> list[tuple[int, str]]:
    """Return the possible numbers of players."""
    return [(number, str(number)) for number in ruleset.seats]


def number_of_bots_choices(ruleset: Ruleset) -> list[tuple[int, str]]:
    """Return the possible numbers of bots; at least one seat is the creator's."""
    return [(0, _("none")), *((number, str(number)) for number in range(1, ruleset.seats[-1]))]


class BotField:
    """The base of forms with a field ``bot``, for their templates. The form has ``rules``."""

    rules: Ruleset

    @property
    def room(self) -> Room:
        """The game's room."""
        return registry.get(self.rules.name)

    @property
    def opponents(self) -> list[tuple[Any, Opponent]]:
        """The buttons of the field, each with its bot."""
        assert isinstance(self, forms.Form)  # this is a part of one
        return list(zip(self["bot"], opponents(self.room), strict=True))


class PlayNowForm(BotField, forms.Form):
    """The form that starts a game against bots at once."""

    players = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Players"),
                                     widget=forms.RadioSelect)
    board = forms.ChoiceField(label=gettext_lazy("Board"))
    bot = forms.ChoiceField(label=gettext_lazy("Against"), widget=forms.RadioSelect)

    def __init__(self, *args: Any, proposal: Proposal, against: str = "", **kwargs: Any):
        """Choose what is proposed at first, but the bot ``against``, if the game has it."""
        super().__init__(*args, **kwargs)
        self.rules = proposal.opponent.room.ruleset
        _set_game(self, self.rules)
        _set_choices(self, "players", player_choices(self.rules))
        _set_choices(self, "board", board_choices(self.rules))
        _set_choices(self, "bot", bot_choices(self.rules))
        self.has_wish = against in self.rules.bots
        self.initial.update(
            players=proposal.players, board=proposal.board,
            bot=against if self.has_wish else proposal.opponent.name)

    @property
    def expectations(self) -> list[tuple[str, str]]:
        """The boards' titles, each with what games on it are usually like, if that is known."""
        return [(title, text) for name, title in board_choices(self.rules)
                if (text := expectation(self.room, name))]

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``tables.play_now``, except ``now``."""
        data = self.cleaned_data
        bots = [data["bot"]] * (data["players"] - 1)
        return {"ruleset": self.rules.name, "players": data["players"], "board": data["board"],
                "bots": bots}


FRIENDS, ANYBODY, BOTS = "friends", "anybody", "bots"  # for whom a table is


class NewGameForm(BotField, TimeFields):
    """The form that creates a table.

    Of its fields, ``company`` says which of the others apply; those that do not are ignored.
    """

    company = forms.ChoiceField(
        label=gettext_lazy("Who will play?"), required=False, widget=forms.RadioSelect,
        initial=FRIENDS, choices=[
            (FRIENDS, gettext_lazy("Friends: you send them a link")),
            (ANYBODY, gettext_lazy("Anybody: they find it in the lobby")),
            (BOTS, gettext_lazy("Only you, against bots")),
        ])
    name = forms.CharField(
        label=gettext_lazy("Name of the table"), max_length=NAME_LENGTH, required=False,
        help_text=gettext_lazy("If you leave it empty, the table will be named after you."),
    )
    players = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Players"),
                                     widget=forms.RadioSelect)
    board = forms.ChoiceField(label=gettext_lazy("Board"), widget=forms.RadioSelect)
    note = forms.CharField(
        label=gettext_lazy("A note for people who may join"), required=False,
        max_length=NOTE_LENGTH, widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy(
            "For example, who you would like to play with. At most 200 characters."
        ),
    )
    match = forms.BooleanField(
        label=gettext_lazy("Match: two games with the same deal, seats swapped"), required=False,
        help_text=gettext_lazy(
            "For two players. When the first game is over, the second begins by itself: whoever"
            " moved second moves first, each of you gets the cards that the other was dealt, and"
            " all other cards are shuffled anew."
        ),
    )
    rated = forms.BooleanField(label=gettext_lazy("Rated game"), required=False)
    suggested_turns = forms.BooleanField(
        label=gettext_lazy("Suggested turns in emails"), required=False, initial=True,
        help_text=gettext_lazy(
            "Turn emails show a few whole turns, ready to copy. Without them, and in rated games,"
            " they list the legal orders."
        ),
    )
    bots = forms.TypedChoiceField(coerce=int, label=gettext_lazy("Seats for bots"),
                                  widget=forms.RadioSelect)
    bot = forms.ChoiceField(label=gettext_lazy("Kind of bot"), widget=forms.RadioSelect)
    emails = forms.CharField(
        label=gettext_lazy("Invite by email"), required=False, max_length=2000,
        widget=forms.Textarea(attrs={"rows": 2, "placeholder": "bob@example.org"}),
        help_text=gettext_lazy("One address per line. Each gets a link to a seat."),
    )

    def __init__(self, *args: Any, proposal: Proposal, **kwargs: Any):
        """Choose the bot that is proposed at first."""
        super().__init__(*args, **kwargs)
        self.rules = proposal.opponent.room.ruleset
        _set_game(self, self.rules)
        _set_choices(self, "players", player_choices(self.rules))
        _set_choices(self, "board", board_choices(self.rules))
        _set_choices(self, "bots", number_of_bots_choices(self.rules))
        _set_choices(self, "bot", bot_choices(self.rules))
        self.initial.setdefault("players", self.rules.seats[0])
        self.initial.setdefault("board", next(iter(self.rules.boards())))
        self.initial.setdefault("bots", 0)
        self.initial.setdefault("bot", proposal.opponent.name)
        for option in _chosen_by_people(self.rules):
            self.fields[f"option_{option.name}"] = _option_field(option, self.rules)
        if not offers_matches(self.rules):
            del self.fields["match"]
        if self.rules.rated_options:
            self.fields["rated"].help_text = _help_on_rated_games(self.rules)
        else:
            del self.fields["rated"]

    @property
    def option_fields(self) -> list[Any]:
        """The fields for the ruleset's own options."""
        return [self[name] for name in self.fields if name.startswith("option_")]

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``tables.create_table``, except ``by`` and ``now``."""
        data, is_alone = self.cleaned_data, self.cleaned_data["company"] == BOTS
        options = {
            option.name: data[f"option_{option.name}"]
            for option in _chosen_by_people(self.rules)
            if data[f"option_{option.name}"] not in ("", None)
        }
        return {
            "name": data["name"], "note": data["note"], **self.time_arguments,
            "ruleset": self.rules.name, "board": data["board"],
            "players": data["players"], "options": options,
            "listed": data["company"] == ANYBODY,
            "match": data.get("match", False), "rated": data.get("rated", False),
            "suggested_turns": data["suggested_turns"],
            "bots": [data["bot"]] * (data["players"] - 1 if is_alone else data["bots"]),
            "invite_emails": [] if is_alone else [
                address for address in re.split(r"[\s,;]+", data["emails"]) if address],
        }


class InviteForm(forms.Form):
    """The form that invites one more email address."""

    email = forms.EmailField(label=gettext_lazy("Email address"), max_length=254)


def _set_game(form: forms.Form, rules: Ruleset) -> None:
    """Make the form name its game, if there are several."""
    if registry.several():
        field = forms.CharField(widget=forms.HiddenInput(attrs={"id": False}), required=False)
        form.fields[GAME] = field  # without an id, since a page may have several such forms
        form.initial[GAME] = rules.name


def _set_choices(form: forms.Form, name: str, choices: Any) -> None:
    """Set a field's choices, and hide the field if there is only one."""
    field = form.fields[name]
    assert isinstance(field, forms.ChoiceField)  # the caller's own field
    field.choices = choices
    if len(choices) == 1:
        field.widget = forms.HiddenInput()
        form.initial[name] = choices[0][0]


def _chosen_by_people(rules: Ruleset) -> list[Option]:
    """Return the options that people can set."""
    return [option for option in rules.options if option.is_chosen]


def _help_on_rated_games(rules: Ruleset) -> str:
    """Say which options a rated game has, for each number of players."""
    said = [_("All rated games with the same number of players have the same options: those under"
              " which it matters least who moves first, as far as we have measured.")]
    players_by_options: dict[str, list[str]] = {}
    for players, options in rules.rated_options.items():
        titles = [_(option.title) for option in rules.options
                  if options.get(option.name, option.default) != option.default]
        named = list_with_and(f"“{title}”" for title in titles) if titles else _("no options")
        players_by_options.setdefault(named, []).append(str(players))
    for named, numbers in players_by_options.items():
        said.append(_("With %(players)s players: %(options)s.") % {
            "players": list_with_or(numbers), "options": named})
    said.append(_("Bots may take part."))
    return " ".join(said)


def _option_field(option: Option, rules: Ruleset) -> forms.Field:
    if option.kind == "seat":
        seats = [
            (str(seat), _("Seat %(number)s (%(colour)s)") % {
                "number": seat + 1, "colour": _(rules.colours[seat])})
            for seat in range(rules.seats[-1])
        ]
        return forms.TypedChoiceField(
            coerce=int, empty_value=None, required=False, label=_(option.title),
            help_text=_(option.help), choices=[(BY_CHANCE, _("At random")), *seats],
        )
    return forms.BooleanField(label=_(option.title), help_text=_(option.help), required=False,
                              initial=option.proposal)
