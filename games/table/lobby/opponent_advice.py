"""Advice on games against bots: how somebody has done so far, and whom to try next.

Given to a person who has finished a game in which all others were bots of one kind.  Their latest
games of that sort, up to this one, say how strong they are, and so how often they would win against
each bot.  The next opponent is the bot against which this is closest to half of the games.  Later
games do not change what is said.  Games that went on from a position are not counted: somebody may
have been winning there already.

The same advice proposes the game that somebody starts without choosing anything.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Subquery
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.translation import list_with_and
from games.models import Game, Seat, User
from games.rulesets import registry
from games.rulesets.opponents import Opponent, first_opponent, measured, opponent
from games.rulesets.registry import Room
from games.table.play import event_log

COUNTED = 10  # games, the latest ones
UNBEATEN = 0.55  # of the games, won against the strongest bot
WIDEST = 2000.0  # points between a person and a bot
STEPS = 40  # of bisection, more than enough for a tenth of a point


@dataclass(frozen=True, slots=True)
class Result:
    """A finished game against ``rivals`` bots of the kind ``bot``, and the share of its win."""

    bot: str
    rivals: int
    won: float


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice after games against the bot ``met``, whose seats at this table have these ``names``.

    ``results`` are the shares of wins against as many of them, the latest first.  ``chance`` is the
    share of games for two that the person would win against ``next``; None if nobody has measured
    how strong ``met`` is.
    """

    met: Opponent
    names: Sequence[str]
    results: Sequence[float]
    next: Opponent
    chance: float | None
    met_strongest: bool
    players: int
    board: str

    @property
    def is_for_another(self) -> bool:
        """Whether the advice suggests another bot than the last opponent."""
        return self.next.name != self.met.name

    @property
    def text(self) -> str:
        """The advice in sentences."""
        return f"{self._counted} {self._advised}"

    @property
    def _counted(self) -> str:
        games, wins = len(self.results), sum(result == 1 for result in self.results)
        words = {"name": list_with_and(self.names), "games": games, "wins": wins}
        if games == 1:
            return (_("You have won your first game against %(name)s.") if wins else
                    _("Nobody alone has won your first game against %(name)s.")
                    if any(self.results) else
                    _("You have lost your first game against %(name)s.")) % words
        if not any(self.results):
            return ngettext("You have lost your last %(games)s game against %(name)s.",
                            "You have lost your last %(games)s games against %(name)s.",
                            games) % words
        if wins == games:
            return ngettext("You have won your last %(games)s game against %(name)s.",
                            "You have won your last %(games)s games against %(name)s.",
                            games) % words
        return ngettext("You have won %(wins)s of your last %(games)s game against %(name)s.",
                        "You have won %(wins)s of your last %(games)s games against %(name)s.",
                        games) % words

    @property
    def _advised(self) -> str:
        if self.chance is None:
            return _("Play another game to see who is better.")
        if self.met_strongest and not self.is_for_another and self.chance >= UNBEATEN:
            return _("You have beaten the strongest bot. Now only people can stop you.")
        words = {"name": self.next.called, "percent": 10 * round(10 * self.chance)}
        if self.is_for_another:
            return _("We guess from your games so far that you win about %(percent)s %% of"
                     " two-player games against %(name)s. Try %(name)s next.") % words
        return _("We guess from your games so far that you win about %(percent)s %% of two-player"
                 " games against %(name)s. Play another game to see who is better.") % words


def advice(game: Game, *, user: User | None, seats: Sequence[Seat]) -> Advice | None:
    """Return the advice for this person after the game, or None.

    ``seats`` are all seats of the game.  Takes one query if there is advice.
    """
    own = next((seat for seat in seats if user and seat.user_id == user.pk), None)
    if own is None or user is None or not game.result or game.finished_at is None:
        return None
    if game.origin_number is not None:
        return None
    room = registry.get(game.ruleset)
    kinds = {"" if seat.is_vacant else seat.bot for seat in seats if seat is not own}
    met = opponent(room, kinds.pop()) if len(kinds) == 1 else None
    if met is None:
        return None
    results = _results(game, user=user)
    following, chance = judge(room, met, results)
    strongest = [one.name for one, _theirs in measured(room)][-1:]
    names = [seat.name for seat in seats if seat is not own]
    alike = [one.won for one in results if (one.bot, one.rivals) == (met.name, len(names))]
    return Advice(met, names, alike, following, chance, [met.name] == strongest, len(seats),
                  _board(game))


