"""Sample games for the tests, on the small board, where a whole game takes seconds."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from pathlib import Path
from typing import Any

from alexandros_rules import codec, record, replay
from alexandros_rules.alexandros.marches import new_walls
from alexandros_rules.alexandros.moves import Draw, End, Levy, March, Occupy, Recall, Take
from alexandros_rules.alexandros.rules import RULESET as RULES
from alexandros_rules.bot_plans import next_move
from alexandros_rules.chance import SeededChance, commitment
from alexandros_rules.record import Record
from alexandros_rules.ruleset import Setup
from games.models import Game, LoggedMove, Pace, PlayingHours, Seat, SeatClock, User
from games.table.clocks import paces
from games.table.lobby import open_tables
from games.table.play import event_log, history, records, turns
from games.table.play.turns import Receipt

_ORDER = (March, Occupy, Levy, Draw, Take, End, Recall)  # in this order `advance` prefers them
BOARD = "delta"
NAMES = ("Alice", "Bob", "Carol", "Dave")
SEED = bytes(range(32))
GOLDEN = Path(__file__).parent / "golden" / "records"


def written_record(*, players: int = 2, seed: bytes = SEED, moves: int | None = None,
                   **options: Any) -> str:
    """The record of a game that greedy bots play now, whole or only its first moves."""
    setup = Setup(RULES.boards()[BOARD], players, options)
    key, chance, bot = codec.digest_key(seed), SeededChance(seed), RULES.bots["greedy"]
    row, state = replay.start(RULES, setup, chance, key)
    rows = [row]
    while not RULES.status(state).over and (moves is None or len(rows) <= moves):
        seat = RULES.status(state).to_move[0]
        move = next_move(bot, RULES.view(state, seat), seat=seat, salt=bytes([len(rows)]))
        row, state = replay.play(RULES, state, move, chance, key, previous=rows[-1], seat=seat)
        rows.append(row)
    made = Record(RULES.name, RULES.version, "fromabot00", NAMES[:players], setup,
                  commitment(seed), key, seed, tuple(rows))
    return record.export(made, RULES, seed=seed)


def recorded(name: str) -> str:
    """The record with this name from tests/golden/records."""
    return (GOLDEN / f"{name}.record").read_text(encoding="utf-8")


def beginning(text: str, *, moves: int) -> str:
    """The record cut off after the start and this many moves."""
    lines = text.split("\n")
    return "\n".join(lines[: lines.index("moves:") + 2 + moves]) + "\n"


# Recorded games, so that a bot that plays better changes no test.
# The address of a position for two
POSITION = "alexandros.1.LmpDtWM4UvtCNO8P8uFlDE0jqLB7y90x-KMaaeo0f2YqlOFOrxczQ92y4qLdWDx6WELGYMYr"
FINISHED = recorded("v1-delta-2-walls-5")
HALFWAY = beginning(recorded("v1-delta-3-walls-2"), moves=20)


def import_sample(text: str, *, name: str = "", now: datetime) -> Game:
    """Imports a record that many tests import: it is read only once."""
    return records.create_game(_read(text), name=name, now=now)


@cache
def _read(text: str) -> Record:
    return records.read_record(text)


def clocked_table(users: list[User], *, now: datetime, pace: Pace = Pace.DAY) -> Game:
    """A game of these people with a clock, in which the first of them is to move."""
    control = paces.CONTROLS[pace]
    return seat_table(users, now=now, options={"first": 0}, pace=pace,
                      bank_at_start=control.at_start, bank_per_turn=control.per_turn,
                      bank_limit=control.limit, grace=control.grace)


def never_sleep(*users: User, now: datetime) -> None:
    """Lets these people's time pass day and night from now on."""
    for user in users:
        PlayingHours.objects.create(user=user, since=now, time_zone="UTC", opens=0, closes=0)


def table_in_the_middle(users: list[User], *, now: datetime) -> Game:
    """A game of these people in its ninth turn or later; the first of them is to move."""
    game = seat_table(users, now=now, options={"first": 0})
    while game.turn < 9 or mover(game) != 0:
        advance(game, now=now)
    return game


def clock_of(game: Game, seat: int = 0) -> SeatClock:
    """The clock of this seat, as it is stored now."""
    return SeatClock.objects.select_related("seat__game", "seat__user").get(
        seat__game=game, seat__index=seat)


def notes(game: Game) -> list[str]:
    """What the log of a game notes besides moves: time-outs, seats that change hands, pauses."""
    return list(game.rows.filter(move__startswith="@").order_by("number").values_list(
        "move", flat=True))


def seat_table(users: list[User], *, now: datetime, options: dict[str, Any] | None = None,
               seed: bytes = SEED, board: str = BOARD, **columns: Any) -> Game:
    """A game of these people, dealt from a known seed, with no email about its start."""
    setup = Setup(RULES.boards()[board], len(users), options or {})
    game = Game.objects.create(
        name="Friends", ruleset=RULES.name, rules_version=RULES.version, created_by=users[0],
        setup_id=event_log.keep_setup(setup), created_at=now, **columns,
    )
    for index, user in enumerate(users):
        Seat.objects.create(game=game, index=index, user=user, name=user.name,
                            status=Seat.Status.TAKEN)
    open_tables.start(game, seed=seed, now=now)
    game.emails.all().delete()
    return game


def mover(game: Game) -> int | None:
    """The one seat to move; None if the game is over."""
    seats = list(game.seats.filter(to_move=True))
    assert len(seats) <= 1
    return seats[0].index if seats else None


def legal(game: Game, seat: int | None = None) -> list[str]:
    """The legal orders of the seat to move, or of ``seat``, in notation."""
    seat = mover(game) if seat is None else seat
    assert seat is not None
    view = history.view(game, seat)
    return [RULES.format(move, view) for move in RULES.legal_moves(view, seat=seat)]


def submit(game: Game, *, seat: int, **sent: Any) -> Receipt:
    """Submits orders as the person who has the seat, unless ``user_id`` is somebody else's."""
    player = game.seats.filter(index=seat).values_list("user_id", flat=True).first()
    return turns.submit(game, **{"seat": seat, "user_id": player, **sent})


def advance(game: Game, *, now: datetime, moves: int = 1) -> None:
    """Plays moves of all kinds for whoever is to move; builds few walls, so the game goes on."""
    for _ in range(moves):
        seat = mover(game)
        assert seat is not None
        view = history.view(game, seat)
        move = RULES.format(_chosen(view), view)
        submit(game, seat=seat, text=move, number=game.number,
               key=f"advance:{game.number}", actor=LoggedMove.Actor.PAGE, now=now)


def _chosen(view: Any) -> Any:
    return min(RULES.legal_moves(view, seat=view.seat), key=lambda move: (
        _ORDER.index(type(move)) if type(move) in _ORDER else 0,
        len(new_walls(view.board, view.alexander, move.steps, view.walls))
        if isinstance(move, March) else 0,
    ))
