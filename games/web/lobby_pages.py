"""The lobby, a person's own games, and the form for a new table."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from alexandros_rules.errors import Refusal
from games.base import log_context, site_clock
from games.base.refusals import status_code
from games.models import Game, Seat, User
from games.post.calendar_feed import feed
from games.post.outbox import preferences
from games.rulesets import addresses, registry
from games.rulesets.protocols import BoardPictures
from games.rulesets.registry import Room
from games.rulesets.typical_games import expectation
from games.table.clocks import seat_clocks, time_wording
from games.table.lobby import fit, game_lists, open_tables, opponent_advice
from games.table.play import continued_games, event_log, history
from games.table.play.waiting import Waiting, waiting_for
from games.web import clock_panel, panels, time_facts, vacant_seats
from games.web.access import (
    ACCOUNT,
    ANYBODY,
    PEOPLE,
    PROVED,
    declare,
    user_or_new_guest,
    user_or_none,
)
from games.web.game_choice import board_pictures, game_cards, requested_room
from games.web.table_forms import NewGameForm

PICTURES = 24  # thumbnails on one page
NOTHING = game_lists.Part([], 1, has_more=False)
LAST_PAGE = 10_000  # of any list; far more than there are

Words = Callable[[datetime], str]  # says a deadline


@dataclass(frozen=True, slots=True)
class Listed:
    """A table in a list, with its picture."""

    game: Game
    seats: tuple[Seat, ...]
    picture: str
    board: str
    seat: int | None = None
    is_my_turn: bool = False
    until: str = ""
    delays: Sequence[str] = ()
    forecast: str = ""
    reasons: Sequence[str] = ()

    @property
    def waiting(self) -> Waiting:
        """The players for whom the game waits, in words."""
        to_move = [seat.index for seat in self.seats if seat.to_move]
        return waiting_for([seat.called for seat in self.seats], to_move, reader=self.seat)

    @property
    def unreachable(self) -> str:
        """A player whose turn it is at the reader's own table and who gets no email; or ""."""
        waiting = (seat for seat in self.seats if seat.to_move and seat.index != self.seat)
        return next((seat.name for seat in waiting if seat.gets_no_email and self.seat is not None),
                    "")

    @property
    def free(self) -> int:
        """The number of open seats."""
        return sum(seat.status == Seat.Status.OPEN for seat in self.seats)

    @property
    def invited(self) -> int:
        """The number of reserved seats."""
        return sum(seat.status == Seat.Status.INVITED for seat in self.seats)

    @property
    def winners(self) -> list[str]:
        """The names of the winners, once the game is over."""
        return [self.seats[i].name for i in event_log.have_won(self.game.result)]


def listed(entries: Sequence[tuple[Game, int | None, bool]], *,
           words: Words | None = None, delays: Mapping[int, Sequence[str]] | None = None,
           forecasts: Mapping[int, str] | None = None,
           reasons: Mapping[int, Sequence[str]] | None = None) -> list[Listed]:
    """Return the entries of a list: each a game, the reader's seat and whether it is their turn.

    ``words`` writes a deadline for the reader; without it, deadlines are left out.  By the ids of
    the games, ``delays`` say what has moved the deadlines, ``forecasts`` when the reader's next
    turns will probably come, and ``reasons`` why the tables suit them.

    Takes two queries, however many games there are; only the first entries have pictures.
    """
    views = history.views((game, seat) for game, seat, _ in entries[:PICTURES])
    return [
        Listed(
            game, tuple(game.seats.all()),
            mark_safe(_picture(game, views.get(game.pk), seat=seat) if i < PICTURES else ""),  # noqa: S308
            _pictures(game).title(event_log.setup_of(game).board), seat, is_my_turn,
            _until(game, seat, words=words), (delays or {}).get(game.pk, ()),
            (forecasts or {}).get(game.pk, ""),
            (reasons or {}).get(game.pk, ()),
        )
        for i, (game, seat, is_my_turn) in enumerate(entries)
    ]


def deadline_words(reader: User | None, *, now: datetime) -> Words:
    """Say a deadline in words, in the reader's time zone if we know who they are."""
    if reader is None:
        return partial(time_wording.time_left, now=now)
    return partial(time_wording.until, zone=preferences.preferences_of(reader).time_zone, now=now)


def _until(game: Game, seat: int | None, *, words: Words | None) -> str:
    """Return the end of the reader's time, or else of the first player to move."""
    moment = game_lists.deadline_of(shown) if (shown := _first_to_move(game, seat)) else None
    return words(moment) if words and moment else ""


def _first_to_move(game: Game, seat: int | None) -> Seat | None:
    """Return the seat whose time ends first, the reader's own before others; None if none does."""
    moments = {each.index: moment for each in game.seats.all()
               if each.to_move and (moment := game_lists.deadline_of(each))}
    if not moments:
        return None
    first = seat if seat in moments else min(moments, key=moments.__getitem__)
    return next(each for each in game.seats.all() if each.index == first)


