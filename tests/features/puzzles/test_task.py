"""A puzzle judges whole turns by what they are worth, and tells nothing before it is solved."""

from __future__ import annotations

from typing import Any

import pytest

from alexandros_rules import drafts
from alexandros_rules.bot_plans import always
from alexandros_rules.drafts import Draft
from games.features.exercises import attempts
from games.features.puzzles import days
from games.features.puzzles.task import PuzzleTask
from games.models import Puzzle
from games.rulesets.registry import Room
from tests.sample_puzzles import task_of, wrong_turn

pytestmark = pytest.mark.django_db


def judged(room: Room, task: PuzzleTask, orders: str) -> tuple[bool, str]:
    verdict = attempts.attempted(task, orders).verdict
    return verdict.solved, verdict.sentence


def answered_in(puzzle: Puzzle) -> tuple[PuzzleTask, Draft, Any]:
    """A puzzle, a wrong turn, and the likely answer to it, None after the end of the game."""
    task = task_of(puzzle)
    wrong = task.evaluate(wrong_turn(puzzle))
    assert task.room.analyst is not None
    return task, wrong, task.room.analyst.answer(
        task.view, [step.move for step in wrong.steps], seat=task.seat, salt=task.salt,
        has_time=always)


def test_the_best_turn_solves_it(room: Room, puzzles: list[Puzzle]) -> None:
    for puzzle in puzzles:
        task = PuzzleTask(room, days.content_of(puzzle))
        solved, sentence = judged(room, task, puzzle.best)
        assert solved
        assert "This is the turn" in sentence


def test_another_turn_is_told_how_much_worse_it_is_and_not_what_is_better(
    room: Room, puzzles: list[Puzzle]
) -> None:
    for puzzle in puzzles:
        task = PuzzleTask(room, days.content_of(puzzle))
        solved, sentence = judged(room, task, attempts.example(room, task))
        assert not solved
        assert "of 100 games, after the best one about" in sentence
        assert not any(order in sentence for order in puzzle.best.split(drafts.SEPARATOR))


def test_chances_are_told_as_games_of_a_hundred(
    room: Room, task: PuzzleTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    best = tuple(step.move for step in task.best.steps)
    monkeypatch.setattr("games.features.exercises.best_turn._chance_after",
                        lambda task, moves: 0.75 if moves == best else 0.25)
    assert "wins about 75 of 100 games" in judged(room, task, task.solution)[1]
    told = judged(room, task, attempts.example(room, task))[1]
    assert "wins about 25 of 100 games, after the best one about 75." in told


def test_half_a_turn_is_no_attempt(room: Room, task: PuzzleTask) -> None:
    first, *_rest = task.solution.split(drafts.SEPARATOR)
    draft = task.evaluate(first)
    assert not task.is_attempt(draft)
    assert "not a whole turn yet" in task.judge(draft).sentence
    assert not task.judge(draft).solved


def test_nothing_is_no_attempt(task: PuzzleTask) -> None:
    nothing = Draft(task.view, ())
    assert not task.is_attempt(nothing)
    assert not task.judge(nothing).solved


@pytest.mark.parametrize("orders", ["play nonsense", "march Z99.N"])
def test_orders_that_cannot_be_played_are_refused_in_the_usual_words(
    room: Room, task: PuzzleTask, orders: str
) -> None:
    draft = task.evaluate(orders)
    assert draft.refusal is not None
    assert not task.is_attempt(draft)
    assert task.judge(draft).sentence == draft.refusal.sentence


def test_a_turn_that_is_nearly_as_good_solves_it_too(
    room: Room, task: PuzzleTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    orders = attempts.example(room, task)
    assert not judged(room, task, orders)[0]
    monkeypatch.setattr("games.features.exercises.best_turn.TOLERANCE", 1 / task.content.margin)
    assert judged(room, task, orders)[0]


def test_the_reasons_of_the_best_turn_use_colours_as_names(task: PuzzleTask) -> None:
    assert task.names[0] == "Red"
    assert task.reasons()
    assert task.hint == task.reasons()[0]


def test_a_best_turn_of_which_nothing_else_can_be_said_is_told_by_its_chances(
    room: Room, task: PuzzleTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    instead = task.evaluate(attempts.example(room, task))
    assert task.is_attempt(instead)
    monkeypatch.setattr(type(room.comments), "reasons", lambda *about, **details: [])
    best = tuple(step.move for step in task.best.steps)
    monkeypatch.setattr("games.features.exercises.best_turn._chance_after",
                        lambda task, moves: 0.75 if moves == best else 0.25)
    assert f"After it, {task.names[task.seat]} wins about 75 of 100 games." in task.reasons()
    assert "75 of 100 games instead of 25." in task.reasons(instead)[0]
    assert task.hint.startswith("The best turn begins with")


def test_the_answer_to_a_wrong_turn_is_told_by_its_harm_or_by_its_moves(
    room: Room, puzzles: list[Puzzle], monkeypatch: pytest.MonkeyPatch
) -> None:
    task, wrong, answer = next(found for found in map(answered_in, puzzles) if found[2])
    monkeypatch.setattr(type(room.comments), "harms", lambda *about, **details: [])
    assert any(task.names[answer.seat] in sentence for sentence in task.refutation(wrong))

    def harms(self: object, view: object, *about: object, **details: object) -> list[str]:
        return ["It hurts."] if view == answer.view else []

    monkeypatch.setattr(type(room.comments), "harms", harms)
    assert task.refutation(wrong) == ["It hurts."]


def test_no_answer_refutes_a_turn_that_ends_the_game(
    task: PuzzleTask, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.features.exercises.best_turn._answer_to", lambda task, moves: None)
    assert task.refutation(task.best) == ()


def test_the_texts_say_who_is_to_move(task: PuzzleTask) -> None:
    colour = task.names[task.seat]
    assert colour in task.title
    assert colour in task.task
    assert f"{task.content.setup.players} players" in task.text[0]
