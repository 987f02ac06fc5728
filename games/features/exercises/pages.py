"""Pages on which somebody composes orders in a given position and has them checked.

The module also has the common parts of forms that ask for emails with exercises.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules import drafts
from alexandros_rules.drafts import Draft, Verdict
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import EvaluatedMove
from games.base.refusals import Foreign, possible_instead, status_code
from games.drawing import canvas
from games.features.exercises import attempts
from games.features.exercises.attempts import Progress
from games.features.exercises.best_turn import BestTurn
from games.models import User
from games.rulesets.protocols import Task
from games.rulesets.registry import Room
from games.web.access import user_or_none
from games.web.game_page import ZOOMS, DraftStep, is_typed, render_part, with_query
from games.web.turn_forms import with_fields

CHECKED = "checked"  # the field of a query by which a page shows the answer to its draft


@dataclass(frozen=True, slots=True)
class TaskPage:
    """A task with the page on which it is worked on.

    ``path`` is the page's address; forms of the choices are sent to ``draft_url`` and orders to
    ``check_url``.  ``template`` is that of the whole page, ``part`` that of its changing part.
    """

    room: Room
    task: Task
    path: str
    draft_url: str
    check_url: str
    template: str
    part: str

    def draft(self, orders: str) -> Draft:
        """Return the draft of these orders, as far as they can be played in the task's position."""
        return self.task.evaluate(orders)

    def link(self, draft: str, /, **choices: str | list[str]) -> str:
        """Return the address of the page with this draft and these choices."""
        return with_query(self.path, draft, choices)

    def checked(self, draft: Draft) -> str:
        """Return the address of the page with the answer to this draft."""
        return with_query(self.path, draft.text, {CHECKED: "yes"})


@dataclass(frozen=True, slots=True)
class Answered:
    """Orders, and the answer that a page gives to them.

    ``text``     the orders as they were entered, which are shown again if they are refused.
    ``verdict``  the answer to them; None if they have not been checked.
    ``solved``   whether they have solved the task, so that nothing is left to choose.
    ``refutation``  what the likeliest answer to a wrong turn does, ``answer`` its orders.
    ``refusal``  why something other than the draft was refused, if it was.
    """

    draft: Draft
    text: str
    verdict: Verdict | None = None
    solved: bool = False
    refutation: Sequence[str] = ()
    answer: Draft | None = None
    refusal: Refusal | None = None

    @property
    def shown_refusal(self) -> Refusal | None:
        """The refusal of something other than the draft or, without one, that of the draft."""
        return self.refusal or self.draft.refusal

    @property
    def status(self) -> int:
        """The HTTP status of a page that answers orders which were sent."""
        refusal = self.shown_refusal
        return status_code(refusal) if refusal else 200


Render = Callable[[Answered], HttpResponse]


def drafted(request: HttpRequest, page: TaskPage) -> Answered:
    """Return the draft in the query, which has not been judged yet."""
    return Answered(*_drafted(request, page))


def _drafted(request: HttpRequest, page: TaskPage) -> tuple[Draft, str]:
    text = request.GET.get("draft", "")
    return page.draft(text), text


def is_checked(request: HttpRequest) -> bool:
    """Return whether the query asks for the answer to its draft."""
    return request.GET.get(CHECKED) == "yes"


def add_to_draft(request: HttpRequest, page: TaskPage, *, refuse: Render) -> HttpResponse:
    """Redirect to the page, with the fields of a form previewed or added to the draft.

    If the fields cannot be added, ``refuse`` renders the page with the reason.
    """
    try:
        return redirect(with_fields(request, page.path, room=page.room, read=page.draft))
    except Refusal as refusal:
        return refuse(Answered(*_drafted(request, page), refusal=refusal))


def judged(task: BestTurn, answered: Answered) -> Answered:
    """Return the answer to orders; the analyst needs some tenths of a second for a whole turn."""
    verdict = task.judge(answered.draft)
    is_wrong = not verdict.solved and task.is_attempt(answered.draft)
    return replace(answered, verdict=verdict, solved=verdict.solved,
                   refutation=task.refutation(answered.draft) if is_wrong else (),
                   answer=task.answer(answered.draft) if is_wrong else None)


def reasons_after(task: BestTurn, answered: Answered) -> Sequence[str]:
    """Return why the best turn is good, compared with the answered turn if that is worse."""
    is_wrong = answered.verdict is not None and not answered.verdict.solved
    return task.reasons(answered.draft if is_wrong and task.is_attempt(answered.draft) else None)


