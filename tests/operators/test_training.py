"""`manage.py train`: bots learn from games against themselves."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from alexandros_rules.alexandros.bots.search import weights
from alexandros_rules.alexandros.bots.search.evaluation import FEATURES, STAGES, WIDTH
from alexandros_rules.alexandros.bots.search.self_play import Lesson
from alexandros_rules.alexandros.rules import RULESET
from games.rulesets.alexandros import training
from games.rulesets.alexandros.training import AlexandrosTraining, fit


def train(folder: Path, *arguments: str) -> None:
    """Runs a short training that writes into a folder."""
    call_command("train", "--games", "3", "--rounds", "1", *arguments, "--output", str(folder),
                 stdout=StringIO(), stderr=StringIO())


def test_training_writes_weights_and_the_command_that_made_them(tmp_path: Path) -> None:
    train(tmp_path, "--fresh", "--jobs", "2")

    assert {file.stem for file in tmp_path.iterdir()} == set(RULESET.boards())
    for file in tmp_path.iterdir():
        text = file.read_text("utf-8")
        assert set(weights.loads(text)) == {2, 3, 4}
        assert all(len(some) == len(STAGES) * WIDTH and any(some)
                   for some in weights.loads(text).values())
        assert json.loads(text)["made by"] == (
            f"manage.py train --ruleset alexandros --board {file.stem} --games 3 --rounds 1"
            " --fresh")


def test_one_board_can_be_learned_alone(tmp_path: Path) -> None:
    train(tmp_path, "--board", "delta", "--jobs", "1")

    assert [file.name for file in tmp_path.iterdir()] == ["delta.json"]


def test_an_unknown_board_is_refused() -> None:
    with pytest.raises(CommandError, match="--board has to be one of: "):
        call_command("train", "--board", "atlantis")


def test_a_folder_that_does_not_exist_is_refused_before_hours_of_training(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match="There is no folder"):
        train(tmp_path / "weights", "--fresh")


def test_the_shipped_weights_name_their_command_and_know_all_boards() -> None:
    for board in RULESET.boards():
        file = Path(weights.__file__).parent / weights.FOLDER / f"{board}.json"
        text = file.read_text("utf-8")
        assert json.loads(text)["made by"].startswith("manage.py train ")
        assert weights.loads(text).keys() == set(RULESET.seats)


@pytest.mark.parametrize(("stages", "feature"), [
    (list(STAGES), "beauty"), ([0.0, 1.0], FEATURES[0]),
], ids=["features", "stages"])
def test_weights_of_other_features_or_stages_are_refused(
    stages: list[float], feature: str
) -> None:
    text = json.dumps({"stages": stages, "weights": {"2": {feature: [1, 2]}}})

    with pytest.raises(ValueError, match="train again"):
        weights.loads(text)


@pytest.mark.parametrize(("fresh", "learned_from"), [
    (False, [[1], [1, 2], [1, 2, 3], [2, 3, 4]]),
    (True, [[1], [2], [2, 3], [2, 3, 4]]),
], ids=["from the weights that are shipped", "fresh, so the first games are random"])
def test_a_round_also_learns_from_the_two_before_it(
    monkeypatch: pytest.MonkeyPatch, fresh: bool, learned_from: list[list[int]]
) -> None:
    found = list[list[int]]()

    def remember(rounds: list[int], players: int, weights: list[float]) -> tuple[list[float], str]:
        if players == 2:
            found.append(rounds)
        return weights, "nothing new"

    monkeypatch.setattr(training, "_play", lambda pool, setup, games, name, weights: [
        int(name.split()[-1])])
    monkeypatch.setattr(training, "fit", remember)
    AlexandrosTraining().train("persia", games=1, rounds=4, processes=1, fresh=fresh,
                               command="train", say=lambda line: None)

    assert found == learned_from


@pytest.mark.parametrize(("board", "known"), [("persia", True), ("atlantis", False)])
def test_training_continues_from_the_weights_of_the_board(
    monkeypatch: pytest.MonkeyPatch, board: str, known: bool
) -> None:
    monkeypatch.setattr(RULESET, "boards", lambda: {board: ""})
    monkeypatch.setattr(training, "_play", lambda pool, setup, games, name, weights: [])
    monkeypatch.setattr(training, "fit", lambda lessons, players, weights: (weights, "nothing new"))
    text = AlexandrosTraining().train(board, games=1, rounds=1, processes=1, fresh=False,
                                      command="train", say=lambda line: None)

    learned = weights.loads(text)
    assert any(any(some) for some in learned.values()) == known
    assert learned == weights.shipped("persia") or not known


STAGE = 2  # the one that counts most when half of the walls are left


def test_it_learns_what_winners_have_in_common() -> None:
    """In these games, who has more of the first feature wins; the second says nothing."""
    lessons = []
    for number in range(40):
        ahead = number % 2
        rows = [[0.0] * WIDTH for _ in range(2)]
        rows[ahead][0] = 1.0
        rows[number // 2 % 2][1] = 1.0
        lessons.append(Lesson([[*rows[0], *rows[1]]], [0.5], [1.0 - ahead, float(ahead)], "walls",
                              [0, 0]))
    learned, said = fit(lessons, 2, [0.0] * (len(STAGES) * WIDTH))

    assert learned[STAGE] > 0.5
    assert abs(learned[len(STAGES) + STAGE]) < 0.1
    assert "endings: walls 40" in said


def test_it_learns_the_same_from_wherever_it_begins() -> None:
    """In these games, who has more of the first feature wins three of four."""
    has, has_not = [0.0] * WIDTH, [0.0] * WIDTH
    has[0] = 1.0
    lessons = [
        Lesson([[*has, *has_not]], [0.4], [0.0, 1.0] if number % 4 == 0 else [1.0, 0.0], "walls",
               [0, 0])
        for number in range(40)
    ]
    begins = [0.0] * (len(STAGES) * WIDTH)
    expected, _ = fit(lessons, 2, begins)

    begins[STAGE] = 6.0
    learned, _ = fit(lessons, 2, begins)

    assert learned == pytest.approx(expected, abs=0.01)


@pytest.mark.parametrize(("arguments", "sentence"), [
    (["--games", "0"], "Give --games a number of at least one."),
    (["--rounds", "0"], "Give --rounds a number of at least one."),
])
def test_wrong_numbers_are_refused(arguments: list[str], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        call_command("train", *arguments)
