"""Data export: everything we store about one user, as a ZIP archive for them to keep.

It contains ``data.json``, the records of their finished games, and the emails to them in the local
mailbox.  Of the emails they sent, it contains the parts that we keep: the orders read and the
result.  For a game in progress it contains their own orders but not the record, which would reveal
every hand.  Tokens, session ids and the addresses of devices are left out, because anybody who has
them can sign in, play or show notifications.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import datetime
from tempfile import SpooledTemporaryFile
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZipFile

from django.conf import settings
from django.db.models import Prefetch, Q, QuerySet

from alexandros_rules.ruleset import deal_option
from games.base import features
from games.models import (
    Game,
    GameEmailPreference,
    IncomingEmail,
    LoggedMove,
    MailboxEmail,
    OutgoingEmail,
    Plan,
    PlayingHours,
    PushDevice,
    Seat,
    SeatClock,
    Session,
    TurnTiming,
    User,
    Vacation,
)
from games.people import accounts, api_tokens
from games.post.calendar_feed import feed_links
from games.post.outbox import bounces, preferences
from games.post.push import devices
from games.table.clocks import seat_clocks
from games.table.lobby import game_lists
from games.table.play import event_log, history, records
from games.table.seats import seating
from games.table.talk import conversations


def calendar_data(user: User) -> dict[str, Any]:
    """Return everything stored about the user's time, as JSON values with periods in seconds."""
    hours = PlayingHours.objects.filter(user=user).order_by("since")
    clocks = SeatClock.objects.filter(seat__user=user).select_related("seat__game")
    turns = TurnTiming.objects.filter(user=user).select_related("game")
    return {
        "playing_hours": [_hours(row) for row in hours],
        "vacations": [_vacation(row) for row in Vacation.objects.filter(user=user)],
        "clocks": [_clock(row) for row in clocks.order_by("pk")],
        "turns": [_turn(row) for row in turns.order_by("ended_at", "pk")],
    }


def _hours(row: PlayingHours) -> dict[str, Any]:
    return {"since": row.since, "time_zone": row.time_zone, "opens_minute": row.opens,
            "closes_minute": row.closes, "free_weekdays": sorted(seat_clocks.to_hours(row).free)}


def _vacation(row: Vacation) -> dict[str, Any]:
    return {"first_day": row.first_day.isoformat(), "last_day": row.last_day.isoformat(),
            "begins_at": row.begins_at, "ends_at": row.ends_at}


def _clock(row: SeatClock) -> dict[str, Any]:
    return {
        "game": row.seat.game.code, "bank": row.bank.total_seconds(), "asked_at": row.asked_at,
        "since": row.since, "held_until": row.held_until, "deadline": row.deadline,
        "spent": row.spent.total_seconds(), "reminded": row.reminded, "extended": row.extended,
        "extensions": row.extensions, "in_time": row.in_time, "missed": row.missed,
        "wants_pause": row.wants_pause,
    }


def _turn(row: TurnTiming) -> dict[str, Any]:
    return {"game": row.game.code, "ended_at": row.ended_at, "outcome": row.outcome,
            "used": row.used.total_seconds(), "took": row.took.total_seconds()}


MAX_IN_MEMORY = 4 * 1024 * 1024  # bytes; a larger archive is written to a temporary file
CHUNK_SIZE = 20  # emails loaded from the database together; each may be large


def archive(user: User, *, now: datetime) -> IO[bytes]:
    """Return the archive, ready to be read from its beginning."""
    seats, addresses = _seats(user), accounts.addresses_of(user)
    data = _data(user, seats, addresses=addresses, now=now)
    file: IO[bytes] = SpooledTemporaryFile(MAX_IN_MEMORY)  # noqa: SIM115 - the response closes it
    with ZipFile(file, "w", ZIP_DEFLATED) as zip_file:
        zip_file.writestr("data.json", json.dumps(data, indent=2, default=_to_json))
        for name, content in _files(user, seats, addresses=addresses):
            zip_file.writestr(name, content)
    file.seek(0)
    return file


def _to_json(value: Any) -> str:
    assert isinstance(value, datetime)  # all other values are JSON types
    return value.isoformat()


