"""Members who play by email alone: each turn email is answered with a whole turn."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from email.message import EmailMessage

from alexandros_rules.bot_plans import next_move
from alexandros_rules.errors import Refusal
from alexandros_rules.replay import fold
from games.models import Game, Seat
from games.table.play import bot_tasks, event_log, history
from tests.drill.emails import address_for_orders, text_of, turn_of
from tests.story.member import Member, game_of
from tests.story.service import PATIENCE

_LEAVE = re.compile(r"/turn/\w+/leave/")
MOST_ORDERS = 12  # in one reply
PAUSE = 0.05  # seconds between two looks at the mailboxes


@dataclass
class Place:
    """A member's place at a table, as their mailbox shows it.

    ``last`` is the last email that takes orders, None if they have replied to it.  ``sent`` is the
    Message-ID of a reply that has not been answered yet.  Whoever ``resigns`` does so in their next
    turn.
    """

    member: Member
    code: str
    last: EmailMessage | None = None
    sent: str = ""
    turn: int = 0
    replies: int = 0
    resigns: bool = False

    def note(self, email: EmailMessage) -> None:
        """Remember what an email about this game means for its reader."""
        if self.sent and str(email["In-Reply-To"] or "") == self.sent:
            self.sent = ""
            link = _LEAVE.search(text_of(email))
            if link and _is_running(self.code):  # both may be asked at once, and resign
                self.member.browser.submit(link[0])
        # Somebody may be told of their next turn sooner than their last orders are confirmed.
        if (address := address_for_orders(email)) and (turn_of(address) or 0) >= self.turn:
            self.last, self.turn = email, turn_of(address) or 0

    def reply(self) -> bool:
        """Reply with a turn if an email asks for one; return whether anything is under way."""
        if self.sent:
            return True
        if self.last is None:
            return False
        orders = self.orders()
        if orders:
            text = "resign" if self.resigns else "\n".join(orders)
            self.sent = self.member.reply(self.last, text)
            self.replies += 1
        self.last = None
        return bool(orders)

    def orders(self) -> list[str]:
        """Return a whole turn, [] if the last email asks for none any more."""
        return _orders(self.code, self.member.address, self.turn)


class Table:
    """The mailboxes of people who play with each other or with anybody else.

    Those who are ``resigning`` do so in all of their games.
    """

    def __init__(self, members: Sequence[Member], *, resigning: Sequence[Member] = ()) -> None:
        self.members = (*members, *resigning)
        self._resigning = {member.name for member in resigning}
        self.places: dict[tuple[str, str], Place] = {}
        self._looked_at = dict.fromkeys([member.name for member in self.members], 0)

    def play_on(self, is_done: Callable[[], bool]) -> None:
        """Reply to every email that asks for a turn, until it is done."""
        end = time.monotonic() + PATIENCE
        while not is_done():
            before = self._replies()
            self._look()
            if self._replies() > before:
                end = time.monotonic() + PATIENCE
            assert time.monotonic() < end, f"nobody is asked: {[*self.places]}"
            time.sleep(PAUSE)

    def resign(self, member: Member, code: str) -> None:
        """Have a member resign in a game as soon as they are asked for their next turn."""
        self.places[member.name, code].resigns = True

    def answer(self) -> int:
        """Reply to all emails that ask for turns now; return how many replies."""
        before, end = self._replies(), time.monotonic() + PATIENCE
        while self._look():
            assert time.monotonic() < end, f"no answer: {self.places}"
            time.sleep(PAUSE)
        return self._replies() - before

    def _replies(self) -> int:
        return sum(place.replies for place in self.places.values())

    def _look(self) -> bool:
        """Read new emails and reply; return whether anything is under way."""
        self._read()
        under_way = [place.reply() for place in self.places.values()]
        return any(under_way)

    def is_asked(self) -> bool:
        """Return whether an email asks anybody for a turn."""
        self._read()
        return any(place.last is not None and place.orders() for place in self.places.values())

    def _read(self) -> None:
        for member in self.members:
            member.fetch()
            done = self._looked_at[member.name]
            for email in member.read[done:]:
                place = self._place(member, email)
                if place is not None:
                    place.note(email)
            self._looked_at[member.name] = len(member.read)

    def _place(self, member: Member, email: EmailMessage) -> Place | None:
        """Return the place of which an email to this member tells, or whose reply it answers."""
        answered = str(email["In-Reply-To"] or "")
        for place in self.places.values():
            if place.sent and place.sent == answered:
                return place
        code = game_of(email)
        if not code:
            return None
        resigns = member.name in self._resigning
        return self.places.setdefault((member.name, code), Place(member, code, resigns=resigns))



def _is_running(code: str) -> bool:
    return Game.objects.filter(code=code, status=Game.Status.RUNNING).exists()


def _orders(code: str, address: str, turn: int) -> list[str]:
    """Return a whole turn from what its player sees, [] if it is not their turn any more."""
    game = Game.objects.get(code=code)
    seat = game.seats.filter(user__email=address, to_move=True).first()
    if seat is None or game.status != Game.Status.RUNNING or game.turn != turn:
        return []
    return list(_turn(game, seat))


def _turn(game: Game, seat: Seat) -> Iterator[str]:
    """Yield orders up to the end of the turn, or to what the player cannot foresee."""
    ruleset, view = event_log.ruleset_of(game), history.view(game, seat.index)
    bot = ruleset.bots[bot_tasks.default_bot(ruleset)]
    for number in range(MOST_ORDERS):
        status = ruleset.status(view)
        if seat.index not in status.to_move or status.turn != game.turn:
            return
        move = next_move(bot, view, seat=seat.index, salt=f"{game.number} {number}".encode())
        yield ruleset.format(move, view)
        try:
            events = ruleset.decide(view, move, ruleset.unknown_chance(), seat=seat.index)
        except Refusal:  # the effect depends on something that nobody has seen yet
            return
        view = fold(ruleset, view, events)
