"""Outgoing email: emails rendered and delivered per second.

Renders the turn email of a game of four, with its text, HTML and PNG, through the outbox.  The
sink is an SMTP server in this process, so a delivery is complete: claimed, rendered, sent over a
socket and marked as sent.
"""

from __future__ import annotations

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from aiosmtpd.controller import Controller  # noqa: E402
from django.core.mail import EmailMessage  # noqa: E402
from django.test.utils import override_settings  # noqa: E402

from games.drawing import png as raster  # noqa: E402
from games.drawing.png import png  # noqa: E402
from games.models import Game, OutgoingEmail, Seat, User  # noqa: E402
from games.post.emails.content import BOARD_WIDTH  # noqa: E402
from games.post.emails.rendering import compose  # noqa: E402
from games.post.outbox import delivery  # noqa: E402
from games.post.outbox.queue import queue_email  # noqa: E402
from games.rulesets import registry  # noqa: E402
from games.table.play import history  # noqa: E402
from tests.bench import long_games  # noqa: E402
from tests.bench.bench_service import CAST, NOW, create_table, database  # noqa: E402
from tests.bench.measurement import Fact, Figure, interleave, play_chess, timed  # noqa: E402
from tests.sample_games import mover  # noqa: E402

ROWS = 120
AIM = 6200  # plies for an email with a new PNG
TURN = 5  # rows between the emails to one reader, about
ROUNDS = 7
DELIVERED = 100
DRAINED = 1000


@dataclass
class Sink:
    """An SMTP server that stores the Message-ID of each email it accepts."""

    ids: list[str] = field(default_factory=list)

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        head = envelope.content[:2000].decode("ascii", "replace")
        self.ids.append(head.partition("Message-ID: ")[2].partition("\r\n")[0])
        return "250 taken"


def run() -> Iterator[Figure | Fact]:
    """Yields all figures about outgoing email."""
    with database():
        users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
                 for name in CAST]
        game = create_table(users, long_games.rows(ROWS)[0]).game
        yield from _rendering(game)
        yield from _delivering(game)


def _rendering(game: Game) -> Iterator[Figure | Fact]:
    (email,) = _queue(game, 1)
    size = len(compose(email).message().as_bytes())
    works = {name: partial(_render, email) for name in
             ("text, HTML and a new PNG", "text, HTML and the first PNG of a process",
              "text and HTML, PNG cached")}
    first, again, _ = works
    before = {first: partial(_forget, game, drawn=ROWS - TURN), again: partial(_forget, game)}
    for name, seconds, units in interleave(works, rounds=ROUNDS, prepare=before):
        yield Figure(f"a turn email: {name}", seconds, units,
                     AIM if name == first else None, note=f"{1 / seconds:.0f} a second on one core")
    yield Fact("size of a turn email", f"{size / 1000:.0f} KB")


def _render(email: OutgoingEmail) -> int:
    compose(email).message().as_bytes()
    return 1


def _forget(game: Game, *, drawn: int | None = None) -> None:
    """Forgets all pictures, and then draws the position after this row, as for the email before."""
    png.cache_clear()
    raster.tile.cache_clear()
    if drawn is not None:
        boards = registry.get(game.ruleset).boards
        picture = boards.standalone_board(history.view(game, 0, drawn), names=CAST,
                                          heading=game.name)
        png(picture, width=BOARD_WIDTH)


def _delivering(game: Game) -> Iterator[Figure | Fact]:
    with _sink() as sink:
        for many, what, made in WORKS:
            OutgoingEmail.objects.all().delete()
            sink.ids.clear()
            emails = _queue(game, many)
            ply, begun = timed(play_chess), perf_counter()
            for email in emails:
                assert delivery.deliver(email.pk, compose=made, now=NOW) == "sent"
            spent = perf_counter() - begun
            assert sorted(sink.ids) == sorted(email.message_id for email in emails)
            yield Figure(f"{many} {what} drained by one worker", spent / many, spent / many / ply,
                         note=f"{many / spent:.0f} a second, {spent:.1f} s in all")


def _bare(email: OutgoingEmail) -> EmailMessage:
    """Returns an almost empty email, to measure only the outbox and SMTP."""
    return EmailMessage("Your turn", "It is.", to=[email.to],
                        headers={"Message-ID": email.message_id})


def _queue(game: Game, many: int) -> list[OutgoingEmail]:
    """Queues this many emails to the current player, as if from as many games."""
    seat = Seat.objects.select_related("user").get(game=game, index=mover(game))
    assert seat.user is not None
    emails = [queue_email("turn", to=seat.user.email or "", now=NOW, game=game, seat=seat,
                          user=seat.user, number=game.number) for _ in range(many)]
    return [email for email in emails if email is not None]


WORKS = ((DELIVERED, "turn emails", compose), (DRAINED, "empty emails", _bare))


@contextmanager
def _sink() -> Iterator[Sink]:
    sink = Sink()
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    controller = Controller(sink, hostname="127.0.0.1", port=port)
    controller.start()
    settings = override_settings(EMAIL_BACKEND="games.post.outbox.smtp_backend.EmailBackend",
                                 EMAIL_HOST="127.0.0.1", EMAIL_PORT=port)
    try:
        with settings:
            yield sink
    finally:
        controller.stop()
