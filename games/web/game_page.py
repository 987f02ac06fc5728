"""The page of a game in progress or over: board, table, log, and the forms for a turn.

Its guide explains the page to somebody who plays a game for the first time.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any
from urllib.parse import quote_plus

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.cache import patch_vary_headers
from django.utils.crypto import salted_hmac
from django.utils.safestring import mark_safe
from django.utils.translation import gettext_lazy

from alexandros_rules import drafts, replay
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.ruleset import Ruleset
from games.base import site_clock
from games.base.refusals import possible_instead
from games.models import Game, Seat
from games.post.inbox import answers
from games.rulesets import registry
from games.rulesets.opponents import Opponent, opponents
from games.rulesets.protocols import Tip, Turn
from games.table.lobby import opponent_advice, rematches
from games.table.play import bots, continued_games, event_log, history, log_cache
from games.table.play.history import GameHistory, HistoryEntry
from games.table.play.waiting import waiting_for
from games.table.seats import leaving
from games.web import panels, talk_panel, vacant_seats
from games.web.access import TableAccess, access_of, may_see, page_version, render_refusal
from games.web.clock_panel import clock_panel


def origin_panel(access: TableAccess) -> dict[str, Any] | None:
    """Return the turn with which the game began, and where the reader can see its position.

    Without a link, the old game is not named: the reader may not see it.  Returns None for a game
    that began at the beginning.
    """
    if continued_games.first_view(access.game) is None:
        return None
    turn = continued_games.first_turn(access.game)
    origin, number = access.game.origin, access.game.origin_number
    if origin is None or number is None or not may_see(access_of(origin, access.user)):
        return {"turn": turn, "sentence": continued_games.sentence(access.game)}
    address = reverse("position", kwargs={"code": origin.code, "number": number})
    return {"turn": turn, "sentence": continued_games.sentence(access.game), "name": origin.name,
            "address": address}


@dataclass(frozen=True, slots=True)
class Guidance:
    """What the guide says now, in which of the turns that it explains."""

    tip: Tip
    number: int
    rounds: int


def guidance(access: TableAccess, draft: Draft, turn: Turn) -> Guidance | None:
    """Return what the guide says to this reader about their turn, or None.

    It speaks in the first turns of people who have not finished a game of this kind; in rated games
    nobody gets advice.
    """
    game, user, seat = access.game, access.user, access.seat
    guide = registry.get(game.ruleset).guide
    if guide is None or user is None or seat is None or game.rated:
        return None
    number = (game.turn - 1) // len(access.seats) + 1
    if not 1 <= number <= guide.rounds:
        return None
    finished = Seat.objects.filter(
        user=user, game__ruleset=game.ruleset, game__status=Game.Status.OVER)
    if finished.exists():
        return None
    tip = guide.tip(draft, turn, seat=seat, names=access.names, number=number)
    return Guidance(tip, number, guide.rounds) if tip else None


LOG_SHOWN = 12
ZOOMS = (
    (1, "1×", gettext_lazy("The whole board")),
    (2, "2×", gettext_lazy("A larger board")),
    (3, "3×", gettext_lazy("The largest board")),
)


Fields = Mapping[str, str | list[str]]  # the fields of a query


@dataclass(frozen=True, slots=True)
class DraftStep:
    """One order of the draft: as sentences, in notation, and the URL that takes it back."""

    sentences: Sequence[str]
    text: str
    back: str


def game_url(code: str, draft: str, choices: Fields | None = None) -> str:
    """Return the URL of a table's page with a draft and choices in its query."""
    return with_query(reverse("game", kwargs={"code": code}), draft, choices)


def with_query(path: str, draft: str, choices: Fields | None = None) -> str:
    """Return the address of a page with a draft and choices in its query.

    The choices are a mapping and not keywords, because visitors name the fields of their queries.
    """
    query = {**({"draft": draft} if draft else {}), **(choices or {})}
    pairs = [f"{name}={_quoted(value)}" for name, values in query.items()
             for value in ([values] if isinstance(values, str) else values)]
    return f"{path}?{'&'.join(pairs)}" if pairs else path


