"""What the tests of successors do with the seat that Bob leaves."""

from __future__ import annotations

from datetime import timedelta

from games.models import OutgoingEmail, Seat, SeatClock
from games.table.play import bots, history
from games.table.seats import seating, time_outs
from tests.sample_games import advance, mover

HOUR = timedelta(hours=1)
BOBS = 1  # the index of Bob’s seat


def seat_of_bob(game):
    return Seat.objects.select_related("user", "left_by").get(game=game, index=BOBS)


def sentences(game, seat=0):
    return [sentence for entry in history.read(game, seat).entries()
            for sentence in entry.sentences]


def let_bots_play(game, now):
    while bots.play(game.pk, now=now):
        pass
    game.refresh_from_db()


def time_out(game, now):
    """Lets Bob's third turn in a row run out."""
    while mover(game) != BOBS:
        advance(game, now=now)
        game.refresh_from_db()
    SeatClock.objects.filter(seat__game=game, seat__index=BOBS).update(missed=2, extensions=0)
    OutgoingEmail.objects.filter(status="queued").update(status="sent", sent_at=now)
    time_outs.start_waiting(now)
    clock = SeatClock.objects.select_related("seat__game").get(seat=seat_of_bob(game))
    seating.hand_to_bot(clock.seat, resigned=False, now=now)
    game.refresh_from_db()
