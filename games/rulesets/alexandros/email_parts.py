"""Alexandros in mails: the choices of a turn, boards in small, the course of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from engine.alexandros.rules import RULESET
from engine.alexandros.state import State
from engine.chance import SeededChance
from engine.ruleset import Setup
from games.rulesets.alexandros.drawing import draw_board, draw_scores, draw_thumbnail
from games.rulesets.alexandros.score_history import history
from games.rulesets.alexandros.suggestions import suggestions


class AlexandrosEmailParts:
    """See ``games.rulesets.post.PostPresenter`` for each method."""

    def counsel(self, view: State, *, names: Sequence[str], seat: int) -> Mapping[str, object]:
        return suggestions(view, names=names, seat=seat)

    def cover(self, text: str) -> str:
        return draw_board(_empty(text))

    def small_picture(self, view: State) -> str:
        return draw_thumbnail(view)

    def course(self, states: Iterable[State], moves: Sequence[str], *,
               names: Sequence[str]) -> str:
        return draw_scores(history(states, moves), names=names)


def _empty(text: str) -> State:
    """The first position on a board, of which a picture without a frame shows no card."""
    state: State | None = None
    for event in RULESET.start(Setup(text, 2), SeededChance(bytes(32))):
        state = RULESET.evolve(state, event)
    assert state is not None  # the first event makes one
    return RULESET.view(state, None)
