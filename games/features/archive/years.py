"""Years of people: what somebody has played within a year, for themselves alone."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, tzinfo

from django.db.models import Count
from django.db.models.functions import Lower

from games.features.archive import facts
from games.models import Game, Seat, User
from games.rulesets import registry
from games.table.play import event_log


@dataclass(frozen=True, slots=True)
class Played:
    """A game that somebody has finished; ``lead`` as in ``ArchivedGame``."""

    game: Game
    players: int
    won: bool
    lead: int | None
    ended_on: date


@dataclass(frozen=True, slots=True)
class Tally:
    """How many games of one kind somebody has played and won."""

    title: str
    players: int
    games: int
    won: int


@dataclass(frozen=True, slots=True)
class Year:
    """The games that somebody has finished within a year.

    ``rival`` is the name of the member whom they have played most, in so many ``rival_games``.
    """

    number: int
    played: Sequence[Played]
    rival: str
    rival_games: int

    @property
    def won(self) -> int:
        """The number of games they have won, alone or with others."""
        return sum(game.won for game in self.played)

    @property
    def tallies(self) -> list[Tally]:
        """The games and wins of each game and number of players."""
        kinds = sorted({(game.game.ruleset, game.players) for game in self.played})
        return [Tally(registry.get(ruleset).title, players, len(games),
                      sum(game.won for game in games))
                for ruleset, players in kinds
                for games in [[game for game in self.played
                               if (game.game.ruleset, game.players) == (ruleset, players)]]]

    @property
    def longest(self) -> Played:
        """The game with most turns."""
        return max(self.played, key=lambda game: game.game.turn)

    @property
    def shortest(self) -> Played:
        """The game with fewest turns."""
        return min(self.played, key=lambda game: game.game.turn)

    @property
    def closest(self) -> Played | None:
        """The game that was decided by fewest points; None if none was decided by points."""
        games = [game for game in self.played if game.lead is not None]
        return min(games, key=lambda game: game.lead or 0, default=None)

    @property
    def busiest(self) -> tuple[date, int]:
        """The first day of the month in which most games ended, and their number."""
        months = Counter(game.ended_on.replace(day=1) for game in self.played)
        return max(months.items(), key=lambda item: (item[1], item[0]))


def year_of(user: User, number: int, *, zone: tzinfo) -> Year:
    """Return what somebody has played in this year, by the days of their time zone.

    Takes two queries.
    """
    begin, end = (datetime(year, 1, 1, tzinfo=zone) for year in (number, number + 1))
    # Only one status is left out: with the other one named, SQLite reads all games that have it.
    seats = Seat.objects.filter(
        user=user, game__finished_at__gte=begin, game__finished_at__lt=end,
        game__ruleset__in=registry.names()).exclude(game__status=Game.Status.CANCELLED)
    counted = seats.annotate(players=Count("game__seats")).select_related("game")
    played = [_played(seat, seat.players, zone) for seat in counted.order_by(
        "-game__finished_at", "-game")]
    rival = _rival(user, [game.game for game in played])
    return Year(number, played, *rival)


def _rival(user: User, games: Sequence[Game]) -> tuple[str, int]:
    """Return the name of the member with whom somebody has played most of these, and how many."""
    others = Seat.objects.filter(game__in=games, user__is_guest=False,
                                 user__owner=None).exclude(user=user)
    counted = others.order_by().values("user__name").annotate(games=Count("pk"))
    first = counted.order_by("-games", Lower("user__name")).first()
    return (first["user__name"], first["games"]) if first else ("", 0)


def _played(seat: Seat, players: int, zone: tzinfo) -> Played:
    game = seat.game
    assert game.finished_at is not None
    assert game.result is not None  # it is over
    return Played(game, players, seat.index in event_log.have_won(game.result),
                  facts.lead(registry.get(game.ruleset), game.result),
                  game.finished_at.astimezone(zone).date())
