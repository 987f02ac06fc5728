"""The analyst, who compares turns by the replies in several guesses of the hidden cards.

All turns are compared in the same guesses, so that they have the same luck.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.analysis import luck
from alexandros_rules.alexandros.bots.characters import STRATEGIST
from alexandros_rules.alexandros.bots.search.actions import MOST_ACTIONS
from alexandros_rules.alexandros.bots.search.deals import guess, position_of
from alexandros_rules.alexandros.bots.search.evaluation import rate
from alexandros_rules.alexandros.bots.search.marches import MOST
from alexandros_rules.alexandros.bots.search.position import Position
from alexandros_rules.alexandros.bots.search.replies import reply
from alexandros_rules.alexandros.bots.search.thinker import Effort, for_all
from alexandros_rules.alexandros.bots.search.turns import KEPT
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.events import Event
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Draw, Move, Take
from alexandros_rules.alexandros.state import OVER, TAKE, State, change, dump_state
from alexandros_rules.alexandros.view import view as view_of
from alexandros_rules.analysis import Answer, Judgement, RatedTurn
from alexandros_rules.chance import UnknownChance
from alexandros_rules.ruleset import HasTime

CANDIDATES = {2: 12, 3: 10, 4: 8}  # turns that are compared, by the number of players
COMPLETIONS = 3  # ways to complete the moves that were played
FIRST_DEALS = 3  # guesses in which candidates are compared: all in the first, then the better half
MORE_DEALS = 5  # guesses in which the last two candidates are compared again
REPLY_BEAM, REPLY_WIDTH = 3, 2  # see ``Effort``
ANSWER_DEALS = 5  # guesses in which the next player answers
STANDING_TURNS = 8  # turns of which the best is played before everybody's chances are rated
STANDING_DEALS = 3  # guesses in which these are rated
# ``clear_best`` compares all pairs of actions behind all marches, but first what a bot would.
WIDEST = replace(STRATEGIST, efforts=for_all(
    Effort(beam=MOST, width=MOST_ACTIONS, keep=4, alike=MOST, go_on=True)))
PROMISING = 16  # turns that a bot would compare
PROMISING_OF_ALL = 40  # turns that are compared in more than one guess
FINALISTS = 8  # turns that are compared in many guesses
ALIKE = 3  # of them that have the same effect
# The best turn must lead by the first share of the margin in one guess, by the second in more.
LIKELY, LIKELIER = 0.4, 0.6
# Turns are chosen because they do well in some guesses, so those guesses flatter them.  The best
# turn and its lead are therefore measured in new guesses, and chances are told from yet others.
LONG_DEALS = range(FIRST_DEALS, FIRST_DEALS + 8)
SURE_DEALS = range(LONG_DEALS.stop, LONG_DEALS.stop + 16)
TOLD_DEALS = range(SURE_DEALS.stop, SURE_DEALS.stop + 8)


@dataclass
class _Candidate:
    """A whole turn to be compared; ``played`` says whether it begins with the moves played."""

    moves: list[Move]
    ending: State
    played: bool
    sum: float = 0.0
    deals: int = 0

    @property
    def chance(self) -> float:
        return self.sum / self.deals

    def is_like(self, other: _Candidate) -> bool:
        """Return whether two turns differ in walls and cards at most, not in points or guards."""
        mine, its = self.ending, other.ending
        return ((mine.phase, mine.scores, mine.guards) == (its.phase, its.scores, its.guards))


@dataclass(frozen=True, slots=True)
class AlexandrosAnalyst:
    """See ``alexandros_rules.analysis.Analyst``."""

    version: int = 5

    def best_turns(self, view: State, *, seat: int, salt: bytes, has_time: HasTime,
                   count: int) -> list[RatedTurn]:
        lookahead = _Lookahead(view, seat, salt)
        turns = STRATEGIST.whole_turns(view, seat=seat, salt=salt,
                                       count=max(CANDIDATES[view.players], count))
        some = [_Candidate(moves, lookahead.ending(moves), False) for moves in turns]
        better = _better_half(lookahead, some, has_time)
        different = {_played_at_once(view, one) for one in better}
        for one in _ranked([one for one in some if one not in better]):
            if len(different) < count and _played_at_once(view, one) not in different:
                different.add(_played_at_once(view, one))
                _compare(lookahead, [one], range(1, FIRST_DEALS), has_time)
                better.append(one)
        found = dict[tuple[Move, ...], RatedTurn]()
        for one in _ranked(better):
            found.setdefault(_played_at_once(view, one), _rated(view, one))
        return [*found.values()][:count]

    def judge(self, view: State, moves: Sequence[Move], *, seat: int, salt: bytes,
              has_time: HasTime) -> Judgement:
        lookahead = _Lookahead(view, seat, salt)
        some = [
            *_completed(lookahead, view, moves, seat=seat, salt=salt),
            *[_Candidate(turn, lookahead.ending(turn), turn[:len(moves)] == [*moves])
              for turn in STRATEGIST.whole_turns(
                  view, seat=seat, salt=salt, count=CANDIDATES[view.players])],
        ]
        some = _better_half(lookahead, some, has_time)
        best, played = _best(some), _best([one for one in some if one.played])
        if not best.played:
            # The old guesses flatter the turn that they have chosen, so only new ones count.
            again = [_fresh(best), _fresh(played)]
            deals = range(FIRST_DEALS, FIRST_DEALS + MORE_DEALS)
            _compare(lookahead, again, deals, has_time)
            best, played = again
            if best.chance <= played.chance:
                best = played
        return Judgement(_rated(view, played), _rated(view, best))

    def clear_best(self, view: State, *, seat: int, salt: bytes, has_time: HasTime,
                   margin: float) -> tuple[RatedTurn, RatedTurn] | None:
        # What a bot would compare, in a few guesses, is enough to rule out most positions.
        lookahead = _Lookahead(view, seat, salt)
        some = _different(lookahead, STRATEGIST.whole_turns(
            view, seat=seat, salt=salt, count=PROMISING))
        for deals, share in ((range(1), LIKELY), (range(1, FIRST_DEALS), LIKELIER)):
            if _lead(lookahead, some, deals, has_time) < margin * share:
                return None
        return _clearest_of_all(view, seat=seat, salt=b"again" + salt, has_time=has_time,
                                margin=margin)

    def chances(self, view: State, turns: Sequence[Sequence[Move]], *, seat: int, salt: bytes,
                has_time: HasTime) -> list[float]:
        lookahead = _Lookahead(view, seat, salt)
        some = [_Candidate([*moves], lookahead.ending(moves), False) for moves in turns]
        _compare(lookahead, some, TOLD_DEALS, has_time)
        return [one.chance for one in some]

    def standing(self, view: State, *, seat: int, salt: bytes, has_time: HasTime) -> list[float]:
        lookahead = _Lookahead(view, seat, salt)
        some = [_Candidate(moves, lookahead.ending(moves), False) for moves in
                STRATEGIST.whole_turns(view, seat=seat, salt=salt, count=STANDING_TURNS)]
        _compare(lookahead, some, range(1), has_time)
        ending = _best(some).ending
        if ending.phase == OVER:
            return [(each in ending.winners) / len(ending.winners) for each in range(view.players)]
        sums, deals = [0.0] * view.players, 0
        for deal in range(1, STANDING_DEALS + 1):
            if deals and not has_time():
                break
            rated = lookahead.everybodys(ending, deal)
            sums, deals = [a + b for a, b in zip(sums, rated, strict=True)], deals + 1
        return [some / deals for some in sums]

    def answer(self, view: State, moves: Sequence[Move], *, seat: int, salt: bytes,
               has_time: HasTime) -> Answer | None:
        end = after(view, moves)
        return None if end.phase == OVER else _likeliest_answer(
            end, seat=seat, salt=salt, has_time=has_time)

    def guessed(self, view: State, *, seat: int, salt: bytes) -> State:
        return _guessed(view, seat, salt=salt)

    def points(self, chance: float, *, players: int) -> float:
        return luck.in_points(chance, players)

    def luck(self, steps: Sequence[tuple[State, Event]], *, seat: int, salt: bytes,
             has_time: HasTime) -> list[float]:
        return luck.of_events(steps, seat=seat, salt=salt, has_time=has_time)


def _clearest_of_all(view: State, *, seat: int, salt: bytes, has_time: HasTime,
                     margin: float) -> tuple[RatedTurn, RatedTurn] | None:
    """Return the best of all turns and the next one, None if time is up or the lead too small."""
    lookahead = _Lookahead(view, seat, salt)
    some = _different(lookahead, _all_turns(view, seat, salt, has_time))
    for deals, share in ((range(1), LIKELY), (range(1, FIRST_DEALS), LIKELIER)):
        if _lead(lookahead, some, deals, has_time) < margin * share:
            return None
        some = _few_alike(some)[:PROMISING_OF_ALL]
    finalists = [_fresh(one) for one in some[:FINALISTS]]
    if _lead(lookahead, finalists, LONG_DEALS, has_time) < margin * LIKELIER:
        return None
    again = [_fresh(one) for one in finalists]
    if (_lead(lookahead, again, SURE_DEALS, has_time) < margin
            or again[0].moves != finalists[0].moves or not has_time()):
        return None
    following = _next(again)
    assert following is not None  # else there would be no lead
    return _rated(view, again[0]), _rated(view, following)


def _all_turns(view: State, seat: int, salt: bytes, has_time: HasTime) -> Iterator[list[Move]]:
    """Yield the best turns with each card, among them all that win at once."""
    if view.phase != TAKE:
        yield from WIDEST.whole_turns(view, seat=seat, salt=salt, count=KEPT)
        return
    for first in legal_moves(view):
        if has_time():
            rests = WIDEST.whole_turns(after(view, [first]), seat=seat, salt=salt, count=KEPT)
            yield from ([first, *rest] for rest in rests)


def _completed(lookahead: _Lookahead, view: State, moves: Sequence[Move], *, seat: int,
               salt: bytes) -> list[_Candidate]:
    """Return turns that begin with these moves: a single one if the moves are a whole turn."""
    begun = after(view, moves)
    rests: list[list[Move]] = [[]]
    if begun.phase != OVER and begun.turn == view.turn:
        rests = STRATEGIST.whole_turns(begun, seat=seat, salt=salt, count=COMPLETIONS)
    return [_Candidate([*moves, *rest], lookahead.ending([*moves, *rest]), True) for rest in rests]


def _different(lookahead: _Lookahead, turns: Iterable[Sequence[Move]]) -> list[_Candidate]:
    """Return the turns without any turn that ends in the same position as an earlier one."""
    found = dict[str, _Candidate]()
    for moves in turns:
        ending = lookahead.ending(moves)
        found.setdefault(dump_state(ending), _Candidate([*moves], ending, False))
    return [*found.values()]


def _compare(lookahead: _Lookahead, some: Sequence[_Candidate], deals: Sequence[int],
             has_time: HasTime) -> None:
    """Add the chances of all these turns in the guesses ``deals``; only the first if time is up."""
    for deal in deals:
        if deal != deals[0] and not has_time():
            return
        for one in some:
            one.sum += lookahead.chance(one.ending, deal)
            one.deals += 1


def _better_half(lookahead: _Lookahead, some: Sequence[_Candidate],
                 has_time: HasTime) -> list[_Candidate]:
    """Compare these turns, and return the better half of them and those that were played."""
    _compare(lookahead, some, range(1), has_time)
    ranked, half = _ranked(some), (len(some) + 1) // 2
    kept = ranked[:half] + [one for one in ranked[half:] if one.played]
    if has_time():
        _compare(lookahead, kept, range(1, FIRST_DEALS), has_time)
    return kept


def _lead(lookahead: _Lookahead, some: list[_Candidate], deals: Sequence[int],
          has_time: HasTime) -> float:
    """Compare and sort these turns, and return the lead of the best one.

    The lead is that over the best turn with another effect, 0 if there is none.
    """
    _compare(lookahead, some, deals, has_time)
    some.sort(key=lambda one: one.chance, reverse=True)
    following = _next(some)
    return some[0].chance - following.chance if following else 0.0


def _next(some: Sequence[_Candidate]) -> _Candidate | None:
    """Return the best of these turns, the best first, that has another effect than the first."""
    return next((one for one in some if not one.is_like(some[0])), None)


def _few_alike(some: Sequence[_Candidate]) -> list[_Candidate]:
    """Return the turns without those that have the same effect as ``ALIKE`` better ones."""
    kept = list[_Candidate]()
    for one in some:
        if sum(one.is_like(other) for other in kept) < ALIKE:
            kept.append(one)
    return kept


def _fresh(one: _Candidate) -> _Candidate:
    """Return the turn without what the guesses so far have said about it."""
    return replace(one, sum=0.0, deals=0)


def _ranked(some: Sequence[_Candidate]) -> list[_Candidate]:
    return sorted(some, key=lambda one: one.chance, reverse=True)


def _best(some: Sequence[_Candidate]) -> _Candidate:
    return max(some, key=lambda one: one.chance)


def _rated(view: State, one: _Candidate) -> RatedTurn:
    return RatedTurn(tuple(one.moves), _firm(view, one.moves), one.chance)


def _played_at_once(view: State, one: _Candidate) -> tuple[Move, ...]:
    return tuple(one.moves[:_firm(view, one.moves)])


def _firm(view: State, moves: Sequence[Move]) -> int:
    """Return the number of moves up to the first that reveals a card."""
    for i, move in enumerate(moves, 1):
        if isinstance(move, Draw) or (isinstance(move, Take) and i == 1 and view.phase == TAKE):
            return i
    return len(moves)


def after(view: State, moves: Sequence[Move]) -> State:
    """Return the view after legal moves; cards that they reveal are unknown."""
    for move in moves:
        for event in decide(view, move, UnknownChance(cards.UNKNOWN)):
            view = evolve(view, event)
    return view


class _Lookahead:
    """Estimates of a seat's chance of winning after turns from one view."""

    def __init__(self, view: State, seat: int, salt: bytes) -> None:
        self._view, self._seat, self._salt = view, seat, salt
        self._replies = STRATEGIST.search_for(view)

    def ending(self, moves: Sequence[Move]) -> State:
        """Return the view at the end of a turn with these moves."""
        return after(self._view, moves)

    def chance(self, ending: State, deal: int) -> float:
        """Return the seat's chance of winning after the replies in guess number ``deal``."""
        if ending.phase == OVER:
            return (self._seat in ending.winners) / len(ending.winners)
        return float(reply(self._replies, self._guessed(ending, deal), self._seat,
                           REPLY_BEAM, REPLY_WIDTH))

    def everybodys(self, ending: State, deal: int) -> list[float]:
        """Return the chances of all seats in guess number ``deal``; the game goes on.

        They are the mean of the chances before and after the replies: before them, what the turn
        has brought counts for too much, as the next player may take it; after them, what they have
        brought does.  If they end the game, only the end counts.
        """
        position, evaluation = self._guessed(ending, deal), self._replies.evaluation
        rate(evaluation, position, position.seat)
        before = list(evaluation.chance[:ending.players])
        reply(self._replies, position, self._seat, REPLY_BEAM, REPLY_WIDTH)
        after = list(evaluation.chance[:ending.players])
        return after if position.over else [(a + b) / 2 for a, b in zip(before, after, strict=True)]

    def _guessed(self, ending: State, deal: int) -> Position:
        """Return the position after a turn with the cards of guess number ``deal``."""
        dealt = guess(ending, self._seat, salt=self._salt + deal.to_bytes(2))
        return position_of(ending, dealt)


