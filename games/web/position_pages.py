"""Pages of positions without a table: each is in its address, as are the moves tried out there.

They need nothing but reading and store nothing.  A position shows what everybody could see in it;
the moves are evaluated on that view, so nothing here depends on anything hidden.  What nobody sees
can be supposed: before the moves, or after them what they leave unknown.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from alexandros_rules import drafts, positions
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Illegal, Refusal
from alexandros_rules.ruleset import Setup
from games.base.refusals import possible_instead, status_code
from games.rulesets.registry import Room
from games.table.play import continued_games
from games.web.access import ANYBODY, REPLAY, declare
from games.web.game_page import ZOOMS, DraftStep, has_moves, is_typed, render_part, with_query
from games.web.replay import get_replay_or_404
from games.web.turn_forms import choices_of

MOST_SUPPOSED = 60  # more cards than anybody holds
_SEPARATOR = ","
_IN_REPLAY = re.compile(r"(?:https?://(?P<host>[^/\s]+))?"
                        r"(?P<path>/(?:games/[\w-]+|shared/[\w-]+/[\w-]+)/replay/\d{1,9})(?!\d)",
                        re.ASCII)
_ADDRESS = re.compile(rf"(?P<string>{positions.STRING.pattern})"
                      r"(?:/?\?(?P<query>[^\s\"'<>)]*))?", re.ASCII)
_AFTER = "then "  # before what is supposed of the position after the draft


@dataclass(frozen=True, slots=True)
class GivenPosition:
    """A position by its string, as everybody sees it.

    ``seat`` is the one for which moves are tried out, and ``supposed`` what is assumed of things
    that nobody sees.  Both are in the address as ``given``.  ``view`` has what is supposed of the
    position before the draft.
    """

    string: str
    room: Room
    setup: Setup
    view: Any
    seat: int
    supposed: tuple[str, ...] = ()

    @property
    def names(self) -> list[str]:
        """The colours of the seats, in place of names."""
        return seat_names(self.room, self.setup.players)

    @property
    def path(self) -> str:
        return reverse("given-position", kwargs={"string": self.string})

    @property
    def given(self) -> str:
        return _SEPARATOR.join([str(self.seat), *self.supposed])

    def draft(self, text: str) -> Draft:
        """Return the draft of these orders of the seat."""
        return drafts.evaluate(self.room.ruleset, self.view, text, seat=self.seat)

    def link(self, draft: str, /, **choices: str | list[str]) -> str:
        """Return the address of the page with this draft and these choices."""
        return with_query(self.path, draft, {**choices, "given": self.given})

    def after(self, draft: Draft) -> tuple[Any, GivenPosition]:
        """Return the view after a draft, and the position with what can be supposed with it."""
        part = self.room.assumptions
        if part is None or not draft.steps:
            return draft.view, replace(self, supposed=_before(self.supposed))
        view, kept = part.opened(draft.view), []
        for text in self.supposed:
            try:
                if text.startswith(_AFTER):
                    view = part.suppose(view, text.removeprefix(_AFTER))
                kept.append(text)
            except Illegal:  # supposed after another draft
                continue
        return view, replace(self, supposed=tuple(kept))

    def with_more(self, text: str, *, draft: Draft) -> str:
        """Return the address of the page with more supposed, which keeps a draft possible."""
        return replace(self, supposed=(*self.supposed, text)).link(draft.text)

    def without(self, number: int, *, draft: Draft) -> str:
        """Return the address of the page without one supposition.

        It keeps the draft, so that the page says why it may no longer be possible.
        """
        rest = (*self.supposed[:number], *self.supposed[number + 1:])
        return replace(self, supposed=rest).link(draft.text)

    def link_with(self, draft: Draft) -> tuple[str, bool]:
        """Return the address of the page with the draft of another seat, if it is possible here.

        Return also whether that drops the draft.
        """
        drops = self.draft(draft.text).refusal is not None
        return self.link("" if drops else draft.text), drops


def _before(supposed: Sequence[str]) -> tuple[str, ...]:
    return tuple([text for text in supposed if not text.startswith(_AFTER)])


def seat_names(room: Room, players: int) -> list[str]:
    """Return names for seats that nobody has: their colours."""
    return [_(colour).capitalize() for colour in room.ruleset.colours[:players]]


@require_safe
@declare(ANYBODY)
def find_position(request: HttpRequest) -> HttpResponse:
    """Show a field for the address of a position, and open the one in the text entered.

    It may be that of a position in a replay.  What is tried and supposed in an address is kept.
    """
    entered = request.GET.get("address", "").strip()
    refusal = None
    if entered:
        in_replay = _IN_REPLAY.search(entered)
        if in_replay is not None and in_replay["host"] in (None, request.get_host()):
            return redirect(f"{in_replay['path']}/address/")
        found = _ADDRESS.search(entered)
        string = found["string"] if found else entered
        query = QueryDict((found["query"] or "").rstrip(".,;:!") if found else "")
        try:
            continued_games.read(string)
            return redirect(with_query(
                reverse("given-position", kwargs={"string": string}), query.get("draft", ""),
                {"given": query["given"]} if "given" in query else {}))
        except Refusal as refused:
            refusal = refused
    return render(request, "positions/find.html", {
        "entered": entered, "refusal": refusal, "section": "learn",
    }, status=status_code(refusal) if refusal else 200)


@require_safe
@declare(ANYBODY)
def show_position(request: HttpRequest, string: str) -> HttpResponse:
    """Show a position and the draft in the query, with the choices of a seat to move."""
    return _render(request, _position(string, request.GET.get("given", "")))


@require_safe
@declare(ANYBODY)
def add_to_draft(request: HttpRequest, string: str, given: str) -> HttpResponse:
    """Redirect to the position, with the fields of a form previewed or added to the draft."""
    page = _position(string, given)
    fields, before = request.GET, request.GET.get("draft", "")
    if fields.get("do") != "add":
        return redirect(with_query(page.path, before, {**choices_of(fields), "given": page.given}))
    try:
        draft = page.draft(f"{before}\n{page.room.turn.order(fields)}")
        if draft.refusal is not None:
            raise draft.refusal
    except Refusal as refusal:
        return _render(request, page, refusal=refusal)
    return redirect(page.link(draft.text))


@require_safe
@declare(REPLAY)
def show_address(request: HttpRequest, code: str, number: int, token: str = "") -> HttpResponse:
    """Redirect from a position of a finished game's replay to the page of its string."""
    replay = get_replay_or_404(request, code, token, number)
    return redirect("given-position", string=continued_games.string_at(replay.game, number))


