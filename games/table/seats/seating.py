"""Seating: the states of a seat, and every transition in which it changes hands.

        +----------------- take -----------------+
        |                                        v     stand_in
       OPEN --- reserve ---> KEPT --- take ---> PERSON ----------> STAND_IN
       | ^      invite       | |                | | ^  <----------  |
       | +------ vacate -----+ |                | | |  take_back,    | leave
       | +------ vacate -------|----------------+ | |  or the turn   |
       |                       |   leave, replace | | take_back,     |
       +----- take_by_bot -----+----> BOT         v | take_over      |
                                                VACANT <------------+
                                                 offer

Seats are taken by bots, kept and vacated before the start; the right half is a running game.  Other
modules decide who may make a transition and call its function while they hold the game's lock;
``seat.game`` is the locked game.  Two changes are made elsewhere: ``turn_clocks`` ends the work of
a stand-in with its turn, and ``ended_games`` forgets invitations to a table that was closed.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from enum import Enum, auto, unique
from itertools import chain, count
from typing import Any

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.crypto import constant_time_compare
from django.utils.translation import gettext as _

from games.base import events, locks
from games.base.refusals import TableRefusal
from games.models import FormerPlayer, Game, Pace, Seat, SeatClock, User
from games.models.game import NAME_LENGTH, new_token
from games.rulesets import registry
from games.table.clocks import seat_clocks
from games.table.events import SeatChange, SeatChanged, TurnBegan
from games.table.play import bot_tasks, event_log, outside_moves, turn_clocks

MOST_BOTS = 3  # of members at a table, besides the bots of the service
PATIENCE = timedelta(days=3)  # for somebody whose time has run out to come back
REST = timedelta(days=7)  # of a game that all its people have left
BATCH = 200

# The columns that belong together.
_FREE: dict[str, Any] = {
    "user": None, "left_by": None, "left_at": None, "offered_at": None, "takeover_token": "",
    "bot": "", "name": "", "status": Seat.Status.OPEN, "kept_for": None, "invited_email": "",
    "invite_token": ""}
_TAKEN = _FREE | {"status": Seat.Status.TAKEN}
_KEPT = _FREE | {"status": Seat.Status.INVITED}


class State(Enum):
    """Kinds of players that a seat has."""

    OPEN = auto()  # nobody
    KEPT = auto()  # nobody yet: it is reserved for somebody who is invited
    PERSON = auto()  # a person
    STAND_IN = auto()  # a person, but a bot plays the rest of this turn
    VACANT = auto()  # a bot, until the player who left the seat or a successor takes it
    BOT = auto()  # a bot from the start
    NAME = auto()  # only a name, in games from records and of deleted accounts


def state_of(seat: Seat) -> State:
    """Return the state that follows from the columns of a seat."""
    if seat.status != Seat.Status.TAKEN:
        return State.KEPT if seat.status == Seat.Status.INVITED else State.OPEN
    if seat.user_id is not None:
        return State.STAND_IN if seat.stand_in else State.PERSON
    if seat.bot:
        return State.VACANT if seat.is_vacant else State.BOT
    return State.NAME


@unique
class Transition(Enum):
    """A transition of a seat between states, with its event and its row of the log.

    The functions below make transitions, and start and stop clocks and bots.
    """

    TAKE = (State.OPEN, State.KEPT), State.PERSON
    TAKE_BY_BOT = (State.OPEN, State.KEPT), State.BOT
    RESERVE = (State.OPEN,), State.KEPT
    INVITE = (State.OPEN,), State.KEPT, SeatChange.INVITED
    VACATE = (State.KEPT, State.PERSON), State.OPEN

    STAND_IN = (State.PERSON,), State.STAND_IN, None, outside_moves.STAND_IN, "clock"
    REPLACE = (State.PERSON,), State.VACANT, SeatChange.LEFT, outside_moves.BOT_TAKES_SEAT, "clock"
    LEAVE = ((State.PERSON, State.STAND_IN), State.VACANT, SeatChange.LEFT,
             outside_moves.BOT_TAKES_SEAT)
    OFFER = (State.VACANT,), State.VACANT
    TAKE_BACK = ((State.VACANT, State.STAND_IN), State.PERSON, SeatChange.RETURNED,
                 outside_moves.RETURN)
    TAKE_OVER = (State.VACANT,), State.PERSON, SeatChange.TAKEN_OVER, outside_moves.SUCCESSION

    def __init__(self, before: tuple[State, ...], after: State, event: SeatChange | None = None,
                 row: str = "", actor: str = "table") -> None:
        self.before, self.after = before, after
        self.event, self.row, self.actor = event, row, actor

    def check(self, seat: Seat) -> None:
        """Raise ValueError, for a mistake of the caller, if the seat is in another state."""
        if state_of(seat) not in self.before:
            raise ValueError(f"{self.name} of a seat that is {state_of(seat).name}")

    def change(self, seat: Seat, **columns: Any) -> None:
        """Check the state of the seat and store these columns."""
        self.check(seat)
        for name, value in columns.items():
            setattr(seat, name, value)
        seat.save(update_fields=list(columns))

    def log(self, seat: Seat, *, now: datetime, **data: Any) -> None:
        """Add the row to the log of the game."""
        outside_moves.append(seat.game, self.row, seat=seat.index, actor=self.actor, now=now,
                             **data)

    def publish(self, seat: Seat, *, cause: int | None, now: datetime, **about: Any) -> None:
        """Publish the event, which this person (their id) has caused."""
        if change := self.event:
            events.publish(SeatChanged(game=seat.game, seat=seat, change=change, cause=cause,
                                       now=now, **about))


# Before the start, when there are no clocks and no bot has to move.

def take(seat: Seat, user: User) -> None:
    """Seat a person; refuse one whose account has been deleted, and whom ``_check_bots`` does."""
    locks.lock_person(user)
    _check_bots(seat.game, user)
    name = _unique_name(seat, user.shown_name)
    Transition.TAKE.change(seat, **_TAKEN | {"user": user, "name": name})


def take_by_bot(seat: Seat, bot: str) -> None:
    """Seat a bot under the first of its names that nobody else at the table has."""
    name = _unique_name(seat, *registry.get(seat.game.ruleset).ruleset.bots[bot].seat_names)
    Transition.TAKE_BY_BOT.change(seat, **_TAKEN | {"bot": bot, "name": name})


def reserve(seat: Seat, user: User) -> None:
    """Reserve the seat for a person whose email address stays private."""
    Transition.RESERVE.change(seat, **_KEPT | {"kept_for": user, "invite_token": new_token()})


def invite(seat: Seat, email: str, *, now: datetime) -> None:
    """Reserve the seat for the owner of this email address and invite them.

    Locks the owner's account, so that it is deleted either before or after this transaction.
    """
    email = User.objects.normalize_email(email)
    Transition.INVITE.change(seat, **_KEPT | {"invited_email": email, "invite_token": new_token()})
    user = User.objects.select_for_update(no_key=True).filter(email=email).first()
    Transition.INVITE.publish(seat, user=user, to=email, cause=seat.game.created_by_id, now=now)


def vacate(seat: Seat) -> None:
    """Open the seat to anybody."""
    Transition.VACATE.change(seat, **_FREE)


def uninvite(seat: Seat, *, cause: int | None, now: datetime) -> None:
    """Tell whoever the seat is kept for that it no longer is, before it becomes somebody else's."""
    user = seat.kept_for or User.objects.filter(email=seat.invited_email or None).first()
    events.publish(SeatChanged(
        game=seat.game, seat=seat, change=SeatChange.UNINVITED, cause=cause, now=now, user=user,
        to=seat.invited_email or (user and user.email) or ""))


