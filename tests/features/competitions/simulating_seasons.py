"""Simulates seasons of a league, and a cup, with 200 people of known strength: run it by -m.

Games begin as on the service; their results are drawn from the odds on which ratings are built.
Some people drop out, some lose games on time, some block each other or change their names, and some
pairs farm: outside the league, one of them loses many rated games to the other.
"""

from __future__ import annotations

import argparse
import math
import os
import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from statistics import correlation, mean, stdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from games.models import Competition, Game, User

PEOPLE, SPREAD, MIDDLE = 200, 200.0, 1500.0
ODDS = 400 / math.log(10)
DESERTERS, LATE, FARMERS, BLOCKING, RENAMED = 10, 10, 10, 10, 20  # farmers and blocking are pairs
LATE_SHARE = 0.15  # of the games of somebody who is late
FARMED = 40  # games of a pair
OFTEN = 2  # wins on time
DAY = timedelta(days=1)


@dataclass(slots=True)
class World:
    """The people, their strengths, and who of them does what."""

    chance: random.Random
    people: list[User]
    strengths: dict[int, float]
    late: set[int]
    farmers: list[tuple[User, User]]
    deserters: list[User] = field(default_factory=list)


def make_world(seed: int, *, now: datetime) -> World:
    """Create everybody."""
    from games.base import blocks
    from games.people import accounts

    chance = random.Random(seed)
    people = [accounts.member(f"member{number}@example.org", now=now - 90 * DAY)
              for number in range(PEOPLE)]
    drawn = chance.sample(people, DESERTERS + LATE + 2 * FARMERS + 2 * BLOCKING + RENAMED)
    take = iter(drawn)
    deserters = [next(take) for _ in range(DESERTERS)]
    late = {next(take).pk for _ in range(LATE)}
    farmers = [(next(take), next(take)) for _ in range(FARMERS)]
    for _ in range(BLOCKING):
        blocks.block(next(take), next(take), now=now)
    for number in range(RENAMED):
        accounts.rename(next(take), f"Renamed-{number}", now=now)
    return World(chance, people, {user.pk: chance.gauss(MIDDLE, SPREAD) for user in people}, late,
                 farmers, deserters)


def farm(world: World, *, now: datetime) -> None:
    """Let one of each pair of farmers lose many rated games to the other."""
    from games.features.ratings import folding
    from games.table.lobby import open_tables
    from tests.features.competitions.conftest import over

    for number in range(FARMED):
        for winner, loser in world.farmers:
            game = open_tables.arrange([winner, loser], name="Farm", ruleset="alexandros",
                                       pace="day", now=now)
            over(game, winner, now=now + number * timedelta(hours=6))
    folding.fold(now=now)


def play(world: World, game: Game, *, now: datetime) -> None:
    """End a game: somebody runs out of time, or the odds decide."""
    from games.models import Seat
    from games.table.seats import seating
    from tests.features.competitions.conftest import over

    seats = list(Seat.objects.filter(game=game).select_related("user", "game"))
    users = [seat.user for seat in seats if seat.user]
    for seat in seats:
        if seat.user_id in world.late and world.chance.random() < LATE_SHARE:
            seat.game = game
            seating.hand_to_bot(seat, resigned=False, now=now)
            game.refresh_from_db()
            over(game, *(user for user in users if user.pk != seat.left_by_id), now=now)
            return
    luck = {user.pk: -math.log(-math.log(world.chance.random())) for user in users}
    over(game, max(users, key=lambda user: world.strengths[user.pk] / ODDS + luck[user.pk]),
         now=now)


def play_some(world: World, *, now: datetime) -> None:
    """End two in five of the games that are played."""
    from games.features.matches import matches
    from games.models import Game

    for game in list(Game.objects.filter(status=Game.Status.RUNNING).order_by("pk")):
        if world.chance.random() < 0.4:
            game.refresh_from_db()
            if game.status == Game.Status.RUNNING:
                play(world, game, now=now)
                if game.match == "first":
                    matches.start_second(game.pk, now=now)


