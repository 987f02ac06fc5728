"""Action links: a turn as a link in a mail, played without a login (R12, R13).

Owns what such a link shows and plays.  Its key opens one seat in one turn and nothing
else; the draft stands in the address, as on the page, so the same key serves every turn
a mail proposes.  Looking changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from engine import codec, drafts
from engine.drafts import Draft
from engine.errors import Stale
from games.inbox import turn_tokens
from games.lobby import leaving
from games.models import Game, LoggedMove, Seat, TurnToken
from games.play import event_log, history, turns
from games.play.turns import Receipt
from games.refusals import Closed, Missing

NO_LINK = "This link leads nowhere. Open the newest mail of your game and use the link in it."


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link that is alive: whose turn it opens, and its row."""

    token: TurnToken
    game: Game
    seat: Seat


def action_url(game: Game, seat: Seat, draft: str, *, now: datetime,
               number: int | None = None) -> str:
    """The link to a page that shows this draft, with a button that plays it.

    ``draft`` in notation, moves between semicolons; "" for a page to write orders on.
    ``number`` is the row the mail speaks of (None: the last).
    """
    path = _path("turn-link", seat, number=game.number if number is None else number,
                 purpose=TurnToken.Purpose.PLAY, now=now)
    return f"{path}?{urlencode({'draft': draft})}" if draft else path


def resign_url(game: Game, seat: Seat, *, now: datetime, number: int | None = None) -> str:
    """The link to a page with the button that hands this seat to a bot."""
    return _path("resign-link", seat, number=game.number if number is None else number,
                 purpose=TurnToken.Purpose.RESIGN, now=now)


def _path(name: str, seat: Seat, *, number: int, purpose: str, now: datetime) -> str:
    token = turn_tokens.issue_token(seat, number=number, purpose=purpose, now=now)
    return f"{settings.BASE_URL}{reverse(name, kwargs={'token': token})}"


def open_link(token: str, *, purpose: str) -> OpenedLink:
    """What a living link opens.  Refuses an unknown one (Missing) and a dead one (Closed)."""
    found = _found(token, purpose=purpose)
    game, seat = found.seat.game, found.seat
    if game.status == Game.Status.OVER:
        raise Closed("over", "The game is over; this link does nothing any more.")
    if not turn_tokens.is_live(found, game, seat):
        raise Closed("turn-over", "This turn is over, so its links do nothing any more. The mail of"
                     " your next turn brings new ones.")
    return OpenedLink(found, game, seat)


def _found(token: str, *, purpose: str) -> TurnToken:
    found = turn_tokens.find(token, purpose=purpose)
    if found is None or not turn_tokens.is_owner(found, found.seat):
        raise Missing("no-link", NO_LINK)
    return found


def draft_of(opened: OpenedLink, text: str) -> Draft:
    """The draft on the present position; refuses (Stale) when others or you have moved since."""
    if event_log.is_past(opened.game, opened.token.number):
        raise Stale("stale", "You have played a part of this turn since this mail was sent. Use the"
                    " link in the newest mail, or play on at the table.")
    view = history.view(opened.game, opened.seat.index)
    return drafts.evaluate(event_log.ruleset_of(opened.game), view, text, seat=opened.seat.index)


def play(token: str, text: str, *, now: datetime) -> tuple[Game, Seat, Receipt]:
    """Plays the draft; sent again it plays nothing and gives the same receipt (R6).

    Refuses an unknown link (Missing), a dead one (Stale, Closed) and faulty orders.
    """
    found = _found(token, purpose=TurnToken.Purpose.PLAY)
    game = found.seat.game
    receipt = turns.submit(game, seat=found.seat.index, text=text, number=found.number,
                           key=_key(found, text), actor=LoggedMove.Actor.MAIL, now=now)
    return game, found.seat, receipt


def _key(found: TurnToken, text: str) -> str:
    return codec.text_digest(f"link:{found.digest}\n{' '.join(text.split())}")


def resign(token: str, *, now: datetime) -> Game:
    """Hands the seat to a bot for good; refuses an unknown link (Missing) and a dead one."""
    opened = open_link(token, purpose=TurnToken.Purpose.RESIGN)
    leaving.leave(opened.game, user=opened.token.user, now=now)
    return opened.game