def _data(user: User, seats: list[Seat], *, addresses: set[str],
          now: datetime) -> dict[str, Any]:
    """Return the content of ``data.json``."""
    return {
        "site": settings.BASE_URL,
        "written_at": now,
        "account": {
            "name": user.name, "shown_name": user.shown_name, "email": user.email,
            "guest": user.is_guest, "operator": user.is_staff, "joined_at": user.date_joined,
            "last_signed_in_at": user.last_login, "changed_address_at": user.moved_at,
            "wants_reviews": user.wants_reviews, "page_for": user.page_for,
            "language": user.language,
            "names": list(user.handles.order_by("pk").values("name", "given_up_at")),
            "favourites": list(user.favourites.order_by("pk").values_list("game__code",
                                                                          flat=True)),
        },
        "email_address": _address(user),
        "email_settings": _settings(user),
        "time": calendar_data(user),
        "browsers_known_until": list(
            Session.objects.filter(person=user.pk).values_list("expire_date", flat=True)),
        "devices_with_notifications": [_device(device) for device in devices.of(user)],
        "tokens_of_programs": [
            {"name": token.name, "scopes": token.scopes.split(), "created_at": token.created_at,
             "last_used_at": token.last_used_at} for token in api_tokens.of(user)],
        "calendar_feed_since": feed.created_at if (feed := feed_links.of(user)) else None,
        "games": [_game(seat, user) for seat in seats],
        "invitations": [{"game": seat.game.code, "name": seat.game.name, "seat": seat.index}
                        for seat in game_lists.invitations(user)],
        "talk": conversations.exported(user),
        **{key: exported(user) for feature in features.features()
           for key, exported in feature.exported.items()},
        "emails_to_you": [_email(email) for email in _emails(user, addresses)],
        "messages_from_you": [
            _message(message) for message in _messages(user, addresses)],
    }


def _address(user: User) -> dict[str, Any] | None:
    """Return the status of the user's address: bounced, or no more email wanted."""
    status = bounces.address_status(user.email or "")
    if status is None:
        return None
    return {"bounced_at": status.bounced_at, "error": status.error,
            "refused_at": status.refused_at}


def _settings(user: User) -> dict[str, Any]:
    profile = preferences.preferences_of(user)
    single_games = GameEmailPreference.objects.filter(user=user).order_by("pk")
    return {
        "saved": profile.pk is not None, "when": profile.when, "minutes": profile.minutes,
        "hour": profile.hour, "quiet_from": profile.quiet_from,
        "quiet_until": profile.quiet_until, "time_zone": profile.time_zone,
        "remind": profile.remind, "offers": profile.offers,
        "other_senders": profile.other_senders, "chat": profile.chat,
        "single_games": dict(single_games.values_list("game__code", "when")),
    }


def _device(device: PushDevice) -> dict[str, Any]:
    return {"name": device.name, "since": device.created_at,
            "last_reached_at": device.last_success_at}


def _seats(user: User) -> list[Seat]:
    """Return the user's seats, with those that they left to a bot or that others took over."""
    own = Seat.objects.filter(pk__in=seating.ever_of(user))
    plans = Plan.objects.filter(user=user).prefetch_related("attempts").order_by("pk")
    seats = own.select_related("game__match_of").prefetch_related(
        "former_players", Prefetch("plans", queryset=plans))
    return list(seats.order_by("game_id", "index"))


def _game(seat: Seat, user: User) -> dict[str, Any]:
    game = seat.game
    first, end, called = _part(seat, user)
    entry = {
        "code": game.code, "name": game.name, "game": game.ruleset, "status": game.status,
        "players": history.seat_names(game), "options": _options(game), "pace": game.pace,
        "match": game.match, "first_game_of_match": game.match_of.code if game.match_of else None,
        "rated": game.rated, "suggested_turns": game.suggests_turns,
        "in_the_lobby": game.listed, "created_at": game.created_at, "started_at": game.started_at,
        "finished_at": game.finished_at, "result": game.result,
        "seat": seat.index, "called": called, "score": seat.score,
        "taken_over_at_position": first or None, "lost_at_position": end,
        "left": seat.user_id != user.pk, "made_by_you": game.created_by_id == user.pk,
        "your_orders": list(_orders(seat, first, end)),
        "your_plans": [_plan(plan) for plan in seat.plans.all()],
    }
    if game.created_by_id == user.pk:
        entry["note"] = game.note
        entry["required_reliability"] = game.required_reliability
        entry["newcomers"] = game.newcomers
    if _has_record(seat, user):
        entry["record"] = _record_name(game)
    return entry


