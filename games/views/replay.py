"""Stepping through a game: every position in the viewer's eyes, each step as a sentence.

Two doors lead here: the table itself, for whoever may see it, and a link that players of a
finished game give to others.  Both show the same pages under addresses of their own.
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
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from games.lobby import replay_links
from games.models import Game
from games.play import verification
from games.play.history import HistoryEntry
from games.play.retrospect import Retrospect, retrospect
from games.refusals import Foreign
from games.rulesets import registry
from games.rulesets.replay_rows import Cell, Column
from games.rulesets.room import Room
from games.views.access import NO_TABLE, Visit, any_visit, refusing, visit
from games.views.link_previews import LinkPreview, link_preview


@dataclass(frozen=True, slots=True)
class Looking:
    """A visit to the replay, and the key in its address when it came by a shared link."""

    visit: Visit
    token: str = ""

    @property
    def game(self) -> Game:
        return self.visit.game

    @property
    def over(self) -> bool:
        return self.game.status == Game.Status.OVER

    @property
    def base(self) -> str:
        """The address below which all positions lie."""
        return self.address("replay")

    def address(self, name: str, **where: int) -> str:
        """The address of a page of this replay, through the same door."""
        key = {"token": self.token} if self.token else {}
        return reverse(name, kwargs={"code": self.game.code, **key, **where})

    def past(self, number: int | None = None) -> Retrospect:
        return retrospect(self.game, self.visit.seat, called=self.visit.names, number=number)


@dataclass(frozen=True, slots=True)
class Stops:
    """Where one can go from a position; 0 where there is nothing further.

    ``mine_back`` and ``mine_forward`` lead to turns of the viewer's own.
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
    """What one seat has in a position: points, and what the game's own columns show.

    ``badge`` is a mark of the seat; ``gained`` is what the step did to the points.
    """

    seat: int
    name: str
    badge: str
    score: int
    gained: int
    cells: Sequence[tuple[Column, Cell]]


def stops(log: Sequence[HistoryEntry], number: int, *, own: Sequence[bool] = ()) -> Stops:
    """The neighbours of a position: by step, and by the first position of a turn.

    ``own`` says of each row whether it was played in a turn of the viewer's.
    """
    last = len(log)
    starts = [1]
    starts += [
        b.number for a, b in pairwise(log) if b.turn != a.turn and b.turn > 0
    ]
    mine = [start for start in starts[1:] if own and own[start - 1]]
    return Stops(
        1 if number > 1 else 0, _before(starts, number), number - 1,
        number + 1 if number < last else 0,
        _after(starts, number) or (last if number < last else 0), last if number < last else 0,
        _before(mine, number), _after(mine, number),
    )


def _before(starts: Sequence[int], number: int) -> int:
    return max((start for start in starts if start < number), default=0)


def _after(starts: Sequence[int], number: int) -> int:
    return min((start for start in starts if start > number), default=0)


def looking(request: HttpRequest, code: str, token: str, number: int | None = None) -> Looking:
    """The visit by either door; Http404 for a table, key or position there is not."""
    if token:
        found = any_visit(request, code)
        if found is None or not replay_links.key_opens(token, found.game):
            raise Http404(NO_TABLE)
        found = Visit(found.game, found.seats, found.user, None)
    else:
        found = visit(request, code)
    if found.game.number == 0:
        raise Http404("This game has not started yet, so there is nothing to look back on.")
    if number is not None and not 1 <= number <= found.game.number:
        raise Http404(
            f"There is no position {number}; this game has positions 1 to {found.game.number}."
        )
    return Looking(found, token)


