"""Account deletion: removes personal data and keeps games replayable (R25); retiring bots.

The log contains no names, so every game can still be replayed.  The person's seats, and tables
named after them, get a neutral name instead.
"""

from __future__ import annotations

import re
from datetime import datetime

from django.contrib.admin.models import LogEntry
from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from games.base import locks
from games.base.refusals import TableRefusal
from games.models import (
    AddressStatus,
    FormerPlayer,
    Game,
    IncomingEmail,
    MailboxEmail,
    OutgoingEmail,
    PushDevice,
    Seat,
    Session,
    User,
)
from games.models.game import NAME_LENGTH
from games.people import accounts, handles
from games.table.lobby import open_tables
from games.table.play import records
from games.table.seats import leaving, seating


def delete_account(user: User, *, now: datetime) -> None:
    """Delete the account and those of its bots; either completely or, if it refuses, not at all.

    They leave all their games first (``close_seats``).  Refuses (TableRefusal) operators,
    whose actions are recorded in the admin's history, and users who take a seat at this very
    moment.
    """
    if user.is_staff or user.is_superuser:
        raise TableRefusal("operator", _(
            "This is an operator’s account. Remove its operator rights in the admin first; then you"
            " can delete it."
        ))
    with transaction.atomic():
        games = close_seats(user, now=now)
        _delete_imported(games, user)
        kept = [game for game in games if game.pk]
        for each in (*_bots_of(user), user):
            _remove_name(kept, each)
            _delete_personal_data(each)


@transaction.atomic
def close_seats(user: User, *, now: datetime) -> list[Game]:
    """Remove the user from all their games, so that nobody waits for them, and retire their bots.

    Bots of the service take over their seats in running games, their own open tables are
    cancelled, and invitations to them are withdrawn.  Returns the games, locked.  Refuses
    (TableRefusal) users who take a seat at this very moment.
    """
    games = locks.lock_tables_and_person(user, with_bots=True)
    bots = _bots_of(user)
    for bot in bots:
        retire(bot, now=now)
    if bots:  # which may have left the same games
        games = locks.lock_tables_and_person(user)
    for game in games:
        _leave(game, user, now=now)
    _decline_invitations(user)
    return games


@transaction.atomic
def retire(bot: User, *, now: datetime) -> None:
    """Close the seats of a member's bot for good, and end its tokens; its finished games stay."""
    close_seats(bot, now=now)
    bot.api_tokens.all().delete()
    bot.webhooks.all().delete()
    bot.is_active = False
    bot.save(update_fields=["is_active"])


def _bots_of(user: User) -> list[User]:
    return list(user.bots.order_by("pk"))


def games_in_progress(user: User) -> list[Game]:
    """Return the running games in which a bot would take over for this user."""
    running = Game.objects.filter(seats__user=user, status=Game.Status.RUNNING)
    return list(running.order_by("-moved_at"))


def _leave(game: Game, user: User, *, now: datetime) -> None:
    if game.status == Game.Status.OPEN and game.created_by_id == user.pk:
        open_tables.cancel(game, by=user, now=now)
    elif game.status in (Game.Status.OPEN, Game.Status.RUNNING) and seating.find_seat(game, user):
        leaving.leave(game, user=user, now=now)


def _decline_invitations(user: User) -> None:
    """Free the seats that are reserved for the user."""
    for seat in Seat.objects.filter(seating.reserved_for(user)):
        seating.vacate(seat)


def _delete_imported(games: list[Game], user: User) -> None:
    """Delete the games that the user has imported, which lose their primary keys."""
    for game in games:
        if game.imported and game.created_by_id == user.pk:
            records.delete_imported(game)


def _remove_name(games: list[Game], user: User) -> None:
    """Remove the user's name from their seats, former seats and the names of games."""
    for seat in Seat.objects.filter(Q(user=user) | Q(left_by=user)).select_related("game"):
        names = {seat.name, user.shown_name} - {""}
        seating.rename(seat, handles.former_name())
        _replace_in_title(seat.game, names)
    for former in FormerPlayer.objects.filter(user=user).select_related("seat__game"):
        _replace_in_title(former.seat.game, {former.name, user.shown_name} - {""})
    FormerPlayer.objects.filter(user=user).update(name=handles.former_name())
    for game in games:
        if game.created_by_id == user.pk:
            _replace_in_title(game, {user.shown_name})
            Game.objects.filter(pk=game.pk).update(note="")


def _replace_in_title(game: Game, names: set[str]) -> None:
    """Replace these names in the game's title, where they are whole words."""
    words = "|".join(re.escape(name) for name in sorted(names, key=len, reverse=True))
    title = Game.objects.values_list("name", flat=True).get(pk=game.pk)
    replaced = re.sub(rf"(?<!\w)(?:{words})(?!\w)", handles.former_name(), title,
                      flags=re.IGNORECASE)
    if replaced != title:
        Game.objects.filter(pk=game.pk).update(name=replaced[:NAME_LENGTH])


def _delete_personal_data(user: User) -> None:
    """Delete the user with their emails, tokens, email settings, devices and sessions."""
    addresses = accounts.addresses_of(user)
    IncomingEmail.objects.filter(pk__in=accounts.messages_of(user, addresses)).delete()
    OutgoingEmail.objects.filter(to__in=addresses).delete()
    for address in addresses:
        MailboxEmail.objects.filter(to__iexact=address).delete()
        # A reader who asked for no more email keeps that wish, with or without an account.
        AddressStatus.objects.filter(address=address[:254], refused_at=None).delete()
    OutgoingEmail.objects.filter(user=user).delete()
    PushDevice.objects.filter(user=user).delete()
    Session.objects.filter(person=user.pk).delete()
    history = LogEntry.objects.filter(content_type__app_label="games",
                                      content_type__model="user", object_id=str(user.pk))
    history.update(object_repr=handles.FORMER)
    # From here on, rows that refer to the person have to wait.  Not earlier: a sweep that queues an
    # email to them may hold other emails, which have just been deleted.
    User.objects.select_for_update().filter(pk=user.pk).first()
    user.delete()
