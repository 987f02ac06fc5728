"""Celery tasks: each reads the clock and calls one function.

Arguments are row ids.  Losing a task or running it twice changes nothing.
"""

from __future__ import annotations

from celery import shared_task

from games.base import heartbeats, queues, site_clock
from games.operations import machines, sweeps
from games.operations.embedded import time_travel
from games.post.deliveries import delivery as posts
from games.post.emails.rendering import compose, texts
from games.post.inbox import processing
from games.post.outbox import delivery
from games.post.push import notices
from games.table import picture_cache
from games.table.play import bot_tasks, bots


@shared_task(name="games.tasks.deliver_code")  # type: ignore[untyped-decorator]  # Celery has no types
def deliver_code(email_id: int) -> None:
    """Send one email with a sign-in code, if it is due and no other worker has it."""
    delivery.deliver(email_id, compose=compose, now=site_clock.now())
    heartbeats.worked(queues.CODES, now=site_clock.now())


@shared_task(name="games.tasks.deliver_email")  # type: ignore[untyped-decorator]  # Celery has no types
def deliver_email(email_id: int) -> None:
    """Send one email of the outbox, if it is due and no other worker has it."""
    delivery.deliver(email_id, compose=compose, now=site_clock.now())
    heartbeats.worked(queues.OUTBOX, now=site_clock.now())


@shared_task(name="games.tasks.deliver_held")  # type: ignore[untyped-decorator]  # Celery has no types
def deliver_held(email_id: int) -> None:
    """Send one email that was held until now, if it is due and no other worker has it."""
    delivery.deliver(email_id, compose=compose, now=site_clock.now())
    heartbeats.worked(queues.HELD, now=site_clock.now())


@shared_task(name="games.tasks.send_notice")  # type: ignore[untyped-decorator]  # Celery has no types
def send_notice(notice_id: int) -> None:
    """Send one notice to a browser, if it is due and no other worker has it."""
    notices.deliver(notice_id, now=site_clock.now())
    heartbeats.worked(queues.PUSH, now=site_clock.now())


@shared_task(name="games.tasks.send_post")  # type: ignore[untyped-decorator]  # Celery has no types
def send_post(delivery_id: int) -> None:
    """Post one event to a webhook, if it is due and no other worker has it."""
    posts.deliver(delivery_id, now=site_clock.now())
    heartbeats.worked(queues.POSTS, now=site_clock.now())


@shared_task(name="games.tasks.read_message")  # type: ignore[untyped-decorator]  # Celery has no types
def read_message(message_id: int) -> None:
    """Read one incoming email and carry out its orders."""
    processing.process(message_id, now=site_clock.now(), render=texts)
    heartbeats.worked(queues.INBOX, now=site_clock.now())


@shared_task(name="games.tasks.play_bot")  # type: ignore[untyped-decorator]  # Celery has no types
def play_bot(game_id: int) -> None:
    """Play the bot's turn in this game, if it is the turn of a bot that does not think."""
    bots.play(game_id, now=site_clock.now(), task=bot_tasks.QUICK)
    heartbeats.worked(queues.TURNS, now=site_clock.now())


@shared_task(name="games.tasks.think")  # type: ignore[untyped-decorator]  # Celery has no types
def think(game_id: int) -> None:
    """Play the bot's turn in this game, if it is the turn of a bot that thinks."""
    bots.play(game_id, now=site_clock.now(), task=bot_tasks.THINKING, clock=site_clock.now)
    heartbeats.worked(queues.THINKING, now=site_clock.now())


@shared_task(name="games.tasks.draw_animation")  # type: ignore[untyped-decorator]  # Celery has no types
def draw_animation(game_id: int) -> None:
    """Draw the animation of a finished game, which takes longer than a page may."""
    picture_cache.draw_animation(game_id)
    heartbeats.worked(queues.PICTURES, now=site_clock.now())


@shared_task(name="games.tasks.heartbeat")  # type: ignore[untyped-decorator]  # Celery has no types
def heartbeat(queue: str) -> None:
    """Show that a worker takes tasks from this queue, and that this machine is at work."""
    heartbeats.worked(queue, now=site_clock.now())
    machines.note(site_clock.now())


@shared_task(name="games.tasks.sweep")  # type: ignore[untyped-decorator]  # Celery has no types
def sweep() -> None:
    """Run one sweep: retry stalled work and start work that is due."""
    if not time_travel.is_under_way():
        sweeps.run_all(site_clock.now())
    heartbeats.worked(queues.SWEEPS, now=site_clock.now())
