"""Texts of the emails with puzzles: a puzzle of a day, and the end of the day's puzzles.

A reply that solves a puzzle is answered with why its turn is best; nothing says so before.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.features.exercises import emails
from games.features.exercises.emails import Answered
from games.features.puzzles import daily_emails, days, replies, solving
from games.features.puzzles.task import PuzzleTask
from games.models import OutgoingEmail, Puzzle
from games.post.email_kinds import EmailKind, Subscription
from games.post.emails.content import BOARD_WIDTH, EmailContent, Picture
from games.post.inbox import tokens
from games.post.outbox.delivery import Obsolete
from games.rulesets import addresses
from games.rulesets.registry import Room


def puzzle(email: OutgoingEmail) -> EmailContent:
    """Return the content of an email with a puzzle, and the answer to the last attempt."""
    room, shown = _subject(email)
    if shown is None:
        raise Obsolete("this email brings no puzzle")
    reply, number = emails.answered(email, room, _task_of), email.number
    size = len(days.of_day(room, shown.day)) if shown.day else number
    content = emails.with_task(
        email,
        room,
        daily_emails.task_of(room, shown),
        {
            **_answer(reply, room),
            "number": number,
            "size": size,
            "level": solving.difficulty_in_words(number),
            "link": _link(room, shown.key),
            "on_page": _("The puzzle on the page"),
            "rules": f"{settings.BASE_URL}{addresses.rules_path(room)}",
        },
        subject=_("%(game)s, puzzle %(number)s of %(size)s, %(day)s")
        % {"game": room.title, "number": number, "size": size,
           "day": date_format(shown.day, _("j F")) if shown.day else ""},
    )
    return replace(content, answers=emails.answering(reply))


def puzzles_over(email: OutgoingEmail) -> EmailContent:
    """Return the content of the last email: no puzzle is left, or the reader stopped the emails."""
    room, _none = _subject(email)
    reply = emails.answered(email, room, _task_of)
    picture = room.introduction.poster()
    return EmailContent(None, {
        **_answer(reply, room), "room": room,
        "link": f"{settings.BASE_URL}{addresses.puzzles_path(room)}",
    }, pictures=(Picture("board", picture, BOARD_WIDTH, room.introduction.picture_says),),
        reply_to=tokens.email_reply_address(email), answers=emails.answering(reply),
        subject=_("%(game)s, puzzles by email") % {"game": room.title})


DAILY = Subscription(
    name="puzzles", stop=daily_emails.turn_off_all, offer=gettext_lazy("Stop the daily puzzles"),
    done=gettext_lazy("We will not send you the daily puzzles again."))
KINDS = (
    EmailKind(name=daily_emails.PUZZLE, description=gettext_lazy("a puzzle"), content=puzzle,
              on_reply=replies.handle, subscription=DAILY),
    EmailKind(name=daily_emails.PUZZLES_OVER, content=puzzles_over, subscription=DAILY,
              description=gettext_lazy("the end of a day’s puzzles")),
)


def _subject(email: OutgoingEmail) -> tuple[Room, Puzzle | None]:
    about = daily_emails.subject_of(email)
    room = daily_emails.room_of(about.game) if about else None
    if about is None or room is None:
        raise Obsolete("this site has the puzzle no more")
    return room, about.puzzle


def _task_of(email: OutgoingEmail) -> PuzzleTask | None:
    """Return the puzzle that an email brought, as a task."""
    about = daily_emails.subject_of(email)
    room = daily_emails.room_of(about.game) if about else None
    return daily_emails.task_of(room, about.puzzle) if about and room and about.puzzle else None


def _link(room: Room, key: str) -> str:
    return f"{settings.BASE_URL}{addresses.puzzle_path(room, key)}"


def _answer(reply: Answered | None, room: Room) -> dict[str, Any]:
    """Return the context about the reply, with the sentences that only puzzles need."""
    return {
        **emails.answer(reply, room), **(_reasons(reply) if reply else {}),
        "skipped": _("You have skipped the puzzle. You can come back to it on the page."),
        "stopped": _("You have turned off the daily puzzles, so we will not send you any more. You"
                     " can turn them on again on the page."),
        "go_on": _("You can go on with the puzzles on the page."),
    }


def _reasons(reply: Answered) -> dict[str, Any]:
    """Return the answer to a wrong turn, and why the best one is good, once the reader knows it."""
    task, attempt = reply.task, reply.attempt
    assert isinstance(task, PuzzleTask)  # ``_task_of`` found it
    if reply.is_solved:
        return {"solved": True, "reasons": task.reasons(),
                "ratings": _ratings(reply.finding), "solved_link": _link(task.room, task.slug)}
    if attempt is None or not task.is_attempt(attempt.draft):
        return {}
    knows = emails.help_for(reply).solution
    return {"refutation": task.refutation(attempt.draft),
            "reasons": task.reasons(instead=attempt.draft) if knows else ()}


def _ratings(found: Mapping[str, Any]) -> list[str]:
    """Return sentences about the ratings, as they were when the puzzle was solved."""
    own = [] if found.get("gain") is None else [
        _("Your rating is now %(points)s.") % {"points": found["points"]},
        solving.change_in_words(found["gain"]),
    ]
    return [*own, solving.statistics_in_words(found["puzzle_points"], tries=found["tries"],
                                              found=found["found"])]
