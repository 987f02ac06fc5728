"""The ledger of ratings: rated games in, in the order in which they ended; ratings out.

Nothing here knows Django.  Whatever a game does to ratings follows from the games that were entered
before it, so the same games in the same order always give the same ratings.

All ratings are in points: 400 more are odds of 10 to 1 between two people of whom nothing is
uncertain.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from enum import StrEnum
from itertools import combinations
from typing import TYPE_CHECKING

from games.base import plackett_luce

if TYPE_CHECKING:
    from openskill.models import PlackettLuce

MIDDLE = 1500.0
ODDS = 400 / math.log(10)  # points that are odds of e to 1
DOUBT = 200.0  # of somebody who has not played yet: about how much strengths differ
DOUBT_ABOUT_BOTS = 25.0  # as their strength is measured: 95 % within about 50 points
WEEK = timedelta(days=7)
GROWTH = 2.0  # points of doubt for each week without play

FIRM = 110.0  # above this doubt, a rating is not shown
FEWEST = 5  # rated games before it is shown

BOTS_AT_TABLE = 0.5  # the weight of a game with bots
OFTEN, OFTEN_WITHIN = 5, timedelta(days=30)  # games of one pair, after which weights are halved
LOSSES, LOSSES_WITHIN = 3, timedelta(days=7)  # games that one person has lost on time

Pool = tuple[str, int]  # the game's name, and the number of players


@dataclass(frozen=True, slots=True)
class Skill:
    """A rating: a mean, and the uncertainty of this mean at the time of the latest game.

    ``games`` are the rated games in it, the latest of which ended ``at``.
    """

    mu: float = MIDDLE
    sigma: float = DOUBT
    games: int = 0
    at: datetime | None = None

    def doubt(self, now: datetime) -> float:
        """Return the uncertainty now: it grows while somebody does not play."""
        if self.at is None or now <= self.at:
            return self.sigma
        return max(self.sigma, min(DOUBT, self.sigma + GROWTH * ((now - self.at) / WEEK)))

    def is_new(self, now: datetime) -> bool:
        """Return whether too little is known to show the rating."""
        return self.missing > 0 or self.doubt(now) > FIRM

    @property
    def missing(self) -> int:
        """How many rated games it takes at least until the rating can be shown."""
        return max(0, FEWEST - self.games)

    @property
    def firm_until(self) -> datetime | None:
        """When the rating will be too uncertain to be shown without play; None if it is new."""
        if self.at is None or self.is_new(self.at):
            return None
        return self.at + WEEK * ((FIRM - self.sigma) / GROWTH)

    @property
    def standing(self) -> float:
        """A number by which to list people: mean minus twice the uncertainty, but for a constant.

        Everybody's uncertainty grows alike, so an order of people is the same whenever one looks.
        """
        since = self.at.timestamp() / WEEK.total_seconds() if self.at else 0.0
        return self.mu - 2 * (self.sigma - GROWTH * since)


@dataclass(frozen=True, slots=True)
class Part:
    """What one seat did in a game.

    ``player`` is the number of the person who began the game there; a bot has ``points`` instead.
    ``rank`` is 1 for the best; ``lost_at`` is when a bot took the seat because of time, for good.
    """

    player: int | None
    points: int | None
    rank: int
    lost_at: datetime | None = None


@dataclass(frozen=True, slots=True)
class Played:
    """A finished game that counts, with the part of each seat."""

    game: int
    pool: Pool
    began_at: datetime
    ended_at: datetime
    parts: Sequence[Part]

    @property
    def people(self) -> list[int]:
        """The numbers of the people who began the game."""
        return [part.player for part in self.parts if part.player is not None]


class Unrated(StrEnum):
    """Reasons why a game that counts changes nothing for one of its players."""

    ABSENT = "absent"  # an opponent has just lost several games on time


@dataclass(frozen=True, slots=True)
class Change:
    """What a game did to one person's rating; ``weight`` is 0 if there is a reason ``why``."""

    player: int
    before: Skill
    after: Skill
    weight: float
    why: str = ""


@dataclass(frozen=True, slots=True)
class Loss:
    """A game lost on time, and when it ended, which is when this is certain."""

    lost_at: datetime
    ended_at: datetime


