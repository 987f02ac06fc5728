"""The replay of a game: each position as the reader may see it, and each move as sentences.

A browser that has a current copy of a finished game's page gets a 304, and nothing is drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.cache import get_conditional_response
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from alexandros_rules.codec import fingerprint
from games.base import site_clock
from games.models import Game
from games.people import languages
from games.rulesets import registry
from games.rulesets.protocols import Cell, Column
from games.rulesets.registry import Room
from games.table.lobby import replay_links
from games.table.play import continued_games, history, verification
from games.table.play.history import GameHistory, HistoryEntry
from games.web import panels, talk_panel
from games.web.access import (
    GAME,
    HOST,
    NO_TABLE,
    REPLAY,
    TableAccess,
    declare,
    find_table,
    get_table_or_404,
)
from games.web.link_previews import LinkPreview, link_preview


@dataclass(frozen=True, slots=True)
class ReplayAccess:
    """A table whose replay somebody may see, and the key in the URL of a shared link."""

    table: TableAccess
    token: str = ""

    @property
    def game(self) -> Game:
        return self.table.game

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def revealed(self) -> bool:
        return self.game.is_revealed

    @property
    def base(self) -> str:
        """The URL below which all positions are."""
        return self.address("replay")

    def address(self, name: str, **where: int | str) -> str:
        """Return the URL of a page of this replay, with the key of a shared link if it has one."""
        key = {"token": self.token} if self.token else {}
        return reverse(name, kwargs={"code": self.game.code, **key, **where})

    def past(self, number: int | None = None) -> GameHistory:
        return history.read(self.game, self.table.seat, names=self.table.names, number=number)


@dataclass(frozen=True, slots=True)
class Navigation:
    """The positions that the buttons lead to; 0 if there is none in that direction.

    ``mine_back`` and ``mine_forward`` lead to the reader's own turns.
    """

    first: int
    turn_back: int
    back: int
    forward: int
    turn_forward: int
    last: int
    mine_back: int = 0
    mine_forward: int = 0


@dataclass(frozen=True, slots=True)
class Standing:
    """The points of one seat in a position, and what the game's own columns show of the seat.

    ``badge`` is a mark of the seat; ``gained`` is what the step did to the points.
    """

    seat: int
    name: str
    badge: str
    score: int
    gained: int
    cells: Sequence[tuple[Column, Cell]]


def navigation(log: Sequence[HistoryEntry], number: int, *, own: Sequence[bool] = ()) -> Navigation:
    """Return the navigation from a position: by row, and to the first position of each turn.

    ``own`` says for each row whether it was played in one of the reader's own turns.
    """
    last = len(log)
    starts = [1]
    starts += [
        b.number for a, b in pairwise(log) if b.turn != a.turn and b.turn > 0
    ]
    mine = [start for start in starts[1:] if own and own[start - 1]]
    return Navigation(
        1 if number > 1 else 0, _before(starts, number), number - 1,
        number + 1 if number < last else 0,
        _after(starts, number) or (last if number < last else 0), last if number < last else 0,
        _before(mine, number), _after(mine, number),
    )


def _before(starts: Sequence[int], number: int) -> int:
    return max((start for start in starts if start < number), default=0)


def _after(starts: Sequence[int], number: int) -> int:
    return min((start for start in starts if start > number), default=0)


def get_replay_or_404(request: HttpRequest, code: str, token: str,
                      number: int | None = None) -> ReplayAccess:
    """Return the replay from either URL; Http404 if the table, key or position does not exist."""
    if token:
        access = find_table(request, code)
        if access is None or not replay_links.key_opens(token, access.game):
            raise Http404(_(NO_TABLE))
        access = TableAccess(access.game, access.seats, access.user, None)
    else:
        access = get_table_or_404(request, code)
    if access.game.number == 0:
        raise Http404(_("This game has not started yet, so there is nothing to replay."))
    if number is not None and not 1 <= number <= access.game.number:
        sentence = _("There is no position %(number)s; this game has positions 1 to %(last)s.")
        raise Http404(sentence % {"number": number, "last": access.game.number})
    return ReplayAccess(access, token)


@require_safe
@declare(REPLAY)
def jump(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """Redirect to a position by number or turn; by default to the first of a finished game."""
    replay = get_replay_or_404(request, code, token)
    number = _parse_number(request.GET.get("number", ""))
    turn = _parse_number(request.GET.get("turn", ""))
    if number is not None:
        wanted = min(max(1, number), replay.game.number)
    elif turn is not None:
        transitions = replay.past().transitions
        wanted = next((t.row.number for t in transitions if t.turn >= turn), replay.game.number)
    else:
        wanted = 1 if replay.over else replay.game.number
    return redirect(replay.address("position", number=wanted))


def _parse_number(typed: str) -> int | None:
    """Return the entered number; None for any other text."""
    return int(typed) if typed.isdecimal() and len(typed) < 9 else None


@require_safe
@declare(REPLAY)
def show_position(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Show one position, the move that led to it, the whole log and a chart of the scores."""
    replay = get_replay_or_404(request, code, token, number)
    game, names, past = replay.game, replay.table.names, replay.past()
    room = registry.get(game.ruleset)
    log, moments = past.entries(), room.replay.moments(past.views(), moves=past.moves)
    added = panels.context("replay", replay=replay, past=past, number=number, names=names)
    chart = room.replay.chart(moments, names=names, number=number, href=_positions(replay),
                              marks=added.get("marks", {}))
    own = [moment.seat == replay.table.seat for moment in moments]
    movers = (past.names_at(entry.number)[moment.seat]
              for entry, moment in zip(log, moments, strict=True))
    return render(request, "games/replay.html", {
        **_position_context(replay, past, number),
        "moments": zip(log, moments, movers, strict=True),
        "standings": standings(room, past.names_at(number), moments[max(0, number - 2):number]),
        "nav": navigation(log, number, own=own), "may_revoke": _may_share(replay),
        "chart": mark_safe(chart), "total": len(log),  # noqa: S308 - our own drawing
        "deal": (verification.reveal_deal(game) if replay.revealed and number == game.number
                 else None),
        "share": _share(request, replay, number),
        "preview": _preview(request, replay, number, log[number - 1]),
        **added,
    })


