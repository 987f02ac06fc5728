"""Signing in with an emailed code, and the pages of one's own account.

A new email address is confirmed with a code that is sent to it.  Users delete their account here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any
from urllib.parse import urlsplit

from allauth.account import views as allauth_views
from allauth.account.adapter import get_adapter
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import FileResponse, HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.text import slugify
from django.utils.translation import gettext as _
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from alexandros_rules.errors import Refusal
from alexandros_rules.translation import list_with_and
from games.base import blocks, rate_limits, site_clock, slow_work
from games.base.refusals import TableRefusal
from games.models import Audience, User
from games.people import account_deletion, accounts, browsers, handles, languages, profiles
from games.table.clocks import reliability
from games.web import data_export, panels, sign_in
from games.web.access import (
    ACCOUNT,
    ANYBODY,
    PROVED,
    READER,
    TABLES,
    declare,
    member_only,
    proved_user_or_none,
)
from games.web.account_forms import CodeForm, DeleteAccountForm, NameForm, NewAddressForm

View = Callable[..., HttpResponseBase]


def as_visitor(view: View) -> View:
    """Wrap a view so that guests count as signed out; they are kept in ``request.guest``."""

    @wraps(view)
    def wrapped(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        user = request.user
        if isinstance(user, User) and user.is_guest:
            request.guest = user  # type: ignore[attr-defined]
            request.user = AnonymousUser()
        return view(request, *args, **kwargs)

    return wrapped


@as_visitor
@declare(ANYBODY)
def log_in(request: HttpRequest) -> HttpResponse:
    """Ask for an address to send a code to, or send a member who is signed in to the next page.

    The form can be used again while a code is pending, because the setting
    ``ACCOUNT_AUTHENTICATED_LOGIN_REDIRECTS`` has allauth redirect nobody.
    """
    if request.user.is_authenticated:
        return redirect(_next_page(request) or settings.LOGIN_REDIRECT_URL)
    response: HttpResponse = allauth_views.request_login_code(request)
    return response


@as_visitor
@declare(ANYBODY)
def confirm_code(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and from then on know the browser for the account."""
    if request.method == "POST":
        browsers.begin_mark(request)
    response: HttpResponse = allauth_views.confirm_login_code(request)
    if request.method == "POST":
        sign_in.remember_browser(request, response)
        browsers.keep_mark(request, response)
    return response


@declare(ANYBODY)
def admin_login(request: HttpRequest) -> HttpResponse:
    """Send operators to the login form, because they too sign in with an emailed code."""
    if isinstance(request.user, User) and not request.user.is_guest:
        raise PermissionDenied("only operators may open the admin pages")
    query = urlencode({"next": request.GET.get("next", reverse("admin:index"))})
    return redirect(f"{reverse('account_login')}?{query}")


@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def show_account(request: HttpRequest) -> HttpResponse:
    """Show the user's account, and let them change their name."""
    user = request.user
    assert isinstance(user, User)
    form = NameForm(request.POST if request.method == "POST" else None,
                    initial=_initial_name(user))
    if request.method == "POST" and form.is_valid() and _has_renamed(request, user, form):
        return redirect(_next_page(request) or "account")
    return _show(request, user, form, status=400 if form.is_bound else 200)


def _initial_name(user: User) -> dict[str, str]:
    return {"name": user.name}


def _show(request: HttpRequest, user: User, form: NameForm, *, status: int = 200,
          **more: str) -> HttpResponse:
    standing = reliability.standing_of(user, now=site_clock.now())
    return render(request, "account/account.html", {
        "form": form, "next": _next_page(request), "audiences": Audience.choices,
        "blocked": blocks.blocked_by(user),
        "reliability": reliability.about_yourself(standing),
        **panels.context("account", user=user), **more,
    }, status=status)


