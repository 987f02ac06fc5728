"""Emails to the entrants of seasons: signed up, the season has begun, the season is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from engine.translation import list_with_and
from games.features.competitions import showing
from games.models import Entry, EntryEmail, OutgoingEmail
from games.post.email_kinds import EmailKind, Excess
from games.post.emails.content import EmailContent, harmless, link_to
from games.post.outbox.delivery import Obsolete
from games.post.outbox.queue import Letter, queue_all

ENTERED, BEGAN, ENDED = "season-entered", "season-began", "season-over"

Facts = Callable[[Entry], dict[str, Any]]
Say = Callable[[dict[str, Any]], dict[str, Any]]


def queue(kind: str, entries: Iterable[Entry], *, now: datetime) -> None:
    """Queue an email of this kind to each of these entrants who still has an account."""
    told = [(entry, entry.user) for entry in entries if entry.user is not None]
    letters = [Letter(kind, user.email or "", user=user) for _entry, user in told]
    queued = queue_all(letters, now=now)
    EntryEmail.objects.bulk_create(
        EntryEmail(email=email, entry=entry)
        for email, (entry, _user) in zip(queued, told, strict=True) if email is not None)


def _written(find: Facts, say: Say) -> Callable[[OutgoingEmail], EmailContent]:
    """Return the function that writes an email: what it ``say``s about the facts that it finds.

    The facts are stored when it is first written, because names change and an email must not.
    """
    def content(email: OutgoingEmail) -> EmailContent:
        row = EntryEmail.objects.select_related("entry__competition").filter(email=email).first()
        if row is None:
            raise Obsolete("its reader is not entered in this season any more")
        if row.told is None:
            row.told = find(row.entry)
            row.save(update_fields=["told"])
        season = row.entry.competition
        title = showing.title_of(season)
        return EmailContent(None, {
            **say(row.told), "title": title, "day": showing.day_of(season.starts_at),
            "end": showing.day_of(season.ends_at), "next_day": showing.day_of(season.ends_at),
            "link": link_to("season", *map(str, showing.address_of(season))),
        }, subject=title)

    return content


def _began(entry: Entry) -> dict[str, Any]:
    return {"division": entry.division, "games": [
        [fixture.begins_at.isoformat(), [
            showing.name_of(seat.entry) for seat in fixture.seats.all()
            if seat.entry_id != entry.pk]]
        for fixture in showing.fixtures_of(entry)]}


def _say_began(told: dict[str, Any]) -> dict[str, Any]:
    if told["division"] is None:
        return {"is_given_up": True}
    return {"division": told["division"], "games": [
        _("%(names)s, from %(day)s on") % {
            "names": list_with_and(map(harmless, names)),
            "day": showing.day_of(datetime.fromisoformat(begins))}
        for begins, names in told["games"]]}


def _ended(entry: Entry) -> dict[str, Any]:
    assert entry.division is not None  # the season is over
    division = showing.division(entry.competition, entry.division)
    return {"division": entry.division, "place": entry.place, "belongs": entry.belongs,
            "rows": [[line.place, line.name, line.points] for line in division.rows]}


def _say_ended(told: dict[str, Any]) -> dict[str, Any]:
    facts = {"division": told["division"], "next": told["belongs"]}
    if told["belongs"] < told["division"]:
        outcome = _("You go up from division %(division)s to division %(next)s.")
    elif told["belongs"] > told["division"]:
        outcome = _("You go down from division %(division)s to division %(next)s.")
    else:
        outcome = _("You stay in division %(division)s.")
    return {"place": told["place"], "outcome": outcome % facts, "rows": [
        _("%(place)s. %(name)s: %(points)s") % {
            "place": place, "name": harmless(name), "points": showing.points(points)}
        for place, name, points in told["rows"]]}


KINDS = (
    EmailKind(name=ENTERED, content=_written(lambda entry: {}, lambda told: {}), excess=Excess.SENT,
              description=gettext_lazy("you have signed up for a season")),
    EmailKind(name=BEGAN, content=_written(_began, _say_began), excess=Excess.SENT,
              description=gettext_lazy("a season that you play in has begun")),
    EmailKind(name=ENDED, content=_written(_ended, _say_ended), excess=Excess.SENT,
              description=gettext_lazy("a season that you have played in is over")),
)