@lru_cache(maxsize=1000)
def _quoted(text: str) -> str:
    """Return a value as a query contains it; the links of a page have the same draft."""
    return quote_plus(text)


def has_moves(ruleset: Ruleset, draft: Draft, turn: Turn, *, seat: int) -> bool:
    """Return whether a seat can go on after a draft with what is known, or need not."""
    return (turn.whole or seat not in ruleset.status(draft.view).to_move
            or bool(len(ruleset.legal_moves(draft.view, seat=seat))))


def render_game_page(request: HttpRequest, access: TableAccess, *, text: str | None = None,
                     refusal: Refusal | None = None, status: int = 200) -> HttpResponse:
    """Render the game page, with refused orders and the reason for the refusal.

    Before the start there is no position to show, so a refusal gets a page of its own.
    """
    if access.game.number == 0:
        code = access.game.code
        if refusal is None:
            return redirect("game", code=code)
        return render_refusal(request, refusal, code=code)
    live = is_typed(request)
    past = history.read_recent(access.game, access.seat, names=access.names)
    context = {**_context(request, access, past), "live": live}
    if access.on_turn and access.game.status == Game.Status.RUNNING:
        context |= _table_turn(request, access, past, text=text, refusal=refusal)
        context |= _own_turn(access)
    elif access.may_act:
        context |= _table_turn(request, access, past, text=text, refusal=refusal)
        context["watch"] &= not (context["steps"] or refusal)  # they are composing orders
    else:
        context |= {**_position(access, past), "refusal": refusal}
    context |= _news(access, past, context)
    if not asks_part(request):
        there = talk_panel.stored(access)
        context |= panels.context("whole-game", access=access, view=past.view(access.game.number),
                                  now=site_clock.now(), found=context)
        context |= {"talk": talk_panel.panel(access, there),
                    "notes": talk_panel.own_notes(access, access.game.number, there),
                    "vacant": vacant_seats.offers(request, access, now=site_clock.now())}
    kept = context.get("kept")  # a draft the browser restored: not a new entry in its history
    return render_part(request, "games/game.html", "games/_game_fragment.html", context,
                       status=status, replaces=live or bool(kept))


def render_part(request: HttpRequest, page: str, part: str, context: Mapping[str, Any], *,
                status: int = 200, replaces: bool = False) -> HttpResponse:
    """Render the template ``page``, or only its changing ``part`` if HTMX asks for that.

    The browser then shows the part's address; it is a new entry of its history unless it
    ``replaces`` the present one.
    """
    only_part = asks_part(request)
    response = render(request, part if only_part else page, context, status=status)
    patch_vary_headers(response, ["HX-Request"])
    if only_part and request.method == "GET":
        address = request.get_full_path() if status == 200 else "false"
        response["HX-Replace-Url" if replaces else "HX-Push-Url"] = address
    return response


def asks_part(request: HttpRequest) -> bool:
    """Return whether HTMX asks for the changing part only.

    For the Back button, HTMX needs the whole page.
    """
    return request.headers.get("HX-Request") == "true" and (
        request.headers.get("HX-History-Restore-Request") != "true"
    )


def is_typed(request: HttpRequest) -> bool:
    """Return whether the page checks the reader's orders as they type."""
    return request.headers.get("HX-Trigger") == "typed"


