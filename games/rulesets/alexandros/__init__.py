"""Alexandros on pages: which step of a turn is open, and what each shows."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.alexandros import board_file
from engine.alexandros.cards import UNKNOWN
from engine.alexandros.events import Drew, Revealed
from engine.alexandros.rules import RULESET
from engine.alexandros.state import ACT, MARCH, TAKE, State
from engine.chance import SeededChance
from engine.drafts import Draft
from engine.ruleset import Setup
from games.rulesets.alexandros import (
    action_step,
    board_pictures,
    card_step,
    demo_game,
    march_step,
    occupy_step,
    score_history,
)
from games.rulesets.alexandros import table_panel as tables
from games.rulesets.alexandros.drawing import animate, draw_scores
from games.rulesets.alexandros.drawing.score_chart import Moment
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED
from games.rulesets.alexandros.rule_figures import figure_pictures
from games.rulesets.alexandros.steps import Asking, Scene
from games.rulesets.turn import EmailTurnExample, Link, Turn

_STEPS: dict[str, Callable[[Asking], Scene]] = {
    TAKE: card_step.scene, MARCH: march_step.scene, ACT: action_step.scene,
}


class AlexandrosPresenter:
    """See ``games.rulesets.Presenter`` for each method."""

    strip_template = "alexandros/strip.html"
    table_template = "alexandros/table.html"
    turn_template = "alexandros/turn.html"

    def board(self, view: State, *, names: Sequence[str], last: str = "") -> str:
        return board_pictures.board(view, last=last)

    def thumbnail(self, view: State) -> str:
        return board_pictures.thumbnail(view)

    def picture(self, view: State, *, names: Sequence[str], heading: str) -> str:
        return board_pictures.file(view, names=names, heading=heading)

    def empty_board(self, text: str) -> str:
        return board_pictures.thumbnail(_first_view(text))

    def opening(self, text: str) -> str:
        return board_pictures.board(_first_view(text))

    def showpiece(self) -> str:
        return board_pictures.board(demo_game.shown_view(), ids="home", coordinates=False)

    def letters(self) -> EmailTurnExample:
        return demo_game.letters()

    def poster(self) -> str:
        return board_pictures.file(demo_game.shown_view(), names=(), heading="Alexandros")

    def figures(self, theme: str) -> Mapping[str, str]:
        drawn = figure_pictures(theme=theme, stylesheet=EMBEDDED)
        return {"game": board_pictures.plain(demo_game.shown_view(), theme=theme),
                **{id_: picture.svg for id_, picture in drawn.items()}}

    def board_title(self, text: str) -> str:
        return board_file.load(text).title

    def marked(self, moves: Sequence[str]) -> str:
        return next((move for move in reversed(moves) if move.startswith("march ")), "")

    def table(self, view: State, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> Mapping[str, Any]:
        return tables.table(view, names=names, seat=seat, open_hands=open_hands)

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> tuple[Moment, ...]:
        return score_history.history(views, moves)

    def chart(self, moments: Sequence[Moment], *, names: Sequence[str], number: int,
              href: Callable[[int], str]) -> str:
        return draw_scores(moments, names=names, current=number, href=href, theme="auto",
                           stylesheet="none")

    def film(self, views: Sequence[State], *, moves: Sequence[str], names: Sequence[str],
             heading: str) -> bytes:
        shown = score_history.last_rows(score_history.history(views, moves))
        return animate((views[number - 1] for number in shown), names=names, heading=heading)

    def turn(self, draft: Draft, *, names: Sequence[str], query: Mapping[str, Any], link: Link,
             last: str) -> Turn:
        view: State = draft.view
        marched = self.marked([step.text for step in draft.steps]) or last
        if _turn_over(draft):
            return Turn(board_pictures.board(view, last=marched), {}, _reveal(draft), whole=True)
        asking = Asking(draft, names, query, link)
        scene = _STEPS[view.phase](asking)
        board = board_pictures.board(view, marks=scene.marks, last=marched)
        return Turn(board, {"kind": scene.kind, **scene.panel}, _reveal(draft))

    def order(self, fields: Any) -> str:
        return occupy_step.order(fields)


def _first_view(text: str) -> State:
    """The first position on a board, of which a picture shows nothing that was dealt."""
    state: State | None = None
    for event in RULESET.start(Setup(text, 2), SeededChance(bytes(32))):
        state = RULESET.evolve(state, event)
    assert state is not None
    return RULESET.view(state, None)


def _turn_over(draft: Draft) -> bool:
    before, after = RULESET.status(draft.start), RULESET.status(draft.view)
    return after.over or after.turn != before.turn


def _reveal(draft: Draft) -> str:
    """What confirming the draft would show that cannot be seen yet (A3, C1)."""
    events = [event for step in draft.steps for event in step.events]
    drawn = sum(isinstance(event, Drew) and event.card == UNKNOWN for event in events)
    over = _turn_over(draft)
    shown = any(isinstance(event, Revealed) and event.card == UNKNOWN for event in events)
    if drawn:
        cards = "the card you draw" if drawn == 1 else "the cards you draw"
        return "" if over else f"Confirm so far to see {cards} before you go on."
    if shown and not over:
        return "Confirm so far to see the new face-up card before you go on."
    return ""
