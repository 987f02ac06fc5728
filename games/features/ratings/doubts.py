"""Doubts about rated games: why one does not count, beside the word "rated" wherever it stands.

Before the start, this is what would hold if everybody sat down who looks at the table; from then
on, it is what was noted.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, gettext_noop

from games.features.ratings import company, facts, showing
from games.features.ratings.facts import Known, Why
from games.models import Game, OutgoingEmail, RatedGame, Seat, User
from games.people import browsers
from games.rulesets import registry
from games.web.access import TableAccess, user_or_none

_OWN = "own"  # besides the codes of ``Why``: the reader hides their rating
_OPEN = Game.Status.OPEN
_SENTENCES = {
    _OPEN: gettext_noop("would not count as it is now: %(reason)s"),
    Game.Status.RUNNING: gettext_noop("will not count: %(reason)s"),
    Game.Status.OVER: gettext_noop("does not count: %(reason)s"),
    Game.Status.CANCELLED: gettext_noop("does not count: %(reason)s"),
}
_REASONS: Mapping[str, str | Promise] = {
    **{code: code.label for code in Why}, _OWN: gettext_lazy("you hide your rating")}


def about(games: Iterable[Game], reader: User | None, *, now: datetime,
          request: HttpRequest | None = None) -> dict[int, str]:
    """Return why these rated games do not count, by their ids, in at most four queries.

    Games that count, and those that are not rated, are left out.  The ``request`` says where a
    reader is who may sit down.
    """
    rated = {game.pk: game for game in games if game.rated}
    waiting = [game for game in rated.values() if game.status == _OPEN]
    begun = rated.keys() - {game.pk for game in waiting}
    found = _before_start(waiting, reader, now=now, request=request) if waiting else {}
    if begun:
        noted = RatedGame.objects.filter(game__in=begun).exclude(why="")
        found |= dict(noted.values_list("game_id", "why"))
    return {pk: _(_SENTENCES[Game.Status(rated[pk].status)]) % {"reason": _REASONS[why]}
            for pk, why in found.items()}


def _before_start(games: Sequence[Game], reader: User | None, *, now: datetime,
                  request: HttpRequest | None = None) -> dict[int, str]:
    """Return the codes of the reasons why these games would not count, by the games' ids."""
    taken = defaultdict(list)
    for seat in Seat.objects.filter(game__in=games, status=Seat.Status.TAKEN
                                    ).select_related("user"):
        taken[seat.game_id].append(seat)
    people = {game.pk: [seat.user for seat in taken[game.pk] if seat.user] for game in games}
    new = reader if reader is not None and not reader.is_guest else None
    known = facts.known_of({user for users in people.values() for user in users}
                           | ({new} if new else set()), now=now)
    here = _with_marks_here(known, new, request, now=now) if new and request else known
    found = {}
    for game in games:
        bots = {seat.bot for seat in taken[game.pk] if seat.bot}
        joins = new is not None and new not in people[game.pk]
        players = [*people[game.pk], *([new] if new and joins else [])]
        why: str = facts.why_not(registry.get(game.ruleset), players, bots,
                                 here if joins else known)
        if why == Why.HIDDEN and new is not None and new.pk in known.hidden:
            why = _OWN
        if why and why != Why.PEOPLE:  # somebody may still come
            found[game.pk] = why
    return found


def _with_marks_here(known: Known, reader: User, request: HttpRequest, *,
                     now: datetime) -> Known:
    """Return what will be known once a reader has sat down from where they are now."""
    here = company.marks_here(browsers.seen(request, reader, now=now))
    return replace(known, marks={**known.marks,
                                 reader.pk: known.marks.get(reader.pk, frozenset()) | here})


def in_lists(games: Iterable[Game], request: HttpRequest, now: datetime) -> dict[str, Any]:
    """Return the context of lists of tables."""
    return {"doubts": about(games, user_or_none(request), now=now, request=request)}


def at_table(access: TableAccess, request: HttpRequest | None, now: datetime) -> dict[str, Any]:
    """Return the context of a table: whether its game will count."""
    game, user = access.game, access.user
    if not game.rated or game.status not in (_OPEN, Game.Status.RUNNING):
        return {}
    found = about([game], user, now=now, request=request)
    if game.status != _OPEN:
        return {"doubts": found}
    return {"doubts": found, "rating_sentence": "" if found else _(
        "It counts for the ratings if at least two people play it, all of them with an account."),
        "rating_needs_account": access.seat is None and (user is None or user.is_guest)
        and not any(seat.user and seat.user.is_guest for seat in access.seats)}


def at_new_table(reader: User | None) -> dict[str, Any]:
    """Return the context of the form for a new table."""
    if reader is None or reader.is_guest:
        return {"rating_sentence": _("It counts for the ratings only if you have an account. Please"
                                     " sign in first.")}
    if showing.is_hidden(reader):
        return {"rating_sentence": _("It will not count for the ratings, because you hide your"
                                     " rating.")}
    return {}


def sentences(game: Game, *, over: bool, begins: bool = False, named: Callable[[str], str] = str,
              seat: int | None = None) -> list[str]:
    """Return the sentence that a game in progress is rated, and why it does not count if so.

    It stays the same whatever happens later.
    """
    if over or not game.rated:
        return []
    why = RatedGame.objects.filter(game=game, why__in=facts.AT_THE_START).values_list(
        "why", flat=True).first()
    return [_("The game is rated, but does not count for the ratings: %(reason)s.") % {
        "reason": _REASONS[why]}] if why else [_("The game is rated.")]


def in_invitation(email: OutgoingEmail, game: Game) -> dict[str, Any]:
    """Return the context of an invitation, which always says the same."""
    if not game.rated:
        return {}
    told = showing.told_in(email, lambda: {
        "why": _before_start([game], email.user, now=email.created_at).get(game.pk)})
    why = (told or {}).get("why")
    return {"rating": _("As it is now, it would not count for the ratings: %(reason)s.") % {
        "reason": _REASONS[why]} if why else ""}
