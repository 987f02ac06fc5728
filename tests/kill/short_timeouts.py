"""Runs the service's programs with short timeouts, for tests that kill them.

For example: ``python -m tests.kill.short_timeouts worker --pool solo``.  Only leases and the
sweep's delays are shorter, so that a test sees in seconds what otherwise takes minutes.
"""

from __future__ import annotations

import math
import signal
import sys
from datetime import timedelta

import django
from django.core.management import call_command

from alexandros_rules import replay
from alexandros_rules.chance import SeededChance

LEASE = timedelta(seconds=8)  # longer than any delivery on a busy machine
GRACE = timedelta(seconds=2)
CHANCE = SeededChance(bytes(32))


def shorten_timeouts() -> None:
    """Shortens the delays after which the sweep takes up work."""
    from games.base import task_queue
    from games.table.play import bots

    task_queue.LEASE, task_queue.START_GRACE = LEASE, GRACE
    bots.IDLE = GRACE


def warm_up() -> None:
    """Draws the small board once, so that the processes of a pool inherit warm caches."""
    from games.drawing.png import png
    from games.rulesets.alexandros.drawing import draw_board
    from tests.engine.random_games import RULESET, setup

    board = setup("delta", players=2)
    png(draw_board(RULESET.view(replay.fold(RULESET, None, RULESET.start(board, CHANCE)), 0)),
        width=100)


def worker(*options: str) -> None:
    from alexandros_site.celery import app

    warm_up()
    app.worker_main(["worker", "--loglevel", "WARNING", "--without-mingle", "--without-gossip",
                     "--without-heartbeat", *options])


def beat() -> None:
    from alexandros_site.celery import app

    app.Beat(loglevel="WARNING", max_interval=1, pidfile=None).run()


def web(port: str) -> None:
    import uvicorn

    from games.management.commands.play import collect_static
    from games.operations import web_server

    collect_static()
    uvicorn.run(web_server.application(), port=int(port), **web_server.OPTIONS)


def play(port: str) -> None:
    call_command("play", port=int(port))


def play_with_ponderer(port: str, where: str = "process") -> None:
    """The embedded service, in which the greedy bots think as long as they may.

    ``where`` is "thread" if they must not have a process of their own, for comparison.
    """
    # A shell that runs tests in the background lets them ignore this signal.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    seat_ponderer(where)
    play(port)


def worker_with_ponderer(*options: str) -> None:
    """A worker whose greedy bots think as long as they may."""
    seat_ponderer("process")
    worker(*options)


def seat_ponderer(where: str) -> None:
    from alexandros_rules.alexandros.rules import RULESET
    from tests.thinking.bots import Ponderer

    bot = Ponderer(at_most=math.inf)
    bot.thinks = where == "process"
    RULESET.bots = {"greedy": bot}


PROGRAMS = {"worker": worker, "beat": beat, "web": web, "play": play,
            "play_with_ponderer": play_with_ponderer, "worker_with_ponderer": worker_with_ponderer}

if __name__ == "__main__":
    django.setup()
    shorten_timeouts()
    PROGRAMS[sys.argv[1]](*sys.argv[2:])
