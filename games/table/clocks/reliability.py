"""Reliability: whether somebody plays their turns in time, and how quickly, by recent turns.

Turns count, not games: most people who desert a game desert their first one.  Only the last turns
count, so that everybody recovers by playing in time.  Excused turns (with an extension, or after a
delay of ours) are neither in time nor late.  Others are told the verdict, never single turns.  Live
games say nothing about the speed in others, nor others about them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from statistics import median
from typing import Any

from django.db.models import F, Window
from django.db.models.functions import RowNumber
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base import retention
from games.base.refusals import TableRefusal
from games.models import Game, Pace, Reliability, TurnTiming, User

TURNS, DAYS = 40, timedelta(days=180)  # what counts: the last turns within this time
NEWCOMER_BELOW = 5  # turns
ALWAYS_PERCENT, MOSTLY_PERCENT = 95, 80
KEPT_TURNS = 100
NEW_AT_ONCE = 500  # turns whose players one sweep looks at

Outcome = TurnTiming.Outcome


@dataclass(frozen=True, slots=True)
class Standing:
    """The numbers of somebody's last turns in time, late (played by a stand-in) and excused."""

    in_time: int = 0
    late: int = 0
    excused: int = 0

    @property
    def counted(self) -> int:
        """The turns that were either in time or late."""
        return self.in_time + self.late

    @property
    def is_new(self) -> bool:
        """Whether there are too few turns to say anything."""
        return self.counted < NEWCOMER_BELOW

    @property
    def verdict(self) -> Reliability | None:
        """Always or mostly in time; ANY for rarely; None for a newcomer."""
        if self.is_new:
            return None
        if 100 * self.in_time >= ALWAYS_PERCENT * self.counted:
            return Reliability.ALWAYS
        if 100 * self.in_time >= MOSTLY_PERCENT * self.counted:
            return Reliability.MOSTLY
        return Reliability.ANY


@dataclass(frozen=True, slots=True)
class RecentTurn:
    """One of somebody's last turns.

    ``took`` is how long the others waited, and ``used`` how much of the player's time it took.
    """

    outcome: str
    took: timedelta
    used: timedelta
    is_live: bool


NEWCOMER = Standing()


def recent_turns(user_ids: Iterable[int], *, now: datetime) -> dict[int, list[RecentTurn]]:
    """Return the turns that count of each of these people, in one query."""
    turns: dict[int, list[RecentTurn]] = defaultdict(list)
    rows = _recent(set(user_ids), now)
    columns = rows.values_list("user_id", "outcome", "took", "used", "game__pace")
    for user, outcome, took, used, pace in columns:
        turns[user].append(RecentTurn(outcome, took, used, pace == Pace.LIVE))
    return dict(turns)


def standings(user_ids: Iterable[int], *, now: datetime) -> dict[int, Standing]:
    """Return how reliable each of these people is, in one query; people without turns included."""
    ids = set(user_ids)
    if not ids:
        return {}
    found: dict[int, Counter[str]] = defaultdict(Counter)
    for user, outcome in _recent(ids, now).values_list("user_id", "outcome"):
        found[user][outcome] += 1
    return {each: _standing(found[each]) for each in ids}


def standing_of(user: User | None, *, now: datetime) -> Standing:
    """Return how reliable one person is; a visitor is a newcomer."""
    return standings([user.pk], now=now)[user.pk] if user else NEWCOMER


def standing_from(turns: Iterable[RecentTurn]) -> Standing:
    """Return how reliable somebody with these recent turns is."""
    return _standing(Counter(turn.outcome for turn in turns))


def _standing(outcomes: Mapping[str, int]) -> Standing:
    return Standing(outcomes.get(Outcome.IN_TIME, 0), outcomes.get(Outcome.MISSED, 0),
                    outcomes.get(Outcome.EXCUSED, 0))


def _recent(user_ids: set[int], now: datetime) -> Any:
    rows = TurnTiming.objects.filter(user__in=user_ids, ended_at__gt=now - DAYS)
    return rows.annotate(place=_place()).filter(place__lte=TURNS)


def _place() -> Window:
    """Return the place of a turn among its player's, 1 for the latest."""
    return Window(RowNumber(), partition_by=F("user_id"), order_by=("-ended_at", "-pk"))


def meets(game: Game, standing: Standing) -> bool:
    """Return whether somebody is reliable enough to sit down at this table uninvited."""
    required = Reliability(game.required_reliability)
    if required == Reliability.ANY:
        return True
    if standing.is_new:
        return game.newcomers
    return standing.verdict in (Reliability.ALWAYS, required)


def check(game: Game, user: User, *, now: datetime) -> None:
    """Refuse (TableRefusal) somebody who is not as reliable as the table's creator wants."""
    if game.required_reliability == Reliability.ANY or game.created_by_id == user.pk:
        return
    standing = standing_of(user, now=now)
    if not meets(game, standing):
        raise TableRefusal("reliability", why_not(game, standing))