@dataclass(frozen=True, slots=True)
class Proposal:
    """A game against bots of one kind, on the board with this name."""

    opponent: Opponent
    players: int
    board: str


def proposed_game(room: Room, user: User | None) -> Proposal:
    """Return the game to propose: what was advised after the person's latest game against bots.

    To a person without such a game, propose one for two against the first opponent.  Takes one
    query, and none for a visitor.
    """
    board = next(iter(room.ruleset.boards()))
    seats = list(_seats(user, room.name).select_related("game")[:COUNTED]) if user else []
    latest = next((seat for seat in seats if opponent(room, seat.kind)), None)
    met = opponent(room, latest.kind) if latest else None
    if latest is None or met is None:
        return Proposal(first_opponent(room), room.ruleset.seats[0], board)
    following, _chance = judge(room, met, [_result(seat) for seat in seats])
    return Proposal(following, latest.at_table, _board(latest.game) or board)


def judge(room: Room, met: Opponent, results: Sequence[Result]) -> tuple[Opponent, float | None]:
    """Return whom to play next, and the share of games for two that the person would win there."""
    if met.strength is None:
        return met, None
    points = _points(room, met.strength.points, results)
    chances = [(one, _chance(points, theirs)) for one, theirs in measured(room)]
    return min(chances, key=lambda pair: abs(pair[1] - 0.5))


def _points(room: Room, start: float, results: Sequence[Result]) -> float:
    """Return the strength of a person with these results, in the points of bots.

    A win and a loss against a bot with ``start`` points are added, so that a single game says
    little.
    """
    strengths = {one.name: theirs for one, theirs in measured(room)}
    played = [(one.won, strengths[one.bot], one.rivals)
              for one in results if one.bot in strengths]
    low, high = start - WIDEST, start + WIDEST
    for _step in range(STEPS):
        middle = (low + high) / 2
        more = 1 - 2 * _chance(middle, start) + sum(
            won - _chance(middle, points, rivals=rivals) for won, points, rivals in played)
        low, high = (middle, high) if more > 0 else (low, middle)
    return low


def _chance(points: float, theirs: float, *, rivals: int = 1) -> float:
    """Return the chance of winning against so many rivals with ``theirs`` points each."""
    return float(1 / (1 + rivals * 10 ** ((theirs - points) / 400)))


def _results(game: Game, *, user: User) -> list[Result]:
    """Return this person's latest games against bots of one kind, up to ``game``, the last first.

    Takes one query.
    """
    found = _seats(user, game.ruleset).filter(game__finished_at__lte=game.finished_at)
    return [_result(seat) for seat in found.select_related("game").only(
        "index", "game__result")[:COUNTED]]


def _seats(user: User, ruleset: str) -> QuerySet[Any]:
    """Return this person's seats in finished games against bots of one ``kind``, the last first.

    Each has the number of seats ``at_table``, too.
    """
    others = Seat.objects.order_by("index").filter(game=OuterRef("game")).exclude(
        index=OuterRef("index"))
    return Seat.objects.filter(
        user=user, game__status=Game.Status.OVER, game__ruleset=ruleset,
        game__finished_at__isnull=False, game__origin_number__isnull=True,
    ).annotate(
        kind=Subquery(others.values("bot")[:1]), at_table=Count("game__seats"),
    ).filter(
        ~Exists(others.filter(Q(bot="") | Q(left_at__isnull=False) | ~Q(bot=OuterRef("kind")))),
    ).order_by("-game__finished_at", "-game")


def _result(seat: Any) -> Result:
    return Result(seat.kind, seat.at_table - 1, _share(seat.game.result or {}, seat.index))


def _share(result: Mapping[str, Any], seat: int) -> float:
    """Return the share of a win that a seat has; half a win each for a tie of two."""
    winners = result["winners"]
    return (seat in winners) / max(1, len(winners))


def _board(game: Game) -> str:
    """Return the name of the board; "" if it is not one of the game's own boards."""
    played = event_log.setup_of(game).board
    boards = event_log.ruleset_of(game).boards()
    return next((name for name, text in boards.items() if text == played), "")