@require_safe
def jump(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """Leads to a position asked for by number or turn; to the first one of a finished game."""
    found = looking(request, code, token)
    number, turn = _count(request.GET.get("number", "")), _count(request.GET.get("turn", ""))
    if number is not None:
        wanted = min(max(1, number), found.game.number)
    elif turn is not None:
        steps = found.past().steps
        wanted = next((s.row.number for s in steps if s.turn >= turn), found.game.number)
    else:
        wanted = 1 if found.over else found.game.number
    return redirect(found.address("position", number=wanted))


def _count(typed: str) -> int | None:
    """The number somebody typed; None when it is none."""
    return int(typed) if typed.isdecimal() and len(typed) < 9 else None


@require_safe
def show_position(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """One position with the step that led to it, the whole log and the course of the scores."""
    found = looking(request, code, token, number)
    game, names, past = found.game, found.visit.names, found.past()
    room = registry.get(game.ruleset)
    log, moments = past.log(), room.replay.moments(past.views(), moves=past.moves)
    chart = room.replay.chart(moments, names=names, number=number, href=_positions(found))
    own = [moment.seat == found.visit.seat for moment in moments]
    movers = (names[moment.seat] for moment in moments)
    return render(request, "games/replay.html", {
        **_shown(found, past, number), "moments": zip(log, moments, movers, strict=True),
        "standings": _standings(room, names, moments[max(0, number - 2):number]),
        "stops": stops(log, number, own=own), "may_end": _may_share(found),
        "chart": mark_safe(chart), "total": len(log),  # noqa: S308 - our own drawing
        "deal": verification.reveal_deal(game) if found.over and number == game.number else None,
        "share": _share(request, found, number),
        "preview": _preview(request, found, number, log[number - 1]),
    })


@require_safe
def show_step(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponseBase:
    """What a playing replay puts into its page: the parts that differ from step to step."""
    found = looking(request, code, token, number)
    past, names = found.past(number), found.visit.names
    room = registry.get(found.game.ruleset)
    near = range(max(1, number - 1), number + 1)
    moments = room.replay.moments([past.view(n) for n in near], moves=past.moves[-len(near):])
    shown = {**_shown(found, past, number), "standings": _standings(room, names, moments)}
    parts = {
        part: render_to_string(f"games/replay/{part}.html", shown, request)
        for part in ("said", "standings", "table", "files")
    }
    return JsonResponse({
        "number": number, "title": f"Position {number} of {found.game.name} · {settings.SITE_NAME}",
        "place": render_to_string("games/replay/place.html", shown),
        "parts": {"board": str(shown["board"]), **parts},
    })


def _shown(found: Looking, past: Retrospect, number: int) -> dict[str, Any]:
    """What depends on the position alone."""
    room, names = registry.get(found.game.ruleset), found.visit.names
    view = past.view(number)
    board = room.boards.board(view, names=names, moves=past.moves[:number])
    table = room.table.table(view, names=names, seat=found.visit.seat, open_hands=found.over)
    return {
        "visit": found.visit, "game": found.game, "number": number, "over": found.over,
        "total": found.game.number, "base": found.base, "shared": bool(found.token),
        "entry": past.entry(number), "board": mark_safe(board),  # noqa: S308 - our own drawing
        "room": room, "table": table,
        "svg": found.address("position-picture", number=number),
        "png": found.address("position-photo", number=number),
        "record": found.address("record"), "film": found.address("film"),
    }


def _positions(found: Looking) -> Callable[[int], str]:
    base = found.base
    return lambda number: f"{base}{number}/"


def _standings(room: Room, names: Sequence[str], near: Sequence[Any]) -> list[Standing]:
    """What the seats have in the last of these moments, and how the one before differed."""
    was, now, columns = near[0], near[-1], room.replay.columns
    return [
        Standing(seat, name, mark_safe(room.boards.badge(seat)),  # noqa: S308 - our own drawing
                 now.scores[seat], now.scores[seat] - was.scores[seat],
                 tuple(zip(columns, room.replay.cells(now, was, seat=seat), strict=True)))
        for seat, name in enumerate(names)
    ]


def _share(request: HttpRequest, found: Looking, number: int) -> dict[str, str]:
    """The link to give away and for whom it is; none where nobody else could follow it.

    Everybody may look at a listed table.  Of any other, a player gives the link with the key
    once the game is over.
    """
    key = found.token
    if not key and _may_share(found):
        key = replay_links.sharing_key(found.game)
    if not key and not found.game.listed:
        return {}
    there = Looking(found.visit, key)
    link = request.build_absolute_uri(there.address("position", number=number))
    return {"link": link, "base": request.build_absolute_uri(there.base)}


def _may_share(found: Looking) -> bool:
    """Whether this person may give links with a key away, and end them."""
    game, seat = found.game, found.visit.seat
    return found.over and not game.listed and seat is not None and not found.token


@require_POST
@refusing
def end_sharing(request: HttpRequest, code: str) -> HttpResponse:
    """Ends all links to a private game that were given away; its players get another one."""
    found = visit(request, code)
    if found.user is None:
        raise Foreign("no-seat", "You have no seat at this table, so you cannot end its links.")
    replay_links.revoke_links(found.game, by=found.user)
    messages.success(request, "The links given away so far are dead. Below stands a new one.")
    wanted = min(max(1, _count(request.POST.get("number", "")) or 1), found.game.number)
    return redirect("position", code=code, number=wanted)


def _preview(
    request: HttpRequest, found: Looking, number: int, entry: HistoryEntry
) -> LinkPreview | None:
    """What other sites show beside a link to this page; nothing of a private one."""
    if not found.game.listed and not found.token:
        return None
    title = registry.get(found.game.ruleset).title
    name, turn = found.game.name, f"Turn {entry.turn}. " if entry.turn else ""
    return link_preview(
        request, f"{name}, position {number} of {found.game.number}",
        turn + (" ".join(entry.sentences) or f"A step of a game of {title}."),
        picture=found.address("position-photo", number=number),
        alt=f"The board of {name} at position {number}",
    )
