"""The history of a game: its positions and moves, as one seat may see them (R10).

Pages, emails and pictures take everything they show of a game from here: ``view`` and ``views`` for
the current position, ``read`` for all earlier positions, ``read_recent`` for the latest of them.
The rows come from ``log_cache``.  This module changes nothing in the database.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from django.db.models import prefetch_related_objects
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from alexandros_rules import replay
from alexandros_rules.addressing import for_reader
from alexandros_rules.narration import narrate, narrate_for
from alexandros_rules.ruleset import Ruleset
from games.base import log_context
from games.base.refusals import Missing
from games.models import FormerPlayer, Game, LoggedMove, Seat, User
from games.table.play import event_log, log_cache, outside_moves
from games.table.play.event_log import RowHash, Transition

CACHED_SENTENCES = 5000  # rows as one seat reads them, of about 300 bytes


@dataclass(frozen=True, slots=True)
class HistoryEntry:
    """One row of the log, described for one reader.

    ``turn``  the turn it was played in, 0 for the start; ``seat`` None for the table itself.
    ``move``  in notation; ``sentences`` say what the move did, and may be empty.  Of a ``secret``
              move of somebody else, only the verb is known.
    ``first`` the first of the rows that the sentences tell of, if there are several, else 0.
    ``shapes`` what it has changed on the board, as pairs of the ``marks`` of a ``Tip``; only some
              pages ask for them.
    """

    number: int
    turn: int
    seat: int | None
    actor: str
    move: str
    sentences: tuple[str, ...]
    secret: bool = False
    first: int = 0
    shapes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class GameHistory:
    """The rows of a game up to one of them, as one seat may see them (None: a spectator).

    ``read`` makes a history with one query; its methods need no other queries.  ``read_recent``
    leaves out rows at the beginning.  The transitions hold the true states, which must not be shown
    to anybody.  ``names`` are the seats' present names, and ``former`` the seats that somebody else
    had before, the latest first: the first row without them, the seat and what it was called, as
    ``written``.
    """

    game: Game
    seat: int | None
    names: Sequence[str]
    transitions: tuple[Transition, ...]
    former: Sequence[tuple[int, int, str]] = ()
    written: Callable[[str], str] = str

    @property
    def _first(self) -> int:
        """The number of the first row that was read."""
        return self.transitions[0].row.number if self.transitions else 1

    def _after(self, number: int) -> tuple[Transition, ...]:
        return self.transitions[max(0, number - self._first + 1):]

    def _at(self, number: int) -> Transition:
        if number < self._first:
            return self._completed()._at(number)
        return self.transitions[number - self._first]

    def names_at(self, number: int) -> Sequence[str]:
        """Return the names of the seats after row ``number``."""
        if not self.former:
            return self.names
        names = list(self.names)
        for first_without, seat, name in self.former:
            if number < first_without:
                names[seat] = name
        return names

    @property
    def moves(self) -> list[str]:
        """The move of every row in notation, as this seat may see it."""
        return self.moves_after(0)

    def moves_after(self, number: int) -> list[str]:
        """Return the moves of the rows after this one, of those that were read."""
        return [visible_move(self.game, transition.row, self.seat)
                for transition in self._after(number)]

    @property
    def last_hash(self) -> RowHash:
        """The hash of the last of these rows, by which the log up to it can be checked (R9)."""
        row = self.transitions[-1].row
        return RowHash(row.number, row.chain)

    def entries(self, *, after: int = 0) -> list[HistoryEntry]:
        """Return the rows after row ``after``, of those that were read, described for this seat."""
        return [self._describe(transition) for transition in self._after(after)]

    def entry(self, number: int) -> HistoryEntry:
        """Return one row, described for this seat."""
        return self._describe(self._at(number))

    def of_orders(self, number: int) -> list[HistoryEntry]:
        """Return the rows of the orders that ended with row ``number``, played at once."""
        first, last = number, self._at(number).row
        while first > self._first and last.key and _belongs_to(self._at(first - 1).row, last):
            first -= 1
        return [self.entry(each) for each in range(first, number + 1)]

    def since_last_turn(self) -> list[HistoryEntry]:
        """Return what happened since this seat's last turn; for a spectator, one round.

        The turn that is still in progress does not count as the seat's last one, nor does one
        that a stand-in has played, nor do orders out of turn.
        """
        if not self.transitions:
            return []
        ruleset = event_log.ruleset_of(self.game)
        turn = ruleset.status(self.transitions[-1].after).turn
        if self.seat is None:
            earlier = (transition.row.number for transition in reversed(self.transitions)
                       if transition.turn <= turn - len(self.names))
        else:
            earlier = (transition.row.number for transition in reversed(self.transitions)
                       if transition.row.seat == self.seat and transition.turn < turn
                       and not replay.is_outside_rules(transition.row.move)
                       and transition.row.actor != LoggedMove.Actor.BOT
                       and self.seat not in ruleset.status(transition.before).may_act)
        last = next(earlier, 0)
        if last == 0 and self._first > 1:
            return self._completed().since_last_turn()
        return self.entries(after=last)

    def decisions(self) -> list[HistoryEntry]:
        """Return what this seat's secret decisions since its last other move led to.

        Each is one entry, from the decision to the row that revealed it.  Decisions count if others
        decided at the same time, and are left out as long as they are secret.  After a game's end
        there are none.
        """
        status = event_log.ruleset_of(self.game).status
        found: list[HistoryEntry] = []
        own: Transition | None = None  # the decision that is still secret
        deciding: set[int] = set()  # the seats that decide at the same time
        for transition in self._after(max(1, self._first)):
            if replay.is_outside_rules(transition.row.move):
                continue
            before, rest = (set(status(state).to_move)
                            for state in (transition.before, transition.after))
            deciding = deciding if before < deciding else before
            alone = len(before) < 2
            if transition.row.seat == self.seat and self.seat in before:
                decides = len(deciding) > 1 and (alone or self.seat not in rest)
                own = transition if decides and self._hides(transition) else None
                found = found if own else []
            if rest < before or not alone:
                continue
            if own is not None:
                found.append(self._describe_all(own, transition))
            own, deciding = None, set()
        return found

    def _describe_all(self, own: Transition, last: Transition) -> HistoryEntry:
        """Return the rows from one to another as a single entry, which belongs to the table."""
        rows = [each for each in self._after(own.row.number - 1)
                if each.row.number <= last.row.number]
        events = tuple(event for each in rows for event in each.events)
        whole = replace(last, before=own.before, events=events)
        return replace(self._describe(whole), seat=None, first=own.row.number)

    def _hides(self, transition: Transition) -> bool:
        """Return whether spectators see no more of a row's move than its verb."""
        move = visible_move(self.game, transition.row, None)
        return move != transition.row.move and len(move.split()) == 1

    def _completed(self) -> GameHistory:
        """Return this history with all rows from the start of the game."""
        rows = log_cache.whole(self.game)[: self.transitions[-1].row.number]
        return replace(self, transitions=rows,
                       former=_former_names(self.game, rows, self.written))

    def view(self, number: int) -> Any:
        """Return the position after row ``number``; nothing is hidden once the game is revealed."""
        return _hide(self.game, self.seat, self._at(number).after)

    def views(self) -> list[Any]:
        """Return the positions after each row, in order."""
        return [_hide(self.game, self.seat, transition.after) for transition in self.transitions]

    def _describe(self, transition: Transition) -> HistoryEntry:
        row = transition.row
        move = visible_move(self.game, row, self.seat)
        secret = move != row.move and len(move.split()) == 1
        return HistoryEntry(row.number, transition.turn, row.seat, row.actor, move,
                            self._sentences(transition), secret)

    def _sentences(self, transition: Transition) -> tuple[str, ...]:
        """Return sentences on a row that depend on nothing but the names."""
        number = transition.row.number
        names = tuple(self.names_at(number))
        before = tuple(self.names_at(number - 1)) if self.former else names
        return _narrated(
            event_log.ruleset_of(self.game), transition, self.seat, over=self.game.is_revealed,
            names=names, names_before=before, language=get_language(),
            reader=self.reader_at(number))

    def names_for_reader(self, number: int) -> Sequence[str]:
        """Return the names after row ``number``, for sentences that call the reader “you”."""
        return for_reader(self.names_at(number), self.reader_at(number))

    def reader_at(self, number: int) -> int | None:
        """Return the seat that sentences about row ``number`` call “you”.

        None for a spectator, and for a row before which the seat was somebody else's.
        """
        theirs = any(seat == self.seat and number < first for first, seat, _name in self.former)
        return None if theirs else self.seat


