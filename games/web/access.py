"""Access control: which tables a person may see, which seat they have there, what a page needs.

A table that is not listed can be seen by its players, also by those who have left or been
replaced, its creator and invited people.  Everybody else gets the same 404 as for a table that
does not exist.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from enum import Enum, Flag, auto
from functools import wraps
from typing import Any, TypeVar
from urllib.parse import urlencode

from django.contrib.auth import login
from django.contrib.auth.views import redirect_to_login
from django.db import OperationalError, transaction
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alexandros_rules.errors import Refusal
from games.base import blocks, locks, log_context, rate_limits, sealing
from games.base.rate_limits import client_network
from games.base.refusals import Foreign, Later, TableRefusal, status_code
from games.models import Game, Seat, User
from games.people import accounts, browsers
from games.table.lobby import game_lists
from games.table.seats import taking_over
from games.web.account_forms import NameForm

Page = Callable[..., HttpResponseBase]
Answer = TypeVar("Answer", bound=Callable[..., Any])  # a view whose answer may still be a value
MAX_QUERY = 4000  # characters of a query that are kept with a failure
LOGIN_BACKEND = "django.contrib.auth.backends.ModelBackend"
NO_TABLE = gettext_noop("There is no such table, or you are not allowed to see it. If you followed"
                        " a link, it may be too old or cut short.")


@dataclass(frozen=True, slots=True)
class TableAccess:
    """A table, who is looking at it, and their seat; ``seat`` is None for a spectator."""

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
        """The seat reserved for this person or their email address."""
        if self.user is None:
            return None
        address, pk = (self.user.email or "nobody").lower(), self.user.pk
        return next((s for s in self.seats if s.kept_for_id == pk
                     or s.invited_email.lower() == address), None)

    @property
    def link(self) -> str:
        """The path at which anybody can join an open table, for those who may pass it on; or ""."""
        if self.game.status != Game.Status.OPEN or (self.seat is None and not self.is_creator):
            return ""
        return reverse("invitation", args=(self.game.code, self.game.invite_token))

    @property
    def others_without_email(self) -> list[str]:
        """The names of the other players who get no email; shown only to people at the table."""
        if self.seat is None and not self.is_creator:
            return []
        return [s.name for s in self.seats if s.gets_no_email and s.index != self.seat]

    @property
    def asks_address(self) -> bool:
        """Whether to ask this person for an address: they play with people and get no email."""
        present = self.game.status in (Game.Status.OPEN, Game.Status.RUNNING)
        if self.seat is None or not present or not self.seats[self.seat].gets_no_email:
            return False
        return any(not seat.bot for seat in self.seats if seat.index != self.seat)

    @property
    def on_turn(self) -> bool:
        """Whether the game waits for this person, whose time has not run out."""
        if self.seat is None:
            return False
        return self.seats[self.seat].to_move and not self.seats[self.seat].stand_in

    @property
    def may_act(self) -> bool:
        """Whether this person may give orders although the game does not wait for them."""
        if self.seat is None or self.game.status != Game.Status.RUNNING:
            return False
        return self.seats[self.seat].may_act and not self.on_turn

    @property
    def asked(self) -> bool:
        """Whether something is offered to this person that they can accept now."""
        return self.may_act and self.seat is not None and bool(self.seats[self.seat].asked)

    @property
    def can_take_back(self) -> str:
        """What a bot plays for this person: their "seat", this "turn", or "" for nothing."""
        if self.user is None or self.game.status != Game.Status.RUNNING:
            return ""
        if any(seat.bot and seat.left_by_id == self.user.pk for seat in self.seats):
            return "seat"
        return "turn" if self.seat is not None and self.seats[self.seat].stand_in else ""

    @property
    def movers(self) -> list[Seat]:
        """The seats the game waits for."""
        return [seat for seat in self.seats if seat.to_move]


def user_or_none(request: HttpRequest) -> User | None:
    """Return the member or guest of this session; None for a visitor."""
    return request.user if isinstance(request.user, User) else None


def proved_user_or_none(request: HttpRequest) -> User | None:
    """Return the member or guest of this session, but None if an invitation link started it.

    For what visitors can do as well, and what would stay with the account.
    """
    return None if has_unproved_address(request) else user_or_none(request)


def get_table_or_404(request: HttpRequest, code: str) -> TableAccess:
    """Return the table with this code; raise Http404 unless this person may see it."""
    checked = _checked(request, code)
    if isinstance(checked, TableAccess):
        return checked
    access = find_table(request, code)
    if access is None or not may_see(access):
        raise Http404(_(NO_TABLE))
    return access


def find_table(request: HttpRequest, code: str) -> TableAccess | None:
    """Return the table with this code, or None.  Does not check permissions: the caller must."""
    game = game_lists.table(code)
    if game is None:
        return None
    seats = tuple(game.seats.all())
    user = user_or_none(request)
    seat = next((s.index for s in seats if user and s.user_id == user.pk), None)
    _note(request, game, seat)
    return TableAccess(game, seats, user, seat)


def access_of(game: Game, user: User | None) -> TableAccess:
    """Return who this person is at another table than the one that the page is about."""
    seats = tuple(game.seats.all())
    seat = next((s.index for s in seats if user and s.user_id == user.pk), None)
    return TableAccess(game, seats, user, seat)


def find_own_seat(request: HttpRequest, code: str) -> Seat | None:
    """Return this person's seat at the table with this code, and its game, or None.

    No other people are loaded, so this suits actions that only concern the player.
    """
    checked = _checked(request, code)
    if isinstance(checked, Seat):
        return checked
    user = user_or_none(request)
    seat = game_lists.seat_of(user, code) if user else None
    if seat is not None:
        _note(request, seat.game, seat.index)
    return seat


def get_own_seat(request: HttpRequest, code: str) -> Seat:
    """Return this person's seat, and its game, on a page that only players may use."""
    seat = find_own_seat(request, code)
    assert seat is not None, "the page has not declared that it is for players"
    return seat