# In a running game.  A seat keeps its name when a bot takes it from a person and gives it back.

def stand_in(clock: SeatClock, times: seat_clocks.Times, *, now: datetime) -> None:
    """Stop the clock of a seat and let a bot play the rest of this turn for its player."""
    seat, bot = clock.seat, bot_tasks.default_bot(event_log.ruleset_of(clock.seat.game))
    seat_clocks.halt(clock, times, now=now)
    seat_clocks.store(clock)
    Transition.STAND_IN.change(seat, stand_in=bot)
    Transition.STAND_IN.log(seat, bot=bot, now=now)
    bot_tasks.wake(seat.game, [seat])


def hand_to_bot(seat: Seat, *, resigned: bool, now: datetime) -> None:
    """Hand the seat of a person who has resigned, or else missed too many turns, to a bot.

    Stops the clock: the turn counts if the person has begun it.  Wakes the bot, unless nobody is
    left and the game rests.
    """
    transition = Transition.LEAVE if resigned else Transition.REPLACE
    transition.check(seat)
    game, bot = seat.game, bot_tasks.default_bot(event_log.ruleset_of(seat.game))
    if not resigned:
        seat.stand_in = bot  # so that this turn counts as missed
    turn_clocks.stop(game, seat, now=now)
    transition.change(seat, **_TAKEN | {
        "left_by": seat.user, "left_at": now, "bot": bot, "name": seat.name,
        "offered_at": _offered_from(seat, resigned=resigned, now=now)})
    transition.log(seat, bot=bot, now=now)
    leaver = seat.left_by_id if resigned else None
    transition.publish(seat, cause=leaver, now=now)
    rests = _rest_if_deserted(game, resigned=leaver, now=now)
    if seat.to_move and not rests:
        bot_tasks.wake(game, [seat])


