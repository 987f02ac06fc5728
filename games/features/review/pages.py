"""The pages of a finished game's review: why it was lost, better turns, and turns to play again.

Everybody who may see the replay may see the review, also by shared links.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.formats import number_format
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alexandros_rules.ruleset import lead
from games.base import rate_limits, site_clock, slow_work
from games.base.rate_limits import client_network
from games.base.refusals import Busy, TooOften, status_code
from games.features.exercises import attempts
from games.features.exercises import pages as task_pages
from games.features.exercises.attempts import Progress
from games.features.exercises.pages import Answered, TaskPage
from games.features.review import outcome, reading, reviewing, turn_again
from games.features.review.outcome import Swing
from games.features.review.reading import GameReview, SeatReview, TurnInWords
from games.features.review.turn_again import TurnAgain
from games.models.review_findings import JudgedTurn
from games.rulesets import registry
from games.table.play import event_log
from games.table.play.history import GameHistory
from games.table.play.revealing import sealed
from games.web.access import GAME, HOST, REPLAY, declare, get_table_or_404, user_or_none
from games.web.replay import ReplayAccess, get_replay_or_404, page_of_finished


@dataclass(frozen=True, slots=True)
class PlayerReview:
    """The review of one seat on the page; ``margin`` is its lead in points, negative if behind.

    ``own``       whether the seat is the reader's.
    ``won``       what ``event_log.win_of`` says.
    ``summary``, ``worst``, ``causes``, ``swings``  why the seat has won or lost; ``worst`` is a
                  sentence with the address of its turn, None if no turn gave much away.
    """

    name: str
    badge: str
    own: bool
    review: SeatReview
    won: str
    margin: int
    summary: str
    worst: tuple[str, str] | None
    causes: Sequence[CauseOnPage]
    swings: Sequence[tuple[str, str]]
    moments: Sequence[MomentOnPage]

    @property
    def behind(self) -> int:
        """The number of points that the seat has lost by."""
        return -self.margin

    @property
    def loss(self) -> str:
        """The average loss in percent, "" if there was never anything to lose."""
        return number_format(100 * self.review.loss, decimal_pos=1) if self.review.turns else ""

    @property
    def luck(self) -> str:
        """The luck with its sign: "+4", "−11" or "0"."""
        points = round(self.review.luck)
        return f"{points:+d}".replace("-", "−") if points else "0"


@dataclass(frozen=True, slots=True)
class CauseOnPage:
    """A cause, and its turns with the addresses that they lead to."""

    text: str
    turns: Sequence[tuple[int, str]]


@dataclass(frozen=True, slots=True)
class MomentOnPage:
    """A moment with the addresses of its pictures, its position in the replay and its task."""

    words: TurnInWords
    percent: dict[str, int]
    position: str
    played_picture: str
    better_picture: str
    again: str


@require_safe
@declare(REPLAY)
def show_review(request: HttpRequest, code: str, token: str = "") -> HttpResponse:
    """Show the review, or how far it has been computed; then the page refreshes itself."""
    replay = _reviewable_or_404(request, code, token)
    review = reading.read(replay.game)
    players, chart = _players(replay, review) if review.seats else ([], "")
    return render(request, "review/page.html", {
        "room": registry.get(replay.game.ruleset), "game": replay.game, "base": replay.base,
        "shared": bool(replay.token), "review": review, "players": players, "chart": chart,
        "reader": next((one for one in players if one.own), None),
        "hidden": [name for seat, name in enumerate(replay.table.names)
                   if review.seats and seat not in {one.seat for one in review.seats}],
        "may_ask": reading.may_ask(replay, review),
    })


def _reviewable_or_404(request: HttpRequest, code: str, token: str,
                       number: int | None = None) -> ReplayAccess:
    replay = get_replay_or_404(request, code, token, number)
    if replay.over and not replay.revealed:
        raise sealed()
    if not reviewing.can_be_reviewed(replay.game):
        raise Http404(_("There is no review of this game: only games that are over are reviewed."))
    return replay


def _players(replay: ReplayAccess, review: GameReview) -> tuple[list[PlayerReview], str]:
    """Return the reviews of the players, the reader's first, and the chart of their chances."""
    game, room, past = replay.game, registry.get(replay.game.ruleset), replay.past()
    scores, winners = game.result["scores"], game.result["winners"]  # type: ignore[index]  # over
    names, own = replay.table.names, past.seat
    rows = room.replay.moments(past.views(), moves=past.moves)
    done = review.state == "done"
    course = outcome.whole_course(review.course, past) if done else ()
    swings = {one.seat: outcome.largest_swings(course, rows, seat=one.seat, winners=winners)
              for one in review.seats}
    players = [
        PlayerReview(
            names[one.seat],
            mark_safe(room.boards.badge(one.seat)),  # noqa: S308 - our own drawing
            one.seat == own, one, event_log.win_of(replay.game, one.seat), lead(scores, one.seat),
            outcome.summary(past, one.seat) if done else "",
            _worst_turn(past, one) if done and one.seat not in winners else None,
            _causes(replay, past, one) if done else [],
            [(outcome.in_words(each, past.names_for_reader(each.number)),
              replay.address("position", number=each.number)) for each in swings[one.seat]],
            [_moment(replay, words) for words in reading.moments(past, one)])
        for one in review.seats
    ]
    chart = room.replay.chances(
        rows, outcome.percents(course, rows, {one.seat for one in review.seats}), names=names,
        href=lambda number: replay.address("position", number=number),
        marks=_marks(swings, own, past)) if course else ""
    players.sort(key=lambda one: not one.own)
    return players, mark_safe(chart)  # noqa: S308 - our own drawing