def play_season(world: World, players: int, begins: datetime) -> Competition:
    """Let everybody sign up who has not deserted, and play a season to its end."""
    from games.features.competitions import calendar, entries, lifecycle, seasons
    from games.features.ratings import folding
    from games.table.play import event_log  # noqa: F401 - loads the rulesets first

    season = seasons.find("alexandros", players, begins)
    for user in world.people:
        seasons.enter(user, season, now=begins - DAY)
    season = seasons.find("alexandros", players, begins)
    now = begins
    while now < season.ends_at:
        lifecycle.look_after(season.pk, now=now)
        season.refresh_from_db()
        play_some(world, now=now)
        if world.deserters and world.chance.random() < 0.4:
            entries.withdraw(world.deserters.pop(), season, now=now)
        now += 3 * DAY
    folding.fold(now=now)
    return finished(season, now=calendar.following(begins))


def finished(season: Competition, *, now: datetime) -> Competition:
    """End a season; what is not over is judged."""
    from games.features.competitions import judging, lifecycle
    from games.models import Fixture

    lifecycle.look_after(season.pk, now=now)
    for fixture in Fixture.objects.filter(competition=season, decided=""):
        judging.judge(fixture.pk)
    lifecycle.look_after(season.pk, now=now)
    season.refresh_from_db()
    return season


def play_cup(world: World, players: int, begins: datetime) -> Competition:
    """Let 64 people of all strengths play a cup, of whom some drop out and some lose on time."""
    from games.features.competitions import cups, entries, lifecycle
    from games.models import Competition, Game

    cups.may_organise = lambda user: True
    organiser, *_ = world.people
    cup = cups.create(cups.Plan(
        title="Cup", kind=Competition.Kind.CUP, ruleset="alexandros", players=players,
        starts_at=begins + 2 * DAY), by=organiser, now=begins)
    entered = world.chance.sample(world.people, cups.MOST)
    for user in entered:
        cups.enter(user, cup, now=begins)
    leaving = world.chance.sample(entered, 6)
    now = begins + 2 * DAY
    # Games that were judged go on, and are sealed until they end.
    while cup.status in (Competition.Status.OPEN, Competition.Status.RUNNING) or (
            Game.objects.filter(sealed=True).exists()):
        if leaving and world.chance.random() < 0.2 and cup.status == Competition.Status.RUNNING:
            user = leaving.pop()
            if cup.entries.filter(user=user, out_at=None).exists():
                entries.withdraw(user, cup, now=now)
        if cup.ends_at <= now and cup.status == Competition.Status.RUNNING:
            finished(cup, now=now)
        else:
            lifecycle.look_after(cup.pk, now=now)
            cup.refresh_from_db()
        play_some(world, now=now)
        now += 2 * DAY
        assert now < begins + 120 * DAY, "it hangs"
    print(f"cup for tables of {players}: over after {(cup.ends_at - begins).days} days,"
          f" all games after {(now - begins).days}")
    return cup


def report_cup(world: World, cup: Competition) -> None:
    """Print who met whom in a cup, who began how often, and whether the strong won."""
    from collections import Counter
    from itertools import combinations

    from games.models import Fixture, Game

    fixtures = list(cup.fixtures.prefetch_related("seats__entry"))
    met = Counter(pair for fixture in fixtures for pair in combinations(
        sorted(seat.entry_id for seat in fixture.seats.all()), 2))
    first = Counter(seat.entry_id for fixture in fixtures for seat in fixture.seats.all()
                    if seat.index == 0)
    stayed = [entry for entry in cup.entries.all() if entry.out_at is None]
    times = [first[entry.pk] for entry in stayed]
    how = Counter(Fixture.objects.filter(competition=cup).values_list("decided", flat=True))
    order = [(-float(entry.place or 0), world.strengths[entry.user_id or 0]) for entry in stayed]
    print(f"  {cup.rounds} rounds, fixtures {dict(how)}, out {cup.entries.count() - len(stayed)}")
    print(f"  pairs that met twice: {sum(number > 1 for number in met.values())} of {len(met)};"
          f" first in the turn order {min(times)} to {max(times)} times;"
          f" sealed games left: {Game.objects.filter(sealed=True).count()}")
    print(f"  correlation of strength and place {correlation(*zip(*order, strict=True)):.2f}")


