"""Profiles: what the page about a member tells, and who may see it.

A game counts if two people have played it to its end.  Games that are not listed count in sums, but
only those who have played them learn which they are.  Sealed games do not count yet.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import Enum
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Lower
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.base.refusals import Closed, TableRefusal
from games.models import Audience, Favourite, Game, Handle, Seat, User
from games.models.handle import SHORTEST, fit, keys
from games.rulesets import registry
from games.table.clocks import reliability
from games.table.clocks.reliability import Standing
from games.table.play.event_log import have_won

MOST_GAMES = 1000  # of one person that a page looks at, the latest ones
MOST_FAVOURITES = 3
MOST_RIVALS = 5
OFFERED = 10  # games to show
MOST_FOUND = 20


class Outcome(Enum):
    """The ways in which a game ends for one of its players."""

    WON = gettext_lazy("won")
    SHARED = gettext_lazy("shared win")
    LOST = gettext_lazy("lost")
    NOBODY = gettext_lazy("nobody won")


@dataclass(frozen=True, slots=True)
class Played:
    """A game that a person has finished, with their ``outcome`` and the reader's, if they played.

    ``people`` of its ``players`` are or were no bots.
    """

    code: str
    name: str
    ruleset: str
    listed: bool
    players: int
    people: int
    finished_at: datetime
    outcome: Outcome
    readers: Outcome | None
    is_favourite: bool

    @property
    def title(self) -> str:
        """The name of the game that was played."""
        return registry.get(self.ruleset).title


@dataclass(frozen=True, slots=True)
class Tally:
    """How somebody has done in one game with this number of players."""

    title: str
    players: int
    outcomes: Counter[Outcome]

    @property
    def games(self) -> int:
        """The number of games."""
        return self.outcomes.total()

    @property
    def won(self) -> int:
        """The number of games won alone."""
        return self.outcomes[Outcome.WON]

    @property
    def shared(self) -> int:
        """The number of wins that were shared."""
        return self.outcomes[Outcome.SHARED]

    @property
    def percent(self) -> int:
        """The share of games that were won or shared, in per cent."""
        return round(100 * (self.won + self.shared) / self.games)


@dataclass(frozen=True, slots=True)
class Profile:
    """What a reader sees of a person.

    ``played`` are their finished games, the latest first, and ``rivals`` those with whom they have
    finished most listed games, each with the number.
    """

    user: User
    played: Sequence[Played]
    rivals: Sequence[tuple[str, int]]
    standing: Standing
    usual_turn: timedelta | None

    @property
    def tallies(self) -> list[Tally]:
        """The games with other people, by game and number of players."""
        found: dict[tuple[str, int], Counter[Outcome]] = {}
        for game in self._with_people:
            found.setdefault((game.title, game.players), Counter())[game.outcome] += 1
        return [Tally(*kind, found[kind]) for kind in sorted(found)]

    @property
    def against_bots(self) -> int:
        """The number of games in which all others were bots."""
        return len(self.played) - len(self._with_people)

    @property
    def has_more(self) -> bool:
        """Whether there are older games that the page does not count."""
        return len(self.played) >= MOST_GAMES

    @property
    def favourites(self) -> list[Played]:
        """The games that the person shows; an operator may have unlisted one since."""
        return [game for game in self.played if game.is_favourite and game.listed]

    @property
    def to_show(self) -> list[Played]:
        """The person's latest games that they could show."""
        return [game for game in self.played if game.listed and not game.is_favourite][:OFFERED]

    @property
    def against(self) -> list[Played]:
        """The games in which the reader has played, too."""
        return [game for game in self.played if game.readers is not None]

    @property
    def wins(self) -> tuple[int, int, int]:
        """The games in ``against`` that the person has won, the reader has won, and others."""
        theirs = sum(game.outcome == Outcome.WON for game in self.against)
        own = sum(game.readers == Outcome.WON for game in self.against)
        return theirs, own, len(self.against) - theirs - own

    @property
    def _with_people(self) -> list[Played]:
        return [game for game in self.played if game.people > 1]


def profile(user: User, *, reader: User | None, now: datetime) -> Profile:
    """Return what the reader may see of a person whose page they may see.  Takes three queries."""
    turns = reliability.recent_turns([user.pk], now=now).get(user.pk, [])
    return Profile(user, _played(user, reader=reader), _rivals(user),
                   reliability.standing_from(turns), reliability.usual_turn(turns))


def may_see(user: User, reader: User | None) -> bool:
    """Return whether the reader may see the page about a person.  Takes a query at most."""
    if user == reader or user.page_for == Audience.EVERYBODY:
        return user.is_active
    if reader is None or not user.is_active:
        return False
    if user.page_for == Audience.MEMBERS:
        return not reader.is_guest
    return _have_met(user, reader)


def _have_met(user: User, reader: User) -> bool:
    """Return whether both have played a game to its end."""
    own = Seat.objects.filter(user=reader, game=OuterRef("game"))
    return _finished(user).filter(Exists(own)).exists()


