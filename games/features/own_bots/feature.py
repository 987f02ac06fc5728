"""Bots of members, as one of the features of this service."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from games.base.features import Feature
from games.features.own_bots import posts
from games.models import User
from games.people import api_tokens


def _exported(user: User) -> Iterable[dict[str, Any]]:
    """Return a member's bots, as JSON values and times."""
    return [{"name": bot.name, "made_at": bot.date_joined, "retired": not bot.is_active,
             "tokens": [{"created_at": token.created_at, "last_used_at": token.last_used_at}
                        for token in api_tokens.of(bot)],
             "games": list(bot.seats.order_by("game").values_list("game__code", flat=True))}
            for bot in user.bots.order_by("pk")]


FEATURE = Feature(
    name="own_bots",
    posts={posts.FORMAT: posts.body},
    slots={"account-programs": "own_bots/_account.html"},
    exported={"bots": _exported},
)