def _note(request: HttpRequest, game: Game, seat: int | None) -> None:
    """Let log lines and failures name the game."""
    position = request.resolver_match.kwargs.get("number") if request.resolver_match else None
    log_context.note(game, log_context.PAGE, number=position, seat=seat, **_page_details(request))


def _page_details(request: HttpRequest) -> dict[str, Any]:
    """Return the details with which the page can be opened again, without secrets in its URL."""
    match = request.resolver_match
    if match is None:
        return {}
    if "tree" in match.kwargs:  # a what-if board: operators need not know what somebody tries
        return {"url": match.url_name, "method": request.method, "private": True}
    return {"url": match.url_name, "method": request.method, "shared": "token" in match.kwargs,
            "numbered": "number" in match.kwargs,
            **({"vacant": match.kwargs["seat"]} if "seat" in match.kwargs else {}),
            "query": request.GET.urlencode()[:MAX_QUERY]}


def may_see(access: TableAccess) -> bool:
    """Return whether this person may see the table: what its players or what spectators see.

    Nobody but its players sees a sealed one, also not somebody whose seat another has taken over.
    """
    if access.seat is not None or access.is_creator or bool(access.user and access.user.is_staff):
        return True
    if access.game.sealed:
        return any(access.user and seat.left_by_id == access.user.pk for seat in access.seats)
    return (
        (not _is_hidden(access) and (access.game.listed or access.invited is not None))
        or is_of_table(access)
        or _is_of_family(access)
    )


def _is_of_family(access: TableAccess) -> bool:
    """Return whether somebody's bot, or its owner, has a seat at the table or has created it."""
    people = (access.game.created_by, *(seat.user for seat in access.seats))
    return access.user is not None and any(
        person is not None and person.family == access.user.family for person in people)


def is_of_table(access: TableAccess) -> bool:
    """Return whether this person has a seat at the table or has played there.

    Only then may they know at what hours the others play, and what time it is there.
    """
    return (
        access.seat is not None
        or any(access.user and seat.left_by_id == access.user.pk for seat in access.seats)
        or taking_over.has_played(access.game, access.user)
    )


def _is_hidden(access: TableAccess) -> bool:
    """Return whether somebody may not see this table before its start because of a block.

    A private table is asked about as well, so that it takes as long to answer.
    """
    return access.game.status == Game.Status.OPEN and blocks.hides(
        access.game.created_by_id, access.user)


def page_version(access: TableAccess) -> str:
    """Return a fingerprint that changes whenever the table's page does.

    The page changes on moves and seat changes, when the second game of a match begins, and, for
    the player whose turn it is, when all bots have answered an offer.
    """
    seats = ".".join(f"{seat.status[:1]}{seat.user_id or seat.bot or '-'}" for seat in access.seats)
    answers_due = access.on_turn and any(seat.unanswered for seat in access.seats)
    return sealing.fingerprint(f"{access.game.status}-{access.game.number}-{access.game.match}"
                               f"-{seats}{'-due' if answers_due else ''}", label="page")