def find_people(text: str, *, reader: User | None) -> list[User]:
    """Return people whose name begins like this and whose page the reader may see.

    Refuses (TableRefusal) a text that is too short.
    """
    begin = keys(fit(text))[0]
    if len(begin) < SHORTEST:
        raise TableRefusal("search", _("Please type at least %(least)s letters or digits of a"
                                       " name.") % {"least": SHORTEST})
    found = Handle.objects.filter(key__startswith=begin, given_up_at=None, user__is_active=True)
    people = found.filter(_visible_to(reader)).select_related("user").order_by("key")
    return [handle.user for handle in people[:MOST_FOUND]]


def seen_by(reader: User | None, people: Collection[int]) -> set[int]:
    """Return the ids of those of these people whose page the reader may see, in one query."""
    handles = Handle.objects.filter(_visible_to(reader), user__in=people, user__is_active=True)
    return set(handles.values_list("user", flat=True))


def _visible_to(reader: User | None) -> Q:
    """Return a filter of handles for those whose page the reader may see."""
    visible = Q(user__page_for=Audience.EVERYBODY)
    if reader is None:
        return visible
    met = Seat.objects.filter(game__seats__user=reader, user=OuterRef("user"),
                              game__status=Game.Status.OVER)
    visible |= Q(user=reader) | Q(Exists(met), user__page_for=Audience.PLAYED)
    return visible if reader.is_guest else visible | Q(user__page_for=Audience.MEMBERS)


def show_to(user: User, audience: str) -> None:
    """Choose who may see the page about a member; refuse (TableRefusal) an unknown choice."""
    if audience not in Audience.values:
        raise TableRefusal("audience", _("Please choose who may see your page."))
    user.page_for = audience
    user.save(update_fields=["page_for"])


def choose_favourite(user: User, game: Game, *, wanted: bool) -> None:
    """Show a game on a member's page, or show it no longer.

    Refuses (TableRefusal) a game that others cannot see or that is not over, and too many.
    """
    if not wanted:
        Favourite.objects.filter(user=user, game=game).delete()
        return
    if user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest, so there is no page about you."
                                      " Sign in with your email address to have one."))
    if not (game.is_revealed and game.listed):
        raise Closed("not-public", _("Only finished games that everybody may watch can be shown on"
                                     " your page."))
    shown = Favourite.objects.filter(user=user, game__listed=True).exclude(game=game)
    if shown.count() >= MOST_FAVOURITES:
        raise TableRefusal("favourites", _(
            "Your page shows %(most)s games already. Take one of them off it first.") % {
                "most": MOST_FAVOURITES})
    Favourite.objects.get_or_create(user=user, game=game)


def _played(user: User, *, reader: User | None) -> list[Played]:
    """Return the latest finished games of a person, the last first, in one query."""
    at_table = Seat.objects.filter(game=OuterRef("game"))
    own = at_table.filter(user=reader) if reader and reader != user else at_table.none()
    seats = _finished(user).filter(game__sealed=False).annotate(
        players=Count("game__seats"),
        people=Count("game__seats", filter=_PERSON),
        readers=Subquery(own.values("index")[:1]),
        favourite=Exists(Favourite.objects.filter(user=user, game=OuterRef("game"))),
    ).order_by("-game__finished_at", "-game")
    columns = seats.values_list(
        "index", "readers", "players", "people", "favourite", "game__code", "game__name",
        "game__ruleset", "game__listed", "game__finished_at", "game__result")
    return [
        Played(code, name, ruleset, listed, players, people, finished_at, _outcome(result, index),
               None if readers is None else _outcome(result, readers), favourite)
        for (index, readers, players, people, favourite, code, name, ruleset, listed, finished_at,
             result) in columns[:MOST_GAMES]
    ]


# Whoever has deleted their account has left neither a name nor a bot.
_PERSON = Q(game__seats__bot="") | Q(game__seats__left_at__isnull=False)


def _finished(user: User) -> QuerySet[Any]:
    return Seat.objects.filter(user=user, game__status=Game.Status.OVER,
                               game__ruleset__in=registry.names())


def _outcome(result: Mapping[str, Any], seat: int) -> Outcome:
    winners = have_won(result)
    if not winners:
        return Outcome.NOBODY
    if seat not in winners:
        return Outcome.LOST
    return Outcome.WON if len(winners) == 1 else Outcome.SHARED


def _rivals(user: User) -> list[tuple[str, int]]:
    """Return the members with whom somebody has finished most listed games, in one query."""
    games = _finished(user).filter(game__listed=True).order_by().values("game")
    others = Seat.objects.filter(game__in=games, user__is_guest=False,
                                 user__owner=None).exclude(user=user)
    counted = others.order_by().values("user__name").annotate(games=Count("pk"))
    return [(each["user__name"], each["games"])
            for each in counted.order_by("-games", Lower("user__name"))[:MOST_RIVALS]]
