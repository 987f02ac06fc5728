"""What the worker does: each task looks at the clock and calls one service.

A task's arguments are row ids; losing a task or running it twice changes nothing.
"""

from __future__ import annotations

from celery import shared_task
from django.utils import timezone

from games import picture_cache, sweeps
from games.emails.rendering import compose
from games.inbox import incoming
from games.outbox import outbox
from games.play import bots


@shared_task(name="games.tasks.deliver_mail")  # type: ignore[untyped-decorator]  # Celery has no types
def deliver_mail(mail_id: int) -> None:
    """Sends one mail of the outbox, if it is due and nobody else holds it."""
    outbox.deliver(mail_id, compose=compose, now=timezone.now())


@shared_task(name="games.tasks.read_message")  # type: ignore[untyped-decorator]  # Celery has no types
def read_message(message_id: int) -> None:
    """Reads one mail that came in and does what it says."""
    incoming.process(message_id, now=timezone.now())


@shared_task(name="games.tasks.play_bot")  # type: ignore[untyped-decorator]  # Celery has no types
def play_bot(game_id: int) -> None:
    """Lets a bot make its turn at this table, if it is a bot's turn."""
    bots.play(game_id, now=timezone.now())


@shared_task(name="games.tasks.draw_film")  # type: ignore[untyped-decorator]  # Celery has no types
def draw_film(game_id: int) -> None:
    """Draws a finished game as a moving picture, which takes longer than a page may."""
    picture_cache.draw_film(game_id)


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep() -> None:
    """Goes round once: looks for what was lost and for what has its time now."""
    sweeps.run_all(timezone.now())
