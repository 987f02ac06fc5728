"""News of a person's own games for feed readers: what they have been invited to, and their turns.

The feed says no more than the notifications on their devices, and who has invited them.  Nothing
that was played or said is in it, because whoever has its address can read it.  It describes the
present: what is no longer true, such as a turn that was played, disappears.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta

from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext as _

from games.base.atom import News
from games.models import Game, Seat, User
from games.post.outbox import preferences
from games.post.push import notices
from games.rulesets import registry
from games.table.clocks import time_wording
from games.table.lobby import game_lists

LATEST = timedelta(days=30)  # for which the feed tells that a game has begun or ended
MOST = 100  # games of each kind


def news_of(user: User, *, now: datetime) -> list[News]:
    """Return the news of a person, the latest first, in five queries at most."""
    found = [*_turns(user), *_games(user, since=now - LATEST), *_invitations(user)]
    return sorted(found, key=lambda one: one.at, reverse=True)


def _turns(user: User) -> Iterator[News]:
    """Yield the turns of which the game waits for this person.

    Whoever is asked several times in one turn of the game has one entry, with the latest time.
    """
    waiting = game_lists.waiting_seats(user).filter(stand_in="").select_related("game", "clock")
    zone = preferences.preferences_of(user).time_zone
    for seat in waiting[:MOST]:
        deadline = game_lists.deadline_of(seat)
        yield News(
            _path(seat.game), f"your-turn-{seat.index}-{seat.game.turn}", seat.since,
            _("%(table)s: your turn") % {"table": seat.game.name},
            notices.sentence(notices.TURN, deadline=time_wording.fixed(deadline, zone=zone))
            if deadline else "")


def _games(user: User, *, since: datetime) -> Iterator[News]:
    seats = Seat.objects.filter(
        Q(game__started_at__gt=since) | Q(game__finished_at__gt=since), user=user,
        game__status__in=(Game.Status.RUNNING, Game.Status.OVER),
        game__ruleset__in=registry.names()).select_related("game").order_by("-game__moved_at")
    for seat in seats[:MOST]:
        game, facts = seat.game, {"table": seat.game.name}
        if game.started_at and game.started_at > since:
            yield News(_path(game), f"your-game-{seat.index}", game.started_at,
                       _("%(table)s has begun") % facts)
        if game.status == Game.Status.OVER and game.finished_at:
            yield News(_path(game), f"your-end-{seat.index}", game.finished_at,
                       _("%(table)s is over") % facts)


def _invitations(user: User) -> Iterator[News]:
    for seat in game_lists.invitations(user)[:MOST]:
        host = seat.game.created_by
        yield News(_path(seat.game), f"your-invitation-{seat.index}", seat.game.created_at,
                   _("Invitation to %(table)s") % {"table": seat.game.name},
                   _("%(name)s invites you.") % {"name": host.shown_name} if host
                   else _("Somebody invites you."))


def _path(game: Game) -> str:
    return reverse("game", args=[game.code])
