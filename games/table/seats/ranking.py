"""The order of the seats when a game has ended: by its result, and by who stayed.

Whoever began a game and left it is behind all who stayed, whatever a bot or a successor has done in
their seat, and behind all who left later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from games.models import FormerPlayer, Game, LoggedMove, Seat
from games.table.play.outside_moves import BOT_TAKES_SEAT


def ranks(winners: Collection[int], scores: Sequence[int], left: Mapping[int, LoggedMove]
          ) -> list[int]:
    """Return the rank of each seat, 1 for the best; those who share a win share the first.

    ``left`` has the rows with which people left their seats (``rows_of_leaving``).
    """
    keys = [(1, -left[seat].number, 0) if seat in left else (0, seat not in winners, -score)
            for seat, score in enumerate(scores)]
    order = sorted(keys)
    return [1 + order.index(key) for key in keys]


def rows_of_leaving(game: Game, seats: Sequence[Seat]) -> dict[int, LoggedMove]:
    """Return the row with which a bot took each seat whose first player is no longer there."""
    until = {former.seat.index: former.number for former in FormerPlayer.objects.filter(
        seat__game=game).select_related("seat").order_by("-number")}
    gone = {seat.index for seat in seats if seat.is_vacant} | until.keys()
    if not gone:
        return {}
    rows = LoggedMove.objects.filter(game=game, move=BOT_TAKES_SEAT, seat__in=gone)
    return {row.seat: row for row in rows.order_by("number")
            if row.seat is not None and row.number < until.get(row.seat, row.number + 1)}


def has_left(seat: Seat) -> bool:
    """Return whether nobody is left in this seat who could play another game."""
    if seat.bot:
        return seat.is_vacant
    return seat.user is None or not seat.user.is_active