def report(world: World, season: Competition) -> None:
    """Print what a season has come to."""
    from collections import Counter

    from games.features.ratings import folding
    from games.models import Entry, Fixture, Rating

    entries = list(season.entries.all())
    how = Counter(Fixture.objects.filter(competition=season).values_list("decided", flat=True))
    late = [entry for entry in entries if entry.user_id in world.late]
    promoted = sum(entry.belongs is not None and entry.belongs < (entry.division or 0)
                   for entry in late)
    farmed = {user.pk for pair in world.farmers for user in pair}
    ratings = {row.player.user_id: row for row in Rating.objects.filter(
        ruleset="alexandros", players=season.players, games__gte=5).select_related("player")
        if row.player.user_id not in farmed}
    pairs = [(world.strengths[user], row.mu) for user, row in ratings.items() if user]
    print(f"{season}: {season.status}, {season.divisions} divisions, fixtures {dict(how)}")
    print(f"  mean games {mean(row.games for row in ratings.values()):.0f}, correlation of strength"
          f" and rating {correlation(*zip(*pairs, strict=True)):.2f}")
    print(f"  lost on time: {sum(entry.lost for entry in entries)} games;"
          f" out {sum(entry.out_at is not None for entry in entries)};"
          f" of the late, {promoted} of {len(late)} went up")
    divisions: dict[int, list[float]] = {}
    for entry in Entry.objects.filter(competition=season, user__isnull=False):
        divisions.setdefault(entry.division or 0, []).append(world.strengths[entry.user_id or 0])
    print("  mean strengths of the divisions:",
          " ".join(f"{mean(values):.0f}" for _number, values in sorted(divisions.items())))
    report_gains(world, season)
    print("  ratings agree with a rebuild:", folding.stored() == folding.rebuilt())


def report_gains(world: World, season: Competition) -> None:
    """Print how far ratings are above strengths: of farmers, and after wins on time."""
    from collections import Counter

    from games.models import RatedSeat, Rating

    rows = Rating.objects.filter(ruleset="alexandros", players=season.players).select_related(
        "player")
    errors = {row.player.user_id or 0: row.mu - world.strengths[row.player.user_id or 0]
              for row in rows}
    farmers = [errors.pop(user.pk) for pair in world.farmers for user in pair[:1]]
    for _winner, loser in world.farmers:
        errors.pop(loser.pk)
    print(f"  ratings above strengths: farmers {interval(farmers)}, others"
          f" {interval([*errors.values()])}")
    won = Counter[int]()
    for seat in RatedSeat.objects.filter(rank=1, weight__isnull=False).select_related("player"):
        if RatedSeat.objects.filter(rated=seat.rated_id, lost_at__isnull=False).exists():
            won[(seat.player and seat.player.user_id) or 0] += 1
    often = [errors[user] for user in errors if won[user] >= OFTEN]
    print(f"  of the {len(often)} with {OFTEN} or more wins on time {interval(often)}")


def interval(values: list[float]) -> str:
    """Return the mean of the values, with its interval of 95 %."""
    if len(values) < 2:
        return f"({len(values)} of them)"
    return f"{mean(values):+.0f} ± {1.96 * stdev(values) / math.sqrt(len(values)):.0f}"


def main() -> None:
    """Play the seasons and print what has come of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--players", type=int, choices=(2, 4), default=2)
    parser.add_argument("--seasons", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()

    os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
    import django
    django.setup()
    from django.test.utils import setup_databases, teardown_databases

    from games.base import task_queue
    from games.features.competitions import calendar, judging
    from tests.features.competitions.conftest import BEGINS

    judging.PLAYOUTS = 10  # which is exact enough here
    task_queue.send_task = lambda task, *args: True  # nothing is sent; this module does it all
    databases = setup_databases(verbosity=0, interactive=False)
    try:
        world = make_world(chosen.seed, now=BEGINS - 30 * DAY)
        farm(world, now=BEGINS - 20 * DAY)
        for number in range(chosen.seasons):
            report(world, play_season(world, chosen.players, BEGINS + number * calendar.LENGTH))
        for players in (4, 2):
            begins = BEGINS + (chosen.seasons + players) * calendar.LENGTH
            report_cup(world, play_cup(world, players, begins))
    finally:
        teardown_databases(databases, verbosity=0)


if __name__ == "__main__":
    main()
