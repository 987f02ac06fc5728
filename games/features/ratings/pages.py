"""Pages of ratings: the ladders, what a member's page says of theirs, and hiding one's own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import site_clock
from games.features.ratings import folding, ledger, showing
from games.features.ratings.ledger import Pool, Skill
from games.models import RatedSeat, Rating, User
from games.people import handles
from games.people.profiles import Profile
from games.rulesets import registry
from games.rulesets.registry import Room
from games.web.access import (
    ACCOUNT,
    ANYBODY,
    PROVED,
    READER,
    declare,
    member_only,
    user_or_none,
)

ROWS = 50  # of one page of a ladder
COUNTED = 500  # places; to count all takes as long as there are people
GAMES = 200  # rated games of a person that their page tells of, the latest ones
WIDTH, HEIGHT = 300, 80  # of a chart


# The ladders.

@dataclass(frozen=True, slots=True)
class Choice:
    """A game and a number of players, which have a ladder of their own."""

    room: Room
    players: int
    chosen: bool


@require_safe
@declare(ANYBODY)
def show_ladder(request: HttpRequest, game: str = "", players: int | None = None) -> HttpResponse:
    """Show the members with a firm rating in one game for so many players, the best first.

    ``from`` in the query is the name of the first one to show.
    """
    room = registry.default() if not game else registry.rooms().get(game)
    if room is None or players not in (None, *room.ruleset.seats):
        raise Http404(_("There is no such ladder."))
    players, now = players or room.ruleset.seats[0], site_clock.now()
    first = request.GET.get("from", "")
    part = part_of_ladder(room.name, players, first=first, now=now)
    is_missing = part is None
    part = part or part_of_ladder(room.name, players, now=now)
    assert part is not None  # it begins with the best
    return render(request, "ratings/ladder.html", {
        "section": "people", "room": room, "players": players, "first": first,
        "is_missing": is_missing,
        "why_not_here": _why_not_here(first, user_or_none(request), room, players, now=now)
        if is_missing else "",
        "rows": [(place, row.player.user, showing.shown(folding.skill_of(row), now=now), row.games)
                 for place, row in part.rows],
        "counted": COUNTED if part.is_beyond else 0, "next": part.following,
        "pools": [Choice(one, seats, one is room and seats == players)
                  for one in registry.rooms().values() for seats in one.ruleset.seats],
    })


@dataclass(frozen=True, slots=True)
class LadderPart:
    """Members on a ladder with their places, None ``is_beyond`` those that are counted.

    ``following`` is who comes next, if anybody does.
    """

    rows: Sequence[tuple[int | None, Rating]]
    following: User | None
    is_beyond: bool


def part_of_ladder(ruleset: str, players: int, *, first: str = "",
                   now: datetime) -> LadderPart | None:
    """Return the best of a ladder, or those from the member with the name ``first`` on.

    None if they are not on it.
    """
    rows, before = showing.ladder(ruleset, players, now=now), 0
    if first:
        standing = _standing_of(first, rows)
        if standing is None:
            return None
        before = rows.filter(standing__gt=standing)[:COUNTED].count()
        rows = rows.filter(standing__lte=standing)
    found, is_beyond = list(rows[:ROWS + 1]), before == COUNTED
    return LadderPart(
        [(None if is_beyond else place, row) for place, row in enumerate(found[:ROWS], before + 1)],
        found[ROWS].player.user if len(found) > ROWS else None, is_beyond)


def _why_not_here(name: str, reader: User | None, room: Room, players: int, *,
                  now: datetime) -> str:
    """Return why readers who look for themselves are not on a ladder; "" if they do not."""
    if reader is None or reader.is_guest or reader.name.casefold() != name.casefold():
        return ""
    if showing.is_hidden(reader):
        return _("You hide your rating.")
    found = showing.of([reader], ruleset=room.name, players=players).get(reader.pk)
    return _("Your rating here is new: %(why)s.") % {"why": showing.why_new(found, now=now)}


def _standing_of(name: str, ladder: QuerySet[Rating]) -> float | None:
    """Return the number by which the member with this name is listed, None if they are not."""
    handle = handles.find(name)
    rows = ladder.filter(player__user=handle.user) if handle else ladder.none()
    return rows.values_list("standing", flat=True).first()


# The page about a member.

@dataclass(frozen=True, slots=True)
class Line:
    """A member's rating in one game for so many players, with its chart.

    ``points`` are those of the chart's line; ``won`` and ``expected`` are wins in the ``games``
    that it shows, a shared win as its part.
    """

    title: str
    players: int
    shown: str
    why_new: str
    games: int
    won: float
    expected: float
    lowest: int
    highest: int
    points: str
    since: datetime

    @property
    def surplus(self) -> float:
        """How many wins more than expected, rounded to halves."""
        return round(2 * (self.won - self.expected)) / 2


def on_person_page(profile: Profile, reader: User | None) -> dict[str, Any]:
    """Return the ratings on the page about a member, unless they hide them, in one query."""
    now, user = site_clock.now(), profile.user
    own: dict[Pool, list[tuple[RatedSeat, Sequence[RatedSeat]]]] = {}
    hidden = False
    for _game, group in groupby(_seats_of_games(user), key=lambda seat: seat.rated_id):
        seats = list(group)
        for seat in seats:
            if seat.player is not None and seat.player.user_id == user.pk and seat.weight:
                hidden = seat.player.hidden
                own.setdefault((seat.rated.ruleset, seat.rated.players), []).append((seat, seats))
    if hidden and user != reader:
        return {"rating_hidden": True}
    return {"rating_hidden_from_others": hidden,
            "rating_lines": [_line(*pool, rows=own[pool], now=now) for pool in sorted(own)]}


def _seats_of_games(user: User) -> QuerySet[RatedSeat]:
    """Return all seats of the latest games in somebody's ratings, the earliest game first."""
    games = folding.finished().filter(
        seats__player__user=user, voided_at=None, ruleset__in=registry.names())
    latest = games.order_by("-ended_at", "-game").values("pk")[:GAMES]
    return RatedSeat.objects.filter(rated__in=latest).select_related("rated", "player").order_by(
        "rated__ended_at", "rated__game", "index")


