"""What a ladder has found out about each bot, for the pages that introduce them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from games.measuring.ladder import Ladder, Rung
from games.rulesets.opponents import Duels, Strength, Strengths


def strengths(ladder: Ladder, rows: Sequence[Rung], *, command: str) -> Strengths:
    """The measurement to publish; ``rows`` are the ratings of the ladder's bots."""
    return Strengths(command, {
        row.bot: Strength(
            round(row.points), round(row.interval[0]), round(row.interval[1]), row.games,
            {players: round(share, 4) for players, share in row.wins.items()},
            duels(ladder, row.bot),
        )
        for row in sorted(rows, key=lambda row: row.points)
    })


def duels(ladder: Ladder, bot: str) -> Mapping[str, Duels]:
    """The games of two that this bot has played against each other one, by the other's name."""
    games: dict[str, int] = {}
    wins: dict[str, float] = {}
    for (_, seats), result in sorted(ladder.games.items()):
        if len(seats) != 2 or bot not in seats or seats[0] == seats[1]:
            continue
        own = seats.index(bot)
        other = seats[1 - own]
        games[other] = games.get(other, 0) + 1
        if own in result.winners:
            wins[other] = wins.get(other, 0.0) + 1 / len(result.winners)
    return {other: Duels(wins.get(other, 0.0), count) for other, count in sorted(games.items())}


def deals_of(ladder: Ladder) -> int:
    """The number of deals that the ladder's line-ups have played."""
    return 1 + max(deal for deal, _ in ladder.games)
