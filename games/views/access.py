"""Who looks at which table: finds both, or answers as if there were no such table.

Owns who may see a game.  A table nobody listed is seen by those who sit at it, who made it
or who are invited; to everybody else it answers like one that does not exist (404).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from functools import wraps
from ipaddress import ip_network
from typing import Any

from allauth.account.adapter import get_adapter
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

from engine.codec import fingerprint
from engine.errors import Refusal
from games import rate_limits
from games.lobby import queries
from games.models import Game, Seat, User
from games.people import accounts
from games.refusals import Foreign, status_code

Page = Callable[..., HttpResponseBase]
BACKEND = "django.contrib.auth.backends.ModelBackend"
NO_TABLE = ("There is no such table, or it is not yours to see. If you followed a link, it may be"
            " too old or cut short.")


@dataclass(frozen=True, slots=True)
class Visit:
    """Somebody at a table; ``seat`` is None for one who only watches."""

    game: Game
    seats: tuple[Seat, ...]
    user: User | None
    seat: int | None

    @property
    def names(self) -> list[str]:
        return [seat.called for seat in self.seats]

    @property
    def is_creator(self) -> bool:
        return self.user is not None and self.game.created_by_id == self.user.pk

    @property
    def invited(self) -> Seat | None:
        """The seat kept for this person, or for their address."""
        if self.user is None:
            return None
        address, pk = (self.user.email or "nobody").lower(), self.user.pk
        return next((s for s in self.seats if s.kept_for_id == pk
                     or s.invited_email.lower() == address), None)

    @property
    def others_without_email(self) -> list[str]:
        """The names of the other players who get no email; for people at the table only."""
        if self.seat is None and not self.is_creator:
            return []
        return [s.name for s in self.seats if s.gets_no_email and s.index != self.seat]

    @property
    def asks_address(self) -> bool:
        """Whether this person plays with other people and gets no email."""
        present = self.game.status in (Game.Status.OPEN, Game.Status.RUNNING)
        if self.seat is None or not present or not self.seats[self.seat].gets_no_email:
            return False
        return any(not seat.bot for seat in self.seats if seat.index != self.seat)

    @property
    def on_turn(self) -> bool:
        return self.seat is not None and self.game.to_move == self.seat

    @property
    def mover(self) -> Seat | None:
        """The seat on turn."""
        return None if self.game.to_move is None else self.seats[self.game.to_move]


def user_of(request: HttpRequest) -> User | None:
    """The member or guest who asks; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def visit(request: HttpRequest, code: str) -> Visit:
    """The visit to the table with this code; Http404 when it is not this person's to see."""
    found = any_visit(request, code)
    if found is None or not _may_see(found):
        raise Http404(NO_TABLE)
    return found


def any_visit(request: HttpRequest, code: str) -> Visit | None:
    """The visit, whoever asks; the caller checks a token."""
    game = queries.with_seats(Game.objects.filter(code=code)).first()
    if game is None:
        return None
    seats = tuple(game.seats.all())
    user = user_of(request)
    held = next((s.index for s in seats if user and s.user_id == user.pk), None)
    return Visit(game, seats, user, held)


def _may_see(found: Visit) -> bool:
    return (
        found.game.listed or found.seat is not None or found.is_creator
        or found.invited is not None or bool(found.user and found.user.is_staff)
    )


def mark(found: Visit) -> str:
    """Changes whenever the table's page would: its status, its last row, its seats."""
    seats = ".".join(f"{seat.status[:1]}{seat.user_id or seat.bot or '-'}" for seat in found.seats)
    return fingerprint(f"{found.game.status}-{found.game.number}-{seats}")


def user_or_guest(request: HttpRequest, *, now: datetime) -> User:
    """The one who asks; a visitor becomes a guest, known by his session from now on.

    Refuses (TooOften) when very many have come from the same network within the hour.
    """
    user = user_of(request)
    if user is None:
        rate_limits.count("guest", network(request), now=now)
        user = accounts.create_guest(now)
        login(request, user, backend=BACKEND)
    return user


def check_proved(request: HttpRequest) -> None:
    """Refuses (Foreign) a session that an invitation's link began: links can be forwarded."""
    if accounts.INVITED in request.session:
        raise Foreign("unproved", "You came here with an invitation, so we do not know yet that"
                      " the address is yours. Sign out, and sign in with a code first.")


def network(request: HttpRequest) -> str:
    """Where a visitor comes from: his address, or the network an IPv6 address lies in."""
    address = get_adapter().get_client_ip(request)
    return str(ip_network(f"{address}/64" if ":" in address else address, strict=False))


def refusing(page: Page) -> Page:
    """The page; what is refused in it is answered with its sentence and status code."""

    @wraps(page)
    def answered(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        try:
            return page(request, *args, **kwargs)
        except Refusal as refusal:
            if refusal.kind == "missing":
                raise Http404(refusal.sentence) from refusal
            return refuse(request, refusal, code=kwargs.get("code", ""))

    return answered


def refuse(request: HttpRequest, refusal: Refusal, *, code: str = "") -> HttpResponse:
    """A page with the refusal's sentence and a way on."""
    context = {"refusal": refusal, "code": code}
    return render(request, "pages/refused.html", context, status=status_code(refusal))