def delays_of(entries: Sequence[game_lists.MyGame], reader: User | None, *,
              now: datetime) -> dict[int, Sequence[str]]:
    """Return what has moved the deadlines of the reader's games, by the ids of these.

    Takes at most five queries, however many games there are.
    """
    if reader is None:
        return {}
    zone = preferences.preferences_of(reader).time_zone
    seats = [seat for entry in entries if (seat := _first_to_move(entry.game, entry.seat))]
    clocks = [seat.clock for seat in seats]
    return {clock.seat.game_id: clock_panel.delays(clock, times, zone=zone, now=now)
            for clock, times in zip(clocks, seat_clocks.times_of_all(clocks, now=now),
                                    strict=True)}


def _picture(game: Game, view: Any, *, seat: int | None) -> str:
    """Return a small picture of the position; before the start, of the first one or the board."""
    with log_context.about(game, log_context.PAGE, seat=seat):
        view = continued_games.first_view(game) if view is None else view
        if view is None:
            return _pictures(game).empty_thumbnail(event_log.setup_of(game).board)
        return _pictures(game).thumbnail(view)


def _pictures(game: Game) -> BoardPictures:
    return registry.get(game.ruleset).boards


@require_safe
@declare(ANYBODY)
def show_lobby(request: HttpRequest) -> HttpResponse:
    """Show the lobby: open tables, invitations, vacant seats, ways to start a game.

    Open tables and vacant seats have further pages (``page``, ``seats``), which show nothing else.
    Members see the newest tables in the order of their fit, and everybody sees all others by age.
    """
    user, now = user_or_none(request), site_clock.now()
    page, seats = (_page_number(request.GET.get(name, "")) for name in ("page", "seats"))
    first = page == seats == 1
    # Not guests: anybody can be a new one with other hours, and try out which are those of others.
    by_fit = user is not None and not user.is_guest and page <= game_lists.PAGES_BY_FIT
    tables = NOTHING
    if first or page > 1:
        tables = (game_lists.open_tables(user, pages=game_lists.PAGES_BY_FIT) if by_fit
                  else game_lists.open_tables(user, page=page))
    vacant = NOTHING if page > 1 else game_lists.games_with_vacant_seats(user, page=seats, now=now)
    invitations = game_lists.invitations(user) if first else []
    about = time_facts.about_lists([*tables.games, *vacant.games], invitations, reader=user,
                                   now=now)
    reasons: Mapping[int, Sequence[str]] = {}
    if by_fit and user is not None:
        best, reasons = fit.best_first(tables.games, user, standings=about["standings"],
                                       closed=about["closed_to_reader"], now=now)
        tables = tables.in_order(best, page=page)
    return render(request, "games/lobby.html", {
        "games": listed([(game, None, False) for game in tables.games], reasons=reasons),
        "tables_page": tables, "by_fit": by_fit,
        "vacant": vacant_seats.list_tables(vacant.games, reader=user, now=now),
        "vacant_page": vacant,
        "invitations": invitations, "section": "play", "first": first,
        "rooms": registry.rooms().values(), "several": registry.several(), **about,
        **_panels([*tables.games, *vacant.games], invitations, request=request, now=now),
    })


@require_safe
@declare(ANYBODY)
def show_watch(request: HttpRequest) -> HttpResponse:
    """Show listed games of others: those in progress, and finished ones to replay."""
    user, now = user_or_none(request), site_clock.now()
    words = deadline_words(user, now=now)
    watched, replayed = game_lists.watchable_games(user), game_lists.replayable_games(user)
    return render(request, "games/watch.html", {
        "watched": listed([(game, None, False) for game in watched], words=words),
        "replayed": listed([(game, None, False) for game in replayed]),
        **panels.context("watch", reader=user),
        "section": "watch", "rooms": registry.rooms().values(),
        **_panels([*watched, *replayed], [], request=request, now=now),
    })


def _panels(games: Sequence[Game], invitations: Sequence[Seat], *, request: HttpRequest,
            now: datetime) -> dict[str, Any]:
    """Return what features add to lists of tables and invitations."""
    listed = [*games, *(seat.game for seat in invitations)]
    return panels.context("lists", games=listed, request=request, now=now)


def _page_number(text: str) -> int:
    """Return the number of a page that an address names; 1 if it names none."""
    is_number = text.isascii() and text.isdecimal() and len(text) <= len(str(LAST_PAGE))
    return min(max(int(text), 1), LAST_PAGE) if is_number else 1


