"""The pages of a course: its lessons, each with its position, and the answers to attempts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.cache import patch_vary_headers
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from engine import drafts
from engine.drafts import Draft
from engine.errors import Refusal
from games import site_clock
from games.learning import courses, tasks
from games.learning.courses import Lesson, Syllabus
from games.learning.progress import Learner
from games.learning.tasks import Attempt
from games.refusals import possible_instead, status_code
from games.rulesets import addresses
from games.rulesets.opponents import opponent
from games.rulesets.protocols import Course
from games.rulesets.room import Room
from games.views.access import user_or_none
from games.views.game_choice import room_or_404
from games.views.game_page import ZOOMS, DraftStep, asks_part, with_query
from games.views.link_previews import link_preview
from games.views.turn_forms import choices_of

CHECKED = "checked"  # the field of a query by which a page shows the answer to its draft
PLAYERS = 2  # in the game after the course


@require_safe
def show_course(request: HttpRequest, game: str = "") -> HttpResponse:
    """All lessons, with the visitor's progress, and the game to play when they are solved."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    title = _("Learn %(game)s") % {"game": room.title}
    about = _("Short lessons on the real board, each with one task. They need no account.")
    return render(request, "learning/course.html", {
        "room": room, "syllabus": syllabus, **_opponent(room, course),
        "lessons": [(lesson, _path(room, lesson)) for lesson in syllabus.lessons],
        "next": _path(room, syllabus.next) if syllabus.next else "",
        "takes_email": bool(settings.REPLY_DOMAIN), "email_url": addresses.course_email_path(room),
        "preview": link_preview(request, title, about, room=room),
    })


