"""Panels of the talk at a table: conversations, comments on positions, private notes.

Owns which of them a page shows to its reader.  Who may read and write is decided in
``games.table.talk``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from games.base import sealing
from games.models import ChatMessage, Seat, User
from games.table.talk import conversations as reading
from games.table.talk import speaking
from games.table.talk.conversations import UNKNOWN, Mutes, Said, Stored
from games.table.talk.speaking import PHRASES
from games.web.access import TableAccess

Channel = ChatMessage.Channel


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation as a page shows it.

    ``aim`` says who reads it.  ``last`` is the token of the last message shown, "" without any.
    """

    channel: str
    title: str
    aim: str
    messages: Sequence[Said]
    may_write: bool

    @property
    def last(self) -> str:
        return self.messages[-1].token if self.messages else ""


def channels(access: TableAccess) -> list[str]:
    """Return the conversations that this reader may see; None if they have nobody to talk to."""
    return reading.readable_channels(access.game, seat=access.seat, user=access.user)


def mark(access: TableAccess) -> str:
    """Return a fingerprint of the conversations that the page shows; open pages compare it."""
    return "" if _is_alone(access) else reading.mark(access.game, channels=channels(access))


def stored(access: TableAccess) -> Stored:
    """Return which parts of a page's talk and notes exist, before any are loaded."""
    if access.user is None or access.seat is None or _is_alone(access):
        return UNKNOWN
    return reading.stored(access.game, access.user, channels=channels(access))


def panel(access: TableAccess, there: Stored = UNKNOWN) -> dict[str, Any] | None:
    """Return the conversations with the people and the table that the reader has muted, or None.

    The result is None if there is nothing to show.  Loads only the rows that are ``there``.
    """
    if _is_alone(access):
        return None
    visible = channels(access)
    if not visible:
        return None
    mutes = reading.mutes_of(access.user, access.game) if there.mutes else reading.NO_MUTES
    found = [_conversation(access, channel, mutes, there) for channel in visible]
    shown = [one for one in found if one.may_write or one.messages]
    if not shown:
        return None
    return {"conversations": shown, "phrases": PHRASES.items(), "muted": _muted(mutes),
            "table_muted": mutes.table, "mark": _mark_of(access, found, mutes),
            "may_mute_table": access.seat is not None and bool(access.user and access.user.email)}


def _mark_of(access: TableAccess, conversations: Sequence[Conversation], mutes: Mutes) -> str:
    """Return the mark of these conversations, which are all that the reader may see.

    The database is asked only if the conversations do not contain all messages.
    """
    all_said = not mutes.people and all(
        len(one.messages) < reading.MOST for one in conversations)
    if not all_said:
        return mark(access)
    return reading.mark_of([said for one in conversations for said in one.messages])


def is_offered(access: TableAccess) -> bool:
    """Return whether this is a player who has somebody to talk to."""
    return access.seat is not None and not _is_alone(access)


def _is_alone(access: TableAccess) -> bool:
    """Return whether this player has nobody to talk to: only bots, or nobody has joined yet."""
    if access.seat is None:
        return False
    others = (seat for seat in access.seats if seat.index != access.seat)
    return not any(seat.user_id or seat.left_by_id for seat in others)


def _conversation(access: TableAccess, channel: str, mutes: Mutes, there: Stored) -> Conversation:
    title, aim = _described(access, channel)
    messages = reading.conversation(access.game, channel, seats=access.seats, reader=access.user,
                                    mutes=mutes) if there.messages else []
    return Conversation(channel, title, aim, messages, _may_speak(access, channel))


def _may_speak(access: TableAccess, channel: str) -> bool:
    refusal = speaking.why_not(access.game, user=access.user, seat=_own_seat(access),
                               channel=channel)
    return refusal is None


def _own_seat(access: TableAccess) -> Seat | None:
    """Return the reader's seat, even if they look at a shared link."""
    if access.user is None:
        return None
    return next((seat for seat in access.seats if seat.user_id == access.user.pk), None)


def _described(access: TableAccess, channel: str) -> tuple[str, str]:
    """Return the title of a conversation, and a sentence that says who reads it."""
    game = access.game
    if channel == Channel.SPECTATORS:
        return _("Spectators"), "" if game.is_revealed else _(
            "The players read this when the game is over.")
    if game.is_revealed or access.seat is None:
        return _("Players"), ""
    if game.sealed:
        return _("Talk to the table"), _("Only the players read this until the competition’s other"
                                         " tables are over.")
    if game.listed:
        return _("Talk to the table"), _("Only the players read this until the game is over.")
    return _("Talk to the table"), _("Only the players read this.")


def about_position(access: TableAccess, number: int) -> dict[str, Any]:
    """Return the comments on a position of a game that is revealed, and the reader's notes."""
    context: dict[str, Any] = {"note": own_notes(access, number), "comments": None}
    if not access.game.is_revealed:
        return context
    comments = reading.comments(access.game)
    mutes = reading.mutes_of(access.user, access.game) if comments else reading.NO_MUTES
    audible = [comment for comment in comments if comment.user_id not in mutes.people]
    here = [reading.told(comment, seats=access.seats, reader=access.user)
            for comment in audible if comment.number == number]
    context["comments"] = Conversation(
        Channel.COMMENTS, _("Comments on this position"), "", here,
        _may_speak(access, Channel.COMMENTS))
    context["commented"] = sorted({comment.number or 0 for comment in audible})
    context["muted"] = _muted(mutes)
    return context


def _muted(mutes: Mutes) -> list[tuple[str, str]]:
    """Return the people whom the reader has muted: their tokens and names."""
    return [(sealing.id_token(pk, User), name) for pk, name in mutes.people.items() if name]


def own_notes(access: TableAccess, number: int, there: Stored = UNKNOWN) -> dict[str, Any] | None:
    """Return a player's notes on the game and on this position, and the places of other notes."""
    if access.seat is None or access.user is None:
        return None
    written = speaking.of_player(access.game, access.user) if there.notes else {}
    return {"number": number, "game": written.get(speaking.WHOLE_GAME, ""),
            "position": written.get(number, ""),
            "elsewhere": [at for at in sorted(written) if at not in (speaking.WHOLE_GAME, number)]}