def _context(request: HttpRequest, access: TableAccess, past: GameHistory) -> dict[str, Any]:
    """Return the context for everybody, except the board and the table."""
    game, seat = access.game, access.seat
    log = tuple(past.entries(after=max(0, game.number - LOG_SHOWN)))
    added = panels.context("game", access=access, now=site_clock.now())
    movers = access.movers
    answers_due = any(one.unanswered for one in access.seats)
    soon = added.get("continued_soon", False) or any(
        one.unanswered and not one.rests for one in access.seats)
    alone = all(one.bot for one in access.seats if one.index != seat)
    rematch = _rematch(access) if game.status == Game.Status.OVER else None
    advice = opponent_advice.advice(game, user=access.user, seats=access.seats)
    winners = (game.result or {}).get("winners", ())
    lost = bool(winners) and seat is not None and seat not in winners
    return {
        "access": access, "game": game, "zooms": ZOOMS,
        "room": registry.get(game.ruleset),
        "log": log[::-1], "receipt": _receipt(request, access, past),
        "company": bots.describe_bots(event_log.ruleset_of(game), access.seats,
                                      reader=access.user),
        "bots_here": _bots_here(access),
        "page_version": page_version(access),
        "on_turn": access.on_turn, "asked": access.asked, "movers": movers, "turn": None,
        "running": not game.result,
        "waiting": waiting_for(access.names, [mover.index for mover in movers], reader=seat),
        "watch": soon or (bool(movers) and not access.on_turn),
        "quick": soon or any(map(_by_bot, movers)),
        "only_bots_move": bool(movers) and all(map(_by_bot, movers)),
        "ended": log[-1].sentences[-1] if game.result and log[-1].sentences else "",
        "clocks": clock_panel(access, now=site_clock.now()),
        "return_offer": access.can_take_back,
        "may_cancel": leaving.may_cancel(game, seats=len(access.seats)),
        "asks_address": access.asks_address, "has_talk": talk_panel.is_offered(access),
        "alone": alone, "answers_due": answers_due,
        "rematch": rematch, "advice": advice, "lost": lost,
        "ways": _ways_on(rematch, advice, alone=alone, lost=lost,
                         revealed=game.is_revealed,
                         reviewed=added.get("has_review", False)) if game.result else (),
        "options": event_log.options_on(game), "origin": origin_panel(access),
        **added,
    }


def _recent_moves(past: GameHistory) -> Sequence[str]:
    """Return the latest moves, of which the board may mark one."""
    return past.moves_after(max(0, past.game.number - log_cache.RECENT))


def _bots_here(access: TableAccess) -> list[Opponent]:
    """Return the kinds of bots that have seats of their own, for their portraits."""
    kinds = {seat.bot for seat in access.seats if seat.bot and not seat.is_vacant}
    room = registry.get(access.game.ruleset)
    return [one for one in opponents(room) if one.name in kinds] if kinds else []


def _by_bot(seat: Seat) -> bool:
    """Return whether a bot plays for this seat, for good or only this turn."""
    return bool(seat.bot or seat.stand_in)


def _rematch(access: TableAccess) -> dict[str, Any]:
    """Return the rematch of a finished game, and whether this reader may ask for it or open it."""
    rematch = rematches.find_rematch(access.game, access.user)
    has_seat = rematch is not None and access.user is not None and rematch.seats.filter(
        user=access.user).exists()
    is_open = rematch is not None and rematch.status == Game.Status.OPEN
    return {
        "game": rematch,
        "ask": access.seat is not None and rematches.may_follow(access.game)
        and (rematch is None or (is_open and not has_seat)),
        "visit": rematch is not None and (has_seat or rematch.listed),
    }


def _ways_on(rematch: Mapping[str, Any] | None, advice: opponent_advice.Advice | None, *,
             alone: bool, lost: bool, revealed: bool, reviewed: bool) -> Sequence[str]:
    """Return the ways on from a finished game, by the names in ``games/_way_on.html``.

    The first is what suits the reader best: others who wait for them come before all else, and
    whoever has lost learns most from the review.
    """
    again = "" if rematch is None else "rematch" if rematch["ask"] else (
        "visit" if rematch["visit"] else "")
    ways = ["review" if reviewed else "", "replay", "deal" if revealed else "",
            "home" if alone else ""]
    play = ["opponent" if advice and advice.is_for_another else "", again]
    if rematch and rematch["game"] and again:
        play.reverse()
        ordered = [*play, *ways]
    else:
        ordered = [ways[0], *play, *ways[1:]] if lost else [*play, *ways]
    return [way for way in ordered if way]


def _position(access: TableAccess, past: GameHistory) -> dict[str, Any]:
    """Return board and table for a reader who is not to move (see ``_turn`` for the others)."""
    game, names = access.game, access.names
    room, view = registry.get(game.ruleset), past.view(game.number)
    board = room.boards.board(view, names=names, moves=_recent_moves(past))
    return {
        "board": mark_safe(board),  # noqa: S308 - our own drawing
        "table": room.table.table(view, names=names, seat=access.seat, open_hands=game.is_revealed),
    }


