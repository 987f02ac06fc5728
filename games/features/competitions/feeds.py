"""What other programs can follow of a league: an Atom feed of its news, and its dates."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.features.competitions import calendar, seasons, showing
from games.models import Competition, Entry
from games.post.calendar_feed import ics

LATEST = 10  # seasons of which the feed tells

Status = Competition.Status


@dataclass(frozen=True, slots=True)
class News:
    """Something that has happened in a league."""

    season: Competition
    kind: str
    at: datetime
    title: str
    text: str


class LeagueFeed(Feed):  # type: ignore[type-arg]  # it is no generic class when the code runs
    """The Atom feed of a league: seasons that begin and end."""

    feed_type = Atom1Feed

    def get_object(self, request: object, game: str, players: int) -> tuple[str, int]:
        """Return the league: its game and the number of players."""
        return game, players

    def title(self, league: tuple[str, int]) -> str:
        """Return the name of the league."""
        return showing.title_of_league(*league)

    def link(self, league: tuple[str, int]) -> str:
        """Return the address of the page about it."""
        return reverse("season", args=league)

    def items(self, league: tuple[str, int]) -> list[News]:
        """Return the news, the latest first."""
        ruleset, players = league
        found = Competition.objects.filter(ruleset=ruleset, players=players).exclude(
            status=Status.OPEN).order_by("-starts_at")[:LATEST]
        winners = _winners(found)
        news = [one for season in found for one in _news(season, winners.get(season.pk, []))]
        return sorted(news, key=lambda one: one.at, reverse=True)

    def item_title(self, item: News) -> str:
        """Return what has happened, in a few words."""
        return item.title

    def item_description(self, item: News) -> str:
        """Return what has happened, in a sentence or two."""
        return item.text

    def item_link(self, item: News) -> str:
        """Return the address of the season."""
        return reverse("season", args=showing.address_of(item.season))

    def item_guid(self, item: News) -> str:
        """Return an id that stays the same."""
        return f"{settings.BASE_URL}{self.item_link(item)}#{item.kind}"

    def item_updateddate(self, item: News) -> datetime:
        """Return when it has happened."""
        return item.at


def _winners(found: QuerySet[Competition]) -> dict[int, list[str]]:
    """Return the names of those who have won the first division of each season."""
    winners: dict[int, list[str]] = {}
    for entry in Entry.objects.filter(competition__in=found, division=1, place=1).select_related(
            "user").order_by("pk"):
        winners.setdefault(entry.competition_id, []).append(showing.name_of(entry))
    return winners


def _news(season: Competition, winners: list[str]) -> Iterator[News]:
    facts = {"title": showing.title_of(season)}
    if season.status == Status.CANCELLED:
        yield News(season, "given-up", season.starts_at, _("%(title)s is not played") % facts,
                   _("Too few people had signed up."))
        return
    yield News(season, "begun", season.starts_at, _("%(title)s has begun") % facts, ngettext(
        "There is %(number)s division.", "There are %(number)s divisions.", season.divisions) % {
            "number": season.divisions})
    if season.status == Status.OVER:
        yield News(season, "over", season.ends_at, _("%(title)s is over") % facts,
                   _("First in the first division: %(names)s") % {"names": ", ".join(winners)})


def calendar_file(game: str, players: int, *, now: datetime) -> bytes:
    """Return the dates of the season that is played and of the next one, as an iCalendar file."""
    dates = []
    for begins in (calendar.current(now), calendar.following(now)):
        season = seasons.unsaved(game, players, begins)
        facts = {"title": showing.title_of(season)}
        dates += [
            (season, "sign-up", begins - calendar.SIGN_UP, _("Signing up: %(title)s") % facts),
            (season, "begins", begins, _("Begin: %(title)s") % facts),
            (season, "ends", season.ends_at, _("End: %(title)s") % facts)]
    return ics.written([
        ics.Entry(
            uid=f"{'-'.join(map(str, (kind, *showing.address_of(season))))}@{settings.MAIL_DOMAIN}",
            begins_at=at, ends_at=None, summary=summary, description=summary,
            url=f"{settings.BASE_URL}{reverse('season', args=showing.address_of(season))}",
            category=_("League"), tentative=False)
        for season, kind, at, summary in dates
    ], name=showing.title_of_league(game, players), site=settings.SITE_NAME, now=now)
