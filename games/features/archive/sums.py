"""Sums of archived games: how often places win, how long games are, and how they end.

A sweep adds each game once its ratings are known, so nobody's turn waits for a sum.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from django.db import transaction
from django.db.models import Avg, Exists, OuterRef
from django.utils.translation import pgettext

from games.base.samples import median, wilson
from games.features.archive import facts
from games.models import ArchivedGame, ArchiveSums, Game, RatedGame, RatedSeat
from games.rulesets import registry
from games.rulesets.registry import Room
from games.table.play import event_log

FEWEST = 20  # games of which percentages are shown
BATCH = 500  # games that are counted in one transaction
COLUMNS = ("won", "turns", "lead", "reason", "luck", "held")


@transaction.atomic
def sweep(now: datetime) -> int:
    """Enter the ratings of archived games, and count them; return how many were.

    A rated game waits until its ratings have been computed.
    """
    rated = RatedGame.objects.filter(game=OuterRef("game"), why="", folded=False)
    waiting = ArchivedGame.objects.filter(~Exists(rated), counted=False).order_by("ended_at")
    games = list(waiting.select_for_update(of=("self",), no_key=True)[:BATCH])
    bands = _bands(games)
    for game in games:
        game.band, game.counted = bands.get(game.game_id, 0), True
    ArchivedGame.objects.bulk_update(games, ["band", "counted"])
    add(games)
    return len(games)


def _bands(games: Sequence[ArchivedGame]) -> dict[int, int]:
    """Return the step of the mean rating of each rated game: of its people who show theirs."""
    rows = RatedSeat.objects.filter(rated__game__in=[game.game_id for game in games],
                                    mu_before__isnull=False, player__hidden=False)
    means = rows.order_by().values_list("rated__game").annotate(mean=Avg("mu_before"))
    return {game: facts.step(mean, facts.RATINGS) for game, mean in means}


def add(games: Iterable[ArchivedGame], *, sign: int = 1) -> None:
    """Add games to the sums, or take them off; not those that began in the middle."""
    pools: dict[tuple[str, int], list[ArchivedGame]] = defaultdict(list)
    for game in games:
        if game.whole:
            pools[game.ruleset, game.players].append(game)
    for (ruleset, players), found in sorted(pools.items()):
        row, _is_new = ArchiveSums.objects.select_for_update().get_or_create(
            ruleset=ruleset, players=players)
        row.games += sign * len(found)
        row.counts = {column: _added(row.counts.get(column, {}), found, column, sign)
                      for column in COLUMNS}
        row.save(update_fields=["games", "counts"])


@transaction.atomic
def remove(game: Game) -> None:
    """Take a game out of the archive and its sums."""
    for row in ArchivedGame.objects.select_for_update(no_key=True).filter(game=game):
        if row.counted:
            add([row], sign=-1)
        row.delete()


@transaction.atomic
def reviewed(game: int, *, now: datetime) -> None:
    """Enter the luck that the review of a game has measured."""
    rows = ArchivedGame.objects.select_for_update(of=("self",), no_key=True)
    for row in rows.select_related("game").filter(game=game):
        if row.counted:
            add([row], sign=-1)
        row.luck = facts.luck(row.game)
        row.save(update_fields=["luck"])
        if row.counted:
            add([row])


def _added(counts: Mapping[str, int], games: Iterable[ArchivedGame], column: str,
           sign: int) -> dict[str, int]:
    total = Counter(counts)
    for game in games:
        for value in _values(game, column):
            total[value] += sign
    return {value: count for value, count in total.items() if count}


def _values(game: ArchivedGame, column: str) -> list[str]:
    """Return what counts of a game; not its length if somebody resigned, which cut it short.

    Of the regions that its winner holds, those of the board and the board itself.
    """
    value = getattr(game, column)
    if column == "held":
        is_known = bool(game.board) and value is not None
        return [game.board, *(f"{game.board} {name}" for name in value)] if is_known else []
    is_cut = column == "turns" and game.reason == event_log.RESIGNED
    return [] if value is None or is_cut else [str(value)]


# What people are shown.

@dataclass(frozen=True, slots=True)
class Share:
    """How many games had something in common; no percentages if there are few games.

    ``low`` and ``high`` are the interval of 95 %, in percent like ``percent``.
    """

    label: str
    games: float
    percent: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Statistics:
    """The archived games of one game and number of players; ``lead`` and ``turns`` are medians.

    ``luck`` is how often the winner had the most luck, of the games in which it was measured, and
    ``regions`` how often winners hold each, with the titles of their boards.
    """

    room: Room
    players: int
    games: int
    wins: Sequence[Share]
    reasons: Sequence[Share]
    turns: float | None
    lead: float | None
    luck: Share | None
    regions: Sequence[tuple[str, Sequence[Share]]]

    @property
    def has_few(self) -> bool:
        """Whether there are too few games for percentages."""
        return self.games < FEWEST

    @property
    def turns_form(self) -> int:
        """The number whose plural form goes with the median of turns."""
        return _form(self.turns)

    @property
    def lead_form(self) -> int:
        """The number whose plural form goes with the median of leads."""
        return _form(self.lead)


def _form(value: float | None) -> int:
    """Return a whole number with the same plural form; that of one and a half is the one of two."""
    return int(value) if value is not None and value.is_integer() else 2


def statistics(endings: Mapping[str, str], boards: Mapping[str, str]) -> Iterator[Statistics]:
    """Yield the statistics of all games and numbers of players that have any, in one query.

    ``endings`` are the reasons why games end, in words, and ``boards`` the titles of boards.
    """
    rows = {(row.ruleset, row.players): row for row in ArchiveSums.objects.filter(games__gt=0)}
    for room in registry.rooms().values():
        for players in room.ruleset.seats:
            if row := rows.get((room.name, players)):
                yield _statistics(room, row, endings, boards)


def _statistics(room: Room, row: ArchiveSums, endings: Mapping[str, str],
                boards: Mapping[str, str]) -> Statistics:
    wins = [0.0] * row.players
    for places, count in row.counts["won"].items():  # none if nobody has won
        for place in places:  # those who share a win have a part of it each
            wins[int(place) - 1] += count / len(places)
    nobody = [("", row.counts["won"][""])] if "" in row.counts["won"] else []
    reasons = sorted(row.counts["reason"].items(), key=lambda item: (-item[1], item[0]))
    return Statistics(
        room, row.players, row.games,
        [_share(str(place), count, row.games) for place, count in (*enumerate(wins, 1), *nobody)],
        [_share(endings.get(reason, reason), count, row.games) for reason, count in reasons],
        _median(row.counts["turns"]), _median(row.counts["lead"]),
        _luck(row.counts.get("luck", {})), list(_regions(row.counts.get("held", {}), boards)))


def _luck(counts: Mapping[str, int]) -> Share | None:
    """Return how often the winner had the most luck; None if it was never measured."""
    luckiest = sum(count for points, count in counts.items() if int(points) > 0)
    return _share("", luckiest, sum(counts.values())) if counts else None


def _regions(counts: Mapping[str, int],
             boards: Mapping[str, str]) -> Iterator[tuple[str, list[Share]]]:
    """Yield how often winners hold each region of a board, unless there are few games on it."""
    for key, title in boards.items():
        if (games := counts.get(key, 0)) >= FEWEST:
            names = {name: count for text, count in counts.items()
                     for board, _space, name in [text.partition(" ")] if board == key and name}
            ordered = sorted(names.items(), key=lambda item: (-item[1], item[0]))
            yield title, [_share(pgettext("name of a place", name), count, games)
                          for name, count in ordered]


def _share(label: str, count: float, games: int) -> Share:
    if games < FEWEST:
        return Share(label, count, None, None, None)
    low, high = wilson(count, games)
    return Share(label, count, 100 * count / games, 100 * low, 100 * high)


def _median(counts: Mapping[str, int]) -> float | None:
    """Return the median of the values; None if there are none."""
    return median({int(value): count for value, count in counts.items()}) if counts else None
