"""Vacant seats: the lobby's list of them, taking one over, and the buttons that offer one.

Nothing here shows what only the vacant seat sees.  Until somebody has accepted, they see of a
listed table what spectators see, and of a private one no position at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.base import blocks, site_clock
from games.base.refusals import Closed
from games.models import Game, Seat, User
from games.people import accounts
from games.rulesets import registry
from games.table.clocks import pace_preview, time_wording
from games.table.play import event_log, history
from games.table.seats import seating, taking_over
from games.web import panels, time_facts
from games.web.access import (
    GAME,
    PLAYER,
    PROVED,
    READER,
    SECRET,
    TableAccess,
    declare,
    find_table,
    get_table_or_404,
    may_see,
    name_given,
    seat_index,
    user_or_new_guest,
)
from games.web.clock_panel import reader_zone

PICTURES = 24  # thumbnails in the lobby's list


@dataclass(frozen=True, slots=True)
class Vacancy:
    """A vacant seat, the colour of its pieces, and how long it has been vacant, in words."""

    seat: Seat
    colour: str
    vacant_for: str


@dataclass(frozen=True, slots=True)
class VacantTable:
    """A table in the lobby's list of vacant seats; ``outlook`` is the meaning of its pace."""

    game: Game
    seats: Sequence[Seat]
    picture: str
    board: str
    vacancies: Sequence[Vacancy]
    outlook: Sequence[str]


@dataclass(frozen=True, slots=True)
class Offer:
    """The offer of a vacant seat to others, as the players at its table see it.

    ``lobby_from`` is from when on the lobby will offer it, "" if it does already or will not.
    ``link`` is "" if no link has been made.
    """

    seat: Seat
    in_lobby: bool
    lobby_from: str
    link: str

    @property
    def field(self) -> str:
        """The id of the field with the link."""
        return f"takeover-{self.seat.index}"


def list_tables(games: Sequence[Game], *, reader: User | None, now: datetime) -> list[VacantTable]:
    """Return these games with the seats that the lobby offers, in a fixed number of queries."""
    views = history.views((game, None) for game in games[:PICTURES] if game.listed)
    meanings = pace_preview.of_games(games, reader=reader, now=now)
    return [VacantTable(
        game, tuple(game.seats.all()), _thumbnail(game, views.get(game.pk)),
        registry.get(game.ruleset).boards.title(event_log.setup_of(game).board),
        [_vacancy(game, seat, now=now) for seat in game.seats.all()
         if taking_over.is_in_lobby(seat, now=now)],
        meanings.get(game.pk, []),
    ) for game in games]


def _thumbnail(game: Game, view: Any) -> str:
    boards = registry.get(game.ruleset).boards
    picture = (boards.empty_thumbnail(event_log.setup_of(game).board) if view is None
               else boards.thumbnail(view))
    return mark_safe(picture)  # noqa: S308 - our own drawing


def _vacancy(game: Game, seat: Seat, *, now: datetime) -> Vacancy:
    return Vacancy(seat, _(event_log.ruleset_of(game).colours[seat.index]),
                   time_wording.roughly(now - seat.left_at) if seat.left_at else "")


def offers(request: HttpRequest, access: TableAccess, *, now: datetime) -> list[Offer]:
    """Return the vacant seats at a running game, if the reader is one of its players."""
    game = access.game
    if access.seat is None or game.status != Game.Status.RUNNING or game.sealed:
        return []
    return [Offer(seat, taking_over.is_in_lobby(seat, now=now),
                  time_wording.fixed(seat.offered_at, zone=reader_zone(access))
                  if seat.offered_at and seat.offered_at > now else "",
                  _link(request, game, seat))
            for seat in access.seats if seat.is_vacant]


def _link(request: HttpRequest, game: Game, seat: Seat) -> str:
    if not seat.takeover_token:
        return ""
    return request.build_absolute_uri(reverse("take-over-link", kwargs={
        "code": game.code, "seat": seat.index, "token": seat.takeover_token}))