def reasons_of_solution(task: BestTurn, answered: Answered,
                        progress: Progress) -> dict[str, Sequence[str]]:
    """Return the context with the reasons for the solution, once enough attempts have failed."""
    is_offered = progress.attempts >= attempts.SOLUTION_AFTER
    return {"reasons": reasons_after(task, answered) if is_offered else ()}


def render_task(request: HttpRequest, page: TaskPage, answered: Answered, *, progress: Progress,
                status: int = 200, **context: Any) -> HttpResponse:
    """Render the page, or only its changing part if HTMX asks for that."""
    live = is_typed(request)
    return render_part(request, page.template, page.part, {
        "room": page.room, "section": "learn", "task": page.task, "zooms": ZOOMS,
        "path": page.path, "check_url": page.check_url, "draft_url": page.draft_url,
        "verdict": answered.verdict, "refutation": answered.refutation,
        "solved": answered.solved, "live": live,
        "checkable": page.task.is_attempt(answered.draft),
        "failed": _has_failed(page.task, answered), "solved_before": progress.is_solved,
        **_help(page, progress), **_composer(request, page, answered),
        **(_end(page, answered.draft) if answered.solved else {}), **context,
    }, status=status, replaces=live)


def _has_failed(task: Task, answered: Answered) -> bool:
    """Return whether a wrong attempt has left nothing to do but to begin again."""
    draft, verdict = answered.draft, answered.verdict
    return (verdict is not None and not verdict.solved and answered.shown_refusal is None
            and task.is_attempt(draft) and not task.turns_left(draft))


def _help(page: TaskPage, progress: Progress) -> dict[str, Any]:
    """Return the context with the hint and the solution, once enough attempts have failed."""
    offered = attempts.help_with(page.task, progress)
    solution = page.draft(offered.solution) if offered.solution else None
    return {"help": offered, "try_solution": page.link(offered.solution) if solution else "",
            "solved_turns": _by_turn(page, solution) if solution else (),
            "hint_after": attempts.HINT_AFTER, "solution_after": attempts.SOLUTION_AFTER}


@dataclass(frozen=True, slots=True)
class _Turn:
    """A turn of a solution.

    ``orders`` in notation, what the others ``answers``, and ``until``, the page after both.
    """

    orders: str
    answers: Sequence[str]
    until: str


def _by_turn(page: TaskPage, draft: Draft) -> Sequence[_Turn]:
    """Return the turns of a draft; none if the task is a single one."""
    if page.task.turns == 1:
        return ()
    ruleset, turns, count = page.room.ruleset, [], 0
    for _turn, group in groupby(draft.all_steps, lambda s: ruleset.status(s.before).turn):
        steps = list(group)
        count += len(steps)
        turns.append(_Turn(drafts.SEPARATOR.join(step.text for step in steps),
                           _answers(page, steps[-1]), page.link(draft.first_moves(count))))
    return turns


def _composer(request: HttpRequest, page: TaskPage, answered: Answered) -> dict[str, Any]:
    """Return the context with board, table and choices after the draft."""
    room, task, draft = page.room, page.task, answered.draft
    query = request.GET if request.method == "GET" else {}
    turn = room.turn.turn(draft, seat=task.seat, names=task.names, query=query, link=page.link,
                          moves=[*task.moves, *draft.moves])
    refusal, shown = answered.shown_refusal, _shown(page, answered)
    return {
        "turn": turn, "draft": draft, "panel": turn.panel, "steps": _steps(page, draft),
        "board": mark_safe(shown.on(turn.board)),  # noqa: S308 - our own drawing
        "shown": shown, "turns_left": task.turns_left(draft),
        "turn_number": task.turns - task.turns_left(draft) + 1,
        "before": _turn_before(page, draft), "ending": _ending(page, draft),
        "table": room.table.table(draft.view, names=task.names, seat=task.seat),
        "refusal": refusal, "allowed": possible_instead(refusal),
        "example": attempts.example(room, task),
        "typed": answered.text if refusal else draft.in_lines,
    }


@dataclass(frozen=True, slots=True)
class _Shown:
    """What the board shows of a wrong attempt, as the ``marks`` of a ``Tip``.

    ``done``  what it did; ``wrong`` the places that the verdict names, ``answer`` what the
    likeliest answer to it does.
    """

    done: Mapping[str, str] = field(default_factory=dict)
    wrong: Mapping[str, str] = field(default_factory=dict)
    answer: Mapping[str, str] = field(default_factory=dict)

    def on(self, board: str) -> str:
        """Return an inline picture of the board with this on it, where nobody can click on it."""
        shapes = [*self.done.items(), *self.wrong.items(),
                  *((f"answer-{kind}", path) for kind, path in self.answer.items())]
        paths = [canvas.path(path, class_=f"preview-{kind}") for kind, path in shapes]
        return f"{board.removesuffix('</svg>')}{canvas.layer('marked-layer', paths)}</svg>"


