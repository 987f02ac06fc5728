"""Reproduction of a failure of a game, from the record that an operator downloaded.

The game is created from the record in a transaction that is rolled back, so nothing is stored and
no email is sent.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.db import transaction
from django.test import Client
from django.urls import reverse

from games.base import features, log_context
from games.base.refusals import BadRecord
from games.models import Game, LoggedMove, OutgoingEmail, Seat, User
from games.operations.monitoring import failure_records
from games.operations.monitoring.failure_records import KnownFailure
from games.post import email_kinds
from games.post.emails import rendering
from games.post.inbox import turn_links
from games.post.outbox.queue import new_message_id
from games.table import picture_cache
from games.table.lobby import replay_links
from games.table.play import bots, records, turns, verification

LOGIN_BACKEND = "django.contrib.auth.backends.ModelBackend"


def reproduce(text: str, *, now: datetime) -> KnownFailure:
    """Repeat the action that failed: raise its exception, or return the failure if it is mended.

    Refuses (BadRecord) a record without a failure, and a failure that cannot be repeated.
    """
    failure = failure_records.failure_in(text)
    with transaction.atomic():
        try:
            game = records.import_record(text, now=now)
            _seat_people(game)
            _repeat(game, failure, now=now)
        finally:
            transaction.set_rollback(True)
    return failure


def _seat_people(game: Game) -> None:
    """Give every seat a person without a name, since only people get pages and emails."""
    for seat in Seat.objects.filter(game=game):
        seat.user = User.objects.create_user(f"seat-{seat.index + 1}-{game.code}@example.invalid")
        seat.save(update_fields=["user"])
    Game.objects.filter(pk=game.pk).update(listed=True)  # a spectator may open it


def _repeat(game: Game, failure: KnownFailure, *, now: datetime) -> None:
    repeat = _repeat_of(failure.doing)
    if repeat is None:
        raise BadRecord("no-repeat", f"What failed ({failure.doing}) cannot be repeated from a"
                        " record. It imports without a fault.")
    repeat(game, failure, now)


def _replay(game: Game, failure: KnownFailure, now: datetime) -> None:
    """Play the bad row's move again, and check the whole log."""
    verification.first_fault(game)
    if "move" in failure.details:
        _play(game, failure, str(failure.details["move"]), now=now)


def _turn(game: Game, failure: KnownFailure, now: datetime) -> None:
    _play(game, failure, str(failure.details["orders"]), now=now)


def _play(game: Game, failure: KnownFailure, text: str, *, now: datetime) -> None:
    if failure.seat is not None:
        player = game.seats.get(index=failure.seat).user_id
        turns.submit(game, seat=failure.seat, user_id=player, text=text, number=game.number,
                     key="", actor=LoggedMove.Actor.PAGE, now=now)


def _bot(game: Game, failure: KnownFailure, now: datetime) -> None:
    """Submit the plan that was refused, or have the bot plan again."""
    seat = failure.seat or 0
    Seat.objects.filter(game=game, index=seat).update(bot=failure.details["bot"], user=None)
    if "plan" in failure.details:
        turns.submit(game, seat=seat, user_id=None, text=failure.details["plan"],
                     number=game.number, key="", actor=LoggedMove.Actor.BOT, now=now)
    else:
        bots.play(game.pk, now=now, falls_back=False)


def _picture(game: Game, failure: KnownFailure, now: datetime) -> None:
    picture_cache.draw_animation(game.pk)


def _email(game: Game, failure: KnownFailure, now: datetime) -> None:
    kind, seat = str(failure.details["kind"]), _seat(game, failure)
    if not email_kinds.kind_of(kind).from_log or seat is None or seat.user is None:
        raise BadRecord("no-repeat", f"An email of the kind {kind} cannot be composed from a"
                        " record.")
    rendering.compose(OutgoingEmail.objects.create(
        kind=kind, game=game, seat=seat, user=seat.user, to=seat.user.email or "",
        number=failure.number, message_id=new_message_id(), not_before=now, created_at=now))


def _page(game: Game, failure: KnownFailure, now: datetime) -> None:
    """Open the same page, as the same seat or as a spectator, in a test client."""
    if failure.details.get("method", "GET") not in ("GET", "HEAD"):
        raise BadRecord("no-repeat", "A form that was sent cannot be repeated from a record.")
    if failure.details.get("private"):
        raise BadRecord("no-repeat", "A what-if board is private, so it is not in a record.")
    seat = _seat(game, failure)
    client = Client(SERVER_NAME=urlsplit(settings.BASE_URL).hostname or "localhost")
    if seat is not None and seat.user is not None:
        client.force_login(seat.user, backend=LOGIN_BACKEND)
    client.get(_path(game, failure, now=now), secure=settings.HTTPS)


def _seat(game: Game, failure: KnownFailure) -> Seat | None:
    if failure.seat is None:
        return None
    return Seat.objects.select_related("user").get(game=game, index=failure.seat)


def _path(game: Game, failure: KnownFailure, *, now: datetime) -> str:
    """Return the page's path and query, with codes and tokens of the game that was created."""
    details = failure.details
    if "url" not in details:  # the game was in a list
        return reverse("lobby" if failure.seat is None else "my-games")
    if details["url"] == "turn-link":
        seat = Seat.objects.get(game=game, index=failure.seat or 0)
        link = turn_links.action_url(game, seat, details.get("draft", ""), now=now)
        return link.removeprefix(settings.BASE_URL)
    where: dict[str, object] = {"code": game.code}
    if details.get("numbered"):
        where["number"] = failure.number
    if "vacant" in details:
        where["seat"] = details["vacant"]
    if details.get("shared"):
        where["token"] = replay_links.sharing_key(game)
    query = details.get("query", "")
    return reverse(details["url"], kwargs=where) + (f"?{query}" if query else "")


def _repeat_of(doing: str) -> Repeat | None:
    """Return the function that repeats what the service was doing; None if there is none."""
    for feature in features.features():
        if again := feature.repeats.get(doing):
            return lambda game, failure, now: again(game, failure.number)
    return _REPEATS.get(doing)


Repeat = Callable[[Game, KnownFailure, datetime], None]
_REPEATS: dict[str, Repeat] = {
    log_context.REPLAY: _replay, log_context.TURN: _turn, log_context.BOT: _bot,
    log_context.PICTURE: _picture, log_context.EMAIL: _email, log_context.PAGE: _page,
}
