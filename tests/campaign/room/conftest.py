"""Short games of The Campaign with dice that are always the same."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from datetime import datetime
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest

from alexandros_rules.bot_plans import MoveByMove, next_move
from alexandros_rules.campaign import map_checks, map_file, moves, things
from alexandros_rules.campaign.legal_moves import awaited_moves
from alexandros_rules.campaign.rules import RULESET, Campaign
from alexandros_rules.campaign.state import BUILD, State
from alexandros_rules.move_list import parts_of
from games.base import task_queue
from games.models import Game, LoggedMove, User
from games.table.lobby import open_tables
from games.table.play import bots, history
from games.web import game_choice
from tests import sample_games
from tests.campaign.positions import ALICE
from tests.pages.page_reader import Browser, Page

STOPS = 4  # of the route: a temple, two chits, a temple
CHITS = 2
SCARCE = (moves.BuildCity, moves.BuildSettlement, moves.BuildRoad, moves.BuyDevelopment,
          moves.PlaySoldier)


def short_map() -> str:
    """The text of the map with the first stops of the route only; a seven leads to its goal."""
    before, route = map_file.shipped()["campaign"].split("[route]")
    lines, harbours = route.split("[harbours]")
    start, *rest = [line for line in lines.splitlines()
                    if line.strip() and not line.startswith(("#", "violet", "goal"))]
    _sign, *name, label = rest[STOPS].split()
    kept = [start, *rest[:STOPS], "violet", f"goal  {' '.join(name)}  {label}"]
    return "[route]\n".join([before, "\n".join(kept)]).replace(
        "name   campaign", "name   short") + f"\n\n[harbours]{harbours}"


class HastyBot(MoveByMove):
    """Builds whatever it can, bids at random, and ends its turn."""

    name = "hasty"
    title = "plays quickly"
    about = "It builds what it can and ends its turn."
    seat_names = ("Nikon", "Myrto", "Zeno", "Lais")

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        rng = random.Random(salt + bytes([view.turn % 256, seat]))
        parts = [part for part in parts_of(awaited_moves(view, seat)) if len(part)]
        for kind in SCARCE:
            for part in parts:
                if isinstance(part[0], kind):
                    return part[rng.randrange(len(part))]
        if isinstance(parts[-1][0], moves.End):
            return parts[-1][0]
        part = rng.choice(parts)
        return part[rng.randrange(len(part))]


SEED = bytes(range(39, 71))  # a seven is rolled in the fifth turn

Table = Callable[..., Game]


@pytest.fixture(autouse=True)
def _short_games(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A short map, the same dice in every test, and a quick bot."""
    game_choice._board_pictures.cache_clear()  # it has those of the maps before
    boards = {"short": short_map(), **map_file.shipped()}
    monkeypatch.setattr(Campaign, "boards", lambda self: boards)
    monkeypatch.setattr(Campaign, "bots", {**Campaign.bots, "hasty": HastyBot()})
    monkeypatch.setattr(map_checks, "CHITS", CHITS)
    monkeypatch.setattr(open_tables.secrets, "token_bytes", lambda n: SEED[:n])
    monkeypatch.setattr(task_queue, "send_task", lambda task, *args: True)
    yield
    game_choice._board_pictures.cache_clear()


@pytest.fixture
def table(alice: User, bob: User, carol: User, now: datetime) -> Table:
    """Makes a game of Alice and Bob, or Alice, Bob and Carol, on the short map."""

    def made(players: int = 3, **options: Any) -> Game:
        game = open_tables.create_table(
            by=alice,
            name="Friends",
            ruleset="campaign",
            players=players,
            board="short",
            listed=True,
            options={"first": 0, **options},
            now=now,
        )
        for user in (bob, carol)[:players - 1]:
            open_tables.join(game, user=user, now=now)
        game.refresh_from_db()
        game.emails.all().delete()
        return game

    return made


@pytest.fixture
def game(table: Table) -> Game:
    """Alice, Bob and Carol; all of them bid for a settlement."""
    return table()


PREFERRED = ("settlement", "city", "road", "buy", "play soldier", "bid up to", "bid nothing",
             "roll", "robber", "discard", "end")  # orders that ``act`` chooses, in this order


def drafts(page: Page) -> dict[str, str]:
    """The orders that a page's links would make, with the addresses of the links."""
    found = {}
    for link in page.links:
        draft = parse_qs(urlsplit(link.href).query).get("draft", [""])[0]
        if draft and "/plan/" not in link.href:
            found.setdefault(draft, link.href)
    return found


def act(browser: Browser, code: str) -> str:
    """Plays one order by links and buttons, if the game waits for this person; returns it."""
    page = browser.open(f"/games/{code}/")
    orders = drafts(page)
    order = next((order for verb in PREFERRED for order in orders if order.startswith(verb)), "")
    if order:
        browser.open(orders[order])
        page = browser.press("Confirm")
        assert page.status == 200
        assert "Not played." not in page.words
    elif "Your turn begins" in page.words:
        order = "roll"
        assert "Not played." not in browser.press("Roll the dice").words
    return order


def submit(game: Game, seat: int, text: str, *, now: datetime, number: int | None = None) -> None:
    """Plays orders of a seat, given at row ``number`` or at the last one."""
    sample_games.submit(game, seat=seat, text=text,
                        number=game.number if number is None else number, key=f"{game.number}",
                        actor=LoggedMove.Actor.PAGE, now=now)
    game.refresh_from_db()


def to_move(game: Game) -> list[int]:
    """The seats that the game waits for."""
    return list(game.seats.filter(to_move=True).values_list("index", flat=True))


def hasty_order(game: Game, seat: int) -> str:
    """What the hasty bot would order for this seat."""
    view: State = history.view(game, seat)
    move = next_move(HastyBot(), view, seat=seat, salt=bytes([game.number % 256]))
    return RULESET.format(move, view)


def play_until(game: Game, phase: str, *, now: datetime, most: int = 400) -> State:
    """Plays on, people and bots in the same way, until a phase begins; returns the state."""
    for _nth in range(most):
        state: State = history.state(game)
        if state.phase == phase:
            break
        if not bots.play(game.pk, now=now):
            seat = to_move(game)[0]
            submit(game, seat, hasty_order(game, seat), now=now)
        game.refresh_from_db()
    assert state.phase == phase
    return state


def play_until_alice_builds(game: Game, *, now: datetime) -> State:
    """Plays on until Alice can trade and build; others end their turns."""
    while (state := play_until(game, BUILD, now=now)).seat != ALICE:
        submit(game, state.seat, "end", now=now)
    return state


def play_on(game: Game, *, now: datetime) -> None:
    """Plays to the end."""
    play_until(game, "over", now=now)


def held(state: State, seat: int) -> list[str]:
    """The kinds of things that a seat holds."""
    return [name for name, number in zip(things.KIND_NAMES, state.hands[seat], strict=False)
            if number]
