"""The pages that start a new table: from a position of a finished game, and from a string."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods

from alexandros_rules.errors import Refusal
from alexandros_rules.ruleset import Ruleset, Setup, Status
from games.base import locks, rate_limits, site_clock
from games.base.refusals import TableRefusal, status_code
from games.models import Game, Pace, Seat, User
from games.rulesets import registry
from games.rulesets.opponents import opponents
from games.rulesets.registry import Room
from games.table.clocks.paces import TimeControl
from games.table.lobby import open_tables, table_settings
from games.table.lobby.table_settings import NAME_LENGTH
from games.table.play import continued_games, event_log
from games.table.play.bots import default_bot
from games.table.seats import seating
from games.web import position_pages, time_facts
from games.web.access import (
    PROVED,
    READER,
    REPLAY,
    declare,
    user_or_new_guest,
    user_or_none,
)
from games.web.replay import get_replay_or_404
from games.web.table_forms import TimeFields

ME, FRIEND = "me", "friend"
_BOT = "bot "  # before the name of a bot, which may be any word


class PlayOnForm(TimeFields):
    """The choice of who plays each seat: the reader, a friend or a bot."""

    name = forms.CharField(
        label=gettext_lazy("Name of the table"), max_length=NAME_LENGTH, required=False,
        help_text=gettext_lazy("You may leave it empty."),
    )

    def __init__(self, *args: Any, rules: Ruleset, labels: Sequence[str], own: int,
                 bots: Sequence[str], **kwargs: Any):
        """Add a field for each seat; ``own`` and ``bots`` are chosen at first."""
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
        """Return the choices; refuse them unless exactly one seat is the reader's."""
        data = super().clean() or {}
        chosen = [data.get(f"seat_{seat}") for seat in self.seats]
        if None not in chosen and chosen.count(ME) != 1:
            raise ValidationError(_("Please choose “I play” for exactly one seat."))
        return data

    @property
    def arguments(self) -> dict[str, Any]:
        """The keyword arguments for ``create_table``, except ``by`` and ``now``."""
        data, time = self.cleaned_data, self.time_arguments
        chosen = {seat: data[f"seat_{seat}"] for seat in self.seats}
        return {
            "seat": next(seat for seat, who in chosen.items() if who == ME),
            "bots": {seat: who.removeprefix(_BOT) for seat, who in chosen.items()
                     if who.startswith(_BOT)},
            "name": data["name"], "pace": time["pace"], "control": time["control"],
        }


def _bot_choices(rules: Ruleset) -> list[tuple[str, str]]:
    """Return a choice for each bot, the weakest first, in words that fit beside a board."""
    return [(f"{_BOT}{one.name}", _("Bot %(name)s: %(style)s") % {
        "name": one.called, "style": one.style}) for one in opponents(registry.get(rules.name))]


@dataclass(frozen=True, slots=True)
class Start:
    """A position from which a new table can go on, and what its page says of it.

    ``labels`` are the seats; ``own`` and ``bots`` are chosen at first.  ``back`` is the page of the
    position.  ``origin`` is the game that it comes from, after row ``number``; None if the position
    comes from its string.
    """

    room: Room
    setup: Setup
    names: Sequence[str]
    own: int | None
    bots: Sequence[str]
    address: str
    back: str
    origin: Game | None = None
    number: int | None = None

    @property
    def view(self) -> Any:
        """The position as everybody saw it."""
        return continued_games.positions_of(self.room).view(self.setup)