def _shown(page: TaskPage, answered: Answered) -> _Shown:
    draft, verdict, answer = answered.draft, answered.verdict, answered.answer
    if verdict is None or verdict.solved or not draft.steps:
        return _Shown()
    boards = page.room.boards
    # Over several turns, others have changed the board, too.
    return _Shown({} if draft.earlier else boards.changes(page.task.view, draft.view),
                  boards.places(draft.view, verdict.places),
                  boards.changes(answer.start, answer.view) if answer else {})


def _turn_before(page: TaskPage, draft: Draft) -> dict[str, Any] | None:
    """Return what the turn before brought each player, and how the others answered it.

    Returns None in the first turn, and once the next has begun.
    """
    if draft.steps or not draft.earlier:
        return None
    ruleset, names, last = page.room.ruleset, page.task.names, draft.earlier[-1]
    turn = ruleset.status(last.before).turn
    begun = next(s.before for s in draft.earlier if ruleset.status(s.before).turn == turn)
    scores = (ruleset.status(view).scores for view in (begun, draft.start))
    return {
        "gains": [(name, now - was) for name, was, now in zip(names, *scores, strict=True)],
        "answers": _answers(page, last),
    }


def _ending(page: TaskPage, draft: Draft) -> str:
    """Return why no turn of several is left, and the score; "" while one is."""
    task, ruleset = page.task, page.room.ruleset
    if task.turns == 1 or not draft.all_steps or task.turns_left(draft):
        return ""
    status = ruleset.status(draft.view)
    if status.over:
        why = _told(page, draft.all_steps[-1])[-1]
    else:
        why = ngettext("The turn is over.", "The %(count)s turns are over.",
                       task.turns) % {"count": task.turns}
    score = ", ".join(f"{name} {points}"
                      for name, points in zip(task.names, status.scores, strict=True))
    return " ".join([why, _("The score: %(score)s.") % {"score": score}])


def _answers(page: TaskPage, step: EvaluatedMove) -> Sequence[str]:
    """Return what the others do after an order, if a turn of several ends with it."""
    own = _own(page, step)
    return _told(page, replace(step, before=own.after, events=step.events[len(own.events):]))


def _own(page: TaskPage, step: EvaluatedMove) -> EvaluatedMove:
    """Return an order without the answers of the others, if a turn of several ends with it."""
    ruleset, view = page.room.ruleset, step.before
    turn = ruleset.status(view).turn
    if ruleset.status(step.after).turn == turn:
        return step
    for number, event in enumerate(step.events, 1):
        view = ruleset.evolve(view, event)
        if page.task.seat not in ruleset.status(view).to_move or ruleset.status(view).turn != turn:
            return replace(step, events=step.events[:number], after=view)
    return step


def _told(page: TaskPage, step: EvaluatedMove) -> Sequence[str]:
    return drafts.describe(Draft(step.before, (step,)), ruleset=page.room.ruleset,
                           names=page.task.names, seat=page.task.seat)


def _end(page: TaskPage, draft: Draft) -> dict[str, Any]:
    """Return the context with the board at the end of a solved task, without choices."""
    moves = [*page.task.moves, *draft.moves, *(step.text for step in draft.steps)]
    board = page.room.boards.board(draft.view, names=page.task.names, moves=moves)
    return {"board": mark_safe(board)}  # noqa: S308 - our own drawing


def _steps(page: TaskPage, draft: Draft) -> Sequence[DraftStep]:
    several = page.task.turns > 1
    return [DraftStep(_told(page, _own(page, step) if several else step), step.text,
                      page.link(draft.first_moves(i)))
            for i, step in enumerate(draft.all_steps)]


def email_reader(request: HttpRequest, sentence: str) -> User:
    """Return the visitor, if they have an address; the page has checked that it is theirs.

    Refuses (Foreign) everybody else; ``sentence`` asks them to sign in.
    """
    user = user_or_none(request)
    if user is None or not user.email:
        raise Foreign("no-address", sentence)
    return user


def tell_unreachable(request: HttpRequest, user: User) -> None:
    """Say that no email can be sent to the user, because one bounced or they stopped all."""
    messages.error(request, _(
        "We cannot send email to %(address)s at the moment. Please check your email settings."
    ) % {"address": user.email})
