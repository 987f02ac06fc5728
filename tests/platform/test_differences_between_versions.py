"""What a comparison of two versions of the rules says about each kind of difference."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime
from typing import Any

import pytest

from alexandros_rules import codec
from alexandros_rules.alexandros import moves
from alexandros_rules.alexandros.rules import Alexandros
from alexandros_rules.alexandros.state import State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal, Refusal
from alexandros_rules.ruleset import Setup, Status
from games.models import Game, User
from games.operations.comparison import comparing, runner
from games.operations.comparison.comparing import Comparison, Difference, Report, first_difference
from games.operations.comparison.replayer import Replayed
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.seats import leaving
from tests.sample_games import RULES


def replayed(game: Game, rules: Any) -> Replayed:
    """What a version of the rules makes of a game, in this process."""
    parts = runner.Parts(codec, SeededChance, Setup, Refusal, {rules.name: rules})
    stored = comparing.stored_game(game.pk)
    assert stored is not None
    return Replayed(list(runner.Replay(parts, stored).rows()))


def difference(game: Game, changed: Any, *, same_rules: bool = True) -> Difference | None:
    return first_difference(replayed(game, RULES), replayed(game, changed), same_rules=same_rules)


def sentence(game: Game, changed: Any) -> str:
    found = difference(game, changed)
    assert found is not None
    return found.sentence


class WithOtherEvents(Alexandros):
    """The last event of every move is missing."""

    def decide(self, state: Any, move: Any, chance: Any, *, seat: int) -> Any:
        return super().decide(state, move, chance, seat=seat)[:-1]


class WithoutDraws(Alexandros):
    """Nobody may draw a card any more."""

    def decide(self, state: Any, move: Any, chance: Any, *, seat: int) -> Any:
        if isinstance(move, moves.Draw):
            raise Illegal("mended", "Nobody draws any more.")
        return super().decide(state, move, chance, seat=seat)


class WithOtherState(Alexandros):
    """A state has one field more."""

    def dump_state(self, state: Any) -> str:
        return super().dump_state(state) + " "


class WithOtherStatus(Alexandros):
    """Everybody has a point more, and the next seat is to move."""

    def status(self, state: Any) -> Status:
        status = super().status(state)
        return replace(status, scores=tuple(score + 1 for score in status.scores),
                       to_move=tuple((seat + 1) % state.players for seat in status.to_move))


class WithOpenHand(Alexandros):
    """Everybody sees the hand of the first seat."""

    def view(self, state: State, seat: int | None, *, sealed: bool = False) -> State:
        seen = super().view(state, seat, sealed=sealed)
        return change(seen, hands=(state.hands[0], *seen.hands[1:]))


class WithOpenDraws(Alexandros):
    """Everybody sees the card that somebody draws."""

    def view_event(self, event: Any, seat: int | None, *, over: bool) -> Any:
        return super().view_event(event, getattr(event, "seat", seat), over=over)


class WithFewerMoves(Alexandros):
    """The first of all legal moves is missing."""

    def legal_moves(self, state: Any, *, seat: int) -> Any:
        return super().legal_moves(state, seat=seat)[1:]


class WithoutTwoPlayers(Alexandros):
    """The game is for three players or more."""

    def start(self, setup: Setup, chance: Any, *, version: int | None = None) -> Any:
        if setup.players == 2:
            raise Illegal("players", "Please invite somebody else.")
        return super().start(setup, chance, version=version)


class WithMistake(Alexandros):
    """An exception that names everybody's cards."""

    def status(self, state: Any) -> Status:
        if state.turn == 2:
            raise LookupError(state.hands)
        return super().status(state)


def first_draw(game: Game) -> int:
    number = game.rows.filter(move="draw").order_by("number").values_list("number", flat=True)[0]
    return int(number)


@pytest.mark.promise("R8")
def test_the_same_rules_make_the_same_of_a_game(
    running: Game, finished: Game, bob: User, now: datetime
) -> None:
    leaving.leave(running, user=bob, now=now)
    assert difference(running, Alexandros()) is None
    assert difference(finished, Alexandros()) is None


def test_other_events_differ(running: Game) -> None:
    assert difference(running, WithOtherEvents()) == Difference(
        2, "the other code gives the move other events.")


def test_other_events_do_not_count_if_the_rules_have_another_version(running: Game) -> None:
    assert difference(running, WithOtherEvents(), same_rules=False) is None


