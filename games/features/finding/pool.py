"""The pool: wishes for a game, and seating those whose wishes agree.

A wish is only ever changed while its owner is locked, and so is everybody whom ``seat`` seats: it
looks again at their wishes then, and does nothing unless they still are a group.  So nobody is
seated twice, and a task that is lost or comes twice changes nothing.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from datetime import datetime, timedelta
from itertools import combinations
from typing import Any

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.errors import Refusal
from alexandros_rules.translation import list_with_and, list_with_or
from games.base import blocks, locks, retention, task_queue, web_addresses
from games.base.refusals import Missing, TableRefusal
from games.features.finding.matching import Group, Wish, match
from games.models import Game, Pace, PoolEntry, Seat, User, Vacation
from games.post.outbox.queue import queue_email
from games.rulesets import registry
from games.table.clocks import playing_hours
from games.table.lobby import fit, open_tables, table_settings

TASK = "find_games"
UNFOUND = "unfound"  # the kind of email that tells of a wish that has lapsed
LASTS = timedelta(days=7)
# A game in which everybody stays at the table cannot begin at a moment that nobody has chosen.
PACES = tuple(pace for pace in Pace if pace is not Pace.LIVE)
BEGINNING = 1500.0  # points of somebody of whom nobody knows how strong they are
OFTEN, OFTEN_WITHIN = 5, timedelta(days=30)  # rated games of a pair that are enough
BATCH = 300  # wishes that are looked at together, the oldest


# What people do.

def ask(user: User, *, ruleset: str, players: Collection[int], paces: Collection[str],
        rated: bool, now: datetime) -> PoolEntry:
    """Store a member's wish in place of one for the same game; the caller has locked them.

    Whoever waits already goes on waiting since then.  Refuses (TableRefusal) guests, wishes that
    name no pace or a number of players for which there is no such game, and rated games of
    somebody who hides their rating.
    """
    if user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest. Sign in with your email address,"
                                      " so that we can tell you when a game is found."))
    rules = table_settings.ruleset_named(ruleset)
    numbers = [number for number in rules.seats if number in players]
    wanted = [pace.value for pace in PACES if pace in paces]
    if not numbers:
        raise TableRefusal("players", _("Please choose at least one number of players."))
    if not wanted:
        raise TableRefusal("pace", _("Please choose at least one pace."))
    if rated:
        for number in numbers:
            table_settings.rated_options(rules, {}, players=number)
        if user.pk not in fit.strengths([user.pk], now=now):
            raise TableRefusal("hidden", _("You hide your rating, so your games do not count for"
                                           " the ratings. Please choose a game that is not rated,"
                                           " or show your rating on the page of your account."))
    earlier = find(user, rules.name)
    since = earlier.since if earlier and earlier.waits else now
    entry, _created = PoolEntry.objects.update_or_create(
        user=user, ruleset=rules.name, defaults={
            "players": numbers, "paces": wanted, "rated": rated, "since": since,
            "until": now + LASTS, "lapsed_at": None, "game": None})
    task_queue.send_after_commit(TASK, entry.pk)
    return entry


def renew(user: User, ruleset: str, *, now: datetime) -> PoolEntry:
    """Let a wish last for another week, or be a wish again; the caller has locked its owner."""
    entry = find(user, ruleset)
    if entry is None:
        raise _missing()
    return ask(user, ruleset=entry.ruleset, players=entry.players, paces=entry.paces,
               rated=entry.rated, now=now)


def withdraw(user: User, ruleset: str) -> None:
    """Withdraw a wish, or forget what came of it; the caller has locked its owner."""
    entry = find(user, ruleset)
    if entry is None:
        raise _missing()
    entry.delete()


def _missing() -> Missing:
    return Missing("no-wish", _("You are not waiting for a game like this any more."))


def find(user: User, ruleset: str) -> PoolEntry | None:
    """Return the member's wish for this game, or what has come of it."""
    return PoolEntry.objects.filter(user=user, ruleset=ruleset).first()


def entries_of(user: User) -> list[PoolEntry]:
    """Return the member's wishes, with the games that were found."""
    entries = PoolEntry.objects.filter(user=user, ruleset__in=registry.names())
    return list(entries.select_related("game").order_by("ruleset"))


def summary(entry: PoolEntry) -> str:
    """Return a wish in a few words, without its game."""
    words = {"players": list_with_or([str(number) for number in entry.players]),
             "paces": list_with_or([str(Pace(pace).label) for pace in entry.paces])}
    many = entry.players[-1]
    if entry.rated:
        return ngettext("%(players)s player, pace: %(paces)s, rated",
                        "%(players)s players, pace: %(paces)s, rated", many) % words
    return ngettext("%(players)s player, pace: %(paces)s, not rated",
                    "%(players)s players, pace: %(paces)s, not rated", many) % words


def others_waiting(user: User) -> dict[str, int]:
    """Return how many others wait, by game, without those of whom one blocks the other."""
    others = _waiting().exclude(user=user).exclude(blocks.hidden_from(user, person="user"))
    return dict(others.values_list("ruleset").annotate(Count("pk")))


# Seating.

def seat(now: datetime) -> int:
    """Seat everybody whose wishes agree, and return at how many tables."""
    return sum(_seat(ruleset, group, now=now)
               for ruleset, groups in _groups(_waiting(), now=now).items() for group in groups)


def _waiting() -> QuerySet[PoolEntry]:
    return PoolEntry.objects.filter(lapsed_at__isnull=True, game__isnull=True)


