"""Alexandros in emails: the table, the choices of a turn, the course of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.alexandros.state import State
from games.rulesets.alexandros.drawing import draw_scores
from games.rulesets.alexandros.score_history import history
from games.rulesets.alexandros.suggestions import suggestions


class AlexandrosEmailParts:
    """See ``games.rulesets.protocols.EmailParts``."""

    table_template = "alexandros/emails/table"
    suggestions_template = "alexandros/emails/suggestions"
    example_orders = "take horse, march K7.SE, draw twice"
    turn_outline = "a march first, then up to two actions"
    order_hint = (
        "Where several ways lead to one point, write the steps too (via ...), as above."
    )

    def suggestions(self, view: State, *, names: Sequence[str], seat: int) -> Mapping[str, object]:
        return suggestions(view, names=names, seat=seat)

    def chart(self, states: Iterable[State], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_scores(history(states, moves), names=names)