def _news(access: TableAccess, past: GameHistory, context: dict[str, Any]) -> dict[str, Any]:
    """Return what has happened since the reader's last move, with what it changed on the board.

    ``since`` are the moves since their last turn, apart from the rest of the log, until they move;
    the beginning of the game stays in the log.
    ``done`` is what became of their latest orders: what their secret decisions led to, and in their
    own turn everything after their last move but the secrets of others, the latest first; then the
    receipt.  In the turn that goes on, it begins with the latest, too, which they have confirmed to
    see.  It is folded (``done_before``) where it is only the receipt of an earlier turn.  While
    they look at their draft, there is the receipt only.
    """
    log: tuple[HistoryEntry, ...] = context["log"]
    receipt: list[HistoryEntry] = context["receipt"]
    if access.on_turn and receipt and receipt[-1].turn == access.game.turn:
        receipt = receipt[::-1]
    if context.get("steps") or not context["running"]:
        return {"done": tuple(receipt)}
    own = next((at for at, entry in enumerate(log)
                if access.seat is not None and entry.seat == access.seat
                and not (access.on_turn and entry.turn < access.game.turn)
                and not replay.is_outside_rules(entry.move)), None)
    decided = [] if access.seat is None else past.decisions()
    if access.on_turn and own is None:
        new = [entry for entry in past.since_last_turn() if entry.turn]  # all know it began
        known = {entry.number for entry in new}
        return {"since": _with_shapes(access, past, [one for one in new if one.sentences]),
                "log": tuple(entry for entry in log if entry.number not in known),
                "done": _results_first(decided, receipt), "done_before": not decided}
    latest = log[:own]
    told = [entry for entry in latest if not entry.secret] if access.on_turn else []
    done = _results_first([*decided, *told], receipt)
    return {"done": _with_shapes(access, past, done),
            "log": log if access.on_turn else (*_with_shapes(access, past, latest),
                                               *log[len(latest):])}


def _results_first(results: Sequence[HistoryEntry],
                   receipt: Sequence[HistoryEntry]) -> tuple[HistoryEntry, ...]:
    """Return the results, the latest first, and then the orders that they do not tell of."""
    told = {number for entry in results if entry.first
            for number in range(entry.first, entry.number + 1)}
    found = [entry for entry in results if entry.first or entry.number not in told]
    told |= {entry.number for entry in found}
    return (*sorted(found, key=lambda entry: -entry.number),
            *(entry for entry in receipt if entry.number not in told))


def _with_shapes(access: TableAccess, past: GameHistory,
                 entries: Sequence[HistoryEntry]) -> tuple[HistoryEntry, ...]:
    """Return the entries, each with what it has changed on the board that the reader sees (R10).

    Those of long ago are left as they are, like the first row, before which there is no board.
    """
    changes = registry.get(access.game.ruleset).boards.changes
    oldest = max(2, access.game.number - log_cache.RECENT + 2)
    return tuple(
        entry if entry.number < oldest else replace(entry, shapes=tuple(
            changes(past.view(entry.number - 1), past.view(entry.number)).items()))
        for entry in entries)


def _receipt(request: HttpRequest, access: TableAccess,
             past: GameHistory) -> list[HistoryEntry]:
    """Return the rows that the reader's last submission played, as named in the URL.

    The receipt is shown until the reader's next turn but one, because a page that reloads itself
    keeps its URL.
    """
    first, _, last = request.GET.get("played", "").partition("-")
    if not (first.isdecimal() and last.isdecimal() and len(first + last) < 12):
        return []
    oldest = max(1, int(first), access.game.number - log_cache.RECENT + 1)
    played = [past.entry(number)
              for number in range(oldest, min(int(last), access.game.number) + 1)]
    oldest_turn = access.game.turn - len(access.seats)
    old = access.game.result or (access.on_turn and played and played[-1].turn < oldest_turn)
    return [] if old else played


