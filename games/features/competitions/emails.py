"""Emails to the entrants of seasons and cups: signed up, it or a round has begun, it is over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from alexandros_rules.translation import labelled, list_with_and
from games.features.competitions import showing
from games.models import Competition, CompetitionNote, Entry, EntryEmail, OutgoingEmail
from games.post.email_kinds import EmailKind, Excess
from games.post.emails.content import EmailContent, harmless
from games.post.outbox.delivery import Obsolete
from games.post.outbox.queue import Letter, queue_all

ENTERED, BEGAN, ENDED = "season-entered", "season-began", "season-over"
NEWS = "competition-news"

Kind, Deed = Competition.Kind, CompetitionNote.Deed

Facts = Callable[[EntryEmail], dict[str, Any]]
Say = Callable[[dict[str, Any]], dict[str, Any]]


def queue(kind: str, entries: Iterable[Entry], *, now: datetime, number: int = 0,
          note: CompetitionNote | None = None) -> None:
    """Queue an email of this kind to each of these entrants who still has an account.

    It tells of the round of a cup with this ``number``, or of this deed of an organiser.
    """
    told = [(entry, entry.user) for entry in entries if entry.user is not None]
    letters = [Letter(kind, user.email or "", user=user) for _entry, user in told]
    queued = queue_all(letters, now=now)
    EntryEmail.objects.bulk_create(
        EntryEmail(email=email, entry=entry, round=number, note=note)
        for email, (entry, _user) in zip(queued, told, strict=True) if email is not None)


def _written(find: Facts, say: Say) -> Callable[[OutgoingEmail], EmailContent]:
    """Return the function that writes an email: what it ``say``s about the facts that it finds.

    The facts are stored when it is first written, because names change and an email must not.
    """
    def content(email: OutgoingEmail) -> EmailContent:
        row = EntryEmail.objects.select_related("entry__competition", "entry__user", "note").filter(
            email=email).first()
        if row is None:
            raise Obsolete("its reader is not entered any more")
        competition = row.entry.competition
        if row.told is None:
            row.told = {**_dates(competition), **find(row)}
            row.save(update_fields=["told"])
        told = {**_dates(competition), "round": 0, **row.told}  # older rows have no dates
        title, said = showing.title_of(competition), say(told)
        return EmailContent(None, {
            "title": title, "is_cup": competition.kind != Kind.SEASON,
            "is_alone": competition.kind == Kind.DUPLICATE,
            "day": _day(told["begins"]), "end": _day(told["ends"]), **said,
            "link": settings.BASE_URL + showing.path_of(competition),
        }, subject=said.get("subject") or title)

    return content


def _dates(competition: Competition) -> dict[str, Any]:
    return {"begins": competition.starts_at.isoformat(), "ends": competition.ends_at.isoformat()}


def _day(moment: str) -> str:
    return showing.day_of(datetime.fromisoformat(moment))


def _entered(row: EntryEmail) -> dict[str, Any]:
    is_late = row.entry.division is None
    return {"waits": is_late and row.entry.competition.status == Competition.Status.RUNNING}


def _began(row: EntryEmail) -> dict[str, Any]:
    entry = row.entry
    own = [fixture for fixture in showing.fixtures_of(entry) if fixture.round == row.round
           or not row.round]
    cup = entry.competition
    return {"cup": cup.title, "division": entry.division, "round": row.round, "rounds": cup.rounds,
            "games": [[fixture.begins_at.isoformat(), [
                showing.name_of(seat.entry) for seat in fixture.seats.all()
                if seat.entry_id != entry.pk]] for fixture in own]}


def _say_began(told: dict[str, Any]) -> dict[str, Any]:
    if told["division"] is None:
        return {"is_given_up": True}
    if told["round"]:
        others = [harmless(name) for _begins, names in told["games"] for name in names]
        subject = _("%(cup)s: round %(round)s has begun") % told
        return {"subject": subject, "round": told["round"], "rounds": told["rounds"],
                "has_rounds": told["rounds"] > 1, "names": list_with_and(others) if others else ""}
    return {"division": told["division"], "games": [
        _("%(names)s, from %(day)s on") % {
            "names": list_with_and(map(harmless, names)), "day": _day(begins)}
        for begins, names in told["games"]]}


def _ended(row: EntryEmail) -> dict[str, Any]:
    entry = row.entry
    assert entry.division is not None  # the season is over
    division = showing.division(entry.competition, entry.division)
    is_alone = entry.competition.kind == Kind.DUPLICATE  # where whoever is out has no result
    return {"division": entry.division, "place": entry.place, "belongs": entry.belongs,
            "rows": [[line.place, line.name, line.points] for line in division.rows
                     if not (is_alone and line.row.is_out)]}


def _say_ended(told: dict[str, Any]) -> dict[str, Any]:
    facts = {"place": told["place"], "people": len(told["rows"]), "outcome": _outcome(told)}
    return {**facts, "rows": [
        _("%(place)s. %(name)s: %(points)s") % {
            "place": place, "name": harmless(name), "points": showing.points(points)}
        for place, name, points in told["rows"]]}


def _outcome(told: dict[str, Any]) -> str:
    facts = {"division": told["division"], "next": told["belongs"]}
    if told["belongs"] is None:
        return ""
    if told["belongs"] < told["division"]:
        return _("You go up from division %(division)s to division %(next)s.") % facts
    if told["belongs"] > told["division"]:
        return _("You go down from division %(division)s to division %(next)s.") % facts
    return _("You stay in division %(division)s.") % facts


def _news(row: EntryEmail) -> dict[str, Any]:
    assert row.note is not None  # such an email tells of one
    return {**showing.facts_of(row.note, showing.named_in([row.note])),
            "cup": showing.title_of(row.entry.competition)}


def _say_news(told: dict[str, Any]) -> dict[str, Any]:
    return {"subject": labelled(told["cup"], str(showing.DEEDS[told["deed"]])),
            "sentence": showing.sentence_of(told, named=harmless), "by": harmless(told["by"]),
            "lines": [harmless(line) for line in told["text"].splitlines()]}


KINDS = (
    EmailKind(name=ENTERED, content=_written(_entered, lambda told: told), excess=Excess.SENT,
              description=gettext_lazy("you have signed up for a season or cup")),
    EmailKind(name=BEGAN, content=_written(_began, _say_began), excess=Excess.SENT,
              description=gettext_lazy("a season or a round of a cup that you play in has begun")),
    EmailKind(name=ENDED, content=_written(_ended, _say_ended), excess=Excess.SENT,
              description=gettext_lazy("a season or cup that you have played in is over")),
    EmailKind(name=NEWS, content=_written(_news, _say_news), excess=Excess.SENT,
              description=gettext_lazy("the organiser of a cup has something to tell you")),
)
