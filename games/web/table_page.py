"""The page of one table: waiting for players, running or over; who sits there; rematches."""

from __future__ import annotations

from datetime import datetime
from functools import partial
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth import login
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from games.base import blocks, site_clock
from games.base.refusals import TableRefusal
from games.models import Game, Seat
from games.people import accounts, browsers, invitations
from games.rulesets import addresses, registry
from games.rulesets.opponents import opponents
from games.rulesets.typical_games import usual_length
from games.table.lobby import expiry, game_lists, open_tables, rematches
from games.table.play import continued_games, event_log, history
from games.table.play.bots import default_bot
from games.table.seats import leaving
from games.web import game_page, panels, streams, talk_panel, time_facts
from games.web.access import (
    DRAFT,
    GAME,
    HOST,
    LOGIN_BACKEND,
    NO_TABLE,
    PEOPLE,
    PLAYER,
    PROVED,
    READER,
    SECRET,
    TABLE,
    TableAccess,
    declare,
    find_table,
    get_table_or_404,
    name_given,
    page_version,
    seat_index,
    user_or_new_guest,
    user_or_none,
)
from games.web.link_previews import link_preview
from games.web.streams import Event, Subject
from games.web.table_forms import InviteForm


@require_safe
@declare(TABLE | DRAFT)
def show_game(request: HttpRequest, code: str) -> HttpResponse:
    """Show a table: its game, or the open table before the start."""
    access = get_table_or_404(request, code)
    if access.game.status in (Game.Status.RUNNING, Game.Status.OVER):
        return game_page.render_game_page(request, access)
    return render(request, "games/open.html", _open_table_context(request, access))


def _open_table_context(request: HttpRequest, access: TableAccess) -> dict[str, object]:
    room = registry.get(access.game.ruleset)
    setup = event_log.setup_of(access.game)
    missing = [seat for seat in access.seats if seat.status != Seat.Status.TAKEN]
    may_join = access.seat is None and access.game.status == Game.Status.OPEN
    people = [seat.user_id for seat in access.seats if seat.user_id]
    beside = blocks.beside(people, access.user) if may_join else []
    return {
        "room": room, "access": access, "game": access.game, "seats": access.seats,
        "page_version": page_version(access), "talk": talk_panel.panel(access),
        "missing": missing, "free": [s for s in missing if s.status == Seat.Status.OPEN],
        "board": mark_safe(_board(access)),  # noqa: S308 - our own drawing
        "origin": game_page.origin_panel(access),
        "board_title": room.boards.title(setup.board), "form": InviteForm(),
        # A game that goes on from a position is shorter.
        "usual_length": "" if access.game.origin_id else usual_length(
            room, setup.board, players=len(access.seats)),
        "unreached": [seat for seat in missing if seat.kept_for and not seat.kept_for.email]
        if access.game.rematch_of_id else [],
        "options": event_log.options_on(access.game),
        "seat_options": _seat_options(access.game),
        "link": request.build_absolute_uri(access.link) if access.link else "",
        "for_members": access.is_creator and blocks.shuts_out([access.game.created_by_id], None),
        "may_join": may_join, "beside": beside,
        "manage": access.is_creator and access.game.status == Game.Status.OPEN,
        "asks_address": access.asks_address,
        "cancelled": _why_cancelled(access), "new_table": addresses.new_table_path(room),
        "bots": opponents(room), "default_bot": default_bot(room.ruleset),
        **panels.context("table", access=access, request=request, now=site_clock.now()),
        "closes_at": expiry.closes_at(access.game),
        **time_facts.about_table(access, now=site_clock.now()),
    }


def _why_cancelled(access: TableAccess) -> str:
    """Return who has cancelled the table, or why it was closed, as a sentence; "" if it was not."""
    game, days = access.game, expiry.CLOSE_AFTER.days
    if game.status != Game.Status.CANCELLED:
        return ""
    if game.number:
        last = history.read_recent(game, access.seat, names=access.names).entry(game.number)
        return last.sentences[-1]
    if game.expired:
        return ngettext("Nobody joined this table for %(days)s day, so we closed it.",
                        "Nobody joined this table for %(days)s days, so we closed it.",
                        days) % {"days": days}
    if access.is_creator:
        return _("You have cancelled this table.")
    if game.created_by is None:
        return _("This table was cancelled.")
    return _("%(host)s has cancelled this table, so the game will not start.") % {
        "host": game.created_by.shown_name}