def _table_turn(request: HttpRequest, access: TableAccess, past: GameHistory, *,
                text: str | None, refusal: Refusal | None) -> dict[str, Any]:
    """Return the turn of a player who is signed in, with the addresses of its forms."""
    where = {"code": access.game.code}
    return {
        **turn_context(request, access, past, path=reverse("game", kwargs=where), text=text,
                       refusal=refusal),
        "draft_url": reverse("game-draft", kwargs=where),
        "orders_url": reverse("game-orders", kwargs=where),
        "preview_url": reverse("game-preview", kwargs=where),
        "key": submission_key(access),
        "kept": request.GET.get("kept") == "yes",
    }


def turn_context(request: HttpRequest, access: TableAccess, past: GameHistory, *, path: str,
                 text: str | None, refusal: Refusal | None) -> dict[str, Any]:
    """Return board, table and choices after the draft, for a player who may give orders.

    ``path`` is the page, with drafts in its query; ``text`` are orders that were sent instead, and
    ``refusal`` why they or a form of the choices were refused.
    """
    game, seat = access.game, access.seat
    assert seat is not None  # the caller has checked
    ruleset, room = event_log.ruleset_of(game), registry.get(game.ruleset)
    typed = request.GET.get("draft", "") if text is None else text
    draft = drafts.evaluate(ruleset, past.view(game.number), typed, seat=seat)
    query = request.GET if text is None else {}

    def link(draft: str, /, **choices: str | list[str]) -> str:
        return with_query(path, draft, choices)

    turn = room.turn.turn(draft, seat=seat, names=access.names, query=query, link=link,
                          moves=_recent_moves(past),
                          advice=bots.is_learning_game(game, access.seats))
    shown_refusal = refusal or draft.refusal
    return {
        "turn": turn, "draft": draft, "steps": _steps(access, draft, path), "path": path,
        "board": mark_safe(turn.board),  # noqa: S308 - our own drawing
        "table": room.table.table(draft.view, names=access.names, seat=seat),
        "panel": turn.panel,
        "announcement": _announcement(access, draft),
        "refusal": shown_refusal, "allowed": possible_instead(shown_refusal),
        "typed": typed if shown_refusal else draft.in_lines,
        "example": _example(ruleset, draft.start, seat),
        "guide": guidance(access, draft, turn) if access.on_turn else None,
        "over_after": ruleset.status(draft.view).over,
    }


def _own_turn(access: TableAccess) -> dict[str, Any]:
    assert access.user is not None  # they are to move
    assert access.seat is not None
    return {"refused_reply": answers.refused_reply(access.game, access.seat, access.user),
            **panels.context("turn", access=access, now=site_clock.now())}


@lru_cache(maxsize=500)
def _example(ruleset: Ruleset, view: Any, seat: int) -> str:
    """Return orders for a whole turn that could be played."""
    return drafts.example_turn(ruleset, view, seat=seat)


def _announcement(access: TableAccess, draft: Draft) -> str:
    """Return the first text for a screen reader after a choice: the effects of the last order."""
    return " ".join(_sentences(access, draft.steps[-1])) if draft.steps else ""


def _steps(access: TableAccess, draft: Draft, path: str) -> list[DraftStep]:
    return [
        DraftStep(_sentences(access, step), step.text, with_query(path, draft.first_moves(i)))
        for i, step in enumerate(draft.steps)
    ]


def _sentences(access: TableAccess, step: EvaluatedMove) -> list[str]:
    ruleset = event_log.ruleset_of(access.game)
    return drafts.describe(Draft(step.before, (step,)), ruleset=ruleset, names=access.names,
                           seat=access.seat)


def submission_key(access: TableAccess) -> str:
    """Return the idempotency key of orders that this seat submits from this position.

    The key of a page never changes, so that going back and sending again plays the orders only
    once.  The orders themselves are added to the key when they arrive.
    """
    fact = f"{access.game.code}:{access.seat}:{access.game.number}"
    return salted_hmac("games.submission", fact, algorithm="sha256").hexdigest()[:32]
