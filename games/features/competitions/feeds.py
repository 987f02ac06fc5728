"""Contents for other programs: the news of a league or cup as a feed, and its dates as a file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.conf import settings
from django.db.models import Min
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.atom import News
from games.features.competitions import calendar, seasons, showing
from games.models import Competition, Entry
from games.post.calendar_feed import ics

LATEST = 10  # seasons of which the feed tells

Kind, Status = Competition.Kind, Competition.Status


def news_of_cup(cup: Competition) -> list[News]:
    """Return when its rounds began, the deeds of its organiser and its end, the latest first."""
    path = showing.path_of(cup)
    news = [News(path, f"note-{number}", note.at, note.sentence, note.text)
            for number, note in enumerate(reversed(showing.notes_of(cup)))]
    news += [News(path, f"round-{number}", at, _("Round %(round)s has begun") % {
        "round": number} if cup.rounds > 1 else _("The cup has begun"))
             for number, at in _rounds(cup)]
    if cup.status == Status.OVER:
        winners = ", ".join(_winners([cup]).get(cup.pk, []))
        news.append(News(path, "over", cup.ends_at, _("%(title)s is over") % {
            "title": cup.title}, _("First: %(names)s") % {"names": winners}))
    return sorted(news, key=lambda one: one.at, reverse=True)


def news_of_league(game: str, players: int) -> list[News]:
    """Return the seasons of a league that began and ended, the latest first."""
    found = Competition.objects.filter(
        kind=Kind.SEASON, ruleset=game, players=players).exclude(
        status=Status.OPEN).order_by("-starts_at")[:LATEST]
    winners = _winners(found)
    news = [one for season in found for one in _news(season, winners.get(season.pk, []))]
    return sorted(news, key=lambda one: one.at, reverse=True)


def _rounds(cup: Competition) -> list[tuple[int, datetime]]:
    """Return the numbers of the rounds of a cup so far, and when each began."""
    found = cup.fixtures.values("round").annotate(at=Min("begins_at")).order_by("round")
    return list(found.values_list("round", "at"))


def _winners(found: Iterable[Competition]) -> dict[int, list[str]]:
    """Return the names of those who have won each cup, or the first division of each season."""
    winners: dict[int, list[str]] = {}
    for entry in Entry.objects.filter(competition__in=found, division=1, place=1).select_related(
            "user").order_by("pk"):
        winners.setdefault(entry.competition_id, []).append(showing.name_of(entry))
    return winners


def _news(season: Competition, winners: list[str]) -> Iterator[News]:
    path, facts = showing.path_of(season), {"title": showing.title_of(season)}
    if season.status == Status.CANCELLED:
        yield News(path, "given-up", season.starts_at, _("%(title)s is not played") % facts,
                   _("Too few people had signed up."))
        return
    yield News(path, "begun", season.starts_at, _("%(title)s has begun") % facts, ngettext(
        "There is %(number)s division.", "There are %(number)s divisions.", season.divisions) % {
            "number": season.divisions})
    if season.status == Status.OVER:
        yield News(path, "over", season.ends_at, _("%(title)s is over") % facts,
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
            uid=f"{kind}-{game}-{players}-{season.starts_at:%Y-%m-%d}@{settings.MAIL_DOMAIN}",
            begins_at=at, ends_at=None, summary=summary, description=summary,
            url=settings.BASE_URL + showing.path_of(season),
            category=_("League"), tentative=False)
        for season, kind, at, summary in dates
    ], name=showing.title_of_league(game, players), site=settings.SITE_NAME, now=now)


def dates_of_cup(cup: Competition, *, now: datetime) -> bytes:
    """Return when a cup and its rounds begin, and this round ends, as an iCalendar file."""
    dates = [(f"round-{number}", at, _("%(title)s: round %(round)s begins") % {
        "title": cup.title, "round": number}) for number, at in _rounds(cup)]
    if cup.status == Status.OPEN:
        dates.append(("begins", cup.starts_at, _("Begin: %(title)s") % {"title": cup.title}))
    if cup.status == Status.RUNNING:
        dates.append(("ends", cup.ends_at, _("%(title)s: the round ends") % {"title": cup.title}))
    return ics.written([
        ics.Entry(uid=f"{kind}-{cup.code}@{settings.MAIL_DOMAIN}", begins_at=at, ends_at=None,
                  summary=summary, description=summary, category=_("Cup"), tentative=False,
                  url=settings.BASE_URL + showing.path_of(cup))
        for kind, at, summary in dates
    ], name=cup.title, site=settings.SITE_NAME, now=now)
