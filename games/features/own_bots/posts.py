"""What is posted to the webhook of a bot: everything that its program needs in order to answer."""

from __future__ import annotations

from typing import Any

from ninja import Schema

from games.models import Delivery
from games.table.lobby import game_lists
from games.web.access import access_of, may_see
from games.web.api import shapes
from games.web.api.shapes import OneGame

FORMAT = "bot"


class Post(Schema):
    """An event at a table, with the table as the API shows it to the bot."""

    v: int = 1  # raised when a field changes its meaning or goes
    id: str
    bot: str  # its name
    event: str
    game: OneGame | None


def body(delivery: Delivery) -> bytes:
    """Return the body of a post, with the table and its position as they are by now."""
    post = Post(id=str(delivery.identity), bot=delivery.hook.owner.name,
                event=delivery.facts["event"], game=_game(delivery))
    return post.model_dump_json().encode()


def _game(delivery: Delivery) -> Any:
    """Return the table as the owner of the webhook sees it, None if they do not.

    The webhook of a table has many readers, so it tells no more than spectators see.
    """
    game = game_lists.table(delivery.game.code) if delivery.game else None
    if game is None:
        return None
    access = access_of(game, None if delivery.hook.game_id else delivery.hook.owner)
    return OneGame(**shapes.one_game(access)) if may_see(access) else None
