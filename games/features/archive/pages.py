"""Pages of the archive: the list of games, statistics, somebody's year, and files with logs."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.conf import settings
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_safe

from alexandros_rules.translation import labelled, list_with_and
from games.base import atom, site_clock
from games.base.atom import News
from games.base.refusals import TableRefusal
from games.features.archive import dumps, search, sums, years
from games.features.archive.search import BEFORE, MONTH, PERSON
from games.models import ArchivedGame, Game, Seat, User
from games.models.archive import MOST_FILTERS
from games.people import profiles
from games.post.outbox import preferences
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.lobby import game_lists
from games.table.play import event_log
from games.web.access import ACCOUNT, ANYBODY, TableAccess, declare, user_or_none

FIRST_YEAR, LAST_YEAR = 2000, 9000  # that an address may name


@dataclass(frozen=True, slots=True)
class Entry:
    """An archived game in a list."""

    archived: ArchivedGame
    board: str
    ending: str
    seen: Collection[int]

    @property
    def game(self) -> Game:
        """The game itself."""
        return self.archived.game

    @property
    def title(self) -> str:
        """The name of the game; not if it names somebody whose page the reader may not see."""
        title = self.game.name.casefold()
        is_told = any(seat.name.casefold() in title for seat in self.game.seats.all()
                      if seat.name and self._is_hidden(seat))
        return self.room.title if is_told else self.game.name

    @property
    def room(self) -> Room:
        """The game that was played."""
        return registry.get(self.game.ruleset)

    @property
    def was_resigned(self) -> bool:
        """Whether it ended because somebody resigned, so that its points say nothing."""
        return self.archived.reason == event_log.RESIGNED

    @property
    def seats(self) -> Sequence[tuple[Seat, bool, str]]:
        """The seats, each with whether it has won, and its colour if its player is not named."""
        winners = event_log.have_won(self.game.result)
        return [(seat, seat.index in winners,
                 _(self.room.ruleset.colours[seat.index]) if self._is_hidden(seat) else "")
                for seat in self.game.seats.all()]

    @property
    def text(self) -> str:
        """The players and the facts of the game as plain text, for a feed."""
        names = [hidden.capitalize() or seat.called for seat, _won, hidden in self.seats]
        points = [] if self.was_resigned else [seat.score for seat, _won, _hidden in self.seats]
        won = [name for name, (_seat, has_won, _hidden) in zip(names, self.seats, strict=True)
               if has_won]
        facts = [self.room.title if registry.several() else "", self.board, ngettext(
            "%(turns)s turn", "%(turns)s turns", self.archived.turns) % {
                "turns": self.archived.turns}, self.ending]
        lines = [
            ", ".join(f"{name} {each}" for name, each in zip(names, points, strict=True))
            if points else list_with_and(names),
            _("Won by %(names)s.") % {"names": list_with_and(won)} if won else "",
            " · ".join(fact for fact in facts if fact)]
        return "\n".join(line for line in lines if line)

    def _is_hidden(self, seat: Seat) -> bool:
        player = _player_of(seat)
        return player is not None and player not in self.seen


def _player_of(seat: Seat) -> int | None:
    """Return the id of the person whose name the seat has."""
    return seat.user_id or seat.left_by_id


@require_safe
@declare(ANYBODY)
def show_archive(request: HttpRequest) -> HttpResponse:
    """Show the finished games that everybody may watch, or those that pass some filters.

    ``before`` in the query is the key of a part of the list.
    """
    values, before = search.chosen(request.GET), request.GET.get(BEFORE, "")
    if request.GET and not all(request.GET.values()):  # a form also sends what is left open
        return redirect(_address(values))
    found: list[ArchivedGame] = []
    refusal, reader = "", user_or_none(request)
    try:
        games = search.find(values, before=before, reader=reader)
        found = list(games[:search.PER_PAGE + 1])
    except TableRefusal as refused:
        refusal = refused.sentence
    shown = found[:search.PER_PAGE]
    return render(request, "archive/list.html", {
        "section": "watch", "entries": _entries(shown, reader), "refusal": refusal,
        "values": values,
        "filters": [(one, values.get(one.name, "")) for one in search.filters()],
        "chosen": [(label, value, _address({key: values[key] for key in values if key != name}))
                   for name, label, value in search.in_words(values)],
        "person": values.get(PERSON, ""), "month": values.get(MONTH, ""), "most": MOST_FILTERS,
        "feed": _address(values, "archive-feed") if search.is_for_all(values) else "",
        "first": _address({} if refusal else values) if before or refusal else "",
        "next": _address({**values, BEFORE: search.key_of(shown[-1])})
        if len(found) > len(shown) else "",
    }, status=400 if refusal else 200)


@require_safe
@declare(ANYBODY)
def feed(request: HttpRequest) -> HttpResponseBase:
    """Return the latest games that visitors find with these filters, as an Atom feed."""
    values = search.chosen(request.GET)
    games = _entries(list(search.find(values, reader=None)[:search.PER_PAGE]), None)
    chosen = ", ".join(labelled(label, value) for _name, label, value in search.in_words(values))
    title = _("Archive") + (f" ({chosen})" if chosen else "")
    return atom.answer(request, (
        News(reverse("game", args=[one.game.code]), "archived", one.archived.ended_at, one.title,
             one.text) for one in games),
        title=f"{settings.SITE_NAME}: {title}", path=_address(values),
        feed_path=_address(values, "archive-feed"))


def _address(values: Mapping[str, str], page: str = "archive") -> str:
    """Return the address of the list with these filters, or its feed, which stays the same."""
    return f"{reverse(page)}?{urlencode(values)}" if values else reverse(page)


def _entries(games: Sequence[ArchivedGame], reader: User | None) -> list[Entry]:
    players = {player for game in games for seat in game.game.seats.all()
               if (player := _player_of(seat)) is not None}
    seen = profiles.seen_by(reader, players) | ({reader.pk} if reader else set())
    boards, endings = search.all_boards(), search.reasons()
    return [Entry(game, boards.get(game.board, ""), endings.get(game.reason, ""), seen)
            for game in games if game.ruleset in registry.names()]


@require_safe
@declare(ANYBODY)
def show_statistics(request: HttpRequest) -> HttpResponse:
    """Show how games of each kind have ended."""
    return render(request, "archive/statistics.html", {
        "section": "watch", "fewest": sums.FEWEST,
        "pools": list(sums.statistics(search.reasons(), search.all_boards())),
    })


@require_safe
@declare(ACCOUNT)
def show_year(request: HttpRequest) -> HttpResponse:
    """Show what the reader has played in a year: this one, or ``year`` in the query."""
    user = user_or_none(request)
    assert user is not None  # the page needs an account
    zone = preferences.time_zone_of(preferences.preferences_of(user))
    this, asked = site_clock.now().astimezone(zone).year, request.GET.get("year", "")
    number = int(asked) if asked.isascii() and asked.isdecimal() and len(asked) == 4 else this
    is_wrong = bool(asked) and not (str(number) == asked and FIRST_YEAR <= number <= LAST_YEAR)
    year = years.year_of(user, this if is_wrong else number, zone=zone)
    joined = user.date_joined.astimezone(zone).year
    return render(request, "archive/year.html", {
        "section": "mine", "year": year, "is_wrong": is_wrong,
        "before": year.number - 1 if year.number > joined else None,
        "after": year.number + 1 if year.number < this else None,
    }, status=400 if is_wrong else 200)


@require_safe
@declare(ANYBODY)
def show_dumps(request: HttpRequest) -> HttpResponse:
    """Show the files with the games of each month."""
    return render(request, "archive/dumps.html", {"section": "watch", "dumps": dumps.kept()})


@require_safe
@declare(ANYBODY)
def send_dump(request: HttpRequest, month: str) -> FileResponse:
    """Send the file with the games of a month."""
    file = dumps.open_dump(month)
    return FileResponse(file, as_attachment=True, content_type="application/gzip",
                        filename=_("games-%(month)s.jsonl.gz") % {"month": month})


# What other pages show.

def on_game_page(access: TableAccess, now: datetime) -> dict[str, Any]:
    """Return where games like this finished one can be found."""
    game = access.game
    if not (game.listed and game.is_revealed):
        return {}
    return {"archive_of_kind": _address({"game": game.ruleset, "players": str(len(access.seats))})}


def on_watch_page(reader: User | None) -> dict[str, Any]:
    """Return the best game of the last seven days."""
    best = search.best_of_the_week(site_clock.now())
    return {"best_game": _entries([best], reader)[0] if best else None}


def on_home_page(request: HttpRequest, room: Room) -> dict[str, Any]:
    """Return that game, and one that is going on."""
    reader = user_or_none(request)
    return {**on_watch_page(reader), "game_to_watch": game_lists.game_to_watch(reader)}
