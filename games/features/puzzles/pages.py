"""The pages of puzzles: those of the last days, each with its position, and the answers to it.

A form turns the daily puzzles by email on and off.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import rate_limits, site_clock, slow_work
from games.base.rate_limits import client_network
from games.base.refusals import Busy, Foreign, TooOften, status_code
from games.features.exercises import pages
from games.features.exercises.pages import Answered, TaskPage
from games.features.puzzles import daily_emails, days, solving
from games.features.puzzles.solving import Record, Solver
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle, User
from games.post.outbox import bounces, preferences
from games.rulesets import addresses
from games.rulesets.registry import Room
from games.web.access import ANYBODY, PROVED, READER, declare, proved_user_or_none
from games.web.game_choice import room_or_404
from games.web.link_previews import link_preview

DAYS_BEFORE = 7
FROM, SETTINGS = "from", "settings"  # the field that says on which page the form was, and a value


@dataclass(frozen=True, slots=True)
class _Visit:
    """A visitor at a puzzle."""

    request: HttpRequest
    room: Room
    puzzle: Puzzle
    task: PuzzleTask
    solver: Solver

    @property
    def page(self) -> TaskPage:
        def path(page: str) -> str:
            return addresses.puzzle_path(self.room, self.puzzle.key, page=page)

        return TaskPage(self.room, self.task, path("puzzle"), path("puzzle-draft"),
                        path("puzzle-orders"), template="puzzles/puzzle.html",
                        part="puzzles/_puzzle.html")

    @property
    def who(self) -> object:
        """The visitor's id or, without an account, their network."""
        return self.solver.user.pk if self.solver.user else client_network(self.request)

    @property
    def record(self) -> Record:
        """The record of the visitor's attempts at the puzzle."""
        return self.solver.records([self.puzzle])[self.puzzle.key]


