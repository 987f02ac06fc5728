"""The pages about people: finding somebody, and what a member shows of themselves."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from games.base import site_clock
from games.base.refusals import TableRefusal
from games.people import handles, profiles
from games.web import panels
from games.web.access import (
    ANYBODY,
    GAME,
    PLAYER,
    PROVED,
    READER,
    declare,
    get_own_seat,
    user_or_none,
)


@require_safe
@declare(ANYBODY)
def show_people(request: HttpRequest) -> HttpResponse:
    """Show a form to find people by the beginning of their name, and whom it finds."""
    reader, name, refusal = user_or_none(request), request.GET.get("name", "").strip(), ""
    found = None
    if name:
        try:
            found = profiles.find_people(name, reader=reader)
        except TableRefusal as refused:
            refusal = refused.sentence
    return render(request, "people/find.html", {
        "section": "people", "name": name, "found": found, "refusal": refusal,
        "most": profiles.MOST_FOUND, **panels.context("people", request=request),
    }, status=400 if refusal else 200)


@require_safe
@declare(ANYBODY)
def show_person(request: HttpRequest, name: str) -> HttpResponse:
    """Show the page about a member; an old or differently written name leads there.

    A page that the reader may not see answers like one that there is not.
    """
    reader, handle = user_or_none(request), handles.find(name)
    if handle is None or not profiles.may_see(handle.user, reader):
        raise Http404(_("There is no page for you under this name. Some people show theirs only"
                        " when you are signed in, or only to those with whom they have played."))
    person = handle.user
    if name != person.name:
        return redirect("person", name=person.name)
    profile = profiles.profile(person, reader=reader, now=site_clock.now())
    return render(request, "people/person.html", {
        "section": "people", "person": person, "profile": profile, "is_own": person == reader,
        **panels.context("person", profile=profile, reader=reader),
    })


@require_POST
@declare(PLAYER | PROVED, locks=(GAME, READER))
def choose_favourite(request: HttpRequest, code: str) -> HttpResponse:
    """Show a finished game on the reader's page, or take it off again."""
    seat, wanted = get_own_seat(request, code), request.POST.get("show") == "yes"
    assert seat.user is not None  # the page is for players
    profiles.choose_favourite(seat.user, seat.game, wanted=wanted)
    messages.success(request, _("This game is on your page now.") if wanted
                     else _("This game is not on your page any more."))
    return redirect("person", name=seat.user.name)