def user_or_new_guest(request: HttpRequest, *, now: datetime) -> User:
    """Return the member or guest of this session, after signing in a visitor as a new guest.

    Keeps the time zone of their browser if we do not know theirs.  Refuses (TooOften) if too many
    guests have come from the same network within the hour.
    """
    user = user_or_none(request)
    if user is None:
        rate_limits.count("guest", client_network(request), now=now)
        user = accounts.create_guest(now)
        login(request, user, backend=LOGIN_BACKEND)
    browsers.note(request, user, now=now)
    return user


def member_only(request: HttpRequest) -> User:
    """Return the user of a page that needs an account; refuse (TableRefusal) guests.

    They have no address, no page and no rating.
    """
    assert isinstance(request.user, User)
    if request.user.is_guest:
        raise TableRefusal("guest", _("You are playing as a guest, so there is nothing to change"
                                      " here. Sign in with your email address instead."))
    return request.user


def name_given(request: HttpRequest) -> str:
    """Return the name somebody entered when they joined; "" if they left it empty."""
    if not request.POST.get("name", "").strip():
        return ""
    form = NameForm(request.POST)
    if not form.is_valid():
        raise TableRefusal("name", str(form.errors["name"][0]))
    return str(form.cleaned_data["name"])


def seat_index(request: HttpRequest) -> int:
    """Return the index of the seat in the form; -1, which no seat has, for anything else."""
    seat = request.POST.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) < 3 else -1


def check_address_proved(request: HttpRequest) -> None:
    """Refuse (Foreign) a session started by an invitation link, which may be a forwarded one."""
    if has_unproved_address(request):
        raise Foreign("unproved", _("You came here through an invitation, so we do not know yet"
                                    " whether the address is yours. Please sign out, then sign in"
                                    " with a code."))


def has_unproved_address(request: HttpRequest) -> bool:
    """Return whether an invitation link has started this session."""
    return accounts.INVITED in request.session


class Needs(Flag):
    """The conditions under which a page opens; 404, a refusal or the sign-in page otherwise.

    ``PROVED`` is for everything that outlives the game to which somebody was invited: whoever has
    only followed the link, which may have been forwarded, can play that game and no more.  A page
    with a form for something else is refused as a whole, so nobody fills it in in vain.
    """

    ANYBODY = 0
    TABLE = auto()  # to be one of those who may see the table
    PLAYER = auto()  # to have a seat at the table
    HOST = auto()  # to have a seat at the table or to have created it
    ACCOUNT = auto()  # to be signed in, if only as a guest
    PROVED = auto()  # not to be in a session that an invitation link has started
    DRAFT = auto()  # to be signed in if the request has orders; otherwise they are kept
    REPLAY = auto()  # to see the table or to have a key to its replay; ``get_replay_or_404`` looks
    SECRET = auto()  # to have the token in the address or form; the page itself looks for it
    MACHINE = auto()  # to be on the machine of a site with a local mailbox; ``local_only`` looks


ANYBODY, TABLE, PLAYER, HOST = Needs.ANYBODY, Needs.TABLE, Needs.PLAYER, Needs.HOST
ACCOUNT, PROVED, REPLAY, DRAFT = Needs.ACCOUNT, Needs.PROVED, Needs.REPLAY, Needs.DRAFT
SECRET, MACHINE = Needs.SECRET, Needs.MACHINE


class Locks(Enum):
    """The rows that a page locks when it changes something, in the order of ``games.base.locks``.

    A page that names the reader locks everything it names before it begins, so that their account
    is deleted before or after it; for visitors, who have none, it locks the game.  Otherwise its
    service locks what it names.
    """

    GAME = auto()  # the game in the address
    TABLES = auto()  # every game that the reader has created, has played in or is invited to
    PEOPLE = auto()  # everybody whom the page concerns, the reader among them
    READER = auto()


GAME, TABLES, PEOPLE, READER = Locks.GAME, Locks.TABLES, Locks.PEOPLE, Locks.READER


@dataclass(frozen=True, slots=True)
class Declaration:
    """The needs of a page, and what it locks when it changes something."""

    needs: Needs
    locks: tuple[Locks, ...]


SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")


def declare(needs: Needs, *, locks: tuple[Locks, ...] = ()) -> Callable[[Page], Page]:
    """Return a decorator for every view: declares and checks what it needs, and answers refusals.

    A page answers a refusal with its sentence and status: to browsers as a page, to scripts as
    JSON.
    """
    def decorator(view: Page) -> Page:
        checked = require(needs, locks=locks)(view)

        @wraps(checked)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            if ACCOUNT in needs and user_or_none(request) is None:
                return redirect_to_login(request.get_full_path())
            try:
                return checked(request, *args, **kwargs)
            except Refusal as refusal:
                if refusal.kind == "missing":
                    raise Http404(refusal.sentence) from refusal
                if is_script(request):
                    return JsonResponse({"sentence": refusal.sentence}, status=status_code(refusal))
                return render_refusal(request, refusal, code=kwargs.get("code", ""))

        return wrapper

    return decorator