def _marks(swings: Mapping[int, Sequence[Swing]], own: int | None,
           past: GameHistory) -> dict[int, str]:
    """Return sentences for the chart on the swings of the reader, or on those of all seats."""
    marked = [(seat, one) for seat, some in swings.items() for one in some
              if own not in swings or seat == own]
    return {one.number: _("%(name)s: from %(before)s %% to %(after)s %%.") % {
        "name": past.names_at(one.number)[seat], "before": round(100 * one.before),
        "after": round(100 * one.after)} for seat, one in marked}


def _causes(replay: ReplayAccess, past: GameHistory, review: SeatReview) -> list[CauseOnPage]:
    """Return the causes of a seat's result; each turn leads to its end in the replay."""
    last = {each.turn: each.row.number for each in past.transitions}
    return [
        CauseOnPage(one.text, [(turn, replay.address("position", number=last[turn]))
                               for turn in dict.fromkeys(one.turns)])
        for one in outcome.find_causes(past, review.judged, seat=review.seat)]


def _worst_turn(past: GameHistory, review: SeatReview) -> tuple[str, str] | None:
    """Return the sentence on the turn that gave away most, and where the page describes it."""
    worst = reading.worst_turn(review)
    if worst is None:
        return None
    return reading.worst_in_words(worst, past), f"#move-{worst.first}"


def _moment(replay: ReplayAccess, words: TurnInWords) -> MomentOnPage:
    turn = words.turn
    return MomentOnPage(
        words, reading.percentages(turn), replay.address("position", number=turn.last),
        replay.address("position-picture", number=turn.last),
        replay.address("review-picture", number=turn.first),
        replay.address("review-again", number=turn.first))


@require_safe
@declare(REPLAY)
def show_better_turn(request: HttpRequest, code: str, number: int,
                     token: str = "") -> HttpResponseBase:
    """Send a picture of the position after the best turn; ``number`` is the first row played."""
    replay = _reviewable_or_404(request, code, token, number)
    turn = _notable_or_404(replay, number)

    def draw() -> HttpResponse:
        past, game = replay.past(), replay.game
        best = reading.better_turn(past, turn)
        heading = _("%(game)s, a better turn %(number)s") % {
            "game": game.name, "number": turn.turn}
        picture = registry.get(game.ruleset).boards.standalone_board(
            best.view, names=past.names_at(number), heading=heading,
            moves=[step.text for step in best.steps])
        return HttpResponse(str(picture).encode(), content_type="image/svg+xml")

    return page_of_finished(request, replay, number, draw)


