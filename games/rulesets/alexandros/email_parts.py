"""Alexandros in emails: the table, the choices of a turn, the course of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.alexandros.state import State
from games.rulesets.alexandros.drawing import draw_scores
from games.rulesets.alexandros.replay_columns import history
from games.rulesets.alexandros.suggestions import facts, suggestions


class AlexandrosEmailParts:
    """See ``games.rulesets.protocols.EmailParts``."""

    table_template = "alexandros/emails/table"
    suggestions_template = "alexandros/emails/suggestions"
    example_orders = "take horse, march K7.SE, draw twice"

    @property
    def turn_outline(self) -> str:
        return _("A turn starts with a march. Then you can take actions.")

    @property
    def order_hint(self) -> str:
        return _("If several routes lead to the same point, add the steps as in the orders above"
                 " (%(via)s).") % {"via": "via ..."}

    def suggestions(self, view: State, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, object]:
        return (suggestions(view, names=names, seat=seat) if advice
                else facts(view, names=names))

    def chart(self, states: Iterable[State], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_scores(history(states, moves), names=names)