def _has_renamed(request: HttpRequest, user: User, form: NameForm) -> bool:
    """Give the user the name in the form and say so; otherwise have the form say why not."""
    is_first_name = not user.has_chosen_name
    try:
        accounts.rename(user, form.cleaned_data["name"], now=site_clock.now())
    except TableRefusal as refusal:
        form.add_error("name", refusal.sentence)
        return False
    if is_first_name and user.has_chosen_name:
        messages.success(request, _("Welcome, %(name)s.") % {"name": user.name})
    else:
        messages.success(request, _("Your name has been saved. Games that start from now on"
                                    " will show it."))
    return True


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def choose_reviews(request: HttpRequest) -> HttpResponse:
    """Turn reviews of the user's moves on or off."""
    user = request.user
    assert isinstance(user, User)
    accounts.choose_reviews(user, wanted="reviews" in request.POST)
    if user.wants_reviews:
        messages.success(request, _("Your moves will be reviewed when your games are over."))
    else:
        messages.success(request, _("Your moves are not reviewed any more, and nobody sees earlier"
                                    " reviews of them."))
    return redirect("account")


@csrf_exempt  # a page of another site, from which no session comes, could change the cookie only
@require_POST
@declare(ANYBODY, locks=(READER,))
def choose_language(request: HttpRequest) -> HttpResponse:
    """Keep the language that somebody reads: in this browser, and for whom it knows."""
    language = request.POST.get("language", "")
    languages.check(language)
    if user := proved_user_or_none(request):
        languages.choose(user, language)
    before = urlsplit(request.headers.get("Referer", ""))
    page = before._replace(scheme="", netloc="").geturl()
    here = before.netloc == request.get_host() and sign_in.is_path_here(page)
    response = redirect(page if here else "home")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME, language, max_age=settings.LANGUAGE_COOKIE_AGE,
        secure=settings.SESSION_COOKIE_SECURE, httponly=True, samesite="Lax",
    )
    return response


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def choose_audience(request: HttpRequest) -> HttpResponse:
    """Choose who may see the page about the user."""
    user = member_only(request)
    profiles.show_to(user, request.POST.get("audience", ""))
    messages.success(request, _("Your page is shown to: %(audience)s.") % {
        "audience": user.get_page_for_display()})
    return redirect("account")


@require_POST
@declare(ACCOUNT | PROVED, locks=(READER,))
def choose_blocks(request: HttpRequest) -> HttpResponse:
    """Block the member with this name, or unblock them."""
    user, name = member_only(request), request.POST.get("name", "").strip()
    handle = handles.find(name)
    try:
        if handle is None:
            raise TableRefusal("nobody", _("No member has this name. Please check how it is"
                                           " written."))
        if request.POST.get("do") == "unblock":
            blocks.unblock(user, handle.user)
            message = _("You do not block %(name)s any more.")
        else:
            blocks.block(user, handle.user, now=site_clock.now())
            message = _("You block %(name)s now. They will not notice.")
    except TableRefusal as refusal:
        return _show(request, user, NameForm(initial=_initial_name(user)), status=400,
                     block_refusal=refusal.sentence, block_name=name)
    messages.success(request, message % {"name": handle.user.name})
    return redirect(f"{reverse('account')}#blocks")


@require_POST
@declare(ACCOUNT | PROVED)
def download_data(request: HttpRequest) -> FileResponse:
    """Return everything we store about the user, as one file."""
    user, now = request.user, site_clock.now()
    assert isinstance(user, User)
    rate_limits.count("download", user.pk, now=now)
    name = f"{slugify(settings.SITE_NAME)}-data-{now:%Y-%m-%d}.zip"
    with slow_work.place(user.pk):
        archive = data_export.archive(user, now=now)
    return FileResponse(archive, as_attachment=True, filename=name)


