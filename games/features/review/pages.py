"""The page of a finished game's review: good and bad moves, and better ones.

Everybody who may see the replay may see the review, also by shared links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import site_clock
from games.features.review import reading, reviewing
from games.features.review.reading import DecisionInWords, GameReview, SeatReview
from games.models.review_findings import JudgedDecision
from games.rulesets import registry
from games.table.play.history import GameHistory
from games.web.access import GAME, PLAYER, REPLAY, declare, get_table_or_404
from games.web.replay import ReplayAccess, get_replay_or_404, page_of_finished


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The review of one seat on the page; ``margin`` is its lead in points, negative if behind."""

    name: str
    badge: str
    review: SeatReview
    won: bool
    margin: int
    moments: Sequence[MomentOnPage]

    @property
    def behind(self) -> int:
        """The number of points that the seat has lost by."""
        return -self.margin

    @property
    def loss(self) -> str:
        """The average loss in percent."""
        return number_format(100 * self.review.loss, decimal_pos=1)

    @property
    def luck(self) -> str:
        """The luck with its sign: "+4", "−11" or "0"."""
        points = round(self.review.luck)
        return f"{points:+d}".replace("-", "−") if points else "0"


@dataclass(frozen=True, slots=True)
class MomentOnPage:
    """A moment with the addresses of its pictures and of its position in the replay."""

    words: DecisionInWords
    percent: dict[str, int]
    position: str
    played_picture: str
    better_picture: str


@require_safe
@declare(REPLAY)
def show_review(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """Show the review, or how far it has been computed; then the page refreshes itself."""
    replay = _reviewable_or_404(request, code, token)
    review = reading.read(replay.game)
    return render(request, "review/page.html", {
        "room": registry.get(replay.game.ruleset), "game": replay.game, "base": replay.base,
        "shared": bool(replay.token), "review": review,
        "players": _players(replay, review) if review.seats else [],
        "hidden": [name for seat, name in enumerate(replay.table.names)
                   if review.seats and seat not in {one.seat for one in review.seats}],
        "may_ask": _may_ask(replay, review),
    })


def _reviewable_or_404(request: HttpRequest, code: str, token: str,
                       number: int | None = None) -> ReplayAccess:
    replay = get_replay_or_404(request, code, token, number)
    if not reviewing.can_be_reviewed(replay.game):
        raise Http404(_("There is no review of this game: only games that are over are reviewed."))
    return replay


def _players(replay: ReplayAccess, review: GameReview) -> list[PlayerReview]:
    game, room, past = replay.game, registry.get(replay.game.ruleset), replay.past()
    scores, winners = game.result["scores"], game.result["winners"]  # type: ignore[index]  # over
    return [
        PlayerReview(
            replay.table.names[one.seat],
            mark_safe(room.boards.badge(one.seat)),  # noqa: S308 - our own drawing
            one, one.seat in winners, _margin(scores, one.seat),
            [_moment(replay, past, decision) for decision in one.moments])
        for one in review.seats
    ]


def _margin(scores: Sequence[int], seat: int) -> int:
    """Return the number of points by which a seat is ahead of the best other seat, or behind it."""
    return scores[seat] - max(score for other, score in enumerate(scores) if other != seat)


def _moment(replay: ReplayAccess, past: GameHistory,
            decision: JudgedDecision) -> MomentOnPage:
    return MomentOnPage(
        reading.describe_decision(replay.game, past, decision), reading.percentages(decision),
        replay.address("position", number=decision.last),
        replay.address("position-picture", number=decision.last),
        replay.address("review-picture", number=decision.first))


def _may_ask(replay: ReplayAccess, review: GameReview) -> bool:
    """Return whether this person is a player and nobody is reviewing the game."""
    is_player = replay.table.seat is not None and not replay.token
    return is_player and review.state in ("none", "failed") and reviewing.is_reviewed(
        replay.game)


@require_safe
@declare(REPLAY)
def show_better_turn(request: HttpRequest, code: str, number: int,
                     token: str = "") -> HttpResponseBase:
    """Send a picture of the position after the best turn; ``number`` is the first row played."""
    replay = _reviewable_or_404(request, code, token, number)
    decision = reading.read(replay.game).from_row(number)
    if decision is None:
        raise Http404(_("The review of this game has no better turn for this position."))

    def draw() -> HttpResponse:
        past, game = replay.past(), replay.game
        best = reading.better_turn(game, past, decision)
        heading = _("%(game)s, a better turn %(number)s") % {
            "game": game.name, "number": decision.turn}
        picture = registry.get(game.ruleset).boards.standalone_board(
            best.view, names=past.names_at(number), heading=heading,
            moves=[step.text for step in best.steps])
        return HttpResponse(str(picture).encode(), content_type="image/svg+xml")

    return page_of_finished(request, replay, number, draw)


@require_POST
@declare(PLAYER, locks=(GAME,))
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have a finished game reviewed, unless it has been."""
    access = get_table_or_404(request, code)
    replay = ReplayAccess(access)
    if not reviewing.is_reviewed(access.game):
        raise Http404(_("There is no review of this game: only games that are over are reviewed."))
    if _may_ask(replay, reading.read(access.game)):
        reviewing.request(access.game, now=site_clock.now())
        messages.success(request, _("We have begun to review this game."))
    return redirect("review", code=code)

