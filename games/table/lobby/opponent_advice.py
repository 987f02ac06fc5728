"""Advice after a game against bots: how its player has done against this bot, and whom to try next.

Given to a person who has finished a game in which all others were bots of one kind.  It counts
their finished games against this bot up to that one, so it says the same whenever it is asked.
Games that went on from a position are not counted: somebody may have been winning there already.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum

from django.db.models import Exists, OuterRef
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.models import Game, Seat, User
from games.rulesets import registry
from games.rulesets.opponents import Opponent, opponent, stronger, weaker
from games.table.play import event_log

COUNTED = 10  # games, the latest ones
JUDGED = 3  # of these decide what to do next
ENOUGH = 2  # of which must be won before a stronger bot is suggested


class Step(Enum):
    """Pieces of advice on what to do next."""

    STRONGER = "stronger"
    WEAKER = "weaker"
    AGAIN = "again"
    NOBODY_STRONGER = "nobody stronger"


@dataclass(frozen=True, slots=True)
class Advice:
    """Advice after games against the bot ``met``; ``results`` say which were won, latest first."""

    met: Opponent
    results: Sequence[bool]
    step: Step
    next: Opponent
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
        games, wins = len(self.results), sum(self.results)
        words = {"name": self.met.called, "games": games, "wins": wins}
        if games == 1:
            return (_("You have won your first game against %(name)s.") if wins else
                    _("You have lost your first game against %(name)s.")) % words
        if not wins:
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
        words = {"name": self.next.called}
        match self.step:
            case Step.STRONGER:
                return _("Try %(name)s next, who plays better.") % words
            case Step.WEAKER:
                return _("Try %(name)s next, who is easier to beat.") % words
            case Step.NOBODY_STRONGER:
                return _("You have beaten the strongest bot. Now only people can stop you.")
            case _:
                return _("Play another game to see who is better.")


def advice(game: Game, *, user: User | None, seats: Sequence[Seat]) -> Advice | None:
    """Return the advice for this person after the game, or None.

    ``seats`` are all seats of the game.  Takes one query if there is advice.
    """
    own = next((seat for seat in seats if user and seat.user_id == user.pk), None)
    if own is None or user is None or not game.result or game.finished_at is None:
        return None
    if game.origin_number is not None:
        return None
    others = [seat for seat in seats if seat is not own]
    kinds = {"" if seat.is_vacant else seat.bot for seat in others}
    met = opponent(registry.get(game.ruleset), kinds.pop()) if len(kinds) == 1 else None
    if met is None:
        return None
    results = _results(game, met, user=user)
    step, following = judge(met, results)
    return Advice(met, results, step, following, len(seats), _board(game))


def judge(met: Opponent, results: Sequence[bool]) -> tuple[Step, Opponent]:
    """Return what to do next, and against whom, given the ``results`` against ``met``."""
    last = results[:JUDGED]
    if sum(last) >= ENOUGH:
        above = stronger(met)
        if above:
            return Step.STRONGER, above
        return (Step.NOBODY_STRONGER if met.strength else Step.AGAIN), met
    below = weaker(met)
    if len(last) == JUDGED and not any(last) and below:
        return Step.WEAKER, below
    return Step.AGAIN, met


def _results(game: Game, met: Opponent, *, user: User) -> list[bool]:
    """Return, for each of this person's games against this bot, whether they won it.

    Only the latest games up to ``game`` count; the latest one comes first.
    """
    somebody_else = Seat.objects.filter(game=OuterRef("game")).exclude(
        index=OuterRef("index")).exclude(bot=met.name, left_at__isnull=True)
    found = Seat.objects.filter(
        ~Exists(somebody_else), user=user, game__status=Game.Status.OVER,
        game__ruleset=game.ruleset, game__finished_at__lte=game.finished_at,
        game__origin_number__isnull=True,
    ).order_by("-game__finished_at", "-game").values_list("index", "game__result")
    return [index in (result or {}).get("winners", ()) for index, result in found[:COUNTED]]


def _board(game: Game) -> str:
    """Return the name of the board; "" if it is not one of the game's own boards."""
    played = event_log.setup_of(game).board
    boards = event_log.ruleset_of(game).boards()
    return next((name for name, text in boards.items() if text == played), "")