@require_safe
def show_lesson(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """A lesson with the draft in the query and, if it was checked, the answer to it."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    shown = _lesson_or_404(syllabus, lesson)
    text = request.GET.get("draft", "")
    attempt = tasks.attempted(room, shown.task, text)
    return _render(request, room, syllabus, shown, attempt, text=text,
                   checked=request.GET.get(CHECKED) == "yes")


@require_safe
def add_to_draft(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """Redirects to the lesson with the fields of a form previewed or added to the draft."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    shown = _lesson_or_404(syllabus, lesson)
    before, path = request.GET.get("draft", ""), _path(room, shown)
    if request.GET.get("do") != "add":
        return redirect(with_query(path, before, **choices_of(request.GET)))
    try:
        order = room.turn.order(request.GET)
    except Refusal as refusal:
        attempt = tasks.attempted(room, shown.task, before)
        return _render(request, room, syllabus, shown, attempt, text=before, refusal=refusal,
                       status=status_code(refusal))
    attempt = tasks.attempted(room, shown.task, f"{before}\n{order}")
    if attempt.draft.refusal is not None:
        return _render(request, room, syllabus, shown, attempt, text=before,
                       status=status_code(attempt.draft.refusal))
    return redirect(with_query(path, attempt.draft.text))


@require_POST
def check_orders(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """Judges orders and counts the attempt; one that solves the lesson leads to its page."""
    room, course = course_or_404(game)
    learner = _learner(request)
    shown = _lesson_or_404(courses.syllabus(course, {}), lesson)
    text = request.POST.get("orders", "")
    attempt = tasks.attempted(room, shown.task, text)
    if attempt.draft.steps or attempt.draft.refusal:
        learner.record(room.name, lesson, solved=attempt.verdict.solved, now=site_clock.now())
    if attempt.verdict.solved:
        return redirect(with_query(_path(room, shown), attempt.draft.text, **{CHECKED: "yes"}))
    syllabus = courses.syllabus(course, learner.progress(room.name))
    refusal = attempt.draft.refusal
    return _render(request, room, syllabus, _lesson_or_404(syllabus, lesson), attempt, text=text,
                   checked=True, status=status_code(refusal) if refusal else 200)


def course_or_404(game: str) -> tuple[Room, Course]:
    """The game with this name ("": the default one) and its course."""
    room = room_or_404(game)
    if room.course is None:
        raise Http404(_("There is no course for this game."))
    return room, room.course


def _lesson_or_404(syllabus: Syllabus, slug: str) -> Lesson:
    found = syllabus.lesson(slug)
    if found is None:
        raise Http404(_("The course has no such lesson."))
    return found


def _learner(request: HttpRequest) -> Learner:
    return Learner(user_or_none(request), request.session)


def _syllabus(request: HttpRequest, room: Room, course: Course) -> Syllabus:
    return courses.syllabus(course, _learner(request).progress(room.name))


def _path(room: Room, lesson: Lesson, *, page: str = "lesson") -> str:
    return addresses.lesson_path(room, lesson.task.slug, page=page)


def _opponent(room: Room, course: Course) -> dict[str, Any]:
    """The bot to play against after the course, for the button that starts a game."""
    board = next(iter(room.ruleset.boards()))
    return {"opponent": opponent(room, course.opponent), "players": PLAYERS, "first_board": board}


def _render(request: HttpRequest, room: Room, syllabus: Syllabus, lesson: Lesson,
            attempt: Attempt, *, text: str, checked: bool = False, refusal: Refusal | None = None,
            status: int = 200) -> HttpResponse:
    """The page of a lesson, or only its changing part if HTMX asks for that."""
    course = room.course
    assert course is not None  # the caller has found the lesson in it
    # A page says that a lesson is solved only to those whose orders have been counted.
    solved = checked and attempt.verdict.solved and lesson.is_solved
    following = syllabus.after(lesson)
    part, live = asks_part(request), request.headers.get("HX-Trigger") == "typed"
    template = "learning/_lesson.html" if part else "learning/lesson.html"
    response = render(request, template, {
        "room": room, "syllabus": syllabus, "lesson": lesson, "zooms": ZOOMS,
        "path": _path(room, lesson), "check_url": _path(room, lesson, page="lesson-orders"),
        "draft_url": _path(room, lesson, page="lesson-draft"),
        "verdict": attempt.verdict if checked and solved == attempt.verdict.solved else None,
        "solved": solved,
        "live": live,
        "following": following, "next": _path(room, following) if following else "",
        **_opponent(room, course), **_help(room, lesson),
        **_composer(request, room, lesson, attempt.draft, text=text, refusal=refusal),
        **(_end(room, lesson, attempt.draft) if solved else {}),
    }, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if part and status == 200:
        response["HX-Replace-Url" if live else "HX-Push-Url"] = request.get_full_path()
    return response


def _help(room: Room, lesson: Lesson) -> dict[str, Any]:
    """The hint and the solution, once enough attempts have failed."""
    offered = tasks.help_with(lesson.task, lesson.progress)
    shown = with_query(_path(room, lesson), offered.solution) if offered.solution else ""
    return {"help": offered, "try_solution": shown}


def _composer(request: HttpRequest, room: Room, lesson: Lesson, draft: Draft, *, text: str,
              refusal: Refusal | None) -> dict[str, Any]:
    """Board, table and choices after the draft."""
    task = lesson.task

    def link(draft: str, **choices: str | list[str]) -> str:
        return with_query(_path(room, lesson), draft, **choices)

    query = request.GET if request.method == "GET" else {}
    turn = room.turn.turn(draft, seat=task.seat, names=task.names, query=query, link=link,
                          moves=task.moves)
    shown = refusal or draft.refusal
    return {
        "turn": turn, "draft": draft, "panel": turn.panel,
        "steps": _steps(room, lesson, draft, names=task.names),
        "board": mark_safe(turn.board),  # noqa: S308 - our own drawing
        "table": room.table.table(draft.view, names=task.names, seat=task.seat),
        "refusal": shown, "allowed": possible_instead(shown),
        "example": tasks.example(room, task),
        "typed": text if shown else draft.text.replace(drafts.SEPARATOR, "\n"),
    }


def _end(room: Room, lesson: Lesson, draft: Draft) -> dict[str, Any]:
    """The board at the end of a solved lesson, with nothing to choose."""
    moves = [*lesson.task.moves, *(step.text for step in draft.steps)]
    board = room.boards.board(draft.view, names=lesson.task.names, moves=moves)
    return {"board": mark_safe(board)}  # noqa: S308 - our own drawing


def _steps(room: Room, lesson: Lesson, draft: Draft, *,
           names: Sequence[str]) -> list[DraftStep]:
    return [
        DraftStep(
            drafts.describe(Draft(step.before, (step,)), ruleset=room.ruleset, names=names),
            step.text, with_query(_path(room, lesson), draft.first_moves(i)))
        for i, step in enumerate(draft.steps)
    ]
