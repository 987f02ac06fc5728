"""The rows of one game: the game, its seats, log, snapshot and clocks, and its talk."""

from __future__ import annotations

import random
from datetime import datetime, timedelta

from alexandros_rules import replay
from games.base import retention
from games.labs.filling.bulk import Database
from games.labs.filling.copied_games import CANCELLED, OPEN, OVER, RUNNING, Plan
from games.labs.filling.population import DAY, Person
from games.models import (
    ChatMessage,
    ChatReport,
    FormerPlayer,
    Game,
    GameEmailPreference,
    LoggedMove,
    Note,
    Pace,
    Seat,
    SeatClock,
    Snapshot,
    TurnTiming,
)
from games.models.email_preferences import EmailTiming
from games.models.game import CODE_LENGTH
from games.models.setup import shortened
from games.table.clocks import paces
from games.table.play import event_log
from games.table.play.bots import default_bot

NAMES = ("An evening game", "Friends", "Slow and steady", "Two weeks", "Open to everybody",
         "Second try", "The old rivals", "After work")
CODE_LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789"
INVITED = 0.4  # share of the free seats at open tables
SUCCEEDED = 0.01  # share of the seats that somebody took over from somebody else


class Tables:
    """The writer of games: adds the rows of each to a database."""

    def __init__(self, database: Database, chance: random.Random, *, now: datetime) -> None:
        self._database, self._chance, self._now = database, chance, now

    def add(self, plan: Plan) -> tuple[int, list[int]]:
        """Add everything that belongs to the game; return its id and those of its seats."""
        game = self._database.rows(Game).add(**self._game_columns(plan))
        seats = [self._add_seat(game, plan, index) for index in range(plan.recorded.players)]
        if plan.reached is not None:
            self._add_log(game, plan)
        if plan.reached is not None and plan.pace != Pace.NONE:
            self._add_clocks(game, seats, plan)
        return game, seats

    def _game_columns(self, plan: Plan) -> dict[str, object]:
        chance, creator = self._chance, plan.importer or plan.people[0]
        assert creator is not None  # a bot never has the first seat
        ruleset = plan.recorded.ruleset
        columns = {
            "code": "".join(chance.choices(CODE_LETTERS, k=CODE_LENGTH)),
            "invite_token": chance.randbytes(16).hex(), "name": chance.choice(NAMES),
            "ruleset": ruleset.name, "rules_version": ruleset.version,
            "setup_id": plan.recorded.setup, "pace": plan.pace,
            "listed": chance.random() < 0.7 and plan.importer is None,
            "imported": plan.importer is not None,
            "created_by_id": creator.pk, "created_at": plan.created_at, "status": plan.status,
            "active_at": plan.created_at, **paces.columns(paces.CONTROLS[Pace(plan.pace)]),
        }
        if plan.reached is not None:
            columns |= event_log.derived_columns(plan.reached.status,
                                                 number=plan.reached.rows[-1].number)
            columns |= {"seed": plan.recorded.seed, "commitment": plan.recorded.commitment,
                        "started_at": plan.started_at, "moved_at": plan.moved_at}
        columns["finished_at"] = plan.ended_at
        columns["untidy_since"] = None if plan.is_tidied_up(self._now) else plan.ended_at
        if plan.status == CANCELLED and chance.random() < 0.7:
            columns["warned_at"] = plan.created_at + 10 * DAY
        return columns

    def _add_seat(self, game: int, plan: Plan, index: int) -> int:
        person, columns = plan.people[index], {}
        if plan.reached is None:
            columns = self._table_columns(plan, person)
        elif plan.importer is not None:
            columns = {"name": f"Player {index + 1}", "status": Seat.Status.TAKEN}
        elif person is None or index == plan.left:
            columns = self._bot_columns(plan, person, index)
        else:
            columns = {"user_id": person.pk, "name": person.name, "status": Seat.Status.TAKEN}
        if plan.reached is not None:
            columns |= event_log.seat_columns(plan.reached.status, index)
        columns["remind_at"] = self._remind_at(plan, index)
        seat = self._database.rows(Seat).add(game_id=game, index=index, **columns)
        succeeded = (plan.rare and index == 0) or self._chance.random() < SUCCEEDED
        if plan.status == OVER and person and succeeded:
            self._database.rows(FormerPlayer).add(
                seat_id=seat, name="Somebody else", number=2, replaced_at=plan.started_at + DAY)
        return seat

    def _remind_at(self, plan: Plan, index: int) -> datetime | None:
        """Return when a sweep must check whether to remind the player; None if never."""
        waits = (plan.reached is not None and plan.status == RUNNING and plan.pace == Pace.NONE
                 and index in plan.reached.status.to_move)
        moment = plan.moved_at + event_log.REMIND_AFTER if waits else self._now
        return moment if moment > self._now else None

    def _table_columns(self, plan: Plan, person: Person | None) -> dict[str, object]:
        if person is not None:
            return {"user_id": person.pk, "name": person.name, "status": Seat.Status.TAKEN}
        if plan.status == OPEN and self._chance.random() < INVITED:
            return {"status": Seat.Status.INVITED, "invite_token": self._chance.randbytes(16).hex(),
                    "invited_email": f"friend.{self._chance.getrandbits(40)}@example.org"}
        return {}

    def _bot_columns(self, plan: Plan, person: Person | None, index: int) -> dict[str, object]:
        name = default_bot(plan.recorded.ruleset)
        columns: dict[str, object] = {"bot": name, "status": Seat.Status.TAKEN}
        if person is None:
            return columns | {"name": plan.recorded.ruleset.bots[name].seat_names[index]}
        return columns | {"name": person.name, "left_by_id": person.pk, "left_at": plan.moved_at,
                          "offered_at": plan.moved_at,
                          "takeover_token": self._chance.randbytes(16).hex()}

    def _add_log(self, game: int, plan: Plan) -> None:
        assert plan.reached is not None  # the caller has checked it
        add, key, turn = self._database.rows(LoggedMove).add, "", -1
        step = (plan.moved_at - plan.started_at) / max(1, len(plan.reached.rows) - 1)
        imported = plan.importer is not None
        actors = [LoggedMove.Actor.IMPORT if imported else LoggedMove.Actor.BOT if person is None
                  else self._chance.choice((LoggedMove.Actor.PAGE, LoggedMove.Actor.MAIL))
                  for person in plan.people]
        of_table = LoggedMove.Actor.IMPORT if imported else LoggedMove.Actor.TABLE
        moment, statuses = plan.started_at, plan.recorded.statuses
        for row, status in zip(plan.reached.rows, (*statuses, statuses[-1]), strict=False):
            if status.turn != turn:  # the rows of one turn were submitted together
                key, turn = f"{self._chance.getrandbits(48):012x}", status.turn
                moment = plan.started_at + (row.number - 1) * step
            add(game_id=game, number=row.number, seat=row.seat, move=row.move,
                stored_events=shortened(row.events, plan.recorded.setup),
                digest=row.digest, chain=row.chain, created_at=moment,
                key="" if (imported or row.seat is None or replay.is_outside_rules(row.move))
                else key,
                actor=of_table if row.seat is None else actors[row.seat])
        if not plan.is_tidied_up(self._now):
            self._database.rows(Snapshot).add(game_id=game, number=len(plan.reached.rows),
                                              state=plan.reached.state)

    def _add_clocks(self, game: int, seats: list[int], plan: Plan) -> None:
        assert plan.reached is not None  # the caller has checked it
        control, status = paces.CONTROLS[Pace(plan.pace)], plan.reached.status
        for index, (seat, person) in enumerate(zip(seats, plan.people, strict=True)):
            if person is None or index == plan.left:
                continue
            self._add_timings(game, person, plan)
            if plan.is_tidied_up(self._now):
                continue
            asked = plan.moved_at if plan.status == RUNNING and index in status.to_move else None
            self._database.rows(SeatClock).add(
                seat_id=seat, bank=control.at_start, extensions=paces.EXTENSIONS,
                asked_at=asked, since=asked, look_at=None, due_at=asked and self._now + 6 * DAY,
                deadline=asked and self._now + 7 * DAY)

    def _add_timings(self, game: int, person: Person, plan: Plan) -> None:
        assert plan.reached is not None  # the caller has checked it
        turns = plan.reached.status.turn // plan.recorded.players
        step = (plan.moved_at - plan.started_at) / (turns + 1)
        for turn in range(1, turns + 1):
            if plan.started_at + turn * step <= self._now - retention.TURN_TIMINGS:
                continue  # sweeps would have deleted it by now
            took = self._chance.random() * timedelta(hours=12)
            outcome = self._chance.choices(
                [TurnTiming.Outcome.IN_TIME, TurnTiming.Outcome.EXCUSED,
                 TurnTiming.Outcome.MISSED], [92, 5, 3])[0]
            self._database.rows(TurnTiming).add(
                user_id=person.pk, game_id=game, ended_at=plan.started_at + turn * step,
                outcome=outcome, used=took / 2, took=took, is_new=False)