def _groups(waiting: QuerySet[PoolEntry], *, now: datetime) -> dict[str, list[Group]]:
    """Return the groups that can begin now, by game."""
    lasting = waiting.filter(until__gt=now, ruleset__in=registry.names())
    oldest = list(lasting.order_by("since", "pk")[:BATCH])
    people = _present({entry.user_id for entry in oldest}, now=now) if len(oldest) > 1 else set()
    if len(people) < 2:
        return {}
    entries = [entry for entry in oldest if entry.user_id in people]
    apart, often = blocks.pairs(people), _often(people, now=now)
    return {name: match(wishes, apart=apart, often=often, now=now)
            for name, wishes in _wishes(entries, people, now=now).items()}


def _present(people: Collection[int], *, now: datetime) -> set[int]:
    """Return those of these people who are neither on vacation nor shut out."""
    away = Vacation.objects.filter(user=OuterRef("pk"), begins_at__lte=now, ends_at__gt=now)
    present = User.objects.filter(pk__in=people, is_active=True).exclude(Exists(away))
    return set(present.values_list("pk", flat=True))


def _wishes(entries: Iterable[PoolEntry], people: Collection[int], *,
            now: datetime) -> dict[str, list[Wish]]:
    """Return the wishes by game, without rated ones of people who have to play unrated."""
    strengths = fit.strengths(people, now=now)
    weeks = playing_hours.weeks_of(people, now=now)
    wishes: dict[str, list[Wish]] = defaultdict(list)
    for entry in entries:
        if entry.rated and entry.user_id not in strengths:
            continue
        known = strengths.get(entry.user_id, {})
        points = {number: known.get((entry.ruleset, number), BEGINNING)
                  for number in entry.players}
        wishes[entry.ruleset].append(Wish(
            entry.user_id, entry.since, frozenset(entry.players), frozenset(entry.paces),
            entry.rated, points, weeks.get(entry.user_id, 0)))
    return wishes


def _often(people: Collection[int], *, now: datetime) -> set[frozenset[int]]:
    """Return the pairs of these people who have lately played each other in many rated games."""
    rated = Game.objects.filter(rated=True, finished_at__gt=now - OFTEN_WITHIN)
    tables: dict[int, list[int]] = defaultdict(list)
    for game, user in Seat.objects.filter(user__in=people, game__in=rated).order_by().values_list(
            "game", "user"):
        tables[game].append(user)
    met = Counter(frozenset(pair) for table in tables.values() for pair in combinations(table, 2))
    return {pair for pair, games in met.items() if games > OFTEN}


@transaction.atomic
def _seat(ruleset: str, group: Group, *, now: datetime) -> bool:
    """Create the table of this group, which starts at once, unless anything has changed."""
    locks.lock_people(User.objects.filter(pk__in=group.people))
    theirs = _waiting().filter(ruleset=ruleset, user__in=group.people)
    if _groups(theirs, now=now).get(ruleset) != [group]:
        return False
    known = User.objects.in_bulk(group.people)
    people = [known[person] for person in group.people]
    rules = table_settings.ruleset_named(ruleset)
    pace = next(pace for pace in PACES if pace in group.paces)
    try:
        game = open_tables.create_table(
            by=people[0], others=people[1:], name=_name(people), ruleset=ruleset,
            players=len(people), pace=pace, rated=group.rated, listed=True, now=now,
            options={} if group.rated else table_settings.proposed_options(rules))
    except Refusal:  # too many tables within the hour: a later sweep tries again
        return False
    Game.objects.filter(pk=game.pk).update(found=True)
    theirs.update(game=game, until=now + retention.WISHES)
    return True


def sentences(game: Game, *, over: bool, begins: bool = False, named: Callable[[str], str] = str,
              seat: int | None = None) -> list[str]:
    """Return the sentence about a game that was found, for emails about its beginning."""
    return [_("You asked for a game with other people, and this one was found for you.")
            ] if begins and game.found else []


def _name(people: Sequence[User]) -> str:
    """Return the name of their table; with many long names, "" for that of the first one's."""
    names = list_with_and(web_addresses.broken(user.shown_name) for user in people)
    return names if len(names) <= table_settings.NAME_LENGTH else ""


# Time.

def lapse(now: datetime) -> int:
    """End the wishes whose time is over, of which their owners are told; return how many."""
    over = _waiting().filter(until__lte=now).order_by("until")
    return sum(_lapse(pk, user, now=now)
               for pk, user in list(over.values_list("pk", "user")[:BATCH]))


@transaction.atomic
def _lapse(pk: int, person: int, *, now: datetime) -> bool:
    locks.lock_people(User.objects.filter(pk=person))
    entry = _waiting().filter(pk=pk, until__lte=now).select_related("user").first()
    if entry is None:
        return False
    entry.lapsed_at, entry.until = now, now + retention.WISHES
    entry.save(update_fields=["lapsed_at", "until"])
    queue_email(UNFOUND, to=entry.user.email or "", user=entry.user, now=now)
    return True


def next_lapse(now: datetime) -> datetime | None:
    """Return when the next wish lapses; None if nobody waits."""
    return _waiting().order_by("until").values_list("until", flat=True).first()


def forget_old(now: datetime) -> int:
    """Delete wishes of which something came long ago, or nothing, and return how many."""
    settled = PoolEntry.objects.exclude(lapsed_at=None, game=None)
    return retention.delete_oldest(settled.filter(until__lt=now), by="until")


def exported(user: User) -> Iterable[dict[str, Any]]:
    """Return a member's wishes, as JSON values and times."""
    return [{"game": entry.ruleset, "players": entry.players, "paces": entry.paces,
             "rated": entry.rated, "waits_since": entry.since, "until": entry.until,
             "lapsed_at": entry.lapsed_at, "found": entry.game.code if entry.game else None}
            for entry in PoolEntry.objects.filter(user=user).select_related("game").order_by("pk")]