def _offered_from(seat: Seat, *, resigned: bool, now: datetime) -> datetime | None:
    """Return from when on the lobby offers a seat that is being left; None for not by itself.

    Only tables that were listed are offered, and only if somebody else plays or has played there.
    """
    game = seat.game
    others = game.seats.exclude(pk=seat.pk).filter(Q(user__isnull=False) | Q(left_at__isnull=False))
    if not game.listed or not others.exists():
        return None
    return now if resigned or game.pace == Pace.LIVE else now + PATIENCE


def take_back(seat: Seat, user: User, *, now: datetime) -> None:
    """Give a person their seat back, or the rest of a turn, with time for at least one turn.

    Wakes the other bots if the game has rested.
    """
    if seat.bot:
        Transition.TAKE_BACK.change(seat, **_TAKEN | {"user": user, "name": seat.name})
        _wake(seat.game)
    else:
        Transition.TAKE_BACK.change(seat, stand_in="")
    Transition.TAKE_BACK.log(seat, now=now)
    clocks = _set_clock(seat, seat_clocks.give_time)
    if seat.to_move:
        turn_clocks.begin_turns(clocks, [seat], emails={}, now=now)
    Transition.TAKE_BACK.publish(seat, others=_others(seat), cause=user.pk, now=now)


def take_over(seat: Seat, user: User, *, now: datetime) -> None:
    """Seat a successor in place of the person who has left the seat, with a full clock.

    ``FormerPlayer`` remembers that person.  If the game waits for the seat, the successor's turn
    begins.  Wakes the other bots if the game has rested.  Refuses bots as ``_check_bots`` does.
    """
    game, former = seat.game, seat.left_by
    locks.lock_person(user)
    _check_bots(game, user)
    FormerPlayer.objects.create(seat=seat, user=former, name=seat.name, number=game.number + 1,
                                replaced_at=now)
    name = _unique_name(seat, user.shown_name)
    Transition.TAKE_OVER.change(seat, **_TAKEN | {"user": user, "name": name})
    _wake(game)
    Transition.TAKE_OVER.log(seat, now=now)
    clocks = _set_clock(seat, seat_clocks.renew)
    if seat.to_move:
        began = TurnBegan(game=game, seats=[seat], by=seat.index, now=now,
                          deadlines=turn_clocks.deadlines(clocks, [seat], now=now))
        events.publish(began)
        turn_clocks.begin_turns(clocks, [seat], emails=began.emails, now=now)
    Transition.TAKE_OVER.publish(seat, user=former, others=_others(seat), cause=user.pk, now=now)


def _set_clock(seat: Seat, change: Callable[[SeatClock], None]) -> turn_clocks.Clocks:
    """Change the clock of a seat, if there is one, and return the clocks of the game."""
    clocks = turn_clocks.load(seat.game, [seat])
    if seat.pk in clocks:
        change(clocks[seat.pk])
        seat_clocks.store(clocks[seat.pk])
    return clocks


def _others(seat: Seat) -> QuerySet[Seat]:
    return seat.game.seats.exclude(pk=seat.pk).select_related("user")


# What becomes of a game that all its people have left: it rests, so that they can come back, and
# then the bots finish it at once.

def _rest_if_deserted(game: Game, *, now: datetime, resigned: int | None) -> bool:
    """Let a game rest that only bots play, warn who left it, and return whether it rests.

    A game that nobody could come back to does not rest, nor one whose last player has ``resigned``
    (their id) and had no company.
    """
    seats = list(game.seats.select_related("left_by"))
    people = [seat for seat in seats if seat.left_by is not None and seat.left_by.is_active]
    if any(seat.user_id for seat in seats) or all(seat.left_by_id == resigned for seat in people):
        return False
    _set_rest(game, now)
    for seat in people:
        events.publish(SeatChanged(game=game, seat=seat, change=SeatChange.DESERTED,
                                   cause=resigned, now=now, user=seat.left_by, until=now + REST))
    return True