@require_safe
@declare(ANYBODY)
def show_puzzles(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show the puzzles of today and of the days before, and the visitor's rating."""
    room, now = puzzle_room_or_404(game), site_clock.now()
    solver = solver_of_request(request)
    today = days.today(room, now=now)
    first = today[0].day if today and today[0].day else now.date()
    shown = cards(room, [*today, *days.before(room, first, count=DAYS_BEFORE)], solver)
    title = _("Puzzles of %(game)s") % {"game": room.title}
    about = _("Positions from real games in which one turn is clearly best: three new ones a day.")
    return render(request, "puzzles/list.html", {
        "room": room, "section": "learn",
        "today": shown[:len(today)], "earlier": shown[len(today):],
        "rating": _rating(solver.user, room), "preview": link_preview(
            request, title, about, room=room),
    })


@require_safe
@declare(ANYBODY)
def show_puzzle(request: HttpRequest, puzzle: str, game: str = "") -> HttpResponse:
    """Show a puzzle with the draft in the query and, if the visitor has solved it, the answer."""
    visit = _visit_or_404(request, game, puzzle)
    answered, record = pages.drafted(request, visit.page), visit.record
    if pages.is_checked(request) and record.is_solved:
        with slow_work.place(visit.who):
            answered = pages.judged(visit.task, answered)
    return _render(visit, answered, record=record)


@require_safe
@declare(ANYBODY)
def add_to_draft(request: HttpRequest, puzzle: str, game: str = "") -> HttpResponse:
    """Redirect to the puzzle, with the fields of a form previewed or added to the draft."""
    visit = _visit_or_404(request, game, puzzle)

    def refuse(answered: Answered) -> HttpResponse:
        return _render(visit, answered, record=visit.record, status=answered.status)

    return pages.add_to_draft(request, visit.page, refuse=refuse)


@require_POST
@declare(ANYBODY, locks=(READER,))
def check_orders(request: HttpRequest, puzzle: str, game: str = "") -> HttpResponse:
    """Judge orders and count whole turns; redirect to the puzzle if the orders solve it."""
    visit = _visit_or_404(request, game, puzzle)
    text = request.POST.get("orders", "")
    answered = Answered(visit.page.draft(text), text)
    try:
        answered = _checked(visit, answered)
    except TooOften as refusal:
        answered = replace(answered, refusal=refusal)
    except Busy as refusal:
        response = _render(visit, replace(answered, refusal=refusal), record=visit.record,
                           status=status_code(refusal))
        response["Retry-After"] = str(refusal.retry_after)
        return response
    if answered.verdict is not None and answered.verdict.solved:
        return redirect(visit.page.checked(answered.draft))
    return _render(visit, answered, record=visit.record, status=answered.status)


@require_POST
@declare(ANYBODY, locks=(READER,))
def vote(request: HttpRequest, puzzle: str, game: str = "") -> HttpResponse:
    """Record whether the visitor likes a puzzle that they have solved."""
    visit = _visit_or_404(request, game, puzzle)
    user, liked = visit.solver.user, request.POST.get("liked") == "yes"
    if user is None or not solving.vote(user, visit.puzzle, liked=liked):
        raise Foreign("not-solved", _(
            "Please sign in and solve the puzzle before you say whether you like it."))
    draft = visit.page.draft(request.POST.get("draft", ""))
    path = visit.page.checked(draft) if draft.steps else visit.page.path
    return redirect(f"{path}#opinion")


def puzzle_room_or_404(game: str) -> Room:
    """Return the game with this name ("": the default one), or raise Http404 without puzzles."""
    room = room_or_404(game)
    if not room.has_puzzles:
        raise Http404(_("There are no puzzles for this game."))
    return room


def _visit_or_404(request: HttpRequest, game: str, key: str) -> _Visit:
    """Return a visit to the puzzle, or raise Http404 unless the puzzle's day has come."""
    room = puzzle_room_or_404(game)
    puzzle = days.find(room, key, now=site_clock.now())
    if puzzle is None:
        raise Http404(_("There is no such puzzle, or its day has not come yet."))
    task = PuzzleTask(room, days.content_of(puzzle))
    return _Visit(request, room, puzzle, task, solver_of_request(request))


def _checked(visit: _Visit, answered: Answered) -> Answered:
    """Return the answer to orders, and count a whole turn; refuse (TooOften) too many turns.

    Refuses (Busy) to judge while others have theirs judged.
    """
    if not visit.task.is_attempt(answered.draft):
        return replace(answered, verdict=visit.task.judge(answered.draft))
    now = site_clock.now()
    rate_limits.count("puzzle", visit.who, now=now)
    with slow_work.place(visit.who):
        answered = pages.judged(visit.task, answered)
    assert answered.verdict is not None  # it has just been judged
    visit.solver.note(visit.puzzle, solved=answered.verdict.solved, now=now)
    return answered


def _render(visit: _Visit, answered: Answered, *, record: Record,
            status: int = 200) -> HttpResponse:
    """Render the page of a puzzle, or only its changing part if HTMX asks for that."""
    puzzle, task = visit.puzzle, visit.task
    is_whole = task.is_attempt(answered.draft)
    return pages.render_task(
        visit.request, visit.page, answered, progress=record.progress, status=status,
        puzzle=puzzle, record=record, difficulty=solving.difficulty_in_words(puzzle.place),
        points=solving.skill_of(puzzle).points,
        is_rated_next=_is_rated_next(visit, record),
        change="" if record.gain is None else solving.change_in_words(record.gain),
        unfinished=not is_whole and answered.draft.refusal is None,
        preview=link_preview(visit.request, task.title, task.task, room=visit.room),
        **(_after_solving(visit, answered, record=record) if record.is_solved
           else pages.reasons_of_solution(task, answered, record.progress)))


def _is_rated_next(visit: _Visit, record: Record) -> bool:
    """Return whether the next whole turn changes ratings."""
    user = visit.solver.user
    return user is not None and not record.is_tried and not solving.has_played(user, visit.puzzle)


def _after_solving(visit: _Visit, answered: Answered, *, record: Record) -> dict[str, Any]:
    """Return the context that only somebody who has solved the puzzle gets."""
    task, room, following = visit.task, visit.room, _following(visit)
    rated = record.gain is not None
    return {
        "reasons": pages.reasons_after(task, answered),
        "best": "" if task.best.text == answered.draft.text else task.solution,
        "statistics": solving.statistics_in_words(
            solving.skill_of(visit.puzzle).points, tries=visit.puzzle.tries,
            found=visit.puzzle.found),
        "rating": _rating(visit.solver.user, room) if rated else None,
        "may_vote": visit.solver.user is not None, "vote_url": addresses.puzzle_path(
            room, visit.puzzle.key, page="puzzle-vote"), "replay": _replay(visit.puzzle),
        "following": following,
        "next": addresses.puzzle_path(room, following.key) if following
        else addresses.puzzles_path(room),
    }


def _following(visit: _Visit) -> Puzzle | None:
    """Return a puzzle of the same day that the visitor has not solved, or None."""
    others = days.others(visit.room, visit.puzzle)
    records = visit.solver.records(others)
    return next((each for each in others if not records[each.key].is_solved), None)


def _rating(user: User | None, room: Room) -> dict[str, Any] | None:
    """Return a user's rating in words and its number of puzzles, or None without a rating."""
    if user is None:
        return None
    solver = solving.solver_of(user, room.name)
    if not solver.rated:
        return None
    return {"words": solving.rating_in_words(solving.skill_of(solver)), "count": solver.rated}


def _replay(puzzle: Puzzle) -> str:
    """Return the address of the puzzle's position in its game, or "" if not all may replay that."""
    if puzzle.origin is None or not puzzle.origin.listed or puzzle.origin_number is None:
        return ""
    return reverse("position", kwargs={
        "code": puzzle.origin.code, "number": puzzle.origin_number})


@require_POST
@declare(PROVED, locks=(READER,))
def choose_daily_emails(request: HttpRequest, game: str = "") -> HttpResponse:
    """Turn the visitor's daily puzzles on (field ``daily``: "on") or off."""
    room = daily_emails.room_of(room_or_404(game).name)
    if room is None:
        raise Http404(_("There are no puzzles of this game."))
    user, now = pages.email_reader(request, _(
        "To get puzzles by email, please sign in with your email address.")), site_clock.now()
    if request.POST.get("daily") != "on":
        daily_emails.turn_off(user, room)
        messages.success(request, _("You will get no more puzzles by email."))
    elif bounces.reasons_not_to_send([user.email or ""]):
        pages.tell_unreachable(request, user)
    else:
        moment = daily_emails.turn_on(user, room, now=now)
        zone = preferences.time_zone_of(preferences.preferences_of(user))
        messages.success(request, _(
            "From %(day)s on, the daily puzzles come to %(address)s at about %(time)s."
        ) % {"address": user.email, "day": date_format(timezone.localtime(moment, zone), _("j F")),
             "time": date_format(timezone.localtime(moment, zone), "H:i")})
    on_settings = request.POST.get(FROM) == SETTINGS
    return redirect("email-settings" if on_settings else addresses.puzzles_path(room))


@dataclass(frozen=True, slots=True)
class PuzzleCard:
    """A puzzle in a list."""

    room: Room
    puzzle: Puzzle
    record: Record

    @property
    def link(self) -> str:
        return addresses.puzzle_path(self.room, self.puzzle.key)

    @property
    def difficulty(self) -> str:
        return solving.difficulty_in_words(self.puzzle.place)

    @property
    def colour(self) -> str:
        """The colour of the seat to move."""
        return _(self.room.ruleset.colours[self.puzzle.seat]).capitalize()

    @property
    def points(self) -> int:
        """The puzzle's rating."""
        return solving.skill_of(self.puzzle).points

    @property
    def picture(self) -> SafeString:
        return _drawn(PuzzleTask(self.room, days.content_of(self.puzzle)), get_language())


@lru_cache(maxsize=300)  # a list has two dozen
def _drawn(task: PuzzleTask, language: str) -> SafeString:
    """Draw the position of a puzzle, with titles in the active language."""
    return mark_safe(task.room.boards.thumbnail(task.view))  # noqa: S308 - our own drawing


def solver_of_request(request: HttpRequest) -> Solver:
    """Return the visitor as somebody who solves puzzles."""
    return Solver(proved_user_or_none(request), request.session)


def cards(room: Room, puzzles: Iterable[Puzzle], solver: Solver) -> Sequence[PuzzleCard]:
    """Return a card for each of these puzzles, in their order."""
    puzzles = list(puzzles)
    records = solver.records(puzzles) if puzzles else {}
    return [PuzzleCard(room, puzzle, records[puzzle.key]) for puzzle in puzzles]


def cards_of_today(request: HttpRequest, room: Room) -> Sequence[PuzzleCard]:
    """Return the cards of today's puzzles for this visitor, if the game has puzzles."""
    if not room.has_puzzles:
        return []
    return cards(room, days.today(room, now=site_clock.now()), solver_of_request(request))
