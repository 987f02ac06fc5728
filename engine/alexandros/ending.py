"""When and why a game ends, and who wins."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alexandros.state import ORIGINAL, WINNING_SCORE, State

QUIET_ROUNDS = 4  # after which the game ends (E5)
QUIET_ROUNDS_WARNED = 3  # after which everybody is told


def reason_after_action(state: State) -> str:
    """Returns "points" if an action has ended the game (E3), or else ""."""
    return "points" if _points_reached(state) and not state.options.finish_round else ""


def reason_after_turn(state: State) -> str:
    """Returns why the game ends with the current turn, or "".

    It ends by "walls" if a red wall was built (E1), because it is "stuck" if nobody can march
    (A16), or because it was "quiet" for too long (E5).  A last round ends for the reason it began
    for, with the turn of its last player and not before (E6).
    """
    if state.last_round:
        return state.last_round if is_last_turn(state) else ""
    if state.red:
        return "walls"
    if state.stayed >= state.players:
        return "stuck"
    return "quiet" if quiet_turns(state) >= QUIET_ROUNDS * state.players else ""


def reason_for_last_round(state: State) -> str:
    """Returns why the last round begins now, "walls" or "points" (E6); "" if it does not."""
    if not state.options.finish_round or state.last_round:
        return ""
    if state.red:
        return "walls"
    return "points" if _points_reached(state) else ""


def last_seat(state: State) -> int:
    """Returns the seat whose turn completes the current round of turns, counted from the first."""
    return (state.seat - state.turn) % state.players


def is_last_turn(state: State) -> bool:
    """Whether the game will end with the current turn because of red walls or points (E1, E6)."""
    if state.options.finish_round:
        return bool(state.last_round) and state.turn % state.players == 0
    return bool(state.red)


def quiet_turns(state: State) -> int:
    """Returns the number of turns since the last eventful one, the current turn included (E5)."""
    return 0 if state.rules == ORIGINAL else state.turn - state.eventful


def is_time_to_warn(state: State) -> bool:
    """Whether everybody must be told at the end of this turn how quiet the game is (E5)."""
    return quiet_turns(state) == QUIET_ROUNDS_WARNED * state.players


def winners(scores: Sequence[int]) -> tuple[int, ...]:
    """Returns the seats that win with these scores: all that have the highest one (E4)."""
    best = max(scores)
    return tuple(seat for seat, score in enumerate(scores) if score == best)


def _points_reached(state: State) -> bool:
    return max(state.scores) >= WINNING_SCORE