def _seat_options(game: Game) -> list[dict[str, object]]:
    """Return the options that name a seat; a game from the middle of another one has none."""
    if continued_games.first_view(game) is not None:
        return []
    chosen = event_log.setup_of(game).options
    return [{"title": option.title, "seat": chosen.get(option.name)}
            for option in event_log.ruleset_of(game).options if option.kind == "seat"]


def _board(access: TableAccess) -> str:
    """Return the board, or the position from which the game will go on."""
    boards, view = registry.get(access.game.ruleset).boards, continued_games.first_view(access.game)
    if view is None:
        return boards.empty_board(event_log.setup_of(access.game).board)
    return boards.board(view, names=access.names)


@require_safe
@declare(TABLE)
def show_stream(request: HttpRequest, code: str) -> HttpResponseBase:
    """Stream what open pages hear: their version, talk, and the count of waiting games."""
    access = get_table_or_404(request, code)
    subjects = [Subject(Game, access.game.pk)]
    if access.user is not None:
        subjects.append(Subject(Seat, access.user.pk))

    def tell(since: str) -> list[Event]:
        access = get_table_or_404(request, code)
        return [Event({"version": page_version(access), "talk": talk_panel.mark(access),
                       "waiting": game_lists.waiting_count(access.user)})]

    return streams.respond(request, subjects, tell)


@require_POST
@declare(PROVED, locks=(GAME, READER))
def join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a seat: at a listed table, by an invitation, or with the table's link."""
    access = find_table(request, code)
    token = request.POST.get("token", "")
    if access is None or not (token_opens(access, token) or _is_visible(request, code)):
        raise Http404(_(NO_TABLE))
    now, name = site_clock.now(), name_given(request)
    if _is_seat_token(access, token):
        return _accept(request, access, token, name=name, now=now)
    user = user_or_new_guest(request, now=now)
    accounts.take_name(user, name)
    open_tables.join(access.game, user=user, token=token, now=now,
                     beside=request.POST.getlist("beside"))
    return redirect("game", code=code)


def _accept(request: HttpRequest, access: TableAccess, token: str, *, name: str,
            now: datetime) -> HttpResponse:
    """Take the seat of an invitation, or redirect somebody who has to sign in first."""
    accepted = invitations.accept(access.game, visitor=access.user, token=token, name=name, now=now,
                                  beside=request.POST.getlist("beside"),
                                  tell=partial(browsers.tell, request, now=now))
    if accepted.may_sign_in:
        login(request, accepted.owner, backend=LOGIN_BACKEND)
        request.session[accounts.INVITED] = True
    elif accepted.owner != access.user:
        messages.success(request, _("The seat now belongs to the person we invited, and we will"
                                    " email them whenever it is their turn. If that is you, sign in"
                                    " with the invited address to play here."))
        table = reverse("game", kwargs={"code": access.game.code})
        return redirect(f"{reverse('account_login')}?{urlencode({'next': table})}")
    else:
        browsers.note(request, accepted.owner, now=now)
    return redirect("game", code=access.game.code)


def _is_visible(request: HttpRequest, code: str) -> bool:
    try:
        get_table_or_404(request, code)
    except Http404:
        return False
    return True


def _is_seat_token(access: TableAccess, token: str) -> bool:
    return _seat_of(access, token) is not None


def _seat_of(access: TableAccess, token: str) -> Seat | None:
    return next((seat for seat in access.seats if token and seat.invite_token == token), None)


def token_opens(access: TableAccess, token: str) -> bool:
    """Return whether a link with this token, of a table or a seat, works for the reader.

    If the table's creator blocks them, it answers like one that was renewed, and takes as long.
    """
    seat = _seat_of(access, token)
    is_shut = invitations.shuts_out(access.game, visitor=access.user, seat=seat)
    return not is_shut and (seat is not None or (bool(token) and access.game.invite_token == token))


