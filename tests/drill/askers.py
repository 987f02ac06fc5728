"""Simulated people who ask for everything slow, all the time: each for one kind of thing.

They come from networks of their own, since limits are for each network.  "Please come back later"
is an answer, and then they ask again; but in the end everybody must get what they have asked for.
"""

from __future__ import annotations

import random
import time
from abc import abstractmethod
from collections.abc import Callable, Sequence

from django.db import connection
from django.utils import timezone

from alexandros_rules import drafts
from alexandros_rules.bot_plans import next_move
from games.features.puzzles import days
from games.features.puzzles.task import PuzzleTask
from games.models import Game, Seat, User
from games.people import accounts
from games.rulesets import registry
from games.table.play import event_log, history, records
from tests.drill.people import Position
from tests.drill.visitors import Notes, Visitor, patiently
from tests.kill.http_client import HttpClient, Response, signed_in_client
from tests.sample_games import recorded

AGAIN = 1.5  # seconds after which a page that waits for something asks again
STRONG = ("raider", "planner", "strategist")  # bots
FINISHED = ("v3-delta-2-walls-5", "v3-delta-2-quiet-11", "v3-persia-2-points-1",
            "v3-delta-3-stuck-2")  # recorded games
STARTS = 20  # of games, before somebody else comes: less than the limit allows
LOOKS = 30  # at the same finished game
MOST_POSITIONS = 40  # whose pictures are drawn

IsThere = Callable[[Response], bool]


def _is_ok(response: Response) -> bool:
    return response.status == 200


class Asker(Visitor):
    """Somebody who asks for one thing after another, and waits for each of them.

    ``waiting`` is what they wait for, "" if for nothing.
    """

    pause = 0.5  # seconds between two things
    _game: Game | None = None

    def __init__(self, number: int, *, port: int, notes: Notes, seed: int) -> None:
        self._chance = random.Random(f"{seed} {number}")
        self._port, self._number, self._times = port, number, 0
        super().__init__(f"{type(self).__name__} {number}", client=HttpClient(port, ""),
                         notes=notes)
        self.waiting = ""

    def run(self) -> None:
        try:
            while not self.leaving.is_set():
                patiently(self.ask)
                self.waiting = ""
                self.leaving.wait(self.pause)
        finally:
            connection.close()

    @abstractmethod
    def ask(self) -> None:
        """Asks for one thing, and returns when it is there."""

    def come_as(self, user: User | None) -> None:
        """Goes on as somebody else, from another network; None has no session."""
        self._times += 1
        session = signed_in_client(user, port=self._port).session if user is not None else ""
        address = f"127.1.{self._number}.{1 + self._times % 250}"
        self.client = HttpClient(self._port, session, address)

    def until(self, what: str, method: str, path: str, *, there: IsThere = _is_ok,
              **fields: object) -> Response | None:
        """Asks again until it is there, and notes how long that took; None if it was too often."""
        start, self.waiting = time.monotonic(), f"{what}: {path}"
        while True:
            response = self.request(method, path, **fields)
            if response is not None and response.status < 500:
                if there(response):
                    self.ledger.took(f"until there: {what}", time.monotonic() - start)
                    return response
                if response.status == 429:
                    self.ledger.count(f"refused as too often: {what}")
                    self.leaving.wait(10)
                    return None
                if response.status >= 400 or method == "POST":
                    self.ledger.complain(f"{method} {path}: {response.status}")
                    return None
            retry = response.retry_after if response is not None else ""
            time.sleep(float(retry or AGAIN))

    def finished_game(self, *players: User) -> Game:
        """Another finished game that all may see, in which these people have played."""
        record = records.read_record(recorded(self._chance.choice(FINISHED)))
        game = records.create_game(record, now=timezone.now())
        game.listed = True
        game.save(update_fields=["listed"])
        for index, player in enumerate(players):
            Seat.objects.filter(game=game, index=index).update(user=player)
        return game

    def game_for_long(self) -> Game:
        """The same finished game for a while, then another one."""
        if self._game is None or self._times % LOOKS == 0:
            self._game = self.finished_game()
        return self._game

    def guest(self) -> User:
        """Another guest."""
        return accounts.create_guest(timezone.now())


class Beginner(Asker):
    """Starts games against strong bots, and plays each until the bots have played twice."""

    board, bots = "march", (3, 3, 2)
    turns = 2
    _user: User | None = None

    def ask(self) -> None:
        if self._user is None or self._times % STARTS == 0:
            self._user = self.guest()
        self.come_as(self._user)
        code = self._start()
        if code:
            for _ in range(self.turns):
                position = self._turn_in(code)
                if position is None or self.leaving.is_set():
                    return
                self.on_turn(code, position)

    def _start(self) -> str:
        response = self.until(
            "a new game", "POST", "/play/", there=lambda response: response.status == 302,
            game="alexandros", players=1 + self._chance.choice(self.bots), board=self.board,
            bot=self._chance.choice(STRONG))
        return response.location.split("/")[2] if response is not None else ""

    def _turn_in(self, code: str) -> Position | None:
        """The position as soon as it is this person's turn; None when the game is over."""
        start, self.waiting = time.monotonic(), f"strong bots in {code}"
        while True:
            game = patiently(_game, code)
            position = patiently(_position, game)
            if game.status != Game.Status.RUNNING:
                return None
            if position is not None:
                self.ledger.took("until there: turns of strong bots", time.monotonic() - start)
                return position
            time.sleep(AGAIN)

    def on_turn(self, code: str, position: Position) -> None:
        """Plays a turn."""
        self.give_orders(code, position.order, number=position.number, seat=position.seat,
                         key=f"{self._chance.random()}")


