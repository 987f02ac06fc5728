"""The frames of a game's animation: a framed board for each of some positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from django.utils.translation import gettext as _

from engine.alexandros.state import State
from games.drawing.animation import thinned
from games.drawing.layers import Picture
from games.rulesets.alexandros.drawing.board_picture import board_in_layers


def draw_frames(
    views: Sequence[State], *, names: Sequence[str] = (), heading: str = "", theme: str = "light"
) -> Iterator[Picture]:
    """The views as ``games.drawing.animation`` takes them, thinned out when there are too many.

    ``names``, ``heading`` and ``theme`` as in ``draw_board``.
    """
    for view in thinned(views):
        title = (_("%(heading)s, turn %(turn)s") if heading else _("Turn %(turn)s")) % {
            "heading": heading, "turn": view.turn,
        }
        yield board_in_layers(
            view, theme=theme, frame=True, names=names, heading=title, titles=False
        )
