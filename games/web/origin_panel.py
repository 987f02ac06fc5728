"""What the page of a table says about the game from whose position it goes on."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from games.table.play import origins
from games.web.access import TableAccess, access_of, may_see


def panel(access: TableAccess) -> dict[str, Any] | None:
    """The turn with which the game began, and where the reader can see that position.

    Without a link, the old game is not named: the reader may not see it.  None for a game that
    began at the beginning.
    """
    if origins.first_view(access.game) is None:
        return None
    turn = origins.first_turn(access.game)
    origin, number = access.game.origin, access.game.origin_number
    if origin is None or number is None or not may_see(access_of(origin, access.user)):
        return {"turn": turn, "sentence": origins.sentence(access.game)}
    address = reverse("position", kwargs={"code": origin.code, "number": number})
    return {"turn": turn, "sentence": origins.sentence(access.game), "name": origin.name,
            "address": address}