class Learner(Beginner):
    """Plays whole games against strong bots, with a hint for each turn."""

    board, bots = "delta", (1, 1, 2)
    turns = 200

    def on_turn(self, code: str, position: Position) -> None:
        self.request("GET", f"/games/{code}/")
        self._see_hint(code, position)
        super().on_turn(code, position)

    def _see_hint(self, code: str, position: Position) -> None:
        path, start = f"/games/{code}/hint/", time.monotonic()
        self.waiting = f"a hint: {path}"
        while True:
            response = self.request("POST", path, number=position.number)
            if response is not None and response.status in (409, 429):
                self.ledger.count("hints refused")
                return
            while response is not None and response.status < 400:
                page = self.request("GET", path, **{"HX-Request": "true"})
                if page is not None and page.status == 200:
                    if "Show a hint" in page.text:
                        if patiently(_game, code).number != position.number:
                            return  # bots have moved since the position was read
                        self.ledger.count("hints asked for again")
                        break
                    if "is thinking about your turn" not in page.text:
                        self.ledger.took("until there: a hint", time.monotonic() - start)
                        return
                time.sleep(AGAIN)
            time.sleep(AGAIN)


class Reviewer(Asker):
    """Asks for reviews of games that are over."""

    def ask(self) -> None:
        one, other = self.guest(), self.guest()
        game = self.finished_game(one, other)
        self.come_as(one)
        page = self.until("a review", "POST", f"/games/{game.code}/review/ask/",
                          there=lambda response: response.status == 302)
        if page is not None:
            page = self.until("a review", "GET", f"/games/{game.code}/review/",
                              there=lambda page: page.status == 200
                              and "The game is being reviewed" not in page.text)
        if page is not None and "The mistake is ours" in page.text:
            self.ledger.complain(f"the review of {game.code} says that the mistake is ours")


class Painter(Asker):
    """Looks at pictures of positions."""

    def ask(self) -> None:
        game = self.game_for_long()
        self.come_as(None)
        number = self._chance.randint(1, min(MOST_POSITIONS, game.number))
        self.until("a picture", "GET", f"/games/{game.code}/replay/{number}/board.png")


class Animator(Asker):
    """Looks at whole games as animations, and downloads them."""

    pause = 3.0

    def ask(self) -> None:
        self.come_as(None)
        code = self.finished_game().code
        self.until("an animation", "GET", f"/games/{code}/game.gif")
        for name in ("record.txt", "log.json"):
            self.until("a file of a game", "GET", f"/games/{code}/{name}")


class Solver(Asker):
    """Has attempts at the puzzles of today judged."""

    def ask(self) -> None:
        self.come_as(None)
        room = registry.default()
        puzzle = self._chance.choice(days.today(room, now=timezone.now()))
        task = PuzzleTask(room, days.content_of(puzzle))
        self.until("a verdict on a puzzle", "POST", f"/puzzles/{puzzle.key}/orders/",
                   there=lambda response: response.status in (200, 302), orders=self._turn(task))

    def _turn(self, task: PuzzleTask) -> str:
        """A whole turn, most often another one than before."""
        ruleset = task.room.ruleset
        draft = drafts.evaluate(ruleset, task.view, "", seat=task.seat)
        while not task.is_attempt(draft):
            move = next_move(ruleset.bots["random"], draft.view, seat=task.seat,
                             salt=self._chance.randbytes(8))
            text = drafts.SEPARATOR.join(filter(None, (
                draft.text, ruleset.format(move, draft.view))))
            if draft.refusal is not None:  # such as too many orders: begin anew
                text = ""
            draft = drafts.evaluate(ruleset, task.view, text, seat=task.seat)
        return draft.text


class Exporter(Asker):
    """Downloads everything that is stored about people who play, each ten times an hour."""

    pause = 5.0

    def ask(self) -> None:
        users = User.objects.filter(email__isnull=False).order_by("pk")
        self.come_as(self._chance.choice(list(users)))
        self.until("everything about somebody", "POST", "/account/download/")


class Dreamer(Asker):
    """Tries turns on what-if boards."""

    def ask(self) -> None:
        game = self.game_for_long()
        self.come_as(self.guest())
        number = self._chance.randint(2, 10)
        board = self.until("a what-if board", "POST", f"/games/{game.code}/what-if/new/",
                           there=lambda response: response.status == 302, number=number)
        if board is None:
            return
        view, ruleset = history.view(game, None, number), event_log.ruleset_of(game)
        seat = ruleset.status(view).to_move[0]
        order = drafts.example_turn(ruleset, history.view(game, seat, number), seat=seat)
        self.until("a what-if turn", "POST", f"{board.location}add/",
                   there=lambda response: response.status in (200, 302), draft=order, seat=seat)


def _game(code: str) -> Game:
    return Game.objects.get(code=code)


def _position(game: Game) -> Position | None:
    """The position of the one person's seat, with a turn; None if it is not their turn."""
    seat = game.seats.filter(user__isnull=False, to_move=True).first()
    if seat is None:
        return None
    order = drafts.example_turn(event_log.ruleset_of(game), history.view(game, seat.index),
                                seat=seat.index)
    return Position(game.turn, game.number, seat.index, order)


ALL: Sequence[tuple[type[Asker], int]] = (
    (Learner, 3), (Beginner, 2), (Reviewer, 2), (Painter, 2), (Animator, 1), (Solver, 2),
    (Exporter, 1), (Dreamer, 1))


def gather(*, port: int, notes: Notes, seed: int) -> list[Asker]:
    """All of them, none of whom has begun."""
    kinds = [kind for kind, count in ALL for _ in range(count)]
    return [kind(number, port=port, notes=notes, seed=seed)
            for number, kind in enumerate(kinds, start=1)]
