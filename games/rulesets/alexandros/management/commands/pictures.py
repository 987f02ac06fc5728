"""The command ``manage.py pictures``: draws pictures of a recorded game for the documents."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from alexandros_rules import record, replay
from alexandros_rules.alexandros.moves import March
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import MARCH, State
from alexandros_rules.errors import Refusal
from games.drawing.animation import animate
from games.drawing.png import png
from games.rulesets.alexandros.board_pictures import last_march, last_way
from games.rulesets.alexandros.drawing import board_in_layers, draw_frames, draw_thumbnail
from games.rulesets.alexandros.replay_chart import draw_scores, history, last_rows

DEFAULT_RECORD = "v1-persia-4-*.record"
WIDTH = 1200  # pixels
SHOWN_TURN = 15


class Command(BaseCommand):
    """The writer of the PNGs and the animated GIF; each run writes the same bytes."""

    help = "Draws the pictures in docs/pictures from a recorded game of four."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--record", type=Path,
                            help="the record of a game (default: one of the tests)")
        parser.add_argument("--to", type=Path, default=Path("docs/pictures"), help="the folder")

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        source = options["record"] or _default_record(root / "tests" / "golden" / "records")
        folder = root / options["to"]
        folder.mkdir(parents=True, exist_ok=True)
        try:
            game = record.load(source.read_text(encoding="utf-8"), {RULESET.name: RULESET})
            for name, content in album(game):
                (folder / name).write_bytes(content)
                self.stdout.write(f"{folder / name}: {len(content):,} bytes")
        except (OSError, ValueError, Refusal) as error:
            raise CommandError(f"{source} cannot be shown: {error}") from None


def _default_record(folder: Path) -> Path:
    """Return the path of a recorded game that contains everything shown in the pictures."""
    records = sorted(folder.glob(DEFAULT_RECORD))
    if not records:
        raise CommandError(f"There is no {DEFAULT_RECORD} in {folder}; name one with --record.")
    return records[0]


def album(game: record.Record) -> Iterator[tuple[str, bytes]]:
    """Yield file names and contents, always the same for the same record.

    Raises ValueError for a game in which nobody has marched yet.
    """
    if len(game.rows) < 3:
        raise ValueError("nobody has marched in this game yet; there is little to be seen")
    states = list(replay.states(RULESET, game.rows, version=game.version))
    moves = [row.move for row in game.rows]
    turn = _first(states, lambda state: state.turn == SHOWN_TURN)
    yield "start.png", _board(states, moves, 0, game.names, "The start")
    yield "game.png", _board(states, moves, turn, game.names, f"Turn {states[turn].turn}")
    yield "game-dark.png", _board(
        states, moves, turn, game.names, f"Turn {states[turn].turn}", theme="dark"
    )
    yield "march.png", _march(states, game.names)
    yield "end.png", _board(states, moves, len(states) - 1, game.names, "The end")
    yield "small.png", png(draw_thumbnail(states[turn]), width=320)
    moments = history(states, moves)
    chart = draw_scores(moments, names=game.names, current=turn + 1)
    yield "scores.svg", chart.encode()
    yield "game.gif", animate(draw_frames(
        [states[number - 1] for number in last_rows(moments)], names=game.names,
        heading="A whole game",
    ))


def _first(states: Sequence[State], fits: Callable[[State], bool]) -> int:
    """Return the first position that fits; the last one of a game that has none."""
    return next((i for i, state in enumerate(states) if fits(state)), len(states) - 1)


def _board(
    states: Sequence[State], moves: Sequence[str], i: int, names: Sequence[str], heading: str,
    *, theme: str = "light",
) -> bytes:
    """Draw the position as in an email, with the last march marked."""
    march = last_march(moves[: i + 1])
    return png(board_in_layers(
        states[i], frame=True, names=names, heading=heading, coordinates=True, theme=theme,
        last_way=last_way(states[i].board, march, now=states[i].alexander),
    ), width=WIDTH)


def _march(states: Sequence[State], names: Sequence[str]) -> bytes:
    """Draw the position before the longest march of the first turns, and its route."""
    open_ = [
        (-len(move.steps), i, format_move(move, state), move)
        for i, state in enumerate(states)
        if state.phase == MARCH and state.turn <= SHOWN_TURN
        for move in RULESET.legal_moves(state, seat=state.seat) if isinstance(move, March)
    ]
    _, i, _, march = min(open_, key=lambda found: found[:3])
    state = states[i]
    way = next(
        way.sides for way in state.board.routes(state.alexander, march.point)
        if way.steps == march.steps
    )
    marks = {
        "space": [march.space], "point": [march.point], "way": way, "wall": way & ~state.walls,
    }
    return png(board_in_layers(
        state, frame=True, names=names, heading=f"Turn {state.turn}: where to?", marks=marks,
        coordinates=True,
    ), width=WIDTH)