@require_POST
@declare(PLAYER, locks=(GAME,))
def offer(request: HttpRequest, code: str) -> HttpResponse:
    """Offer a vacant seat in the lobby or by a link, or end either offer."""
    access = get_table_or_404(request, code)
    assert access.user is not None  # the page is for players
    seat, by, wanted = seat_index(request), access.user, request.POST.get("do", "")
    if wanted == "lobby":
        taking_over.show_in_lobby(access.game, by=by, seat=seat, now=site_clock.now())
        messages.success(request, _("The seat is now in the lobby, and anybody can take it over."))
    elif wanted == "link":
        taking_over.make_link(access.game, by=by, seat=seat)
        messages.success(request, _("Here is a link to the seat. Whoever has it can take the seat"
                                    " over."))
    elif wanted == "revoke":
        taking_over.revoke_link(access.game, by=by, seat=seat)
        messages.success(request, _("The link to the seat has stopped working."))
    else:
        taking_over.withdraw(access.game, by=by, seat=seat)
        messages.success(request, _("The seat is no longer in the lobby."))
    return redirect(f"{reverse('game', kwargs={'code': code})}#vacant")


@require_http_methods(["GET", "HEAD", "POST"])
@declare(SECRET | PROVED, locks=(GAME, READER))
def take_over(request: HttpRequest, code: str, seat: int, token: str = "") -> HttpResponse:
    """Show what taking over a vacant seat means; only the page's button does it (R12)."""
    access, now = find_table(request, code), site_clock.now()
    if access is not None and access.seat == seat:
        return redirect("game", code=code)
    vacant = _find_vacant(access, seat, token=token, now=now)
    if access is None or vacant is None:
        raise Http404(_(taking_over.NOT_FREE))
    if request.method != "POST":
        return _take_over_page(request, access, vacant, token, now=now)
    name, user = name_given(request), user_or_new_guest(request, now=now)
    accounts.take_name(user, name)
    taking_over.take_over(access.game, user=user, seat=seat, token=token, now=now,
                          beside=request.POST.getlist("beside"))
    messages.success(request, _("The seat is yours, and its clock is full again. Have fun!"))
    return redirect("game", code=code)


def _find_vacant(access: TableAccess | None, seat: int, *, token: str,
                 now: datetime) -> Seat | None:
    """Return the seat with this index if the game is running and it is offered to the reader.

    Otherwise refuses (Closed) a reader who may see the table, and returns None to everybody else.
    """
    if access is None:
        return None
    seats = access.seats if access.game.status == Game.Status.RUNNING else ()
    vacant = taking_over.find(seats, seat, token=token, now=now)
    if vacant is not None and taking_over.is_hidden(seats, access.user):
        vacant = None
    if vacant is None and may_see(access):
        if access.game.status != Game.Status.OPEN:
            taking_over.check_running(access.game)
        raise Closed("taken", _(taking_over.NOT_FREE))
    return vacant


def _take_over_page(request: HttpRequest, access: TableAccess, seat: Seat, token: str, *,
                    now: datetime) -> HttpResponse:
    game, room = access.game, registry.get(access.game.ruleset)
    setup = event_log.setup_of(game)
    watchable = may_see(access)
    chosen = seating.tokens_match(token, seat.takeover_token)
    facts = time_facts.about_table(access, now=now)
    refusal = access.user and taking_over.why_not(list(access.seats), access.user)
    drawn = (room.boards.board(history.view(game, None), names=access.names, moves=())
             if watchable else room.boards.empty_board(setup.board))
    return render(request, "games/take_over.html", {
        "room": room, "access": access, "game": game, "seats": access.seats, "section": "play",
        "vacancy": _vacancy(game, seat, now=now), "token": token, "watchable": watchable,
        "board": mark_safe(drawn),  # noqa: S308 - our own drawing
        "board_title": room.boards.title(setup.board),
        "options": event_log.options_on(game),
        "beside": blocks.beside([one.user_id for one in access.seats if one.user_id], access.user),
        **panels.context("table", access=access, request=request, now=now),
        **facts,
        "why_not": refusal.sentence if refusal else "" if chosen else facts["why_not"],
    })