@require_safe
@declare(REPLAY)
def show_step(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponseBase:
    """Return the parts of the page that change from position to position, for animated replays."""
    replay = get_replay_or_404(request, code, token, number)
    past = replay.past(number)
    room = registry.get(replay.game.ruleset)
    near = range(max(1, number - 1), number + 1)
    moments = room.replay.moments([past.view(n) for n in near], moves=past.moves[-len(near):])
    context = {
        **_position_context(replay, past, number),
        "standings": standings(room, past.names_at(number), moments),
        **panels.context("step", replay=replay, past=past, number=number),
    }
    parts = {
        part: render_to_string(f"games/replay/{part}.html", context, request)
        for part in ("step", "play_on", "standings", "table", "files", "talk")
    }
    title = _("Position %(number)s of %(game)s") % {"number": number, "game": replay.game.name}
    return JsonResponse({
        "number": number, "title": f"{title} · {settings.SITE_NAME}",
        "position": render_to_string("games/replay/position_label.html", context),
        "parts": {"board": str(context["board"]), **parts},
    })


def _position_context(replay: ReplayAccess, past: GameHistory, number: int) -> dict[str, Any]:
    """Return the part of the context that depends only on the position."""
    room, names = registry.get(replay.game.ruleset), past.names_at(number)
    view = past.view(number)
    is_offered = continued_games.is_offered(replay.game, past.transitions[:number])
    board = room.boards.board(view, names=names, moves=past.moves[:number])
    table = room.table.table(view, names=names, seat=replay.table.seat, open_hands=replay.revealed)
    return {
        "access": replay.table, "game": replay.game, "number": number, "over": replay.over,
        "revealed": replay.revealed,
        "total": replay.game.number, "base": replay.base, "shared": bool(replay.token),
        "entry": past.entry(number), "board": mark_safe(board),  # noqa: S308 - our own drawing
        "room": room, "table": table,
        "svg": replay.address("position-picture", number=number),
        "png": replay.address("position-photo", number=number),
        "address": replay.address("position-address", number=number) if is_offered else "",
        "record": replay.address("record"), "log_file": replay.address("log"),
        "animation": replay.address("animation"),
        "comment": replay.address("position-comment", number=number),
        **panels.context("position", replay=replay, past=past, number=number),
        **talk_panel.about_position(replay.table, number),
    }


def _positions(replay: ReplayAccess) -> Callable[[int], str]:
    base = replay.base
    return lambda number: f"{base}{number}/"


def standings(room: Room, names: Sequence[str], near: Sequence[Any]) -> list[Standing]:
    """Return the seats' standings in the last of these moments, compared with the first."""
    was, now, columns = near[0], near[-1], room.replay.columns
    return [
        Standing(seat, name, mark_safe(room.boards.badge(seat)),  # noqa: S308 - our own drawing
                 now.scores[seat], now.scores[seat] - was.scores[seat],
                 tuple(zip(columns, room.replay.cells(now, was, seat=seat), strict=True)))
        for seat, name in enumerate(names)
    ]


def _share(request: HttpRequest, replay: ReplayAccess, number: int) -> dict[str, str]:
    """Return the link to share, or none if nobody else could open it.

    A listed table needs no key.  The replay of a private game can be shared by its players, with
    a key, once the game is over and not sealed.
    """
    key = replay.token
    if not key and _may_share(replay):
        key = replay_links.sharing_key(replay.game)
    if not key and not replay.game.listed:
        return {}
    there = ReplayAccess(replay.table, key)
    link = request.build_absolute_uri(there.address("position", number=number))
    return {"link": link, "base": request.build_absolute_uri(there.base)}


def _may_share(replay: ReplayAccess) -> bool:
    """Return whether this person may share links with a key, and revoke them."""
    game, table = replay.game, replay.table
    has_played = table.seat is not None or (game.imported and table.is_creator)
    return replay.revealed and not game.listed and has_played and not replay.token


@require_POST
@declare(HOST, locks=(GAME,))
def end_sharing(request: HttpRequest, code: str) -> HttpResponse:
    """Revoke all shared links to a private game; its players get a new one."""
    access = get_table_or_404(request, code)
    assert access.user is not None  # the page is for players and creators
    replay_links.revoke_links(access.game, by=access.user)
    messages.success(request, _("All links shared so far have stopped working. There is a new one"
                                " below."))
    wanted = min(max(1, _parse_number(request.POST.get("number", "")) or 1), access.game.number)
    return redirect("position", code=code, number=wanted)


def _preview(
    request: HttpRequest, replay: ReplayAccess, number: int, entry: HistoryEntry
) -> LinkPreview | None:
    """Return the preview beside links to this page on other sites; None for a private game."""
    if not replay.game.listed and not replay.token:
        return None
    game, room = replay.game, registry.get(replay.game.ruleset)
    values = {"name": game.name, "number": number, "last": game.number, "turn": entry.turn,
              "game": room.title}
    turn = [_("Turn %(turn)s.") % values] if entry.turn else []
    step = entry.sentences or [_("A step in a game of %(game)s.") % values]
    return link_preview(
        request, _("%(name)s, position %(number)s of %(last)s") % values,
        " ".join([*turn, *step]), room=room,
        picture=replay.address("position-photo", number=number),
        alt=_("The board of %(name)s at position %(number)s") % values,
    )


def page_of_finished(request: HttpRequest, replay: ReplayAccess, number: int,
                     make: Callable[[], HttpResponse]) -> HttpResponseBase:
    """Return the page that ``make`` returns, or 304 if the browser has it already.

    A position of a finished game changes only with the names of its players.  A new release may
    draw the position in another way, so the page is made again once a day.  While the game runs or
    is sealed, browsers keep nothing.
    """
    if not replay.revealed:
        return make()
    facts = (replay.game.code, number, replay.table.seat, replay.table.names,
             history.former_names(replay.game), request.path, languages.active(),
             site_clock.now().date())
    etag = f'W/"{fingerprint(repr(facts))}"'
    response = get_conditional_response(request, etag=etag) or make()
    if response.status_code in (200, 304):
        response["ETag"] = etag
        response["Cache-Control"] = "private, no-cache"  # may be kept, but must be asked about
    return response