@pytest.mark.parametrize("same_rules", [True, False])
def test_a_refusal_counts_whatever_version_the_rules_have(running: Game, same_rules: bool) -> None:
    assert difference(running, WithoutDraws(), same_rules=same_rules) == Difference(
        first_draw(running), "the other code refuses the move (mended).")


def test_a_move_that_only_this_code_refuses_differs(running: Game) -> None:
    found = first_difference(replayed(running, WithoutDraws()), replayed(running, RULES),
                             same_rules=True)
    assert found == Difference(
        first_draw(running), "this code refuses the move (mended), and the other code plays it.")


def test_another_text_of_the_position_differs_for_everybody(running: Game) -> None:
    found = difference(running, WithOtherState())
    assert found == Difference(
        1, "different after it: the position, what seat 1 sees of the position, what seat 2 sees of"
        " the position, what seat 3 sees of the position, what spectators see of the position.")


def test_another_status_differs(running: Game) -> None:
    assert sentence(running, WithOtherStatus()) == (
        "different after it: whose turn it is, the scores.")


@pytest.mark.promise("R10")
def test_a_view_that_shows_more_differs_for_those_who_see_more(running: Game) -> None:
    assert sentence(running, WithOpenHand()) == (
        "different after it: what seat 2 sees of the position, what seat 3 sees of the position,"
        " what spectators see of the position.")


@pytest.mark.promise("R10")
def test_a_move_that_shows_more_differs_for_those_who_see_more(running: Game) -> None:
    assert sentence(running, WithOpenDraws()).endswith("what spectators see of the move.")
    assert " of the position" not in sentence(running, WithOpenDraws())


def test_another_number_of_legal_moves_differs_where_the_game_goes_on(
    running: Game, finished: Game
) -> None:
    assert difference(running, WithFewerMoves()) == Difference(
        running.number, "different after it: how many legal moves there are.")
    assert difference(finished, WithFewerMoves()) is None


def test_a_table_that_cannot_be_started_any_more_differs(alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=2, now=now)
    assert sentence(game, WithoutTwoPlayers()) == "the other code refuses the move (players)."


@pytest.mark.promise("R24")
def test_an_exception_differs_and_its_message_is_not_shown(running: Game) -> None:
    found = sentence(running, WithMistake())
    assert found.startswith("the other code stops with LookupError (platform/test_differences_")
    assert "(" not in found.removeprefix("the other code stops with LookupError (")


def test_a_game_that_neither_code_can_replay_differs(running: Game) -> None:
    both = replayed(running, WithMistake())
    found = first_difference(both, both, same_rules=True)
    assert found is not None
    assert found.sentence.startswith("this code stops with LookupError (")
    assert "; the other code stops with LookupError (" in found.sentence


def test_what_an_old_version_cannot_say_is_not_compared(running: Game) -> None:
    ours, theirs = replayed(running, RULES), replayed(running, RULES)
    for row in theirs.rows:
        row.update(legal=None, seen=[None] * len(row["seen"]))
    assert first_difference(ours, theirs, same_rules=True) is None


@pytest.mark.parametrize(("module", "name", "words"), [
    ("alexandros_rules.absent", "alexandros",
     "the rules of alexandros cannot be imported (ModuleNotFoundError: No module named"),
    ("alexandros_rules.alexandros.rules", "chess",
     "the module alexandros_rules.alexandros.rules has no rules named"),
])
def test_rules_that_are_not_there_are_named(module: str, name: str, words: str) -> None:
    with pytest.raises(runner.Unusable) as failed:
        runner.ruleset_in(module, name)
    assert str(failed.value).startswith(words)


def test_the_rules_of_every_game_are_found_by_their_module() -> None:
    for name, module in comparing.modules().items():
        assert runner.ruleset_in(module, name) is registry.get(name).ruleset


def test_the_report_keeps_the_slowest_games_only() -> None:
    report = Report({"alexandros": (1, 2)}, {})
    for number in range(9):
        report.add(Comparison(f"game{number}", 10, number / 10, number / 5, None))
    note, summary, total, _, *slowest = report.lines()
    assert note == ("The rules of alexandros have version 1 here and 2 there, so the events of"
                    " moves that are decided again are not compared.")
    assert summary == "Games compared: 9, with 90 rows. Games that differ: 0."
    assert total == ("CPU time: 3.60 s with this code, 7.20 s with the other (2.00 times as"
                     " long).")
    assert [line.split()[0] for line in slowest] == [f"game{n}" for n in (8, 7, 6, 5, 4)]
    assert " ".join(slowest[0].split()) == "game8 10 rows 0.800 s 1.600 s 2.00 times as long"
