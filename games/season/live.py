"""Live games of a season: people sit at them together for an evening."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from functools import partial

from games.models import Game, Seat
from games.season.agenda import Event
from games.season.people import generator
from games.season.playing import Player

GETS_UP = 0.004  # how likely somebody leaves for good, at each turn
THINKS = (20, 150)  # seconds that a turn takes


class LiveTables:
    """Who is sitting at which live game, and who is thinking about their turn."""

    def __init__(self, players: Mapping[int, Player], *, seed: str) -> None:
        self._players, self._seed = players, seed  # by the ids of their users
        self._sitting: dict[int, set[int]] = {}  # numbers of people, by the ids of games
        self._asked: set[tuple[int, int]] = set()  # games and turns

    def sit_down(self, game: int, people: set[int]) -> None:
        """Notes that a game has begun at which these people are sitting."""
        self._sitting[game] = people

    def thinking(self, now: datetime) -> Iterator[tuple[datetime, Event]]:
        """The turns that have just begun in live games, and when they will be played."""
        if not self._sitting:
            return
        running = set(Game.objects.filter(
            pk__in=self._sitting, status=Game.Status.RUNNING).values_list("pk", flat=True))
        self._sitting = {pk: people for pk, people in self._sitting.items() if pk in running}
        waiting = Seat.objects.filter(game__in=running, to_move=True, user__isnull=False)
        for seat in waiting.select_related("game").order_by("game_id"):
            assert seat.user_id is not None  # the query selects seats of users only
            player, turn = self._players[seat.user_id], (seat.game_id, seat.game.turn)
            if player.person.number in self._sitting[seat.game_id] and turn not in self._asked:
                self._asked.add(turn)
                moment = now + timedelta(seconds=generator(
                    self._seed, "thinks", seat.game.name, seat.game.turn).randint(*THINKS))
                yield _between_sweeps(moment), partial(self._play, player, seat.pk)

    def _play(self, player: Player, pk: int, now: datetime) -> bool:
        seat = Seat.objects.select_related("game").get(pk=pk)
        self._asked.discard((seat.game_id, seat.game.turn))
        if not seat.to_move or seat.user_id is None or seat.stand_in:
            return False
        chance = generator(self._seed, "gets up", seat.game.name, seat.game.turn)
        if chance.random() < GETS_UP:
            self._sitting[seat.game_id].discard(player.person.number)
            return False
        player.play(seat, now=now)
        return True


def _between_sweeps(moment: datetime) -> datetime:
    """The moment, or a second later if it is a whole minute."""
    return moment.replace(second=max(1, moment.second), microsecond=0)
