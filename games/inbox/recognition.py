"""Who sent an email and which turn it is about.

An email is recognised by the token in the address it was sent to (R13); the game of that turn
is then locked.  What the sender may do with it is decided in ``replies``.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine import codec
from games.inbox import turn_tokens
from games.inbox.parsing.message_reader import Reading
from games.models import Game, Seat, TurnToken, User


class Ignored(Exception):
    """An email that has no effect and gets no answer.

    ``code``   why: "unknown-address", "no-sender", "left", or what kind of program sent it (R16).
    ``token``  the row of the token, where somebody else has the seat now.
    """

    def __init__(self, code: str, *, token: TurnToken | None = None) -> None:
        super().__init__(code)
        self.code = code
        self.token = token


@dataclass(frozen=True, slots=True)
class IncomingReply:
    """An email that was recognised: what it says, and whose turn in which game it is about."""

    reading: Reading
    token: TurnToken
    game: Game
    seat: Seat
    user: User

    @property
    def address(self) -> str:
        """The email address of the account, to which answers go."""
        return (self.user.email or "").lower()

    @property
    def is_from_owner(self) -> bool:
        """Whether it was sent from the email address of the account."""
        return self.reading.sender == self.address

    @property
    def identity(self) -> str:
        """The same for each copy of an email, and for no other email (R6).

        Copies have the same Message-ID from the same sender to the same token; without a
        Message-ID, the same bytes.
        """
        reading = self.reading
        return codec.text_digest(
            f"{self.token.digest}\n{reading.sender}\n{reading.message_id or reading.digest}"
        )


def recognise(reading: Reading) -> IncomingReply:
    """The reply with its game and user locked, so call it in a transaction; raises Ignored."""
    token = None if reading.is_automatic else turn_tokens.first_token(reading.recipients)
    if token is None:
        raise Ignored(reading.reason or "unknown-address")
    if not reading.sender:
        raise Ignored("no-sender")
    game = Game.objects.select_for_update().get(pk=token.seat.game_id)
    user = User.objects.select_for_update().get(pk=token.user_id)
    seat = Seat.objects.get(pk=token.seat_id)
    if not turn_tokens.is_owner(token, seat) or not user.email:
        raise Ignored("left", token=token)
    return IncomingReply(reading, token, game, seat, user)