@lru_cache(maxsize=CACHED_SENTENCES)
def _narrated(ruleset: Ruleset, transition: Transition, seat: int | None, *, over: bool,
              names: tuple[str, ...], names_before: tuple[str, ...], reader: int | None,
              language: str) -> tuple[str, ...]:
    """Return sentences on a row, as this seat may know it (R10), in the active language.

    The player at the seat ``reader`` is “you”.
    """
    before, events = transition.before, transition.events
    addressed = for_reader(names, reader)
    if replay.is_outside_rules(transition.row.move):
        return outside_moves.describe(transition.row, addressed, before=names_before)
    if over:
        return tuple(narrate(ruleset, before, events, names=addressed))
    return tuple(narrate_for(ruleset, seat, before, events, names=addressed))


def _belongs_to(row: LoggedMove, last: LoggedMove) -> bool:
    """Return whether a row and a later one come from the same orders."""
    return (row.seat, row.key, row.actor) == (last.seat, last.key, last.actor)


def read(game: Game, seat: int | None, *, names: Sequence[str] | None = None,
         number: int | None = None, written: Callable[[str], str] = str) -> GameHistory:
    """Return the history up to row ``number`` (None: the game's current row), with one query.

    ``names`` are those of the seats, for callers that have loaded them already.  If a seat has
    changed hands, another query finds its former names; ``written`` is how they are written.
    """
    return _history(game, seat, log_cache.whole(game), names=names, number=number, written=written)


