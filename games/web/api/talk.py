"""Operations on what is said at a table."""

from datetime import datetime
from typing import Annotated, Any, Literal

from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja import Header, Router, Schema
from pydantic import ConfigDict, Field

from games.base import site_clock
from games.base.refusals import TableRefusal
from games.models import ChatMessage
from games.models.chat import TEXT_LENGTH
from games.table.talk import speaking
from games.table.talk.speaking import PHRASES
from games.web import talk_panel
from games.web.access import GAME, READER, TABLE, TableAccess, get_table_or_404, require
from games.web.api.access import playing, reading, user_of
from games.web.api.problems import answers

router = Router(tags=["Talk"])
Phrases = Literal[("", *PHRASES)]  # type: ignore[valid-type]  # made of the one list of them


class Message(Schema):
    """Something that somebody has said."""

    id: str
    name: str
    seat: int | None
    own: bool
    text: str
    said_at: datetime


class ConversationShape(Schema):
    """What is said in one channel, the oldest first; at most the last 200 messages."""

    channel: str
    may_write: bool
    messages: list[Message]


class Talk(Schema):
    """The conversations that you may read."""

    conversations: list[ConversationShape]


class Saying(Schema):
    """Something to be said: a text or a ready-made phrase."""

    model_config = ConfigDict(extra="forbid")

    channel: Literal["table", "spectators"] = "table"
    text: str = Field("", max_length=4 * TEXT_LENGTH)
    phrase: Phrases = ""


NOTHING = Saying.model_validate({})  # a request without a body, which is refused in words


@router.get("/games/{slug:code}/talk", response=answers(Talk), auth=reading,
            summary="What is said")
@require(TABLE)
def read(request: HttpRequest, code: str) -> Any:
    """Return the conversations at a table that you may read."""
    return _talk(get_table_or_404(request, code))


@router.post("/games/{slug:code}/talk", response=answers(Talk), auth=playing,
             summary="Say something")
@require(TABLE, locks=(GAME, READER))
def say(request: HttpRequest, code: str, saying: Saying = NOTHING, idempotency_key: Annotated[
        str, Header(alias="Idempotency-Key", max_length=200)] = "") -> Any:
    """Say something, and return the conversations.

    With an Idempotency-Key, sending it again says nothing more.
    """
    access, now = get_table_or_404(request, code), site_clock.now()
    if access.seat is not None and not talk_panel.is_offered(access):
        raise TableRefusal("alone", _("There is nobody to talk to at this table yet: bots do not"
                                      " listen."))
    given = idempotency_key or now.isoformat()
    key = f"api:{given}:{saying.phrase}:{' '.join(saying.text.split())}"
    speaking.say(access.game, user=user_of(request), channel=ChatMessage.Channel(saying.channel),
                 key=key, text=saying.text, preset=saying.phrase, now=now)
    return _talk(access)


def _talk(access: TableAccess) -> dict[str, Any]:
    panel = talk_panel.panel(access)
    return {"conversations": [
        {"channel": one.channel, "may_write": one.may_write, "messages": [
            {"id": said.token, "name": said.name, "seat": said.seat, "own": said.own,
             "text": said.text, "said_at": said.said_at} for said in one.messages]}
        for one in (panel["conversations"] if panel else ())]}
