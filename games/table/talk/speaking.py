"""Speaking: the single entry point for messages and comments, and their moderation.

Owns who may speak where, how texts are cleaned (R19), ready-made phrases, private notes, and how
people mute and report others.  The caller has checked that the speaker may see the table.  Bots and
closed accounts say nothing.  Web addresses stay: pages never make them links, and emails break
them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import datetime

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from alexandros_rules import codec
from alexandros_rules.errors import Refusal
from games.base import events, rate_limits
from games.base.plain_text import storable, visible, without_controls
from games.base.refusals import Closed, Foreign, Missing, TableRefusal
from games.models import ChatMessage, ChatMute, ChatReport, Game, Note, Seat, User
from games.models.chat import NOTE_LENGTH, TEXT_LENGTH
from games.table.events import Said
from games.table.play import revealing

MAX_LINES = 30
_BLANK_LINES = re.compile(r"\n{3,}")


def clean(text: str) -> str:
    """Return a message as it is stored; refuse an empty or too long one."""
    cleaned = _clean(text)
    if not visible(cleaned).strip():
        raise TableRefusal("empty-message", _("There is nothing to say in this message. Please"
                                              " write something first."))
    if len(cleaned) > TEXT_LENGTH or cleaned.count("\n") >= MAX_LINES:
        raise TableRefusal("long-message", _(
            "This message is too long, so it was not sent. Please use at most %(letters)s letters"
            " and %(lines)s lines.") % {"letters": TEXT_LENGTH, "lines": MAX_LINES})
    return cleaned


def clean_note(text: str) -> str:
    """Return a note as it is stored, "" for an empty one; refuse one that is too long."""
    cleaned = _clean(text)
    if len(cleaned) > NOTE_LENGTH:
        raise TableRefusal("long-note", _(
            "This note is too long, so it was not saved. Please use at most %(letters)s letters."
        ) % {"letters": NOTE_LENGTH})
    return cleaned if visible(cleaned).strip() else ""


def _clean(text: str) -> str:
    unified = storable(text).replace("\r\n", "\n").replace("\r", "\n")
    lines = (line.rstrip() for line in without_controls(unified).split("\n"))
    return _BLANK_LINES.sub("\n\n", "\n".join(lines)).strip()


def mute_person(reader: User, person: User, *, now: datetime) -> None:
    """Hide everything this person says from the reader, at every table."""
    if reader.pk == person.pk:
        raise TableRefusal("yourself", _("You cannot mute yourself."))
    ChatMute.objects.get_or_create(reader=reader, person=person, defaults={"created_at": now})


def unmute_person(reader: User, person: int) -> None:
    """Show the reader messages of the person with this id again."""
    ChatMute.objects.filter(reader=reader, person=person, blocks=False).delete()


def mute_table(reader: User, game: Game, *, now: datetime) -> None:
    """Stop emailing the reader messages of this table."""
    ChatMute.objects.get_or_create(reader=reader, game=game, defaults={"created_at": now})


def unmute_table(reader: User, game: Game) -> None:
    """Email the reader messages of this table again."""
    ChatMute.objects.filter(reader=reader, game=game).delete()


def report(message: ChatMessage, *, by: User, now: datetime) -> None:
    """Report a message to the operators; a second report changes nothing."""
    if ChatReport.objects.filter(message=message, reporter=by).exists():
        return
    rate_limits.count("report", by.pk, now=now)
    ChatReport.objects.get_or_create(message=message, reporter=by, defaults={"created_at": now})


def hide(messages: Iterable[int], *, now: datetime) -> int:
    """Hide the messages with these ids, and return how many were not hidden before."""
    shown = ChatMessage.objects.filter(pk__in=list(messages), hidden_at=None)
    return shown.update(hidden_at=now)


def show_again(messages: Iterable[int]) -> int:
    """Show hidden messages again, and return how many."""
    hidden = ChatMessage.objects.filter(pk__in=list(messages), hidden_at__isnull=False)
    return hidden.update(hidden_at=None)


WHOLE_GAME = 0  # the position of a note on the whole game


def write(game: Game, *, user: User | None, number: int, text: str, now: datetime) -> None:
    """Save a player's note on a position or the whole game, or delete it if it is empty."""
    if user is None or not Seat.objects.filter(game=game, user=user).exists():
        raise Foreign("no-seat", _("Only the players can keep notes on this game."))
    if not 0 <= number <= game.number:
        raise Missing("no-position", _("There is no such position in this game."))
    cleaned = clean_note(text)
    if not cleaned:
        Note.objects.filter(user=user, game=game, number=number).delete()
        return
    Note.objects.update_or_create(user=user, game=game, number=number,
                                  defaults={"text": cleaned, "changed_at": now})