@require_http_methods(["GET", "HEAD", "POST"])
@declare(REPLAY | PROVED, locks=(READER,))
def play_on(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Show a position of a finished game and the choice of its players; on POST, create a table."""
    replay = get_replay_or_404(request, code, token, number)
    rules = event_log.ruleset_of(replay.game)
    return _answer(request, Start(
        registry.get(replay.game.ruleset), continued_games.setup_at(replay.game, number),
        replay.past(number).names_at(number), replay.table.seat,
        [seat.bot if seat.bot in rules.bots else default_bot(rules)
         for seat in replay.table.seats],
        replay.address("play-on", number=number), replay.address("position", number=number),
        replay.game, number))


@require_http_methods(["GET", "HEAD", "POST"])
@declare(PROVED, locks=(READER,))
def play_on_from(request: HttpRequest, string: str) -> HttpResponse:
    """Show the position of a string and the choice of its players; on POST, create a table."""
    room, setup = continued_games.read(string)
    where = {"string": string}
    return _answer(request, Start(
        room, setup, position_pages.seat_names(room, setup.players), None,
        [default_bot(room.ruleset)] * setup.players,
        reverse("play-on-from", kwargs=where), reverse("given-position", kwargs=where)))


def _answer(request: HttpRequest, start: Start) -> HttpResponse:
    """Show the choice of who plays which seat; on POST, create the table."""
    form = _form(request, start)
    show = partial(_page, request, start, form)
    if request.method != "POST":
        return show()
    if not form.is_valid():
        return show(status=400)
    now = site_clock.now()
    try:
        game = open_table(start.room.ruleset, start.setup, by=user_or_new_guest(request, now=now),
                          now=now, origin=start.origin, number=start.number, **form.arguments)
    except Refusal as refusal:
        return show(refusal=refusal, status=status_code(refusal))
    return redirect("game", code=game.code)


def _form(request: HttpRequest, start: Start) -> PlayOnForm:
    rules = start.room.ruleset
    status = rules.status(start.view)
    own = status.to_move[0] if start.own is None else start.own
    labels = [_label(name, rules.colours[seat], status, seat=seat)
              for seat, name in enumerate(start.names)]
    return PlayOnForm(request.POST or None, rules=rules, labels=labels, own=own, bots=start.bots)


def _label(name: str, colour: str, status: Status, *, seat: int) -> str:
    """Return the label of a seat: who had it, its points, and whether it is to move."""
    points = status.scores[seat]
    who = name if name.lower() == _(colour).lower() else _("%(name)s (%(colour)s)") % {
        "name": name, "colour": _(colour)}
    words = {"who": who, "points": points}
    if seat in status.to_move:
        return ngettext("%(who)s, %(points)s point, to move",
                        "%(who)s, %(points)s points, to move", points) % words
    return ngettext("%(who)s, %(points)s point", "%(who)s, %(points)s points", points) % words


def _page(request: HttpRequest, start: Start, form: PlayOnForm, *,
          refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    room, view, names = start.room, start.view, start.names
    board = room.boards.board(view, names=names, moves=())
    dealing = next(option.help for option in room.ruleset.options if option.kind == "position")
    return render(request, "play_on/page.html", {
        "form": form, "game": start.origin, "refusal": refusal, "room": room,
        "turn": room.ruleset.status(view).turn, "dealing": _(dealing),
        "address": start.address, "back": start.back,
        "board": mark_safe(board),  # noqa: S308 - our own drawing
        "table": room.table.table(view, names=names, seat=None, open_hands=False),
        **time_facts.about_paces(form, reader=user_or_none(request), now=site_clock.now()),
    }, status=status)


def create_table(origin: Game, number: int, **choices: Any) -> Game:
    """Create a table that goes on after row ``number`` of a game, as ``open_table`` does.

    The caller has checked that its creator may see the old game.  Refuses positions from which no
    game can go on.
    """
    return open_table(event_log.ruleset_of(origin), continued_games.setup_at(origin, number),
                      origin=origin, number=number, **choices)


def open_table(rules: Ruleset, setup: Setup, *, by: User, seat: int, bots: Mapping[int, str],
               name: str = "", pace: str = Pace.NONE, control: TimeControl | None = None,
               origin: Game | None = None, number: int | None = None, now: datetime) -> Game:
    """Create a table that goes on from the position in a setup; start it if bots fill it.

    ``seat`` is that of its creator, ``bots`` are those of the other seats; seats without a bot stay
    open.  Refuses wrong settings.
    """
    others = set(range(setup.players)) - {seat}
    if len(others) == setup.players or not others.issuperset(bots):
        raise TableRefusal("seat", _("Please choose one of the seats for yourself, and bots for"
                                     " other seats only."))
    table_settings.checked_bots(rules, [*bots.values()], free=len(others))
    if not name and others == set(bots):
        name = _("Against bots")
    rate_limits.count("table", by.pk, now=now)
    game = Game(name=table_settings.checked_name(name, by=by), ruleset=rules.name,
                rules_version=rules.version, origin=origin, origin_number=number, created_by=by,
                created_at=now, active_at=now, **table_settings.columns(pace, control))
    with transaction.atomic():
        locks.lock_person(by)
        game.setup_id = event_log.keep_setup(setup)
        game.save(force_insert=True)
        seats = [Seat.objects.create(game=game, index=index) for index in range(setup.players)]
        seating.take(seats[seat], by)
        for index, bot in sorted(bots.items()):
            seating.take_by_bot(seats[index], bot)
        open_tables.start_if_full(game, now=now)
    return game
