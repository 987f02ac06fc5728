"""Action links: play a turn from a link in an email, without signing in (R12, R13).

A link's token gives access to one seat in one turn.  The draft is part of the URL, as on the game's
page, so one token serves all the turns that an email suggests.  Opening a link changes nothing;
only its button does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlencode

from django.conf import settings
from django.db import transaction
from django.urls import reverse
from django.utils.translation import gettext as _

from alexandros_rules import codec
from alexandros_rules.errors import Stale
from games.base.refusals import Closed, Missing
from games.models import Game, LoggedMove, Seat, TurnToken, User
from games.post.inbox import tokens
from games.table.play import staleness, turns
from games.table.play.turns import Receipt
from games.table.seats import leaving, taking_over


@dataclass(frozen=True, slots=True)
class OpenedLink:
    """A link whose turn is not over: its token, game and seat."""

    token: TurnToken
    game: Game
    seat: Seat


def action_url(game: Game, seat: Seat, draft: str, *, now: datetime,
               number: int | None = None) -> str:
    """Return the link to a page that shows this draft, with a button that plays it.

    ``draft`` is in notation, moves separated by semicolons; "" for a page to enter orders.
    ``number`` is the log row that the email is about (None: the last).
    """
    (url,) = action_urls(game, seat, [draft], now=now, number=number)
    return url


def action_urls(game: Game, seat: Seat, drafts: Sequence[str], *, now: datetime,
                number: int | None = None) -> list[str]:
    """Return links to pages that show these drafts, as ``action_url`` does, with one token."""
    if not drafts:
        return []
    path = _path("turn-link", seat, number=game.number if number is None else number,
                 purpose=TurnToken.Purpose.PLAY, now=now)
    return [f"{path}?{urlencode({'draft': draft})}" if draft else path for draft in drafts]


def resign_url(game: Game, seat: Seat, *, now: datetime, number: int | None = None) -> str:
    """Return the link to a page with the button that hands this seat to a bot."""
    return _path("resign-link", seat, number=game.number if number is None else number,
                 purpose=TurnToken.Purpose.RESIGN, now=now)


def _path(name: str, seat: Seat, *, number: int, purpose: str, now: datetime) -> str:
    token = tokens.issue_token(seat, number=number, purpose=purpose, now=now)
    return f"{settings.BASE_URL}{reverse(name, kwargs={'token': token})}"


def reader(token: str, *, purpose: str) -> User | None:
    """Return whose link this is, even if it has expired; None if it is nobody's."""
    found = tokens.find(token, purpose=purpose)
    return found.user if found else None


def open_link(token: str, *, purpose: str) -> OpenedLink:
    """Return the opened link; refuse an unknown link (Missing) and an expired one (Closed)."""
    turn_token = _find(token, purpose=purpose)
    game, seat = turn_token.seat.game, turn_token.seat
    if game.status == Game.Status.OVER:
        raise Closed("over", _("The game is over, so this link no longer works."))
    if not tokens.is_live(turn_token, game, seat):
        raise Closed("turn-over", _("This turn is over, so its links no longer work. The email"
                                  " about your next turn will contain new ones."))
    return OpenedLink(turn_token, game, seat)


def _find(token: str, *, purpose: str) -> TurnToken:
    turn_token = tokens.find(token, purpose=purpose)
    if turn_token is None or not tokens.is_owner(turn_token, turn_token.seat):
        raise Missing("no-link", _("This link does not lead anywhere. Please use the link in the"
                                   " newest email about your game."))
    moved_at = turn_token.user.moved_at
    if moved_at is not None and turn_token.created_at <= moved_at:
        raise Closed("moved", _(taking_over.MOVED))
    return turn_token


def check_not_past(opened: OpenedLink) -> None:
    """Refuse (Stale) a link in an email after which part of the turn has been played."""
    if staleness.is_past(opened.game, opened.token.number, seat=opened.seat.index):
        raise Stale("stale", _("You have played part of this turn since we sent this email. Please"
                               " use the link in the newest email, or continue on the game's"
                               " page."))


def play(token: str, text: str, *, now: datetime) -> tuple[Game, Seat, Receipt]:
    """Play the draft at most once; return the receipt, which is the same each time (R6).

    Refuses an unknown link (Missing), an expired one (Stale, Closed) and faulty orders.
    """
    turn_token = _find(token, purpose=TurnToken.Purpose.PLAY)
    game, seat = turn_token.seat.game, turn_token.seat
    key = codec.text_digest(f"link:{turn_token.digest}\n{' '.join(text.split())}")
    receipt = turns.submit(game, seat=seat.index, user_id=turn_token.user_id,
                           text=turns.by_colours(game, text), number=turn_token.number, key=key,
                           actor=LoggedMove.Actor.MAIL, now=now)
    return game, seat, receipt


def resign(token: str, *, now: datetime) -> Game:
    """Leave the game for the seat's player; refuse as ``open_link`` does."""
    with transaction.atomic():  # the turn may just be ending
        game = _find(token, purpose=TurnToken.Purpose.RESIGN).seat.game
        Game.objects.select_for_update(no_key=True).get(pk=game.pk)
        opened = open_link(token, purpose=TurnToken.Purpose.RESIGN)
        leaving.leave(opened.game, user=opened.token.user, now=now)
    return opened.game