def require(needs: Needs, *, locks: tuple[Locks, ...] = ()) -> Callable[[Answer], Answer]:
    """Return a decorator that declares and checks what a view needs, and passes refusals on."""
    declared = Declaration(needs, locks)

    def decorator(view: Answer) -> Answer:
        @wraps(view)
        def wrapper(request: HttpRequest, *args: Any, **kwargs: Any) -> Any:
            code = kwargs.get("code", "")

            def answer() -> Any:
                _check(request, needs, code)
                return view(request, *args, **kwargs)

            # Whoever asks who the reader is keeps others from caching the page.
            locking = request.method not in SAFE and READER in locks
            user = user_or_none(request) if locking else None
            if user is None and not (locking and GAME in locks):
                return answer()
            return _answer_with_locks(user, locks, code, answer)

        wrapper.declared = declared  # type: ignore[attr-defined]
        return wrapper  # type: ignore[return-value]

    return decorator


def declaration_of(view: Any) -> Declaration | None:
    """Return what a view has declared, or None."""
    found = getattr(view, "declared", None)
    return found if isinstance(found, Declaration) else None


def _answer_with_locks(user: User | None, wanted: tuple[Locks, ...], code: str,
                       answer: Callable[[], Any]) -> Any:
    """Return the answer, made in one transaction that holds these locks.

    A transaction that PostgreSQL ends because of a deadlock is tried once more.
    """
    def locked() -> Any:
        with transaction.atomic():
            try:
                _lock(user, wanted, code)
                return answer()
            except Refusal as refusal:  # what the page has done before it is kept, as elsewhere
                return refusal

    try:
        result = locked()
    except OperationalError as error:
        if not locks.is_deadlock(error):
            raise
        result = locked()
    if isinstance(result, Refusal):
        raise result
    return result


def _lock(user: User | None, wanted: tuple[Locks, ...], code: str) -> None:
    if user is not None and TABLES in wanted:
        locks.lock_tables_and_person(user)
        return
    if GAME in wanted:
        Game.objects.select_for_update(no_key=True).filter(code=code).first()
    if user is not None:
        locks.lock_person(user)


def _check(request: HttpRequest, wanted: Needs, code: str) -> None:
    # Whoever lost their session while composing a turn is told so, whether or not there is such a
    # table, and finds the draft again.
    if DRAFT in wanted and _draft_of(request) and user_or_none(request) is None:
        raise Foreign("signed-out", _("You are signed out. Your draft is kept."))
    if PLAYER in wanted and (seat := find_own_seat(request, code)) is not None:
        _keep_checked(request, code, seat)
    elif (PLAYER | HOST | TABLE) & wanted:
        access = get_table_or_404(request, code)
        host = access.seat is not None or access.is_creator
        if PLAYER in wanted or (HOST in wanted and not host):
            raise Foreign("no-seat", _("You have no seat at this table, so you can only watch."))
        _keep_checked(request, code, access)
    if PROVED in wanted:
        check_address_proved(request)


def _draft_of(request: HttpRequest) -> str:
    """Return the orders that a page of a table is asked to show, preview or play; "" for none."""
    return request.POST.get("orders", "").strip() or request.GET.get("draft", "")


def _keep_checked(request: HttpRequest, code: str, found: TableAccess | Seat) -> None:
    request.checked = code, found  # type: ignore[attr-defined]


def _checked(request: HttpRequest, code: str) -> TableAccess | Seat | None:
    """Return what the check of a page has found at this table; at the second call, None.

    A page that looks again wants to know what has changed.
    """
    kept, found = request.__dict__.pop("checked", ("", None))
    return found if kept == code else None


def is_script(request: HttpRequest) -> bool:
    """Return whether a script has sent this request, which does not want a page."""
    return not request.accepts("text/html")


def render_refusal(request: HttpRequest, refusal: Refusal, *, code: str = "") -> HttpResponse:
    """Return a page with the refusal's sentence and a link to go on from there."""
    table = reverse("game", kwargs={"code": code}) if code else ""
    back = f"{table}?{urlencode({'draft': _draft_of(request)})}"
    context = {"refusal": refusal, "code": code, "back": back}
    response = render(request, "pages/refused.html", context, status=status_code(refusal))
    if isinstance(refusal, Later) and refusal.retry_after:
        response["Retry-After"] = str(refusal.retry_after)
    return response
