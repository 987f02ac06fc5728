"""Matches: two games of two players with the same deal, between which they swap seats.

Owns when there is a second game, what the second game takes over from the first, and the sentences
of pages and emails about a match and its result.  The end of a first game wakes a worker, which
starts the second; if that fails, a sweep finds it.
"""

from __future__ import annotations

import hashlib
import logging
import secrets
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from fractions import Fraction
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import for_reader, is_reader, told
from alexandros_rules.ruleset import Setup, deal_option
from games.base import failures, locks, log_context
from games.models import Game, Match, Seat, User
from games.table.clocks import paces
from games.table.lobby import open_tables, rematches
from games.table.play import bots, event_log, history
from games.table.seats import ranking, seating
from games.web.access import TableAccess

PLAYERS = 2
BATCH = 100  # matches that one sweep continues

Named = Callable[[str], str]  # a name as it may stand in an email or on a page

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a match, for the seats of its second game.

    ``winner`` is None if the match is drawn.  ``games`` are the games that each seat has won, where
    a shared win is half of one, and ``points`` the sums of both games.  ``resigned`` is the one
    seat that has resigned a game, if that decided the match, and None otherwise.
    """

    winner: int | None
    games: tuple[Fraction, ...]
    points: tuple[int, ...]
    resigned: int | None = None


def setup_of_second(first: Game) -> Setup:
    """Return the setup of the first game, which must be over, with its deal as an option."""
    setup = event_log.setup_of(first)
    deal = {deal_option(event_log.ruleset_of(first)): bytes(first.seed).hex()}
    return Setup(setup.board, setup.players, {**setup.options, **deal})


def fault(game: Game) -> str:
    """Return a sentence about a wrong deal of the second game of a match, or ""."""
    if game.match_of is None or event_log.setup_of(game) == setup_of_second(game.match_of):
        return ""
    return "its deal is not that of the first game of the match"


def other_game(game: Game) -> Game | None:
    """Return the other game of the match, or None if there is none (yet)."""
    if game.match == Match.SECOND:
        return game.match_of
    return Game.objects.filter(match_of=game).first() if game.match == Match.CONTINUED else None


def sentences(game: Game, *, over: bool, begins: bool = False, named: Named = str,
              seat: int | None = None) -> list[str]:
    """Return sentences about the match of a game in progress or, if it is ``over``, at its end.

    ``named`` makes a name safe to be shown; ``seat`` is the reader's, None for a spectator.  At
    either time the sentences stay the same whatever happens later.
    """
    # Emails are rendered again, and must say the same then.
    if game.match == Match.SECOND and game.match_of is not None:
        return _about_second(game.match_of, game, over=over, named=named, seat=seat)
    if not game.match:
        return []
    if over and _ends_with_first(game):
        return [_("Game 1 of a match. There is no game 2, because somebody has left the table.")]
    return [_("Game 1 of 2 of a match."),
            _("Game 2 follows at once, with the same deal and the seats swapped.") if over
            else _("Game 2 has the same deal, with the seats swapped, and begins when this one is"
                   " over.")]


def final_sentence(first: Game, second: Game, *, seat: int | None = None) -> str:
    """Return a sentence about the end of the match, or "" while the second game is in progress.

    ``seat`` is that of the reader in the second game.
    """
    if second.status == Game.Status.CANCELLED:
        return _("Game 2 was cancelled, so the match has no result.")
    found = result(first, second)
    return "" if found is None else _sentence(found, for_reader(history.seat_names(second), seat))


def after_leaving(game: Game) -> list[str]:
    """Return sentences on what leaving this running game means for its match."""
    if game.match == Match.FIRST:
        return [_("The second game of the match is played nevertheless.")]
    if game.match == Match.SECOND:
        return [_("If each of you then has won one game, you lose the match.")]
    return []


def after_cancelling(game: Game) -> list[str]:
    """Return sentences on what cancelling this running game means for its match."""
    if game.match == Match.FIRST:
        return [_("There will be no second game, either.")]
    if game.match == Match.SECOND:
        return [_("The match will have no result.")]
    return []


def _ends_with_first(first: Game) -> bool:
    """Return whether no second game follows a first one that is over."""
    return first.match == Match.BROKEN_OFF or (
        first.match == Match.FIRST
        and any(ranking.has_left(seat) for seat in first.seats.select_related("user")))


def _about_second(first: Game, second: Game, *, over: bool, named: Named,
                  seat: int | None) -> list[str]:
    names = [[named(name) for name in history.seat_names(each)] for each in (first, second)]
    said = [_("Game 2 of 2 of a match, with the deal of game 1 and the seats swapped."),
            _outcome(first, for_reader(names[0], _other_seat(seat)))]
    found = result(first, second) if over else None
    return said if found is None else [*said, _sentence(found, for_reader(names[1], seat))]


def _other_seat(seat: int | None) -> int | None:
    """Return the seat in the other game of the match."""
    return None if seat is None else 1 - seat


def _outcome(first: Game, names: Sequence[str]) -> str:
    """Return a sentence about the end of the first game."""
    ended = _end(first)
    winners, scores = ended["winners"], ended["scores"]
    if not event_log.have_won(ended):
        return _("Nobody had a point in game 1, so nobody won it.")
    if len(winners) != 1:
        return ngettext(
            "Game 1 was a shared win with %(points)s point each.",
            "Game 1 was a shared win with %(points)s points each.", scores[0],
        ) % {"points": scores[0]}
    (won,) = winners
    facts = {"winner": names[won], "loser": names[1 - won], "more": scores[won],
             "fewer": scores[1 - won]}
    if ended["reason"] == event_log.RESIGNED:
        text = (_("%(winner)s won game 1, because you resigned.") if is_reader(names, 1 - won)
                else told(names, won, _("You won game 1, because %(loser)s resigned."),
                          _("%(winner)s won game 1, because %(loser)s resigned.")))
        return text % facts
    return told(names, won, _("You won game 1 by %(more)s points to %(fewer)s."),
                _("%(winner)s won game 1 by %(more)s points to %(fewer)s.")) % facts


def result(first: Game, second: Game) -> Result | None:
    """Return the result of a match, or None unless both games are over and count."""
    if first.status != Game.Status.OVER or second.status != Game.Status.OVER:
        return None
    swapped, own = _end(first), _end(second)
    games = tuple(_share(own, seat) + _share(swapped, 1 - seat) for seat in range(PLAYERS))
    points = tuple(own["scores"][seat] + swapped["scores"][1 - seat] for seat in range(PLAYERS))
    if games[0] != games[1]:
        return Result(_larger(games), games, points)
    resigned = {*_resigned(own), *(1 - seat for seat in _resigned(swapped))}
    if len(resigned) == 1:
        (seat,) = resigned
        return Result(1 - seat, games, points, resigned=seat)
    return Result(None if resigned else _larger(points), games, points)


def _end(game: Game) -> dict[str, Any]:
    """Return the result of a game that is over."""
    assert game.result is not None  # both columns are written together
    end: dict[str, Any] = game.result
    return end


def _share(end: dict[str, Any], seat: int) -> Fraction:
    """Return the share of the win that this seat has."""
    winners = end["winners"]
    return Fraction(seat in winners, max(1, len(winners)))


def _resigned(end: dict[str, Any]) -> list[int]:
    """Return the seat that has resigned the game, if any."""
    if end["reason"] != event_log.RESIGNED:
        return []
    return [seat for seat in range(PLAYERS) if seat not in end["winners"]]


def _larger(values: Sequence[Fraction | int]) -> int | None:
    if values[0] == values[1]:
        return None
    return 0 if values[0] > values[1] else 1


def _sentence(found: Result, names: Sequence[str]) -> str:
    """Return the result of a match as a sentence."""
    winner = found.winner
    if winner is None and found.points[0] == found.points[1]:
        return _("The match is drawn: both have won equally many games and scored equally many"
                 " points.")
    if winner is None:
        return _("The match is drawn: each has resigned one game.")
    facts = {"name": names[winner], "loser": names[1 - winner],
             "won": _written(found.games[winner]), "lost": _written(found.games[1 - winner]),
             "more": found.points[winner], "fewer": found.points[1 - winner]}
    if found.resigned is not None:
        text = (_("Each has won one game, but you have resigned one, so %(name)s wins the match.")
                if is_reader(names, 1 - winner) else told(
            names, winner,
            _("Each has won one game, but %(loser)s has resigned one, so you win the match."),
            _("Each has won one game, but %(loser)s has resigned one, so %(name)s wins the"
              " match.")))
        return text % facts
    if found.games[0] == found.games[1]:
        return told(
            names, winner,
            _("Both have won equally many games, so the points decide: you win the match by"
              " %(more)s points to %(fewer)s."),
            _("Both have won equally many games, so the points decide: %(name)s wins the match"
              " by %(more)s points to %(fewer)s.")) % facts
    return told(names, winner, _("You win the match by %(won)s games to %(lost)s."),
                _("%(name)s wins the match by %(won)s games to %(lost)s.")) % facts


def _written(share: Fraction) -> str:
    """Return a number of games, with ½ for a shared win."""
    whole = share.numerator // share.denominator
    half = "½" if share.denominator > 1 else ""
    return f"{whole or ''}{half}" or "0"


def sweep(now: datetime) -> int:
    """Continue the matches whose first game is over; return how many were tried."""
    # The latest come first, so that one that fails again and again holds up no others.
    due = Game.objects.filter(status=Game.Status.OVER, match=Match.FIRST).order_by("-finished_at")
    ids = list(due.values_list("pk", flat=True)[:BATCH])
    for pk in ids:
        try:
            start_second(pk, now=now)
        except Exception as error:  # the other matches must not wait for this one
            log.exception("a match could not be continued", extra={"game": pk})
            failures.keep(error, now=now)
    return len(ids)


@transaction.atomic
def start_second(pk: int, *, now: datetime) -> Game | None:
    """Start the second game of a match, if this is the first game and it is over.

    The second game is played by the same version of the rules.  There is none if somebody has left
    the table, so that a bot plays for them or nobody does.
    """
    first = Game.objects.select_for_update(no_key=True).filter(
        pk=pk, status=Game.Status.OVER, match=Match.FIRST).first()
    if first is None:
        return None
    seats = _locked_seats(first)
    if any(ranking.has_left(seat) for seat in seats):
        _note_match(first, Match.BROKEN_OFF)
        return None
    _note_match(first, Match.CONTINUED)
    with log_context.about(first, log_context.TURN):
        return _started(first, seats, now=now)


def _started(first: Game, seats: Sequence[Seat], *, now: datetime) -> Game:
    second = _create(first, now=now)
    _seat_everybody(second, seats)
    rules = event_log.ruleset_of(first)
    open_tables.start(
        second,
        seed=_seed_of_second(first),
        now=now,
        version=first.rules_version if first.rules_version in rules.versions else None,
    )
    return second


def _seed_of_second(first: Game) -> bytes:
    """Return the seed of the second game: in a cup, the same at all tables with the same deal.

    The seed of a sealed game is as secret as long as others play it.
    """
    if not first.sealed:
        return secrets.token_bytes(32)
    assert first.seed is not None  # it has begun
    return hashlib.sha256(b"second game " + bytes(first.seed)).digest()


def _locked_seats(first: Game) -> list[Seat]:
    """Lock the players of the first game, and return its seats."""
    locks.lock_people(User.objects.filter(seats__game=first))
    return list(first.seats.select_related("user").order_by("index"))


def _note_match(first: Game, match: Match) -> None:
    first.match = match
    first.save(update_fields=["match"])


def _create(first: Game, *, now: datetime) -> Game:
    """Create the second game like the first, with its deal."""
    return Game.objects.create(
        name=rematches.next_name(first.name), ruleset=first.ruleset,
        rules_version=first.rules_version,
        setup_id=event_log.keep_setup(setup_of_second(first)),
        match=Match.SECOND, match_of=first, rated=first.rated, arranged=first.arranged,
        sealed=first.sealed, listed=first.listed, suggested_turns=first.suggested_turns,
        note=first.note, created_by=first.created_by,
        created_at=now, active_at=now, pace=first.pace, **paces.columns(paces.control_of(first)),
        required_reliability=first.required_reliability, newcomers=first.newcomers,
    )


def _seat_everybody(second: Game, seats: Sequence[Seat]) -> None:
    """Give each seat to the player who had the other one."""
    rules = event_log.ruleset_of(second)
    new = [Seat.objects.create(game=second, index=seat.index) for seat in seats]
    # People first, so that they keep their names.
    for seat, new_seat in sorted(zip(seats[::-1], new, strict=True), key=lambda pair: pair[0].bot):
        if seat.user is not None:
            seating.take(new_seat, seat.user)
        else:
            seating.take_by_bot(
                new_seat, seat.bot if seat.bot in rules.bots else bots.default_bot(rules))


def panel(access: TableAccess) -> dict[str, Any] | None:
    """Return what the page of a table shows of its match; None for a game without a match."""
    game = access.game
    if not game.match:
        return None
    other = other_game(game)
    return {
        "sentences": _sentences_on_page(game, other, access.seat),
        "number": 2 if game.match == Match.SECOND else 1,
        "other": other if other is not None and _may_see(access, other) else None,
        "after_leaving": after_leaving(game),
        "after_cancelling": after_cancelling(game),
    }


def is_continued_soon(game: Game) -> bool:
    """Return whether the second game of the match is about to begin."""
    return game.match == Match.FIRST and game.status == Game.Status.OVER


def _sentences_on_page(game: Game, other: Game | None, seat: int | None) -> list[str]:
    """Return the sentences as of now; unlike an email, a page also mentions later events."""
    said = sentences(game, over=game.status == Game.Status.OVER, seat=seat)
    if other is None:
        was_called_off = game.match and game.status == Game.Status.CANCELLED
        return [said[0], *after_cancelling(game)] if was_called_off else said
    if game.match == Match.SECOND:
        was_cancelled = game.status == Game.Status.CANCELLED
        return [*said, final_sentence(other, game, seat=seat)] if was_cancelled else said
    return [said[0], final_sentence(game, other, seat=_other_seat(seat))
            or _("Game 2 has the same deal, with the seats swapped.")]


def _may_see(access: TableAccess, other: Game) -> bool:
    """Return whether this reader may open the other game's page."""
    return other.listed or access.is_creator or (
        access.user is not None and Seat.objects.filter(game=other, user=access.user).exists())
