"""The page of one table: waiting for players, running or over; who sits there."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.safestring import mark_safe
from django.views.decorators.http import require_POST, require_safe

from games.forms.account import NameForm
from games.forms.tables import InviteForm
from games.lobby import expiry, tables
from games.models import Game, Seat
from games.people import accounts, invitations
from games.play import event_log
from games.refusals import Foreign, Missing, TableRefusal
from games.rulesets import registry
from games.views import game_page
from games.views.access import (
    BACKEND,
    NO_TABLE,
    Visit,
    any_visit,
    mark,
    refusing,
    user_of,
    user_or_guest,
    visit,
)
from games.views.link_previews import link_preview

KEPT_OPEN = f"Your table stays open for another {expiry.CLOSE_AFTER.days} days at least."
INVITING = ("A seat is free in a game of {title}, the board game. Each move in your own time, by"
            " page or by mail; you need no account.")


@require_safe
def show_game(request: HttpRequest, code: str) -> HttpResponse:
    """The table as it stands, in the eyes of whoever asks."""
    found = visit(request, code)
    if found.game.status in (Game.Status.RUNNING, Game.Status.OVER):
        return game_page.render_game_page(request, found)
    return render(request, "games/open.html", _waiting(request, found))


def _waiting(request: HttpRequest, found: Visit) -> dict[str, object]:
    room = registry.get(found.game.ruleset)
    setup = event_log.setup_of(found.game)
    options = event_log.ruleset_of(found.game).options
    link = request.build_absolute_uri(
        f"/games/{found.game.code}/invitation/{found.game.invite_token}/"
    )
    missing = [seat for seat in found.seats if seat.status != Seat.Status.TAKEN]
    return {
        "room": room, "visit": found, "game": found.game, "seats": found.seats, "mark": mark(found),
        "missing": missing, "free": [s for s in missing if s.status == Seat.Status.OPEN],
        "board": mark_safe(room.boards.empty_board(setup.board)),  # noqa: S308 - ours
        "board_title": room.boards.title(setup.board), "form": InviteForm(),
        "unreached": [seat for seat in missing if seat.kept_for and not seat.kept_for.email]
        if found.game.rematch_of_id else [],
        "options": [option for option in options if setup.options.get(option.name)],
        "link": link if found.seat is not None or found.is_creator else "",
        "first": setup.options.get("first"),
        "may_join": found.seat is None and found.game.status == Game.Status.OPEN,
        "manage": found.is_creator and found.game.status == Game.Status.OPEN,
        "asks_address": found.asks_address,
        "cancelled": found.game.status == Game.Status.CANCELLED,
        "closes_at": expiry.closes_at(found.game), "patience": expiry.CLOSE_AFTER.days,
    }


@require_safe
def show_mark(request: HttpRequest, code: str) -> HttpResponseBase:
    """What a waiting page asks now and then: whether anything has changed."""
    return JsonResponse({"mark": mark(visit(request, code))})


@require_POST
@refusing
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Takes a seat: at a listed table, by an invitation, or with the table's link."""
    found = any_visit(request, code)
    token = request.POST.get("token", "")
    if found is None or not (_welcome(found, token) or _is_visible(request, code)):
        raise Http404(NO_TABLE)
    now, name = timezone.now(), _name_given(request)
    if _is_seat_token(found, token):
        return _accept(request, found, token, name=name, now=now)
    user = user_or_guest(request, now=now)
    if name and not user.name:
        accounts.rename(user, name)
    tables.join(found.game, user=user, token=token, now=now)
    return redirect("game", code=code)


def _accept(request: HttpRequest, found: Visit, token: str, *, name: str,
            now: datetime) -> HttpResponse:
    """Takes the seat of an invitation; who must still sign in to see it is led there."""
    accepted = invitations.accept(found.game, visitor=found.user, token=token, name=name, now=now)
    if accepted.may_sign_in:
        login(request, accepted.owner, backend=BACKEND)
        request.session[accounts.INVITED] = True
    elif accepted.owner != found.user:
        messages.success(request, "The seat is taken for the person we invited. We email that"
                         " address whenever it is their turn. To play here, sign in with it.")
        table = reverse("game", kwargs={"code": found.game.code})
        return redirect(f"{reverse('account_login')}?{urlencode({'next': table})}")
    return redirect("game", code=found.game.code)


def _name_given(request: HttpRequest) -> str:
    """What somebody who sits down wants to be called; "" when he does not say."""
    if not request.POST.get("name", "").strip():
        return ""
    form = NameForm(request.POST)
    if not form.is_valid():
        raise TableRefusal("name", str(form.errors["name"][0]))
    return str(form.cleaned_data["name"])


