"""Reviews of finished games, as one of the features of this service."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

from django.conf import settings

from games.base import log_context, task_queue
from games.base.features import Feature
from games.features.review import reading, reviewing
from games.features.review.reviewing import Examination, ask_here
from games.models import Game, OutgoingEmail, Review, Seat, review_findings
from games.post.emails.content import link_to
from games.table.events import Ended, Unsealed
from games.table.play.history import GameHistory
from games.web.access import TableAccess
from games.web.replay import ReplayAccess


def _have_it_reviewed(event: Ended) -> None:
    if settings.REVIEWS and event.game.is_revealed:
        task_queue.send_after_commit("review_game", event.game.pk)


def _have_it_reviewed_after_all(event: Unsealed) -> None:
    if reviewing.is_reviewed(event.game):
        reviewing.request(event.game, now=event.now)


def _examine_again(game: Game, number: int) -> None:
    """Examine the game's rows again, from the one where the review had stopped."""
    players = game.seats.count()
    found = review_findings.begin(analyst=0, seats=range(players), players=players)
    for _ in Examination(game, found, ask_here).examine(after=number):
        pass


def _in_the_last_email(email: OutgoingEmail, game: Game, seat: Seat) -> dict[str, Any]:
    return {"review": link_to("review", game.code) if reviewing.is_reviewed(game) else ""}


def _on_the_game_page(access: TableAccess, now: datetime) -> dict[str, Any]:
    game = access.game
    has_review = reviewing.can_be_reviewed(game) and (
        game.imported or any(seat.user_id for seat in access.seats))
    return {"has_review": has_review, "asks_for_review": has_review and game.imported
            and not Review.objects.filter(game=game).exists()}


def _in_the_replay(replay: ReplayAccess, past: GameHistory, number: int,
                   names: Sequence[str]) -> dict[str, Any]:
    """Return the context of the marks in the chart, and of the note beside the position."""
    review = reading.review_of(replay.game)
    context = {"has_review": review is not None, "marks": reading.chart_marks(review, past),
               **reading.note_context(review, number, past=past, address=replay.address("review"))}
    # Any other game has been reviewed since its end.
    if review is not None and replay.game.imported and review.state == "none":
        context |= {"has_review": False, "asks_for_review": reading.may_ask(replay, review)}
    return context


def _beside_a_position(replay: ReplayAccess, past: GameHistory, number: int) -> dict[str, Any]:
    return reading.note_context(reading.review_of(replay.game), number, past=past,
                                address=replay.address("review"))


FEATURE = Feature(
    name="review",
    listeners={Ended: _have_it_reviewed, Unsealed: _have_it_reviewed_after_all},
    end_section=_in_the_last_email,
    panels={"game": _on_the_game_page, "replay": _in_the_replay, "step": _beside_a_position},
    slots={"game-over": "review/_game_over.html", "replay-ways": "review/_replay_ways.html",
           "replay-step": "review/_step.html"},
    sweeps={"games to review": reviewing.sweep},
    repeats={log_context.REVIEW: _examine_again},
)
