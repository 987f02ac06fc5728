"""The service's own programs, with less patience: python -m tests.kill.impatient worker --pool solo

Nothing is different but how long a lease lasts and how soon the sweep looks, so that a
test sees in seconds what else takes minutes.
"""

from __future__ import annotations

import sys
from datetime import timedelta

import django
from django.core.management import call_command
from django.core.wsgi import get_wsgi_application

from engine import replay
from engine.chance import SeededChance

LEASE = timedelta(seconds=8)  # longer than any delivery on a busy machine
SOON = timedelta(seconds=2)
CHANCE = SeededChance(bytes(32))


def hurry() -> None:
    """Shortens the patience of everything that is swept."""
    from games import task_queue
    from games.play import bots

    task_queue.LEASE, task_queue.UNANNOUNCED = LEASE, SOON
    bots.IDLE = SOON


def warm_up() -> None:
    """Surveys the small board once, so that every process of a pool need not."""
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
                     *options])


def beat() -> None:
    from alexandros_site.celery import app

    app.Beat(loglevel="WARNING", max_interval=1, pidfile=None).run()


def web(port: str) -> None:
    from waitress import serve

    from games.management.commands.play import collect_static

    collect_static()
    serve(get_wsgi_application(), host="127.0.0.1", port=int(port), threads=16, ident="")


def play(port: str) -> None:
    call_command("play", port=int(port))


PROGRAMS = {"worker": worker, "beat": beat, "web": web, "play": play}

if __name__ == "__main__":
    django.setup()
    hurry()
    PROGRAMS[sys.argv[1]](*sys.argv[2:])