@require_safe
@declare(ACCOUNT)
def show_my_games(request: HttpRequest) -> HttpResponse:
    """Show a person's games, first those that wait for them, with the older ones on pages."""
    user = request.user
    assert isinstance(user, User)  # the page needs an account
    past = game_lists.finished_games(user, page=request.GET.get("page", ""))
    present = [] if past.has_previous() else game_lists.my_games(user)
    left = [] if past.has_previous() else game_lists.games_left_to_bots(user)
    zone, now = preferences.preferences_of(user).time_zone, site_clock.now()
    cancelled = [] if past.has_previous() else game_lists.cancelled_games(user, now=now)
    entries = [*present, *cancelled, *past]
    mine = listed([(entry.game, entry.seat, entry.is_my_turn) for entry in entries],
                  words=partial(time_wording.until, zone=zone, now=now),
                  delays=delays_of(present, user, now=now),
                  forecasts=_forecasts([entry.game for entry in present], user, zone=zone, now=now))
    invitations = [] if past.has_previous() else game_lists.invitations(user)
    status = Game.Status
    return render(request, "games/mine.html", {
        "waiting": [g for g in mine if g.is_my_turn],
        "running": [g for g in mine if g.game.status == status.RUNNING and not g.is_my_turn],
        "open": [g for g in mine if g.game.status == status.OPEN],
        "cancelled": [g for g in mine if g.game.status == status.CANCELLED],
        "over": [g for g in mine if g.game.status == status.OVER], "past": past,
        **panels.context("my-games", user=user),
        **_panels([*(entry.game for entry in mine), *left], invitations, request=request, now=now),
        "left": listed([(game, None, False) for game in left]), "invitations": invitations,
        "any": bool(mine or left), "section": "mine", "rooms": registry.rooms().values(),
        **time_facts.about_lists([entry.game for entry in mine if entry.game.status == status.OPEN],
                                 invitations, reader=user, now=now),
    })


@require_safe
@declare(ACCOUNT)
def show_next_game(request: HttpRequest) -> HttpResponse:
    """Redirect to the game that has waited longest for the reader, or else to their games.

    From the page of one that waits, named by ``after``, redirect to the one after it.
    """
    user = request.user
    assert isinstance(user, User)  # the page needs an account
    codes = list(game_lists.waiting_seats(user).values_list("game__code", flat=True))
    here = request.GET.get("after", "")
    if codes:
        following = codes.index(here) + 1 if here in codes else 0
        return redirect("game", code=codes[following % len(codes)])
    messages.info(request, _("No game waits for you now."))
    return redirect("my-games")


def _forecasts(games: Sequence[Game], user: User, *, zone: str, now: datetime) -> dict[int, str]:
    """Return when the user's next turns in these games will probably come, in words."""
    words = partial(time_wording.at, zone=zone, now=now)
    return {pk: _("forecast: your turn comes between %(begin)s and %(end)s") % {
        "begin": words(turn.window.begin), "end": words(turn.window.end)}
        for pk, turn in feed.next_turns(games, user, now=now).items()}


@require_http_methods(["GET", "HEAD", "POST"])
@declare(PROVED, locks=(PEOPLE,))
def new_game(request: HttpRequest) -> HttpResponse:
    """Show the form for a new table, with what was entered if the table was refused.

    If there are several games, it comes after a page on which people choose one.
    """
    room = requested_room(request)
    if room is None and registry.several() and request.method != "POST":
        return render(request, "games/choose.html", {
            "cards": game_cards(addresses.new_table_path), "section": "play",
            "rooms": registry.rooms().values(),
        })
    room = room or registry.default()
    if request.method != "POST":
        proposal = opponent_advice.proposed_game(room, user_or_none(request))
        return _render_new_game(request, NewGameForm(proposal=proposal), room)
    form = NewGameForm(request.POST, proposal=opponent_advice.proposed_game(room, None))
    if not form.is_valid():
        return _render_new_game(request, form, room, status=400)
    now = site_clock.now()
    try:
        game = open_tables.create_table(
            by=user_or_new_guest(request, now=now), now=now, **form.arguments)
    except Refusal as refusal:
        return _render_new_game(request, form, room, refusal=refusal, status=status_code(refusal))
    return redirect("game", code=game.code)


def _render_new_game(request: HttpRequest, form: NewGameForm, room: Room, *,
                     refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    return render(request, "games/new.html", {
        "form": form, "section": "play", "boards": _boards(form), "refusal": refusal,
        "user_is_guest": _is_guest(request), "rooms": [room], "room": room,
        **time_facts.about_paces(form, reader=user_or_none(request), now=site_clock.now()),
        "title": room.title if registry.several() else "",
        **panels.context("new-table", reader=user_or_none(request)),
    }, status=status)


def _boards(form: NewGameForm) -> list[dict[str, Any]]:
    """Return the boards to choose from, each with its button, its picture and what to expect."""
    if form["board"].is_hidden:
        return []
    radios = zip(form["board"], board_pictures(form.rules.name), strict=True)
    return [{"radio": radio, "picture": picture,
             "about": expectation(form.room, radio.data["value"])} for radio, picture in radios]


def _is_guest(request: HttpRequest) -> bool:
    user = user_or_none(request)
    return user is None or user.is_guest