def _line(ruleset: str, players: int, *, rows: Sequence[tuple[RatedSeat, Sequence[RatedSeat]]],
          now: datetime) -> Line:
    skills = [folding.skill_after(seat) for seat, _others in rows]
    means = [round(skill.mu) for skill in skills]
    first = skills[0].at
    assert first is not None  # the game has ended
    return Line(
        registry.get(ruleset).title, players, showing.shown(skills[-1], now=now),
        showing.why_new(skills[-1], now=now), len(rows),
        sum(_won(seat, seats) for seat, seats in rows),
        sum(_expected(seat, seats) for seat, seats in rows),
        min(means), max(means), _points(skills), first)


def _won(seat: RatedSeat, seats: Sequence[RatedSeat]) -> float:
    """Return the share of the win that the seat has had."""
    return (seat.rank == 1) / max(1, sum(other.rank == 1 for other in seats))


def _expected(seat: RatedSeat, seats: Sequence[RatedSeat]) -> float:
    """Return the share of such games that the seat was to win, by the ratings before it."""
    return ledger.chance(_mean(seat), [_mean(other) for other in seats if other is not seat])


def _mean(seat: RatedSeat) -> float:
    points = seat.mu_before if seat.points is None else seat.points
    return ledger.MIDDLE if points is None else points


def _points(skills: Sequence[Skill]) -> str:
    """Return the points of a chart's line: one for each game, from left to right."""
    means = [skill.mu for skill in skills]
    low, high = min(means), max(means)
    step, scale = WIDTH / max(1, len(means) - 1), HEIGHT / max(1.0, high - low)
    return " ".join(f"{number * step:.1f},{HEIGHT - (mean - low) * scale:.1f}"
                    for number, mean in enumerate(means))


# One's own rating.

def on_account_page(user: User) -> dict[str, Any]:
    """Return whether the user hides their rating."""
    return {"rating_hidden": showing.is_hidden(user)}


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def choose_hiding(request: HttpRequest) -> HttpResponse:
    """Hide the user's rating, or show it again; refuse guests, who have none."""
    user = member_only(request)
    if "hide" in request.POST:
        showing.hide(user)
        messages.success(request, _("Nobody else sees your rating now. Games that you begin from"
                                    " now on are unrated."))
    else:
        showing.show(user)
        messages.success(request, _("Others see your rating, and rated games count."))
    return redirect("account")