def _next_page(request: HttpRequest) -> str:
    """Return the path of this site's page to go to next; "" if none was asked for."""
    url = request.POST.get("next", "") or request.GET.get("next", "")
    return url if sign_in.is_path_here(url) else ""


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def delete_account(request: HttpRequest) -> HttpResponse:
    """Say what will be deleted and what will stay; delete the account once the box is ticked."""
    user = request.user
    assert isinstance(user, User)  # the page needs an account
    form = DeleteAccountForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        account_deletion.delete_account(user, now=site_clock.now())
        logout(request)
        message = _("Your account has been deleted. Thank you for the games you played.")
        messages.success(request, message)
        return redirect("home")
    running = account_deletion.games_in_progress(user)
    context = {
        "form": form,
        "running": list_with_and(_("“%(game)s”") % {"game": game.name} for game in running),
        "former": handles.former_name(),
    }
    return render(request, "account/delete.html", context, status=400 if form.is_bound else 200)


PENDING = "new_address"  # session key: the new address and its code, until that is entered


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED)
def change_email(request: HttpRequest) -> HttpResponse:
    """Ask for the new address and send a code there."""
    user = member_only(request)
    form = NewAddressForm(request.POST if request.method == "POST" else None, user=user)
    if request.method == "POST" and form.is_valid():
        email, now = form.cleaned_data["email"], site_clock.now()
        rate_limits.count("new address", user.pk, now=now)
        rate_limits.count("proof", f"{user.pk} {email}", now=now)
        rate_limits.count("codes to address", email, now=now)
        _send_code(request, email, now=now)
        return redirect("account-email-code")
    return render(request, "account/email.html", {"form": form},
                  status=400 if form.is_bound else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@declare(ACCOUNT | PROVED, locks=(TABLES, READER))
def confirm_email(request: HttpRequest) -> HttpResponse:
    """Ask for the code, and change the address when the correct one is entered."""
    user, pending = member_only(request), _pending(request, now=site_clock.now())
    if pending is None:
        return redirect("account-email")
    data = request.POST if request.method == "POST" else None
    form = CodeForm(data, expected=pending["code"])
    if request.method == "POST":
        if form.is_valid():
            return _change_address(request, user, pending["email"])
        if not _may_try_again(request, pending):
            messages.error(request, _("That was one attempt too many. Please ask for a new"
                                      " code."))
            return redirect("account-email")
    return render(request, "account/email_code.html", {"form": form, "email": pending["email"]},
                  status=400 if form.is_bound else 200)


def _send_code(request: HttpRequest, email: str, *, now: datetime) -> None:
    """Email a code to this address, and make the code of an earlier attempt useless."""
    code = get_adapter().generate_email_verification_code()
    request.session[PENDING] = {
        "email": email, "code": code, "at": now.timestamp(), "failed_attempts": 0}
    get_adapter().send_mail("account/email/new_address", email, {"code": code})


def _pending(request: HttpRequest, *, now: datetime) -> dict[str, Any] | None:
    """Return the new address and its code; None if there is none or it has expired."""
    pending: dict[str, Any] | None = request.session.get(PENDING)
    if pending and now.timestamp() - pending["at"] > settings.ACCOUNT_LOGIN_BY_CODE_TIMEOUT:
        del request.session[PENDING]
        return None
    return pending


def _may_try_again(request: HttpRequest, pending: dict[str, Any]) -> bool:
    """Count a wrong code, and return whether the code is still pending after it."""
    pending["failed_attempts"] += 1
    if pending["failed_attempts"] >= settings.ACCOUNT_LOGIN_BY_CODE_MAX_ATTEMPTS:
        del request.session[PENDING]
        return False
    request.session[PENDING] = pending
    return True


def _change_address(request: HttpRequest, user: User, email: str) -> HttpResponse:
    del request.session[PENDING]  # a code works once
    try:
        accounts.change_address(user, email, now=site_clock.now())
    except Refusal as refusal:
        messages.error(request, refusal.sentence)
        return redirect("account-email")
    message = _("Your address is now %(email)s. We have also emailed your old address about this.")
    messages.success(request, message % {"email": email})
    return redirect("account")