def read_recent(game: Game, seat: int | None, *, names: Sequence[str] | None = None,
                number: int | None = None, written: Callable[[str], str] = str) -> GameHistory:
    """Return a history with only the latest rows, ``log_cache.RECENT`` or more.

    The cost does not depend on the number of earlier rows.
    """
    last = game.number if number is None else number
    return _history(game, seat, log_cache.recent(game, last), names=names, number=last,
                    written=written)


def _history(game: Game, seat: int | None, transitions: Sequence[Transition], *,
             names: Sequence[str] | None, number: int | None,
             written: Callable[[str], str]) -> GameHistory:
    last = game.number if number is None else number
    return GameHistory(game, seat, seat_names(game) if names is None else names,
                       tuple(each for each in transitions if each.row.number <= last),
                       _former_names(game, transitions, written), written)


def _former_names(game: Game, transitions: Sequence[Transition],
                  written: Callable[[str], str]) -> Sequence[tuple[int, int, str]]:
    if not any(each.row.move == outside_moves.SUCCESSION for each in transitions):
        return ()
    return [(number, seat, written(name)) for number, seat, name in former_names(game)]


def former_names(game: Game) -> list[tuple[int, int, str]]:
    """Return the seats that somebody else had before, with the first row of the new player."""
    former = FormerPlayer.objects.filter(seat__game=game).order_by("-number")
    return list(former.values_list("number", "seat__index", "name"))


def state(game: Game, number: int | None = None) -> Any:
    """Return the true state after row ``number`` (None: now), which nobody must be shown.

    Refuses (``no-game``, ``no-position``) before the start and beyond the last row.
    """
    if game.number == 0:
        raise Missing("no-game", _("This game has not started yet. Please wait until every seat"
                                   " is taken."))
    if number is None or number == game.number:
        return event_log.latest_state(game)[0]
    if not 1 <= number < game.number:
        sentence = _("There is no position %(number)s. This game has positions 1 to %(last)s.")
        raise Missing("no-position", sentence % {"number": number, "last": game.number})
    return log_cache.whole(game)[number - 1].after


def turn_at(game: Game, number: int) -> int:
    """Return the turn the game is in after row ``number``."""
    if number == game.number:
        return game.turn
    return event_log.ruleset_of(game).status(state(game, number)).turn


def view(game: Game, seat: int | None, number: int | None = None) -> Any:
    """Return the position after row ``number`` (None: now) as a seat, or a spectator, sees it.

    Nothing is hidden of a game that is revealed.  Refuses like ``state``.
    """
    return _hide(game, seat, state(game, number))


def views(games: Iterable[tuple[Game, int | None]]) -> dict[int, Any]:
    """Return the current views of several games, each for one seat, by the games' ids.

    Takes two queries, however many games there are.  Leaves out games that have not started.
    """
    wanted = list(games)
    states = event_log.latest_states(game for game, _ in wanted)
    shown = {}
    for game, seat in wanted:
        if game.pk in states:
            with log_context.about(game, log_context.PAGE, seat=seat):
                shown[game.pk] = _hide(game, seat, states[game.pk])
    return shown


def visible_move(game: Game, row: LoggedMove, seat: int | None) -> str:
    """Return a row's move in notation, without a decision that is secret from this seat."""
    if row.seat is None or replay.is_outside_rules(row.move) or game.is_revealed:
        return row.move
    return event_log.ruleset_of(game).view_move(row.move, by=row.seat, seat=seat)


def seat_of(game: Game, user: Any) -> int | None:
    """Return the seat this person has at the table, or None."""
    if not isinstance(user, User):
        return None
    seats = Seat.objects.filter(game=game, user=user).values_list("index", flat=True)
    return seats.first()


def seat_names(game: Game) -> list[str]:
    """Return the names of the seats, in their order."""
    return [seat.called for seat in game.seats.all()]


def load_seats(game: Game) -> None:
    """Load the seats of a game once for all that ask for them through this instance."""
    prefetch_related_objects([game], "seats")


def _hide(game: Game, seat: int | None, true_state: Any) -> Any:
    """Return the state without what this seat may not see, or all of it once it is revealed."""
    if game.is_revealed:
        return true_state
    return event_log.ruleset_of(game).view(true_state, seat, sealed=game.sealed)