def _wake(game: Game) -> None:
    """Let a game go on that has rested."""
    if game.deserted_at is not None:
        _set_rest(game, None)
        bot_tasks.wake(game, game.seats.filter(to_move=True))


def _set_rest(game: Game, since: datetime | None) -> None:
    game.deserted_at = since
    game.save(update_fields=["deserted_at"])
    game.seats.update(rests=since is not None)  # which keeps sweeps from announcing its bots


def finish_deserted(now: datetime) -> int:
    """Let the bots finish games that have rested long enough, and return how many."""
    rested = Game.objects.filter(status=Game.Status.RUNNING, deserted_at__lte=now - REST)
    return sum(_finish(pk, rested) for pk in list(rested.values_list("pk", flat=True)[:BATCH]))


@transaction.atomic
def _finish(pk: int, rested: QuerySet[Game]) -> bool:
    if (game := rested.select_for_update(no_key=True).filter(pk=pk).first()) is None:
        return False
    _wake(game)
    return True


# The bots of members.

def _check_bots(game: Game, user: User) -> None:
    """Refuse (TableRefusal) a bot of a member where it may not sit, or its owner beside it.

    There may be ``MOST_BOTS`` at a table.  Of a member and their bots, one plays in a rated game.
    A bot also counts while a bot of the service keeps its seat and, in a rated game, if somebody
    else has its seat by now, since it has seen cards there.
    """
    if not (user.is_bot or game.rated):
        return
    seats = game.seats.order_by().values_list(
        "pk", "user", "user__owner", "left_by", "left_by__owner", "former_players__user",
        "former_players__user__owner")
    present: dict[int, int] = {}  # the bots, by their seats
    families = set()
    for seat, *columns in seats:
        for place, (person, owner) in enumerate(zip(columns[::2], columns[1::2], strict=True)):
            if person is None or person == user.pk:
                continue
            families.add(owner or person)
            if owner is not None and place < 2:  # nobody who has lost the seat
                present[seat] = person
    if user.is_bot and len(present) >= MOST_BOTS:
        raise TableRefusal("bots", _(
            "%(most)s bots of members have seats at this table already, and there may not be more."
            " Please look for another table.") % {"most": MOST_BOTS})
    if game.rated and user.family in families:
        raise TableRefusal("own-bot", _(
            "Of a member and their bots, only one can play in a rated game, and one has a seat here"
            " already. Please look for another table."))


# People and their names.

def rename(seat: Seat, name: str) -> None:
    """Change the name of the seat without changing its player."""
    seat.name = _unique_name(seat, name)
    seat.save(update_fields=["name"])


def _unique_name(seat: Seat, *names: str) -> str:
    """Return the first of these names that nobody at the table has or once had.

    If there is none, the seat's colour follows the first name, and a number from 2 on if that is
    not enough.  A name that is too long for the column and for what follows it is cut off.
    """
    used = set()
    for pk, present, former in seat.game.seats.values_list("pk", "name", "former_players__name"):
        used |= {(former or "").casefold(), "" if pk == seat.pk else present.casefold()}
    colour = registry.get(seat.game.ruleset).ruleset.colours[seat.index]
    additions = chain((f" ({colour})",), (f" ({colour} {number})" for number in count(2)))
    possible = chain((name[:NAME_LENGTH] for name in names),
                     (names[0][:NAME_LENGTH - len(each)] + each for each in additions))
    return next(name for name in possible if name.casefold() not in used)


# Whose seat is whose.

def find_seat(game: Game, user: User) -> Seat | None:
    """Return the seat that this person has at the table, or None."""
    return game.seats.filter(user=user).first()


def ever_of(user: User) -> QuerySet[Any]:
    """Return the ids of the seats that this person has, has left to a bot or has lost.

    A subquery of several parts, because each of them finds its rows by an index; a condition
    with OR over several tables reads all seats.
    """
    own = [Seat.objects.filter(user=user), Seat.objects.filter(left_by=user)]
    lost = FormerPlayer.objects.filter(user=user).order_by().values("seat")
    first, *rest = (seats.order_by().values("pk") for seats in own)
    return first.union(*rest, lost, all=True)


def reserved_for(user: User) -> Q:
    """Return a filter for the seats reserved for this person or their email address."""
    by_user = Q(kept_for=user)
    if not user.email:
        return by_user
    return by_user | Q(invited_email=User.objects.normalize_email(user.email))


def tokens_match(given: str, expected: str) -> bool:
    """Return whether a token is the expected one, in constant time; "" never is."""
    return bool(expected) and constant_time_compare(given, expected)