def _likeliest_answer(view: State, *, seat: int, salt: bytes, has_time: HasTime) -> Answer:
    """Return the likeliest turn of the seat to move.

    ``view`` is that of ``seat``, whose turn has ended.  Turns count as the same if they lead to the
    same points and leave this seat the same guards.
    """
    found = dict[tuple[object, ...], list[tuple[State, list[Move]]]]()
    for deal in range(ANSWER_DEALS):
        if deal and not has_time():
            break
        guessed = view_of(_guessed(view, seat, salt=salt + deal.to_bytes(2)), view.seat)
        moves, = STRATEGIST.whole_turns(guessed, seat=view.seat, salt=salt, count=1)
        end = after(guessed, moves)
        found.setdefault((end.scores, end.guards[seat], end.phase), []).append((guessed, moves))
    same = max(found.values(), key=len)
    guessed, moves = same[0]
    return Answer(view.seat, guessed, tuple(moves), len(same) / sum(map(len, found.values())))


def _guessed(view: State, seat: int, *, salt: bytes) -> State:
    """Return a position that may be the true one, as far as this seat knows."""
    hands, rest = guess(view, seat, salt=salt)
    drawn = hands[seat][cards.UNKNOWN]  # cards that the turn itself has revealed
    own = cards.add((*hands[seat][:cards.UNKNOWN], 0), cards.counts(rest[:drawn]))
    rest, row = rest[drawn:], list[int]()
    for card in view.face_up:
        if card == cards.UNKNOWN:
            card, rest = rest[0], rest[1:]
        row.append(card)
    hands = (*hands[:seat], own, *hands[seat + 1:])
    return change(view, hands=hands, face_up=tuple(row), supply=rest)
