"""Learning the weights of the searching bots from games that they play against themselves.

The evaluation gives every seat a number, the sum of its weighted features; a seat's chance of
winning is its share of the exponentials of these numbers.  The weights are those that make the
outcomes of the games most probable (multinomial logistic regression).  Each board that comes with
the game has weights of its own.
"""

from __future__ import annotations

import multiprocessing
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import chain
from typing import Any

from alexandros_rules.alexandros.bots.search import weights as weights_file
from alexandros_rules.alexandros.bots.search.evaluation import STAGES, WIDTH, stage_shares
from alexandros_rules.alexandros.bots.search.self_play import KINDS, Lesson, play_lesson
from alexandros_rules.alexandros.bots.sparring import SPARRING
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.ruleset import Bot, Setup

OTHERS = ("greedy", "planner", "first-greedy")  # bots that also play in the games to learn from
CAUTION = 5e-4  # how much large weights count against a fit, for each position
LEAST = 1e-9  # a chance that counts as not quite 0
STEPS = 25  # at most, to the best weights
ENOUGH = 1e-4  # a step so small is the last
# A round learns from the games of so many, including its own: a game has one outcome, however many
# positions it has, so chance decides much.
ROUNDS = 3
HELD_BACK = 10  # one game of this many is kept to test what the others taught


class AlexandrosTraining:
    """See ``games.rulesets.protocols.Training``.  Makes the files in ``search/learned/`` anew."""

    folder = "engine/alexandros_rules/alexandros/bots/search/" + weights_file.FOLDER

    def train(self, board: str, *, games: int, rounds: int, processes: int, fresh: bool,
              command: str, say: Callable[[str], None]) -> str:
        """Return the text of the new file of a board.

        ``games`` are played in each round for each number of players; ``fresh`` begins with weights
        of 0, that is, with games played at random.  ``command`` is written into the file.
        """
        known = None if fresh else weights_file.shipped(board)
        learned = known or dict.fromkeys(RULESET.seats, [0.0] * (len(STAGES) * WIDTH))
        context = multiprocessing.get_context("spawn")
        with ProcessPoolExecutor(processes, mp_context=context) as pool:
            learned = {
                players: _learn(
                    pool, Setup(RULESET.boards()[board], players), begin, games=games,
                    rounds=rounds, fresh=fresh, name=command, say=partial(_say_about, say, board))
                for players, begin in learned.items()
            }
        return weights_file.dumps(learned, made_by=command)


def _say_about(say: Callable[[str], None], board: str, text: str) -> None:
    say(f"{board}, {text}")


def _learn(pool: ProcessPoolExecutor, setup: Setup, weights: list[float], *, games: int,
           rounds: int, fresh: bool, name: str, say: Callable[[str], None]) -> list[float]:
    recent = deque[list[Lesson]](maxlen=ROUNDS)
    for number in range(1, rounds + 1):  # better weights make better games to learn from
        if fresh and number == 2:
            recent.clear()  # they were played at random
        recent.append(_play(pool, setup, games, f"{name} {number}", weights))
        weights, said = fit([*chain(*recent)], setup.players, weights)
        say(f"{setup.players} players, round {number}: {said}")
    return weights


def _play(pool: ProcessPoolExecutor, setup: Setup, games: int, name: str,
          weights: Sequence[float]) -> list[Lesson]:
    bots = {**RULESET.bots, **SPARRING}
    play = partial(_lesson, setup, name, weights, [bots[bot] for bot in OTHERS])
    return list(pool.map(play, range(games), chunksize=8))


def _lesson(setup: Setup, name: str, weights: Sequence[float], others: Sequence[Bot],
            number: int) -> Lesson:
    return play_lesson(setup, name, number=number, weights=weights, others=others)