@dataclass(slots=True)
class Ledger:
    """Everything that games entered later depend on.

    ``skills`` are those by pool and person, ``meetings`` the ends of the games of each pair (the
    smaller number first), in any pool, and ``losses`` each person's games lost on time.
    """

    skills: dict[tuple[Pool, int], Skill] = field(default_factory=dict)
    meetings: dict[tuple[int, int], list[datetime]] = field(
        default_factory=lambda: defaultdict(list))
    losses: dict[int, list[Loss]] = field(default_factory=lambda: defaultdict(list))

    def enter(self, played: Played) -> list[Change]:
        """Enter the next game, and return what it changes for each of its people."""
        meetings = self._meet(played)
        changes = self._changes(played, meetings)
        for change in changes:
            if not change.why:
                self.skills[played.pool, change.player] = change.after
        self.note_losses(played)
        return changes

    def _changes(self, played: Played, meetings: Mapping[int, int]) -> list[Change]:
        at = played.ended_at
        before = {player: self.skills.get((played.pool, player), Skill())
                  for player in played.people}
        ratings = [_strength(part, before, at) for part in played.parts]
        after = plackett_luce.rated(ratings, [part.rank for part in played.parts],
                                    _model(len(played.parts)))
        bots = len(before) < len(played.parts)
        absent = {player for player in before if self._is_absent(player, played)}
        changes = []
        for part, (mu, sigma), (new_mu, new_sigma) in zip(
                played.parts, ratings, after, strict=True):
            if part.player is None:
                continue
            old = before[part.player]
            if absent - {part.player}:
                changes.append(Change(part.player, old, old, 0.0, Unrated.ABSENT))
                continue
            weight = (BOTS_AT_TABLE if bots else 1.0) / 2**max(0, meetings[part.player] - OFTEN)
            new = Skill(mu + weight * (new_mu - mu), sigma + weight * (new_sigma - sigma),
                        old.games + 1, at)
            changes.append(Change(part.player, old, new, weight))
        return changes

    def _meet(self, played: Played) -> Mapping[int, int]:
        """Note that these people meet; return how often each has lately met the most frequent.

        This game is counted, too.
        """
        most = dict.fromkeys(played.people, 0)
        self.note_meeting(played.people, played.ended_at)
        for pair in combinations(sorted(played.people), 2):
            times = self.meetings[pair]
            while times[0] < played.ended_at - OFTEN_WITHIN:
                times.pop(0)
            for player in pair:
                most[player] = max(most[player], len(times))
        return most

    def note_meeting(self, people: Iterable[int], at: datetime) -> None:
        """Note the end of a game of these people."""
        for pair in combinations(sorted(people), 2):
            self.meetings[pair].append(at)

    def note_losses(self, played: Played) -> None:
        """Note who has lost the game on time."""
        for part in played.parts:
            if part.player is not None and part.lost_at is not None:
                self.losses[part.player].append(Loss(part.lost_at, played.ended_at))

    def _is_absent(self, player: int, played: Played) -> bool:
        """Return whether the person has lost so many other games while this one was running."""
        losses = sorted(self.losses.get(player, ()), key=lambda loss: loss.lost_at)
        return any(
            last.lost_at - first.lost_at <= LOSSES_WITHIN
            and any(loss.ended_at > played.began_at for loss in losses[index:index + LOSSES])
            for index, (first, last) in enumerate(
                zip(losses, losses[LOSSES - 1:], strict=False)))


def chance(mean: float, others: Iterable[float]) -> float:
    """Return the share of games that somebody with this mean wins against people with these."""
    return 1 / (1 + sum(math.exp((other - mean) / ODDS) for other in others))


def _strength(part: Part, before: Mapping[int, Skill], now: datetime) -> plackett_luce.MuSigma:
    if part.player is not None:
        return before[part.player].mu, before[part.player].doubt(now)
    assert part.points is not None  # a game with a bot of unknown strength does not count
    return float(part.points), DOUBT_ABOUT_BOTS



def _model(players: int) -> PlackettLuce:
    """Return OpenSkill's model for games of this many players."""
    # The odds between two people are to be the same however many others play.  And a game tells as
    # much as the model says: with OpenSkill's own gamma, people would be new for twice as many
    # games (docs/ratings.md).
    return plackett_luce.model(mu=MIDDLE, sigma=DOUBT, beta=ODDS / math.sqrt(players), tau=0.0,
                               gamma=_all_of_it)


def _all_of_it(*situation: object, **more: object) -> float:
    """Return 1: by how much of what a game tells, as OpenSkill's gamma, uncertainty shrinks."""
    return 1.0
