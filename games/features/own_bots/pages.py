"""The page on which members make bots, give them tokens and a webhook, and retire them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from urllib.parse import urlsplit

from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST

from games.base import locks, rate_limits, sealing, site_clock
from games.base.refusals import TableRefusal, status_code
from games.features.own_bots import posts
from games.models import ApiToken, User, Webhook
from games.people import account_deletion, api_tokens, bot_accounts
from games.post.deliveries import hooks
from games.table.lobby import game_lists
from games.table.lobby.game_lists import MyGame
from games.web.access import ACCOUNT, PEOPLE, PROVED, READER, TABLES, declare, member_only


@dataclass(frozen=True, slots=True)
class Shown:
    """A bot as its owner sees it."""

    user: User
    tokens: Sequence[ApiToken]
    webhooks: Sequence[str]  # the hosts to which its turns are posted
    games: Sequence[MyGame]  # those that are not over
    address: str  # which was refused as a webhook


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(READER,))
def show(request: HttpRequest) -> HttpResponse:
    """Show the reader's bots; on POST, make or change one.

    A new token is in the answer to the request that has made it, and in no other.
    """
    owner, secret, refusal = member_only(request), "", None
    if request.method == "POST":
        try:
            secret = _act(request, owner, now=site_clock.now())
        except TableRefusal as refused:
            refusal = refused
        if not secret and refusal is None:
            return redirect("own-bots")
    typed = request.POST if refusal else {}
    return render(request, "own_bots/bots.html", {
        "section": "account", "bots": _shown(owner, typed), "secret": secret, "refusal": refusal,
        "most": bot_accounts.MOST, "name": typed.get("name", ""),
    }, status=status_code(refusal) if refusal else 200)


def _act(request: HttpRequest, owner: User, *, now: datetime) -> str:
    """Do what the form asks for; return the token that was made, or ""."""
    wish = request.POST.get("do", "")
    if wish == "make":
        bot = bot_accounts.make(owner, request.POST.get("name", ""), now=now)
        return bot_accounts.make_token(owner, bot, now=now)
    bot = _bot(request, owner)
    if wish == "token":
        return bot_accounts.make_token(owner, bot, now=now)
    if wish == "take-back":
        api_tokens.take_back(bot, sealing.row_id(request.POST.get("token", ""), ApiToken))
        messages.success(request, _("The token has been taken back. Whatever used it gets no more"
                                    " answers."))
    elif wish == "webhook":
        rate_limits.count("webhook", owner.pk, now=now)
        locks.lock_person(bot)
        hooks.enter(bot, request.POST.get("address", ""), posts=posts.FORMAT, game=None, now=now)
        messages.success(request, _("The webhook is entered. Send a test to see whether"
                                    " it works."))
    else:
        raise TableRefusal("do", _("You can make a bot, and give it a token or a webhook. Please"
                                   " use the buttons of the page."))
    return ""


def _bot(request: HttpRequest, owner: User) -> User:
    return bot_accounts.own(owner, sealing.row_id(request.POST.get("bot", ""), User))


def _shown(owner: User, typed: Mapping[str, str]) -> list[Shown]:
    """Return the owner's bots; ``typed`` is in the form of one that was refused."""
    hosts: dict[int, list[str]] = {}
    for hook in Webhook.objects.filter(owner__owner=owner, disabled_at=None):
        host = urlsplit(hooks.address_of(hook)).hostname or ""
        hosts.setdefault(hook.owner_id, []).append(host)
    refused = sealing.row_id(typed.get("bot", ""), User)
    return [Shown(bot, api_tokens.of(bot), hosts.get(bot.pk, ()), game_lists.my_games(bot),
                  typed.get("address", "") if bot.pk == refused else "")
            for bot in bot_accounts.of(owner)]


@require_POST
@declare(ACCOUNT | PROVED, locks=(TABLES, PEOPLE))
def retire(request: HttpRequest) -> HttpResponse:
    """Retire one of the reader's bots, whose games are locked, if they are sure."""
    owner = member_only(request)
    bot = _bot(request, owner)
    if "sure" not in request.POST:
        raise TableRefusal("sure", _("Retiring a bot cannot be undone. If you are sure, please tick"
                                     " the box beside the button and press it again."))
    with transaction.atomic():
        locks.lock_tables_and_person(bot)
        bot_accounts.own(owner, bot.pk)  # which may have been retired meanwhile
        account_deletion.retire(bot, now=site_clock.now())
    messages.success(request, _("The bot is retired. Nobody waits for it any more."))
    return redirect("own-bots")