def why_not(game: Game, standing: Standing) -> str:
    """Say why somebody may not join this table, and what they can do."""
    if standing.is_new:
        return _("This table is for people who have played at least %(turns)s turns against a"
                 " clock. Play at another table first, or ask somebody at this table for its"
                 " link.") % {"turns": NEWCOMER_BELOW}
    if game.required_reliability == Reliability.ALWAYS:
        return _("This table is for people who always play in time: in at least %(percent)s%% of"
                 " their last turns. You have done so in %(in_time)s of %(turns)s. Play your next"
                 " turns in time, or ask somebody at this table for its link.") % _figures(
                     standing, ALWAYS_PERCENT)
    return _("This table is for people who play mostly in time: in at least %(percent)s%% of"
             " their last turns. You have done so in %(in_time)s of %(turns)s. Play your next"
             " turns in time, or ask somebody at this table for its link.") % _figures(
                 standing, MOSTLY_PERCENT)


def _figures(standing: Standing, percent: int) -> dict[str, int]:
    return {"percent": percent, "in_time": standing.in_time, "turns": standing.counted}


def forget_old(now: datetime) -> int:
    """Delete turns that are old, or not among their player's latest, and return how many.

    Looks only at people who have played since the last sweep: nobody else has more turns.
    """
    too_old = TurnTiming.objects.filter(ended_at__lt=now - retention.TURN_TIMINGS)
    old = retention.delete_oldest(too_old, by="ended_at")
    new = dict(TurnTiming.objects.filter(is_new=True).values_list("pk", "user_id")[:NEW_AT_ONCE])
    if not new:
        return old
    rows = TurnTiming.objects.filter(user__in=set(new.values())).annotate(place=_place())
    excess = list(rows.filter(place__gt=KEPT_TURNS).values_list("pk", flat=True))
    deleted = TurnTiming.objects.filter(pk__in=excess).delete()[0] if excess else 0
    TurnTiming.objects.filter(pk__in=new).update(is_new=False)
    return old + deleted


def label(standing: Standing) -> str:
    """Return a few words beside somebody's name: "mostly in time"."""
    if standing.verdict is None:
        return _("new here")
    return {Reliability.ALWAYS: _("always in time"), Reliability.MOSTLY: _("mostly in time"),
            Reliability.ANY: _("rarely in time")}[standing.verdict]


def label_with_excused(standing: Standing) -> str:
    """Return the label with the excused turns: "mostly in time, 3 excused"."""
    if not standing.excused:
        return label(standing)
    return ngettext("%(label)s, %(count)s excused", "%(label)s, %(count)s excused",
                    standing.excused) % {"label": label(standing), "count": standing.excused}


def about_yourself(standing: Standing) -> str:
    """Return the text of the account page about its owner's reliability."""
    return " ".join(filter(None, (_own_verdict(standing), _own_excused(standing))))


def _own_verdict(standing: Standing) -> str:
    figures = {"in_time": standing.in_time, "count": standing.counted, "few": NEWCOMER_BELOW}
    if standing.verdict is None:
        return _("You are new here: after %(few)s turns against a clock, others see whether you"
                 " play in time.") % figures
    if standing.verdict == Reliability.ALWAYS:
        return _("You always play in time: %(in_time)s of your last %(count)s turns.") % figures
    if standing.verdict == Reliability.MOSTLY:
        return _("You play mostly in time: %(in_time)s of your last %(count)s turns.") % figures
    return _("You rarely play in time: %(in_time)s of your last %(count)s turns. Turns in time"
             " improve this.") % figures


def _own_excused(standing: Standing) -> str:
    if not standing.excused:
        return ""
    return ngettext("%(count)s more turn was excused.", "%(count)s more turns were excused.",
                    standing.excused) % {"count": standing.excused}


def requirement(game: Game) -> str:
    """Return who may join a table uninvited, as a phrase; "" if everybody may."""
    required = Reliability(game.required_reliability)
    if required == Reliability.ALWAYS:
        return (_("For people who always play in time, and for newcomers.") if game.newcomers
                else _("For people who always play in time."))
    if required == Reliability.MOSTLY:
        return (_("For people who play mostly in time, and for newcomers.") if game.newcomers
                else _("For people who play mostly in time."))
    return ""


def usual_wait(turns: Sequence[RecentTurn], game: Game) -> timedelta | None:
    """Return how long others usually wait for this person's turn; None for a newcomer."""
    return _median(turn.took for turn in _like(turns, game))


def usual_time(turns: Sequence[RecentTurn], game: Game) -> timedelta | None:
    """Return how much of their playing time this person usually takes for a turn.

    The time is None for a newcomer.
    """
    return _median(turn.used for turn in _like(turns, game))


def usual_turn(turns: Sequence[RecentTurn]) -> timedelta | None:
    """Return how long others usually wait for this person, live games aside, or None."""
    return _median(turn.took for turn in turns if not turn.is_live)


def _like(turns: Sequence[RecentTurn], game: Game) -> Iterable[RecentTurn]:
    return (turn for turn in turns if turn.is_live == (game.pace == Pace.LIVE))


def _median(periods: Iterable[timedelta]) -> timedelta | None:
    known = list(periods)
    if len(known) < NEWCOMER_BELOW:
        return None
    return timedelta(seconds=median(each.total_seconds() for each in known))
