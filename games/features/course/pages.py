"""The pages of a course: its lessons, each with its position, and the answers to attempts.

A form subscribes the reader to the course by email.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import rate_limits, site_clock
from games.features.course import lessons_by_email, progress
from games.features.course.progress import Learner, Lesson, Syllabus
from games.features.exercises import pages
from games.features.exercises.pages import Answered, TaskPage
from games.rulesets import addresses
from games.rulesets.protocols import Course
from games.rulesets.registry import Room
from games.table.lobby import opponent_advice
from games.web.access import ANYBODY, PROVED, READER, declare, proved_user_or_none
from games.web.game_choice import room_or_404
from games.web.link_previews import link_preview


@require_safe
@declare(ANYBODY)
def show_course(request: HttpRequest, game: str = "") -> HttpResponse:
    """Show all lessons, with the visitor's progress, and the game to play when they are solved."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    title = _("Learn %(game)s") % {"game": room.title}
    about = _("Short lessons on the real board, each with one task. They need no account.")
    return render(request, "course/course.html", {
        "room": room, "section": "learn", "syllabus": syllabus, **_first_game(room),
        "lessons": [(lesson, _path(room, lesson)) for lesson in syllabus.lessons],
        "next": _path(room, syllabus.next) if syllabus.next else "",
        "takes_email": bool(settings.REPLY_DOMAIN), "email_url": addresses.course_email_path(room),
        "preview": link_preview(request, title, about, room=room),
    })


@require_safe
@declare(ANYBODY)
def show_lesson(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """Show a lesson with the draft in the query and, if the draft was checked, the answer to it."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    shown = _lesson_or_404(syllabus, lesson)
    answered = pages.drafted(request, _page(room, shown))
    if pages.is_checked(request):
        answered = _judged(shown, answered)
    return _render(request, room, syllabus, shown, answered)


@require_safe
@declare(ANYBODY)
def add_to_draft(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """Redirect to the lesson, with the fields of a form previewed or added to the draft."""
    room, course = course_or_404(game)
    syllabus = _syllabus(request, room, course)
    shown = _lesson_or_404(syllabus, lesson)

    def refuse(answered: Answered) -> HttpResponse:
        return _render(request, room, syllabus, shown, answered, status=answered.status)

    return pages.add_to_draft(request, _page(room, shown), refuse=refuse)


@require_POST
@declare(ANYBODY, locks=(READER,))
def check_orders(request: HttpRequest, lesson: str, game: str = "") -> HttpResponse:
    """Judge orders and count the attempt; redirect to the lesson if the orders solve it."""
    room, course = course_or_404(game)
    learner = _learner(request)
    shown = _lesson_or_404(progress.syllabus(course, {}), lesson)
    page, text = _page(room, shown), request.POST.get("orders", "")
    draft = page.draft(text)
    verdict = shown.task.judge(draft)
    if shown.task.is_attempt(draft) or draft.refusal:
        learner.record(room.name, lesson, solved=verdict.solved, now=site_clock.now())
    if verdict.solved:
        return redirect(page.checked(draft))
    syllabus = progress.syllabus(course, learner.progress(room.name))
    answered = Answered(draft, text, verdict)
    return _render(request, room, syllabus, _lesson_or_404(syllabus, lesson), answered,
                   status=answered.status)


def course_or_404(game: str) -> tuple[Room, Course]:
    """Return the game with this name ("": the default one) and its course, or raise Http404."""
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
    return Learner(proved_user_or_none(request), request.session)


def _syllabus(request: HttpRequest, room: Room, course: Course) -> Syllabus:
    return progress.syllabus(course, _learner(request).progress(room.name))


def _path(room: Room, lesson: Lesson, *, page: str = "lesson") -> str:
    return addresses.lesson_path(room, lesson.task.slug, page=page)


def _first_game(room: Room) -> dict[str, Any]:
    """Return the context of the button that starts a game after the course."""
    return {"proposal": opponent_advice.proposed_game(room, None)}


def _page(room: Room, lesson: Lesson) -> TaskPage:
    return TaskPage(
        room, lesson.task, _path(room, lesson), _path(room, lesson, page="lesson-draft"),
        _path(room, lesson, page="lesson-orders"),
        template="course/lesson.html", part="course/_lesson.html")


def _judged(lesson: Lesson, answered: Answered) -> Answered:
    """Return the answer to a draft that was checked.

    A page says that a lesson is solved only to those whose orders have been counted.
    """
    verdict = lesson.task.judge(answered.draft)
    if verdict.solved and not lesson.is_solved:
        return answered
    draft = verdict.outcome if verdict.solved else None
    return replace(answered, draft=draft or answered.draft, verdict=verdict, solved=verdict.solved)


def _render(request: HttpRequest, room: Room, syllabus: Syllabus, lesson: Lesson,
            answered: Answered, *, status: int = 200) -> HttpResponse:
    """Render the page of a lesson, or only its changing part if HTMX asks for that."""
    course = room.course
    assert course is not None  # the caller has found the lesson in it
    following = syllabus.after(lesson)
    return pages.render_task(
        request, _page(room, lesson), answered, progress=lesson.progress, status=status,
        syllabus=syllabus, lesson=lesson, following=following,
        next=_path(room, following) if following else "", **_first_game(room))


@require_POST
@declare(PROVED, locks=(READER,))
def ask_for_course(request: HttpRequest, game: str = "") -> HttpResponse:
    """Send the first lesson that is not solved to the visitor's own address."""
    room, course = course_or_404(game)
    user, now = pages.email_reader(request, _(
        "To get the course by email, please sign in with your email address.")), site_clock.now()
    rate_limits.count("lesson email", user.pk, now=now)
    if lessons_by_email.ask(user, room, course, now=now) is None:
        pages.tell_unreachable(request, user)
    else:
        messages.success(request, _(
            "The next lesson is on its way to %(address)s. Reply to it with your orders."
        ) % {"address": user.email})
    return redirect(addresses.course_path(room))