def fit(lessons: Sequence[Lesson], players: int,
        weights: Sequence[float]) -> tuple[list[float], str]:
    """Return the weights that explain these games best, and a sentence about how well.

    ``weights`` are those to begin with.
    """
    import numpy

    features, shares, tested = _table(numpy, lessons, players)
    # Some seats are played by weaker bots.  If the weights alone explained who wins, they would
    # blame the habits of these bots for their losses.  So the kind of each player has weights of
    # its own in the fit, which are then forgotten.
    kinds = features.shape[2] - len(weights)
    before = numpy.array([*weights, *[0.0] * kinds], float)
    after = _newton(numpy, features[~tested], shares[~tested], before)
    endings = Counter(lesson.reason for lesson in lessons)
    said = (
        f"{len(features)} positions; surprise in games held back"
        f" {_surprise(numpy, features[tested], shares[tested], before):.4f} before,"
        f" {_surprise(numpy, features[tested], shares[tested], after):.4f} after; endings: "
        + ", ".join(f"{reason} {count}" for reason, count in endings.most_common())
    )
    return [float(one) for one in after[:len(weights)]], said


def _table(numpy: Any, lessons: Sequence[Lesson], players: int) -> tuple[Any, Any, Any]:
    """Return the features (positions, seats, weights), the shares, and which are held back.

    After the features of the position follow those of the kinds of players.
    """
    found = numpy.array([row for lesson in lessons for row in lesson.features])
    found = found.reshape(-1, players, WIDTH)
    kinds = numpy.array([
        [[kind == one for one in range(1, KINDS + 1)] for kind in lesson.kinds]
        for lesson in lessons for _ in lesson.left])
    found = numpy.concatenate([found, kinds], axis=2)
    stages = numpy.array([stage_shares(left) for lesson in lessons for left in lesson.left])
    mixed = (found[:, :, :, None] * stages[:, None, None, :]).reshape(len(found), players, -1)
    shares = numpy.array([lesson.shares for lesson in lessons for _ in lesson.left])
    tested = numpy.array([
        number % HELD_BACK == 0 for number, lesson in enumerate(lessons) for _ in lesson.left])
    return mixed, shares, tested


def _chances(numpy: Any, features: Any, weights: Any) -> Any:
    scores = features @ weights
    grown = numpy.exp(scores - scores.max(1, keepdims=True))
    return grown / grown.sum(1, keepdims=True)


def _surprise(numpy: Any, features: Any, shares: Any, weights: Any) -> float:
    """Return the mean of minus the logarithm of the chance that the winner had."""
    chances = numpy.maximum(_chances(numpy, features, weights), LEAST)
    return float(-(shares * numpy.log(chances)).sum() / len(shares))


def _newton(numpy: Any, features: Any, shares: Any, weights: Any) -> Any:
    """Return the best weights by Newton's method, which finds them in a few steps."""
    penalty = CAUTION * len(features)
    caution = penalty * numpy.eye(features.shape[2])
    loss = _loss(numpy, features, shares, weights)
    for _ in range(STEPS):
        chances = _chances(numpy, features, weights)
        slope = numpy.einsum("ns,nsf->f", chances - shares, features) + penalty * weights
        mean = numpy.einsum("ns,nsf->nf", chances, features)
        bend = sum(
            (seat * share[:, None]).T @ seat
            for seat, share in zip(features.swapaxes(0, 1), chances.T, strict=True))
        step = numpy.linalg.solve(bend - mean.T @ mean + caution, slope)
        # Far from the best weights a whole step may lead too far, so it is halved until it helps.
        while abs(step).max() >= ENOUGH:
            after = _loss(numpy, features, shares, weights - step)
            if after < loss:
                break
            step = step / 2
        else:
            break
        weights, loss = weights - step, after
    return weights


def _loss(numpy: Any, features: Any, shares: Any, weights: Any) -> float:
    """Return the value that the best weights make smallest: surprise, and a penalty."""
    surprise = _surprise(numpy, features, shares, weights)
    return surprise + CAUTION / 2 * float(weights @ weights)