def _position(string: str, given: str) -> GivenPosition:
    """Return the position of a string for the seat and with the assumptions that are given."""
    room, setup = continued_games.read(string)
    view, part = continued_games.positions_of(room).view(setup), room.assumptions
    to_move = room.ruleset.status(view).to_move
    wanted, *supposed = given.split(_SEPARATOR)[:MOST_SUPPOSED]
    seat = next((seat for seat in to_move if str(seat) == wanted), to_move[0])
    if part is None:
        supposed = []
    else:
        view = part.opened(view)
        for text in _before(supposed):
            view = part.suppose(view, text)
    return GivenPosition(string, room, setup, view, seat, tuple(supposed))


def _render(request: HttpRequest, page: GivenPosition, *,
            refusal: Refusal | None = None) -> HttpResponse:
    live = is_typed(request)
    text = request.GET.get("draft", "")
    draft = page.draft(text)
    context = _context(request, page, draft, refusal=refusal or draft.refusal, typed=text)
    return render_part(request, "positions/position.html", "positions/_fragment.html",
                       {**context, "live": live}, replaces=live,
                       status=status_code(refusal) if refusal else 200)


def _context(request: HttpRequest, page: GivenPosition, draft: Draft, *,
             refusal: Refusal | None, typed: str) -> dict[str, Any]:
    view, page = page.after(draft)
    room, names, rules = page.room, page.names, page.room.ruleset
    before = rules.status(page.view)
    turn = room.turn.turn(draft, seat=page.seat, names=names, query=request.GET, link=page.link,
                          moves=[])
    steps = [DraftStep(_sentences(page, draft, i), step.text, page.link(draft.first_moves(i)))
             for i, step in enumerate(draft.steps)]
    events = [event for step in draft.steps for event in step.events]
    reached = continued_games.string_after(room, events, page.setup, view) if events else ""
    is_secret = reached == page.string  # others have not decided yet
    board = (turn.board if view == draft.view or not turn.whole
             else room.boards.board(view, names=names, moves=[]))
    return {
        "page": page, "room": room, "names": names, "zooms": ZOOMS, "here": page.path,
        "section": "learn", "turn_number": before.turn, "turn": turn, "panel": turn.panel,
        "draft": draft, "steps": steps,
        "has_moves": has_moves(rules, draft, turn, seat=page.seat),
        "seat": page.seat, "mover": names[page.seat],
        "movers": [(names[seat], *replace(page, seat=seat).link_with(draft))
                   for seat in before.to_move if seat != page.seat],
        "draft_url": reverse("given-position-draft",
                             kwargs={"string": page.string, "given": page.given}),
        "empty": page.link(""),
        "board": mark_safe(board),  # noqa: S308 - our own drawing
        "table": room.table.table(view, names=names, seat=None, open_hands=False),
        **_assumptions(page, draft, view), "is_secret": is_secret,
        "forgets": bool(_before(page.supposed)),
        "address": request.build_absolute_uri(page.path), "over_after": rules.status(view).over,
        "reached": reverse("given-position", kwargs={"string": reached})
        if reached and not is_secret else "",
        "announcement": " ".join(steps[-1].sentences) if steps else "",
        "refusal": refusal, "allowed": possible_instead(refusal),
        "typed": typed if refusal else draft.in_lines,
    }


def _assumptions(page: GivenPosition, draft: Draft, after: Any) -> dict[str, Any]:
    """Return the context with what is supposed, and what else may be, each with a link.

    ``outcomes`` are the unknown things that only the draft has brought about.
    """
    part, names = page.room.assumptions, page.names
    if part is None:
        return {}
    places = part.places(page.view, names=names, seat=None)
    known = {choice.text for place in places for choice in place.choices}
    outcomes = [place for place in part.places(after, names=names, seat=None)
                if known.isdisjoint(choice.text for choice in place.choices)]
    return {
        "supposed": [(part.describe(text.removeprefix(_AFTER), names=names),
                      page.without(i, draft=draft)) for i, text in enumerate(page.supposed)],
        "outcomes": outcomes,
        "places": [(place.title, [(choice, page.with_more(f"{prefix}{choice.text}", draft=draft))
                                  for choice in place.choices])
                   for prefix, some in ((_AFTER, outcomes), ("", places)) for place in some],
    }


def _sentences(page: GivenPosition, draft: Draft, number: int) -> list[str]:
    step = draft.steps[number]
    return drafts.describe(Draft(step.before, (step,)), ruleset=page.room.ruleset,
                           names=page.names, seat=None)
