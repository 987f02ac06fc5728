"""What the organiser of a cup can do, and operators at every competition; all of it is noted.

Every entrant can read the notes.  Nobody decides about a table at which they play.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils.translation import gettext as _

from games.base import locks, rate_limits
from games.base.refusals import Closed, Foreign, TableRefusal
from games.features.competitions import cups, emails, results, showing, standing
from games.features.competitions.arranging import PAIR
from games.models import Competition, CompetitionNote, Entry, Fixture, FixtureSeat, Game, Seat, User
from games.table.seats import leaving, seating, taking_over

TWICE = timedelta(minutes=10)  # in which the same announcement is the same

Deed, Decided, Status = CompetitionNote.Deed, Fixture.Decided, Competition.Status


def may_act(user: User | None, competition: Competition) -> bool:
    """Return whether this person organises the competition, or is an operator."""
    return user is not None and (user.is_staff or user.pk == competition.organiser_id)


def check(user: User, competition: Competition, *statuses: Competition.Status) -> None:
    """Refuse everybody but the organiser, also them unless the competition has such a status."""
    if not may_act(user, competition):
        raise Foreign("not-organiser", _("Only the organiser of this cup can do this."))
    if statuses and competition.status not in statuses:
        raise Closed("status", _("This is not possible any more, or not yet. The page shows how"
                                 " things stand."))


def _locked(competition: Competition) -> Competition:
    return Competition.objects.select_for_update(no_key=True).get(pk=competition.pk)


def _note(competition: Competition, deed: CompetitionNote.Deed, *, by: User, text: str,
          now: datetime, **facts: Any) -> CompetitionNote:
    return CompetitionNote.objects.create(competition=competition, by=by, at=now, deed=deed,
                                          text=text, facts=facts)


def _tell(note: CompetitionNote, *, now: datetime) -> None:
    """Tell everybody who is entered and has not dropped out."""
    entered = note.competition.entries.filter(out_at=None).select_related("user")
    emails.queue(emails.NEWS, entered, now=now, note=note)


@transaction.atomic
def postpone(competition: Competition, to: datetime, *, by: User, text: str = "",
             now: datetime) -> None:
    """Let a cup begin later than announced; refuse an earlier moment."""
    cup = _locked(competition)
    check(by, cup, Status.OPEN)
    if to <= cup.starts_at:
        raise TableRefusal("start", _("A cup can only begin later than it was announced."))
    cups.check_start(to, now=now)
    note = _note(cup, Deed.POSTPONED, by=by, text=cups.checked_text(text), now=now,
                 was=cup.starts_at.isoformat(), to=to.isoformat())
    cup.starts_at, cup.ends_at, cup.look_at = to, to + cup.round_length, to
    cup.save(update_fields=["starts_at", "ends_at", "look_at"])
    _tell(note, now=now)


@transaction.atomic
def call_off(competition: Competition, *, by: User, text: str = "", now: datetime) -> None:
    """Give up a cup that has not begun."""
    cup = _locked(competition)
    check(by, cup, Status.OPEN)
    note = _note(cup, Deed.CALLED_OFF, by=by, text=_reason(text), now=now)
    cup.status, cup.look_at = Status.CANCELLED, None
    cup.save(update_fields=["status", "look_at"])
    _tell(note, now=now)


@transaction.atomic
def replace(competition: Competition, left: int, waiting: int, *, by: User, text: str = "",
            now: datetime) -> None:
    """Give the place of one entrant to another, who has signed up and waits for one.

    The other plays on where the first has left, with their points and at their table; the first
    is out.  A match that is being played ends, and is won for the opponent.
    """
    games = _games(Fixture.objects.filter(competition=competition, seats__entry=left, decided=""))
    locks.lock_people(User.objects.filter(entries__in=(left, waiting)))
    cup = _locked(competition)
    check(by, cup, Status.RUNNING)
    reason = _reason(text)
    if cup.kind != Competition.Kind.CUP:
        raise TableRefusal("kind", _("Only in a cup with several people at a table can somebody"
                                     " take another’s place."))
    both = cup.entries.select_related("user")
    first = both.filter(pk=left, division=1).first()
    second = both.filter(pk=waiting, division=None, user__isnull=False).first()
    if first is None or second is None or first.successor_id is not None:
        raise TableRefusal("entrants", _("Please choose somebody who plays, and somebody who has"
                                         " signed up for a free place."))
    if not (by.is_staff or gone(cup).filter(pk=first.pk).exists()):
        raise TableRefusal("plays", _("%(name)s still plays. You can give their place away when"
                                      " they have dropped out, or when a bot plays for them.") % {
            "name": showing.name_of(first)})
    first.out_at, first.successor, second.division = first.out_at or now, second, 1
    for entry in (first, second):
        entry.save(update_fields=["out_at", "successor", "division"])
    if cup.players != PAIR:
        seats = FixtureSeat.objects.filter(entry=first, fixture__decided="")
        for seat in seats.filter(fixture__game__in=games).select_related("fixture"):
            game = games[seat.fixture.game_id or 0]
            _hand_over(game, seat.index, first.user, second.user, now=now)
        seats.update(entry=second)
    _tell(_note(cup, Deed.REPLACED, by=by, text=reason, now=now, gone=first.pk, came=second.pk),
          now=now)
    results.look_soon(cup.pk, now=now)


def gone(competition: Competition) -> QuerySet[Entry]:
    """Return those who have dropped out, or have left a seat that a bot has now."""
    left = Seat.objects.filter(
        left_by=OuterRef("user"), game__fixture__seats__entry=OuterRef("pk"),
        game__fixture__decided="")
    return competition.entries.filter(
        Q(out_at__isnull=False) | Q(user=None) | Exists(left), division=1, successor=None)


def _reason(text: str) -> str:
    """Return the reason of an organiser; refuse (TableRefusal) to do something without one."""
    reason = cups.checked_text(text)
    if not reason:
        raise TableRefusal("reason", _("Please give a reason. Every entrant can read it."))
    return reason


def _games(fixtures: QuerySet[Fixture]) -> dict[int, Game]:
    """Lock and return the games of these fixtures, by their ids."""
    firsts = fixtures.values("game")
    games = Game.objects.filter(Q(pk__in=firsts) | Q(match_of__in=firsts)).order_by("pk")
    return {game.pk: game for game in games.select_for_update(no_key=True)}


def _hand_over(game: Game, index: int, gone: User | None, came: User | None, *, now: datetime
               ) -> None:
    """Give a seat at a table, which is locked, to somebody else."""
    if game.status != Game.Status.RUNNING:
        return
    if gone is not None:
        leaving.leave_if_seated(game, user=gone, now=now)
    seats = list(game.seats.select_related("user", "left_by").order_by("index"))
    if came and seats[index].is_vacant and taking_over.why_not(seats, came) is None:
        seats[index].game = game
        seating.take_over(seats[index], came, now=now)


def _has_played(game: Game, user: User) -> bool:
    return taking_over.has_played(game, user) or game.seats.filter(
        Q(user=user) | Q(left_by=user)).exists()


def open_to_ruling(competition: Competition) -> QuerySet[Fixture]:
    """Return the fixtures that are not decided, or by an organiser, who can correct themselves."""
    return competition.fixtures.select_related("competition").filter(
        decided__in=("", Decided.RULED))


@transaction.atomic
def rule(competition: Competition, fixture: int, points: Sequence[float], *, by: User, text: str,
         now: datetime) -> None:
    """Decide what a match or table is worth (``open_to_ruling``); refuse without a reason.

    ``points`` are for all seats of its (first) game.  Together they are what a game is worth.  The
    game is called off.
    """
    games = _games(Fixture.objects.filter(competition=competition, pk=fixture))
    cup = _locked(competition)
    check(by, cup, Status.RUNNING)
    found = open_to_ruling(cup).select_for_update(no_key=True, of=("self",)).filter(
        pk=fixture).first()
    if found is None or cup.kind == Competition.Kind.DUPLICATE:
        raise Closed("decided", _("There is nothing to decide at this table."))
    if by.pk in found.seats.values_list("entry__user", flat=True) or any(
            _has_played(game, by) for game in games.values()):
        raise Foreign("own-table", _("You play at this table, so you cannot decide about it. Please"
                                     " ask an operator of the site."))
    reason = _reason(text)
    worth, count = standing.WORTH[cup.players], results.games_of(cup)
    total, most = sum(worth) * count, worth[0] * count
    if len(points) != cup.players or sum(points) != total or not all(
            0 <= each <= most and 2 * each % 1 == 0 for each in points):
        raise TableRefusal("points", _("The points of a table are %(sum)s in all, whole or half"
                                       " ones, and nobody has more than %(most)s. Please correct"
                                       " them.") % {"sum": round(total), "most": round(most)})
    if found.decided and [seat.points for seat in found.seats.order_by("index")] == [*points]:
        return  # the button was pressed twice
    rate_limits.count("ruling", found.pk, now=now)
    results.decide(found, Decided.RULED, points)
    results.call_off(games.values(), now=now)
    note = _note(cup, Deed.RULED, by=by, text=reason, now=now, fixture=found.pk,
                 points=list(points))
    emails.queue(emails.NEWS, [seat.entry for seat in found.seats.select_related("entry__user")],
                 now=now, note=note)
    results.look_soon(cup.pk, now=now)


@transaction.atomic
def announce(competition: Competition, *, by: User, text: str, now: datetime) -> None:
    """Tell all entrants something, by email and on the page."""
    cup = _locked(competition)
    check(by, cup, Status.OPEN, Status.RUNNING, Status.OVER)
    said = cups.checked_text(text)
    if not said:
        raise TableRefusal("text", _("Please write what you want to tell the entrants."))
    if cup.notes.filter(by=by, deed=Deed.ANNOUNCED, text=said, at__gt=now - TWICE).exists():
        return  # the button was pressed twice
    rate_limits.count("announcement", cup.pk, now=now)
    _tell(_note(cup, Deed.ANNOUNCED, by=by, text=said, now=now), now=now)