def _notable_or_404(replay: ReplayAccess, number: int) -> JudgedTurn:
    """Return the notable turn that begins with this row, or raise Http404."""
    turn = reading.read(replay.game).from_row(number)
    if turn is None:
        raise Http404(_("The review of this game has no better turn for this position."))
    return turn


@require_http_methods(["GET", "HEAD", "POST"])
@declare(REPLAY)
def play_again(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Show a notable turn as a task, and judge orders; ``number`` is the first row played."""
    replay, page = _task_or_404(request, code, number, token)
    if request.method != "POST":
        return _render_task(request, replay, page, task_pages.drafted(request, page))
    text = request.POST.get("orders", "")
    answered = Answered(page.draft(text), text)
    try:
        answered = _checked(request, page, answered)
    except TooOften as refusal:
        answered = replace(answered, refusal=refusal)
    except Busy as refusal:
        response = _render_task(request, replay, page, replace(answered, refusal=refusal),
                                status=status_code(refusal))
        response["Retry-After"] = str(refusal.retry_after)
        return response
    return _render_task(request, replay, page, answered, status=answered.status)


@require_safe
@declare(REPLAY)
def add_to_draft(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Redirect to the task, with the fields of a form previewed or added to the draft."""
    replay, page = _task_or_404(request, code, number, token)
    return task_pages.add_to_draft(
        request, page, refuse=lambda answered: _render_task(
            request, replay, page, answered, status=answered.status))


def _task_or_404(request: HttpRequest, code: str, number: int,
                 token: str) -> tuple[ReplayAccess, TaskPage]:
    replay = _reviewable_or_404(request, code, token, number)
    task = turn_again.task_of(replay.past(), _notable_or_404(replay, number))
    path = replay.address("review-again", number=number)
    return replay, TaskPage(
        task.room, task, path, replay.address("review-again-draft", number=number), path,
        template="review/turn_again.html", part="review/_turn_again.html")


def _checked(request: HttpRequest, page: TaskPage, answered: Answered) -> Answered:
    """Return the answer to orders; refuse (TooOften, Busy) when too many are judged."""
    assert isinstance(page.task, TurnAgain)  # made by ``_task_or_404``
    if page.task.is_attempt(answered.draft):
        user = user_or_none(request)
        who = user.pk if user else client_network(request)
        rate_limits.count("puzzle", who, now=site_clock.now())
        with slow_work.place(who):  # the analyst takes some tenths of a second
            return task_pages.judged(page.task, answered)
    return task_pages.judged(page.task, answered)


def _render_task(request: HttpRequest, replay: ReplayAccess, page: TaskPage, answered: Answered, *,
                 status: int = 200) -> HttpResponse:
    task = page.task
    assert isinstance(task, TurnAgain)  # made by ``_task_or_404``
    is_whole = task.is_attempt(answered.draft)
    review = f"{replay.address('review')}#move-{task.turn.first}"
    progress = Progress(attempts.SOLUTION_AFTER)
    return task_pages.render_task(
        request, page, answered, progress=progress, status=status,
        **task_pages.reasons_of_solution(task, answered, progress), checkable=is_whole,
        unfinished=not is_whole and answered.draft.refusal is None,
        review=review, next=review)


@require_POST
@declare(HOST, locks=(GAME,))
def ask(request: HttpRequest, code: str) -> HttpResponse:
    """Have a finished game reviewed, unless it has been."""
    access = get_table_or_404(request, code)
    replay = ReplayAccess(access)
    if replay.over and not replay.revealed:
        raise sealed()
    if not reviewing.is_reviewed(access.game):
        raise Http404(_("There is no review of this game: only games that are over are reviewed."))
    if reading.may_ask(replay, reading.read(access.game)):
        reviewing.request(access.game, now=site_clock.now())
        messages.success(request, _("We have begun to review this game."))
    return redirect("review", code=code)