def of_player(game: Game, user: User) -> dict[int, str]:
    """Return a player's notes on a game by position."""
    return dict(Note.objects.filter(game=game, user=user).values_list("number", "text"))


# A key must never change its meaning or be removed: messages contain it.
PHRASES: dict[str, Promise] = {
    "hello": gettext_lazy("Hello!"),
    "have-fun": gettext_lazy("Have fun!"),
    "thanks": gettext_lazy("Thanks!"),
    "nice-move": gettext_lazy("Nice move!"),
    "sorry-late": gettext_lazy("Sorry, I’m late."),
    "away": gettext_lazy("I’ll be away for a while."),
    "no-hurry": gettext_lazy("Take your time."),
    "well-played": gettext_lazy("Well played!"),
    "good-game": gettext_lazy("Good game!"),
}


def phrase(key: str) -> str:
    """Return the phrase in the active language; "" for an unknown key."""
    return str(PHRASES.get(key, ""))


Channel = ChatMessage.Channel
Status = Game.Status


@transaction.atomic
def say(game: Game, *, user: User, channel: str, key: str, now: datetime, text: str = "",
        preset: str = "", number: int | None = None) -> ChatMessage:
    """Say ``text`` or a ready-made phrase, once for each key.

    ``number`` is the position that a comment is about.  Refuses what is empty, too long or too
    often, and people who may not speak in this channel.
    """
    # So that ids follow the order of commits
    locked = Game.objects.select_for_update(no_key=True).get(pk=game.pk)
    seat = Seat.objects.filter(game=game, user=user).first()
    if refusal := why_not(locked, user=user, seat=seat, channel=channel):
        raise refusal
    words = {"preset": preset} if preset in PHRASES else {"text": clean(text)}
    key = stored_key(channel, key)
    earlier = ChatMessage.objects.filter(game=game, user=user, key=key).first()
    if earlier:
        return earlier
    rate_limits.count("message", user.pk, now=now)
    message = ChatMessage.objects.create(
        game=game, user=user, seat=seat.index if seat else None, channel=channel, key=key,
        number=number if channel == Channel.COMMENTS else None, created_at=now, **words,
    )
    if channel == Channel.TABLE:
        events.publish(Said(game=locked, message=message, now=now))
    return message


def stored_key(channel: str, key: str) -> str:
    """Return the key as a message stores it, made of the sender, the channel and their key."""
    return codec.text_digest(f"{channel}:{key}")


def why_not(game: Game, *, user: User | None, seat: Seat | None, channel: str) -> Refusal | None:
    """Return why this person may not speak in this channel, or None."""
    if user is None:
        return Foreign("signed-out", _("Please sign in to say something."))
    if not user.is_active:
        return Foreign("closed-account", _("This account is closed, so it cannot say anything."))
    if channel == Channel.TABLE:
        return _why_not_at_table(game, seat)
    if channel == Channel.SPECTATORS:
        return _why_not_with_spectators(game, seat, user)
    if channel == Channel.COMMENTS:
        return _why_not_about_positions(game, seat, user)
    return TableRefusal("no-channel", _("There is no such conversation. Please open the table and"
                                        " write from there."))


def _why_not_at_table(game: Game, seat: Seat | None) -> Refusal | None:
    if seat is None:
        return Foreign("no-seat", _("Only the players can talk at this table."))
    if game.status == Status.CANCELLED:
        return Closed("cancelled", _("This table was cancelled, so nobody can talk there."))
    return None


def _why_not_with_spectators(game: Game, seat: Seat | None, user: User) -> Refusal | None:
    if seat is not None:
        return Foreign("has-seat", _("This conversation is for spectators. You have a seat, so"
                                     " please talk to the table."))
    if user.is_guest:
        return Foreign("guest", _("Please sign in with your email address to talk to the other"
                                  " spectators."))
    if game.imported:
        return Closed("imported", _("This game was imported, so it has no spectators. You can"
                                    " comment on its positions."))
    if game.status not in (Status.RUNNING, Status.OVER):
        return Closed("not-running", _("Spectators can talk once the game has started."))
    return None


def _why_not_about_positions(game: Game, seat: Seat | None, user: User) -> Refusal | None:
    if game.status != Status.OVER:
        return Closed("not-over", _("You can comment on positions when the game is over."))
    if game.sealed:
        return revealing.sealed()
    if user.is_guest and seat is None:
        return Foreign("guest", _("Please sign in with your email address to comment on this"
                                  " game."))
    return None