SAID = ("Good luck!", "Well played.", "Sorry for the delay, I was away.", "What a move!",
        "I did not see that coming.", "Shall we play again?")
MESSAGES = 4  # at most, at one table
NOTES, PREFERENCES, REPORTS = 0.1, 0.02, 0.001


def add_talk(database: Database, plan: Plan, game: int, *, chance: random.Random,
             now: datetime) -> None:
    """Add messages, a few reports of them, private notes and settings for this game."""
    present = [(index, person) for index, person in enumerate(plan.people) if person is not None]
    reached = len(plan.reached.rows) if plan.reached else 1
    for _ in range(chance.randint(plan.rare, MESSAGES) if len(present) > 1 else 0):
        index, person = chance.choice(present)
        moment = plan.started_at + chance.random() * (plan.moved_at - plan.started_at)
        message = database.rows(ChatMessage).add(
            game_id=game, user_id=person.pk, seat=index, channel=ChatMessage.Channel.TABLE,
            text=chance.choice(SAID), key=f"{chance.getrandbits(64):016x}", created_at=moment)
        if plan.rare or chance.random() < REPORTS:
            other = present[0][1] if person is not present[0][1] else present[1][1]
            database.rows(ChatReport).add(message_id=message, reporter_id=other.pk,
                                          created_at=moment)
    for _, person in present:
        if chance.random() < NOTES:
            database.rows(Note).add(user_id=person.pk, game_id=game, text="Watch the north.",
                                    number=chance.randint(1, reached), changed_at=plan.moved_at)
        if chance.random() < PREFERENCES:
            database.rows(GameEmailPreference).add(user_id=person.pk, game_id=game,
                                                   when=EmailTiming.NEVER)
