"""The emails about a game, their tokens, and the replies that people sent.

Emails of several games are stored in the order of their times.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from games.base import retention
from games.labs.filling.bulk import Database
from games.labs.filling.copied_games import CANCELLED, OVER, Plan
from games.labs.filling.population import DAY, People, Person
from games.models import EmailToken, IncomingEmail, OutgoingEmail, TurnToken

Status = OutgoingEmail.Status
TURNS_WITH_EMAIL, TURNS_WITH_REMINDER = 0.88, 0.05
REPLIES = 0.4  # share of the turn emails that were replied to
FAILED, FOLDED = 0.015, 0.01  # shares of the old emails
HELD, DELAYED = 0.02, 0.002  # shares of the emails of the last few hours
LATELY = timedelta(hours=8)
CODES_PER_PERSON = 1.0


@dataclass(frozen=True, slots=True)
class Draft:
    """An email before it has an id."""

    created_at: datetime
    kind: str
    to: str
    user: int | None = None
    game: int | None = None
    seat: int | None = None
    number: int = 0
    turn: int = 0
    fails: bool = False


class Correspondence:
    """The emails of several games, which are collected and then added to a database."""

    def __init__(self, database: Database, chance: random.Random, *, now: datetime) -> None:
        self._database, self._chance, self._now = database, chance, now
        self._drafts: list[Draft] = []

    def collect(self, plan: Plan, game: int, seats: Sequence[int]) -> None:
        """Collect the emails about a game; none if the game ended too long ago."""
        if plan.is_tidied_up(self._now):
            return
        if plan.reached is None:
            self._drafts += self._about_table(plan, game, seats)
        else:
            self._drafts += self._about_turns(plan, game, seats)

    def collect_codes(self, people: People, *, since: datetime, until: datetime,
                      share: float) -> None:
        """Collect the emails with codes that people asked for within this time."""
        everybody = [person for person in (*people.named, *people.others) if person.email]
        for _ in range(round(len(everybody) * CODES_PER_PERSON * share)):
            person = self._chance.choice(everybody)
            moment = since + self._chance.random() * (until - since)
            self._drafts.append(Draft(moment, "login_code", person.email, person.pk))

    def add_all(self) -> None:
        """Add the collected emails with their tokens and replies."""
        # In the order in which they would have been queued, so that the rows of one game are not
        # next to each other.
        for draft in sorted(self._drafts, key=lambda draft: draft.created_at):
            if not self._is_forgotten(draft):
                self._add(draft)
        self._drafts = []

    def _about_table(self, plan: Plan, game: int, seats: Sequence[int]) -> Iterator[Draft]:
        creator = plan.people[0]
        for seat, person in zip(seats, plan.people, strict=True):
            if person is None and self._chance.random() < 0.3:
                to = f"friend.{self._chance.getrandbits(40)}@example.org"
                yield Draft(plan.created_at, "invitation", to, None, game, seat)
        if creator is not None and creator.email and plan.status == CANCELLED:
            for days, kind in ((7, "expiring"), (10, "expired")):
                moment = min(plan.created_at + days * DAY, self._now)
                yield Draft(moment, kind, creator.email, creator.pk, game)

    def _about_turns(self, plan: Plan, game: int, seats: Sequence[int]) -> Iterator[Draft]:
        assert plan.reached is not None  # the caller has checked it
        rows, statuses, turn = plan.reached.rows, plan.recorded.statuses, 0
        step = (plan.moved_at - plan.started_at) / max(1, len(rows) - 1)
        for row, status in zip(rows, statuses, strict=False):
            if status.turn == turn or not status.to_move:
                continue
            turn, seat = status.turn, status.to_move[0]
            moment = plan.started_at + (row.number - 1) * step
            kind = "started" if row.number == 1 else "turn"
            if self._is_asked(plan, seat):
                yield self._to(plan, seat, seats, kind, moment, game, row.number, turn)
        if plan.status == OVER:
            for index in range(len(seats)):
                if self._is_asked(plan, index, always=True):
                    yield self._to(plan, index, seats, "over", plan.moved_at, game,
                                   rows[-1].number, turn)

    def _is_asked(self, plan: Plan, seat: int, *, always: bool = False) -> bool:
        person = plan.people[seat]
        return (person is not None and bool(person.email) and seat != plan.left
                and (always or self._chance.random() < TURNS_WITH_EMAIL))

    def _to(self, plan: Plan, index: int, seats: Sequence[int], kind: str, moment: datetime,
            game: int, number: int, turn: int) -> Draft:
        person = plan.people[index]
        assert isinstance(person, Person)  # see _is_asked
        if kind == "turn" and self._chance.random() < TURNS_WITH_REMINDER:
            kind = "reminder"
        return Draft(moment, kind, person.email, person.pk, game, seats[index], number, turn,
                     fails=plan.rare and number == 1)

    def _is_forgotten(self, draft: Draft) -> bool:
        """Return whether sweeps would have deleted this email by now."""
        if draft.game is not None:
            return False
        kept = retention.CODES if draft.kind == "login_code" else retention.EMAILS_WITHOUT_GAME
        return draft.created_at <= self._now - kept

    def _add(self, draft: Draft) -> None:
        columns = self._state(draft)
        email = self._database.rows(OutgoingEmail).add(
            kind=draft.kind, game_id=draft.game, seat_id=draft.seat, user_id=draft.user,
            to=draft.to, number=draft.number, created_at=draft.created_at,
            message_id=f"<{self._chance.getrandbits(128):032x}@mail.example>",
            **{"not_before": draft.created_at, "due_since": draft.created_at, **columns})
        if columns["status"] != Status.SENT or draft.kind == "login_code":
            return
        if draft.number:
            self._add_tokens(draft)
        elif draft.created_at > self._now - retention.REPLY_TOKENS:
            self._database.rows(EmailToken).add(email_id=email, created_at=draft.created_at,
                                                digest=self._chance.randbytes(32).hex())

    def _state(self, draft: Draft) -> dict[str, object]:
        """Return the columns with the status of an email."""
        drawn = self._chance.random()
        if draft.created_at > self._now - LATELY and draft.kind == "turn":
            if drawn < HELD:
                return {"status": Status.HELD, "not_before": self._now + DAY, "due_since": None}
            if drawn < HELD + DELAYED:
                return {"status": Status.RETRY, "not_before": self._now + timedelta(hours=1)}
        if draft.fails or drawn < FAILED:
            obsolete = OutgoingEmail.OBSOLETE + " the turn is over"
            error = obsolete if drawn < FAILED / 2 else "550 no such user"
            return {"status": Status.FAILED, "error": error, "attempts": 1}
        status = Status.FOLDED if drawn < FAILED + FOLDED else Status.SENT
        return {"status": status, "attempts": 1,
                "sent_at": draft.created_at + timedelta(seconds=5)}

    def _add_tokens(self, draft: Draft) -> None:
        if draft.kind == "over":
            return
        token = 0
        for purpose in (TurnToken.Purpose.REPLY, TurnToken.Purpose.PLAY):
            token = self._database.rows(TurnToken).add(
                seat_id=draft.seat, user_id=draft.user, turn=draft.turn, number=draft.number,
                purpose=purpose, salt=self._chance.randbytes(16).hex(),
                digest=self._chance.randbytes(32).hex(), created_at=draft.created_at)
        is_kept = draft.created_at > self._now - retention.INCOMING_EMAILS
        if is_kept and self._chance.random() < REPLIES:
            self._add_reply(draft, token - 1)

    def _add_reply(self, draft: Draft, token: int) -> None:
        moment = draft.created_at + timedelta(minutes=10)
        self._database.rows(IncomingEmail).add(
            raw=b"", received_at=moment, gateway=IncomingEmail.Gateway.HOOK, sender=draft.to,
            envelope_sender=draft.to, status=IncomingEmail.Status.DONE, outcome="played",
            attempts=1, finished_at=moment, identity=self._chance.randbytes(32).hex(),
            message_id=f"<{self._chance.getrandbits(128):032x}@reader.example>", token_id=token,
            first=draft.number + 1, last=draft.number + 1)
