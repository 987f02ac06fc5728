"""Stepping through a game: every position in the viewer's eyes, each step as a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_safe

from games import presenting
from games.models import Game
from games.services import positions, records, verification
from games.services.positions import Entry
from games.views.visits import Visit, refusing, visit

AROUND = 6  # steps of the log shown before and after the present one


@dataclass(frozen=True, slots=True)
class Stops:
    """Where one can go from a position; 0 where there is nothing further."""

    first: int
    turn_back: int
    back: int
    forward: int
    turn_forward: int
    last: int


def stops(log: Sequence[Entry], number: int) -> Stops:
    """The neighbours of a position: by step, and by the first position of a turn."""
    last = len(log)
    starts = [1]
    starts += [
        b.number for a, b in pairwise(log) if b.turn != a.turn and b.turn > 0
    ]
    before = [start for start in starts if start < number]
    after = [start for start in starts if start > number]
    return Stops(
        1 if number > 1 else 0, before[-1] if before else 0, number - 1,
        number + 1 if number < last else 0,
        after[0] if after else (last if number < last else 0), last if number < last else 0,
    )


@require_safe
def jump(request: HttpRequest, code: str) -> HttpResponse:
    """Leads to a position asked for by number or turn; to the first one of a finished game."""
    found = _played(request, code)
    number, turn = request.GET.get("number", ""), request.GET.get("turn", "")
    if number.isdecimal() and len(number) < 9:
        wanted = min(max(1, int(number)), found.game.number)
    elif turn.isdecimal() and len(turn) < 9:
        log = positions.timeline(found.game, found.seat)
        wanted = next((e.number for e in log if e.turn >= int(turn)), found.game.number)
    else:
        wanted = 1 if found.game.status == Game.Status.OVER else found.game.number
    return redirect("position", code=code, number=wanted)


@require_safe
def show_position(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One position with the step that led to it."""
    found = _played(request, code)
    _check(found, number)
    presenter = presenting.get(found.game.ruleset)
    log = positions.timeline(found.game, found.seat)
    view = positions.view(found.game, found.seat, number)
    last = presenter.marked([entry.move for entry in log[:number]])
    entry = log[number - 1]
    over = found.game.status == Game.Status.OVER
    return render(request, "games/replay.html", {
        "visit": found, "game": found.game, "seats": found.seats, "number": number,
        "entry": entry, "stops": stops(log, number), "over": over,
        "board": mark_safe(presenter.board(view, names=found.names, last=last)),  # noqa: S308
        "table": presenter.table(view, names=found.names, seat=found.seat, open_hands=over),
        "table_template": presenter.table_template,
        "strip_template": presenter.strip_template,
        "log": log[max(0, number - 1 - AROUND): number + AROUND],
        "deal": verification.deal(found.game) if over and number == found.game.number else None,
        "total": len(log),
    })


@require_safe
def download_picture(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The position as an SVG file that needs nothing else."""
    found = _played(request, code)
    _check(found, number)
    presenter = presenting.get(found.game.ruleset)
    view = positions.view(found.game, found.seat, number)
    heading = f"{found.game.name}, position {number}"
    response = HttpResponse(presenter.picture(view, names=found.names, heading=heading),
                            content_type="image/svg+xml")
    response["Content-Disposition"] = f'attachment; filename="alexandros-{code}-{number}.svg"'
    return response


@require_safe
@refusing
def download_record(request: HttpRequest, code: str) -> HttpResponse:
    """The whole game as a readable text, once it is over: it shows every card."""
    found = _played(request, code)
    if found.game.status != Game.Status.OVER:
        raise Http404("The record can be had when the game is over; it shows every card.")
    response = HttpResponse(records.text(found.game), content_type="text/plain; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="alexandros-{code}.txt"'
    return response


def _played(request: HttpRequest, code: str) -> Visit:
    found = visit(request, code)
    if found.game.number == 0:
        raise Http404("This game has not started yet, so there is nothing to look back on.")
    return found


def _check(found: Visit, number: int) -> None:
    if not 1 <= number <= found.game.number:
        raise Http404(
            f"There is no position {number}; this game has positions 1 to {found.game.number}."
        )