@require_safe
@declare(SECRET)
def show_invitation(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """Show the page behind the link of a table or an invitation; only its buttons act (R12)."""
    access = find_table(request, code)
    if access is not None and access.seat is not None:
        return redirect("game", code=code)
    if access is None or not token_opens(access, token):
        raise Http404(_(
            "This invitation is no longer open. If you have accepted it, sign in with its email"
            " address to see the table; otherwise ask whoever sent it for a new one."))
    begun = access.game.status != Game.Status.OPEN
    if begun and _is_visible(request, code):
        return redirect("game", code=code)
    context, room = _open_table_context(request, access), registry.get(access.game.ruleset)
    title = _("Come and play: %(game)s") % {"game": access.game.name}
    text = _("A seat is free in a game of %(game)s, the board game. Make each move in your own"
             " time, on the page or by email. You do not need an account.") % {"game": room.title}
    return render(request, "games/invitation.html", {
        **context, "token": token, "link": "", "personal": _is_seat_token(access, token),
        "preview": link_preview(request, title, text, room=room),
    })


@require_POST
@declare(PROVED, locks=(GAME,))
def decline(request: HttpRequest, code: str) -> HttpResponse:
    """Decline an invitation."""
    access = find_table(request, code)
    if access is None:
        raise Http404(_(NO_TABLE))
    open_tables.decline(
        access.game, user=user_or_none(request), token=request.POST.get("token", ""),
        now=site_clock.now(),
    )
    messages.success(request, _("You declined the invitation, so the seat is open for somebody"
                                " else."))
    return redirect("lobby")


@require_POST
@declare(HOST, locks=(GAME,))
def leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up a seat, which a bot takes over in a game in progress."""
    access = get_table_or_404(request, code)
    assert access.user is not None  # players and creators have accounts
    leaving.leave(access.game, user=access.user, now=site_clock.now())
    messages.success(request, _("You have left “%(game)s”.") % {"game": access.game.name})
    return redirect("my-games")


@require_POST
@declare(HOST, locks=(GAME,))
def cancel(request: HttpRequest, code: str) -> HttpResponse:
    """Cancel a table that has not started, or a game that has only just begun."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    if access.game.number:  # it has begun
        leaving.cancel(access.game, user=access.user, now=site_clock.now())
    else:
        open_tables.cancel(access.game, by=access.user, now=site_clock.now())
    messages.success(request, _("“%(game)s” has been cancelled.") % {"game": access.game.name})
    return redirect("my-games")


@require_POST
@declare(HOST, locks=(GAME,))
def keep_open(request: HttpRequest, code: str) -> HttpResponse:
    """Keep open a table that would soon be closed."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    open_tables.keep_open(access.game, by=access.user, now=site_clock.now())
    days = expiry.CLOSE_AFTER.days
    message = ngettext("Your table will stay open for at least another %(days)s day.",
                       "Your table will stay open for at least another %(days)s days.", days)
    messages.success(request, message % {"days": days})
    return redirect("game", code=code)


@require_POST
@declare(HOST, locks=(GAME,))
def show_in_lobby(request: HttpRequest, code: str) -> HttpResponse:
    """List a table in the lobby."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    open_tables.show_in_lobby(access.game, by=access.user, now=site_clock.now())
    messages.success(request, _("Your table is now in the lobby, and anybody can join."))
    return redirect("game", code=code)


@require_POST
@declare(HOST, locks=(GAME,))
def fill(request: HttpRequest, code: str) -> HttpResponse:
    """Put bots into all open seats, or into one of them."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    seat = seat_index(request) if "seat" in request.POST else None
    open_tables.fill_with_bots(access.game, by=access.user, now=site_clock.now(), seat=seat,
                               bot=request.POST.get("bot", ""))
    return redirect("game", code=code)


@require_POST
@declare(HOST, locks=(GAME, PEOPLE))
def invite(request: HttpRequest, code: str) -> HttpResponse:
    """Reserve a seat for an email address and send an invitation to it."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    email = request.POST.get("email", "").strip()
    open_tables.invite(access.game, by=access.user, email=email, now=site_clock.now())
    messages.success(request, _("An invitation is on its way to %(email)s.") % {"email": email})
    return redirect("game", code=code)


@require_POST
@declare(HOST, locks=(GAME,))
def withdraw(request: HttpRequest, code: str) -> HttpResponse:
    """Withdraw an invitation."""
    access = get_table_or_404(request, code)
    assert access.user is not None
    open_tables.withdraw(access.game, by=access.user, seat=seat_index(request),
                         now=site_clock.now())
    messages.success(request, _("The invitation has been withdrawn, and the seat is open again."))
    return redirect("game", code=code)


@require_POST
@declare(PLAYER | PROVED, locks=(GAME, PEOPLE))
def ask_for_rematch(request: HttpRequest, code: str) -> HttpResponse:
    """Seat the player at the rematch and redirect to it."""
    access = get_table_or_404(request, code)
    assert access.user is not None  # the page is for players
    now = site_clock.now()
    browsers.note(request, access.user, now=now)
    try:
        rematch = rematches.join_or_create(access.game, by=access.user, now=now)
    except TableRefusal as refusal:
        found = rematches.find_rematch(access.game, access.user)
        if refusal.code != blocks.BESIDE or found is None:
            raise
        rematch = found  # whose page tells them beside whom they would sit
    return redirect("game", code=rematch.code)