def _is_visible(request: HttpRequest, code: str) -> bool:
    try:
        visit(request, code)
    except Http404:
        return False
    return True


def _is_seat_token(found: Visit, token: str) -> bool:
    return bool(token) and any(seat.invite_token == token for seat in found.seats)


def _welcome(found: Visit, token: str) -> bool:
    return bool(token) and (found.game.invite_token == token or _is_seat_token(found, token))


@require_safe
def show_invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """What a link to a table or an invitation's mail shows; only its buttons do anything (R12)."""
    found = any_visit(request, code)
    if found is None or not _welcome(found, token):
        raise Http404("This invitation is no longer open. Ask whoever sent it for a new one.")
    begun = found.game.status != Game.Status.OPEN
    if found.seat is not None or (begun and _is_visible(request, code)):
        return redirect("game", code=code)
    context, room = _waiting(request, found), registry.get(found.game.ruleset)
    about = INVITING.format(title=room.title)
    return render(request, "games/invitation.html", {
        **context, "token": token, "link": "", "personal": _is_seat_token(found, token),
        "preview": link_preview(request, f"Come and play: {found.game.name}", about),
    })


@require_POST
@refusing
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Gives an invitation back."""
    found = any_visit(request, code)
    if found is None:
        raise Http404(NO_TABLE)
    tables.decline(found.game, user=user_of(request), token=request.POST.get("token", ""))
    messages.success(request, "You declined the invitation; the seat is open for somebody else.")
    return redirect("lobby")


@require_POST
@refusing
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Gives up a seat; in a running game a bot plays on."""
    found = _seated(request, code)
    assert found.user is not None  # who holds a seat is somebody
    tables.leave(found.game, user=found.user, now=timezone.now())
    messages.success(request, f"You have left “{found.game.name}”.")
    return redirect("my-games")


@require_POST
@refusing
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Calls off a table that has not started."""
    found = _seated(request, code)
    assert found.user is not None
    tables.cancel(found.game, by=found.user, now=timezone.now())
    messages.success(request, f"“{found.game.name}” is cancelled.")
    return redirect("my-games")


@require_POST
@refusing
def keep_open(request: HttpRequest, code: str) -> HttpResponse:
    """Lets a table go on waiting that would soon be closed."""
    found = _seated(request, code)
    assert found.user is not None
    tables.keep_open(found.game, by=found.user, now=timezone.now())
    messages.success(request, KEPT_OPEN)
    return redirect("game", code=code)


@require_POST
@refusing
def show_in_lobby(request: HttpRequest, code: str) -> HttpResponse:
    """Lists a table nobody has come to yet."""
    found = _seated(request, code)
    assert found.user is not None
    tables.show_in_lobby(found.game, by=found.user, now=timezone.now())
    messages.success(request, "Your table is in the lobby now; anybody may join.")
    return redirect("game", code=code)


@require_POST
@refusing
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Puts bots into the seats that are still free, or into one of them."""
    found = _seated(request, code)
    assert found.user is not None
    seat = _index(request) if "seat" in request.POST else None
    tables.fill_with_bots(found.game, by=found.user, now=timezone.now(), seat=seat)
    return redirect("game", code=code)


@require_POST
@refusing
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Keeps a seat for an address and writes to it."""
    found = _seated(request, code)
    assert found.user is not None
    email = request.POST.get("email", "").strip()
    tables.invite(found.game, by=found.user, email=email, now=timezone.now())
    messages.success(request, f"An invitation is on its way to {email}.")
    return redirect("game", code=code)


@require_POST
@refusing
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Takes an invitation back."""
    found = _seated(request, code)
    assert found.user is not None
    tables.withdraw(found.game, by=found.user, seat=_index(request))
    messages.success(request, "The invitation is taken back; the seat is open again.")
    return redirect("game", code=code)


def _index(request: HttpRequest) -> int:
    """The seat a form names; -1, which is none, for anything else."""
    seat = request.POST.get("seat", "")
    return int(seat) if seat.isdecimal() and len(seat) < 3 else -1


def _seated(request: HttpRequest, code: str) -> Visit:
    """The visit of somebody who sits here or made the table; 404 or a refusal for others."""
    found = visit(request, code)
    if found.seat is None and not found.is_creator:
        if not found.game.listed:
            raise Missing("no-table", NO_TABLE)
        raise Foreign(
            "no-seat", "You have no seat at this table, so you cannot do that; you may watch."
        )
    return found