def _options(game: Game) -> dict[str, Any]:
    """Return the options of a game; the deal of a sealed match is the seed of its first game."""
    options = dict(event_log.setup_of(game).options)
    if game.sealed:
        options.pop(deal_option(event_log.ruleset_of(game)), None)
    return options


def _part(seat: Seat, user: User) -> tuple[int, int | None, str]:
    """Return the rows of the log in which the user had the seat, and its name after them.

    The rows run from the first number to the second one (None: to the last row).
    """
    first = 0
    for former in seat.former_players.all():
        if former.user_id == user.pk and user.pk not in (seat.user_id, seat.left_by_id):
            return first, former.number, former.name
        first = former.number
    return first, None, seat.name


def _orders(seat: Seat, first: int, end: int | None) -> Iterator[dict[str, Any]]:
    """Yield the orders given by people in this seat in these rows, without those of bots."""
    people = (LoggedMove.Actor.PAGE, LoggedMove.Actor.MAIL, LoggedMove.Actor.API)
    rows = LoggedMove.objects.filter(game=seat.game, seat=seat.index, actor__in=people,
                                     number__gte=first)
    rows = rows if end is None else rows.filter(number__lt=end)
    for row in rows.order_by("number"):
        yield {"number": row.number, "order": row.move, "by": row.actor, "at": row.created_at}


def _plan(plan: Plan) -> dict[str, Any]:
    return {
        "text": plan.text, "waits_minutes": int(plan.grace.total_seconds() // 60),
        "waits_as_usual": plan.as_usual, "by": plan.made_by, "version": plan.revision,
        "turns_played": plan.played,
        "saved_at": plan.created_at, "ended_at": plan.ended_at, "ended_because": plan.ending,
        "turns": [{"turn": attempt.turn, "outcome": attempt.outcome, "why": attempt.why,
                   "orders": attempt.orders, "begun_at": attempt.begun_at,
                   "due_at": attempt.due_at, "settled_at": attempt.settled_at,
                   "played_from": attempt.first, "played_to": attempt.last}
                  for attempt in plan.attempts.all()],
    }


def _has_record(seat: Seat, user: User) -> bool:
    return seat.user_id == user.pk and seat.game.is_revealed


def _record_name(game: Game) -> str:
    return f"records/{game.code}.txt"


def _emails(user: User, addresses: set[str]) -> QuerySet[OutgoingEmail]:
    own = Q(user=user) | Q(to__in=addresses, user=None)
    return OutgoingEmail.objects.filter(own).select_related("game").order_by("pk")


def _email(email: OutgoingEmail) -> dict[str, Any]:
    return {
        "message_id": email.message_id, "about": email.kind, "to": email.to,
        "game": email.game.code if email.game else None, "status": email.status,
        "error": email.error, "attempts": email.attempts, "written_at": email.created_at,
        "not_before": email.not_before, "sent_at": email.sent_at,
    }


def _messages(user: User, addresses: set[str]) -> QuerySet[IncomingEmail]:
    own = accounts.messages_of(user, addresses)
    return IncomingEmail.objects.filter(pk__in=own).order_by("pk")


def _message(message: IncomingEmail) -> dict[str, Any]:
    return {
        "message_id": message.message_id,
        "from": message.sender, "received_at": message.received_at, "by": message.gateway,
        "status": message.status, "outcome": message.outcome, "command": message.command,
        "orders": message.orders, "finding": message.finding, "played_from": message.first,
        "played_to": message.last, "finished_at": message.finished_at,
        "kept_until": message.kept_until,
    }


def _files(user: User, seats: list[Seat], *,
           addresses: set[str]) -> Iterator[tuple[str, bytes]]:
    """Yield the name and content of all other files, so that only one is in memory at a time."""
    for seat in seats:
        if _has_record(seat, user):
            yield _record_name(seat.game), records.export_record(seat.game).encode()
    number = 0  # within the archive: a row's number would tell how many emails others got
    for address in sorted(addresses):
        received = MailboxEmail.objects.filter(to__iexact=address).order_by("pk")
        for email in received.iterator(chunk_size=CHUNK_SIZE):
            number += 1
            yield f"emails-to-you/{number}.eml", bytes(email.raw)
