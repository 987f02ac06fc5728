"""Talking on the pages: conversations, comments, private notes, muting and reporting."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseBase, JsonResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import sealing, site_clock
from games.base.refusals import Foreign, Missing
from games.models import ChatMessage, User
from games.rulesets import registry
from games.table.talk import speaking
from games.web import talk_panel
from games.web.access import (
    GAME,
    PROVED,
    READER,
    REPLAY,
    TABLE,
    TableAccess,
    check_address_proved,
    declare,
    get_table_or_404,
    is_script,
)
from games.web.replay import get_replay_or_404

Page = Callable[..., HttpResponseBase]
MAX_DIGITS = 18
MAX_TOKEN = 100


@require_safe
@declare(TABLE)
def show_talk(request: HttpRequest, code: str) -> HttpResponse:
    """Show the conversations of a table on a page of their own, which never reloads itself."""
    access = get_table_or_404(request, code)
    return render(request, "games/talk/page.html", {
        "access": access, "game": access.game, "room": registry.get(access.game.ruleset),
        "talk": talk_panel.panel(access), "back": "talk",
    })


@require_safe
@declare(TABLE)
def show_messages(request: HttpRequest, code: str) -> HttpResponse:
    """Return the messages of each conversation as HTML, for pages that are open."""
    return _messages(request, get_table_or_404(request, code))


def _messages(request: HttpRequest, access: TableAccess) -> JsonResponse:
    talk = talk_panel.panel(access)
    lists = {
        one.channel: render_to_string("games/talk/_messages.html", {
            "conversation": one, "game": access.game, "user": request.user, "back": "game",
        }, request)
        for one in (talk["conversations"] if talk else ())
    }
    return JsonResponse({"mark": talk["mark"] if talk else "", "lists": lists})


@require_POST
@declare(TABLE, locks=(GAME, READER))
def say(request: HttpRequest, code: str) -> HttpResponseBase:
    """Say something at the table, or to the other spectators."""
    access = get_table_or_404(request, code)
    channel = request.POST.get("channel", ChatMessage.Channel.TABLE)
    if channel not in (ChatMessage.Channel.TABLE, ChatMessage.Channel.SPECTATORS):
        channel = ""
    if channel != ChatMessage.Channel.TABLE:
        check_address_proved(request)  # it is not about the game to which somebody was invited
    _say(request, access, channel)
    if is_script(request):
        return _messages(request, access)
    return redirect(_back(request, code))


def _say(request: HttpRequest, access: TableAccess, channel: str, *,
         number: int | None = None) -> None:
    """Say something once: the last message on the page is the key of a repeated form."""
    if access.user is None:
        raise _signed_out()
    text, preset = request.POST.get("text", ""), request.POST.get("preset", "")
    after = request.POST.get("after", "")[:MAX_TOKEN]
    key = f"page:{after}:{number}:{preset}:{' '.join(text.split())}"
    speaking.say(access.game, user=access.user, channel=channel, number=number, text=text,
                 preset=preset, key=key, now=site_clock.now())


@require_POST
@declare(REPLAY | PROVED, locks=(GAME, READER))
def comment(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Comment on a position of a finished game."""
    replay = get_replay_or_404(request, code, token, number)
    _say(request, replay.table, ChatMessage.Channel.COMMENTS, number=number)
    return redirect(f"{replay.address('position', number=number)}#comments")


@require_POST
@declare(TABLE, locks=(GAME, READER))
def write_note(request: HttpRequest, code: str) -> HttpResponseBase:
    """Save a player's private note on the game or on one of its positions."""
    access = get_table_or_404(request, code)
    number = _position(request)
    speaking.write(access.game, user=access.user, number=number, text=request.POST.get("text", ""),
                   now=site_clock.now())
    if is_script(request):
        return JsonResponse({"sentence": _("Saved.")})
    messages.success(request, _("Your note has been saved."))
    if request.POST.get("back") == "position" and number:
        return redirect(f"{reverse('position', kwargs={'code': code, 'number': number})}#notes")
    return redirect(f"{reverse('game', kwargs={'code': code})}#notes")


@require_POST
@declare(TABLE | PROVED, locks=(GAME, READER))
def mute(request: HttpRequest, code: str) -> HttpResponse:
    """Mute this table or the author of a message, or end a mute."""
    access = get_table_or_404(request, code)
    reader, now = _signed_in(access), site_clock.now()
    what = request.POST.get("do", "")
    if what == "table":
        speaking.mute_table(reader, access.game, now=now)
        messages.success(request, _("We will not email you what is said at this table."))
    elif what == "hear-table":
        speaking.unmute_table(reader, access.game)
        messages.success(request, _("We will email you again what is said at this table."))
    elif what == "hear":
        speaking.unmute_person(reader, sealing.row_id(request.POST.get("person", ""), User))
        messages.success(request, _("You will see their messages again."))
    else:
        person = _message(request, access).user
        speaking.mute_person(reader, person, now=now)
        messages.success(request, _("You will not see what %(name)s says any more.")
                         % {"name": person.shown_name})
    return redirect(_back(request, code))


@require_POST
@declare(TABLE, locks=(GAME, READER))
def report(request: HttpRequest, code: str) -> HttpResponse:
    """Report a message to the operators."""
    access = get_table_or_404(request, code)
    reader = _signed_in(access)
    speaking.report(_message(request, access), by=reader, now=site_clock.now())
    messages.success(request, _("Thank you. The operators of this site will look at the message."))
    return redirect(_back(request, code))


def _message(request: HttpRequest, access: TableAccess) -> ChatMessage:
    """Return the message that the form names; refuse (Missing) one that this reader cannot see."""
    readable = talk_panel.channels(access)
    if access.game.is_revealed:
        readable = [*readable, ChatMessage.Channel.COMMENTS]
    number = sealing.row_id(request.POST.get("message", ""), ChatMessage)
    found = ChatMessage.objects.filter(pk=number, game=access.game,
                                       channel__in=readable).select_related("user").first()
    if found is None:
        raise Missing("no-message", _("There is no such message."))
    return found


def _signed_in(access: TableAccess) -> User:
    if access.user is None:
        raise _signed_out()
    return access.user


def _signed_out() -> Foreign:
    return Foreign("signed-out", _("Please sign in to say something."))


def _position(request: HttpRequest) -> int:
    """Return the position that the form is about; 0 without one."""
    given = request.POST.get("number", "")
    return int(given) if given.isascii() and given.isdecimal() and (
        len(given) <= MAX_DIGITS) else 0


def _back(request: HttpRequest, code: str) -> str:
    """Return the page with the form: the table, its page for talking, or a position."""
    back, number = request.POST.get("back", ""), _position(request)
    if back == "talk":
        return reverse("talk", kwargs={"code": code})
    if back == "position" and number:
        return f"{reverse('position', kwargs={'code': code, 'number': number})}#comments"
    return f"{reverse('game', kwargs={'code': code})}#talk"
