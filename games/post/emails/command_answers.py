"""The contents of emails about commands: the question of our desk, and what commands have done."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.utils.text import Truncator
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.base.plain_text import one_line
from games.models import Game, IncomingEmail, OutgoingEmail, Seat
from games.post.emails.content import (
    BOARD_WIDTH,
    EmailContent,
    Picture,
    harmless,
    link_to,
    names_at,
    repliable,
)
from games.post.emails.responses import message_id, message_of
from games.post.inbox import commands as known
from games.post.inbox import tokens
from games.post.inbox.parsing.commands import read_commands
from games.rulesets import registry
from games.table.lobby import game_lists
from games.table.play import history

MOST_PICTURES = 8
MOST_SHOWN = 100  # characters of a line that a stranger may have sent
MOST_IN_SUBJECT = 60  # characters of a command
NEXT = ("my games", "open tables", "help")  # proposed when nothing else is


def desk(email: OutgoingEmail) -> EmailContent:
    """Write the question whether the reader has written to us, and what would be done then."""
    message = message_of(email)
    unknown = (message.finding or {}).get("unknown", ()) if email.user is not None else ()
    content = EmailContent(None, {
        "asked": _asked(email, message), "has_account": email.user is not None,
        "unknown": [harmless(line[:MOST_SHOWN]) for line in unknown],
        "commands": _all_commands(), "link": link_to("home"), "sign_in": link_to("account_login"),
        "preview": _("Did you write to us?"),
    }, subject=_("Please confirm your email to us"), answers=message_id(message),
        takes_commands=True)
    return repliable(email, content)


def _asked(email: OutgoingEmail, message: IncomingEmail) -> list[str]:
    """Return the commands in the email that we ask about.

    Somebody without an account reads only with which words each begins: the rest is text that a
    stranger may have sent in their name.
    """
    lines = [text for _number, text in message.orders]
    if email.user is not None:
        return [harmless(line[:MOST_SHOWN]) for line in lines]
    found = read_commands("\n".join(lines), known.by_phrase())
    return [line.phrase for line in found if line.phrase]


def commands(email: OutgoingEmail) -> EmailContent:
    """Write what has come of each command of an email, and what the reader can write next."""
    message = message_of(email)
    finding = message.finding or {}
    results = _with_games(finding.get("results", ()), email)
    pictured = next((each["replay"] for each in results if each["replay"]), None)
    frames = _frames(pictured[0], pictured[1], email) if pictured else []
    content = EmailContent(None, {
        "results": results, "finding": finding, "welcome": finding.get("welcome", ""),
        "commands": _all_commands() if finding.get("help") else (), "next": _next(results),
        "link": link_to("my-games"), "frames": frames,
        "replay": link_to("replay", pictured[0]) if frames and pictured else "",
        "preview": " ".join(sentence for each in results for sentence in each["sentences"]
                            ) or finding.get("sentence", ""),
    }, subject=_subject(results), answers=message_id(message), takes_commands=True,
        pictures=tuple(frame.picture for frame in frames))
    return repliable(email, content)


def _subject(results: list[dict[str, Any]]) -> str:
    if not results:
        return _("Commands by email")
    if len(results) > 1:
        return ngettext("Your %(count)s command", "Your %(count)s commands", len(results)) % {
            "count": len(results)}
    line = Truncator(one_line(results[0]["line"])).chars(MOST_IN_SUBJECT)
    return (_("Done: %(command)s") if results[0]["done"] else _("Not done: %(command)s")) % {
        "command": line}


def _with_games(results: Sequence[Mapping[str, Any]], email: OutgoingEmail
                ) -> list[dict[str, Any]]:
    """Return the results, with links and addresses for orders in the games that they list."""
    codes = {game["code"] for each in results for game in each["games"]}
    games = {game.code: game for game in Game.objects.filter(code__in=codes)}
    seats = {(seat.game.code, seat.index): seat for seat in Seat.objects.filter(
        game__code__in=codes, user=email.user_id).select_related("game", "user")}

    @cache
    def address(code: str, index: int, number: int) -> str:
        """Return the address for orders, "" if somebody else has the seat now."""
        seat = seats.get((code, index))
        return tokens.reply_address(seat, number=number, now=email.created_at) if seat else ""

    return [{**each, "games": [_listed(found, games.get(found["code"]), address=address)
                               for found in each["games"]]} for each in results]


def _listed(found: Mapping[str, Any], game: Game | None, *, address: Callable[..., str]
            ) -> dict[str, Any]:
    """Return a listed game with its links and, if it is the reader's turn, the address for orders.

    Nothing is left of a game that is gone.
    """
    if game is None:
        return {**found, "link": "", "facts": [_("This table is gone.")], "next": []}
    shared = game.status == Game.Status.OPEN and found["is_shared"]
    return {**found, "link": link_to("game", game.code),
            "reply_to": address(game.code, *found["orders"]) if found["orders"] else "",
            "invitation": link_to("invitation", game.code, game.invite_token) if shared else ""}


def _next(results: list[dict[str, Any]]) -> list[str]:
    """Return commands that the reader may want to write next."""
    said = {result["line"] for result in results}
    return [each for each in NEXT if each not in said]


def _all_commands() -> list[dict[str, str]]:
    return [{"usage": str(each.usage), "about": str(each.about)} for each in known.every()
            if each.usage]


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of a replay: the board at the end of a turn, and what that turn has done."""

    picture: Picture
    sentence: str


def _frames(code: str, number: int, email: OutgoingEmail) -> list[Frame]:
    """Return a few pictures of a game up to a row of its log, as the reader may see it."""
    game = game_lists.table(code)
    if game is None or email.user is None or not known.may_replay(game, email.user):
        return []
    seat = history.seat_of(game, email.user)
    past = history.read(game, seat, names=names_at(game, number), number=number, written=harmless)
    entries = past.entries()
    ends = list({entry.turn: entry.number for entry in entries}.items())
    step = (len(ends) - 1) / (MOST_PICTURES - 1)
    chosen = {round(at * step) for at in range(MOST_PICTURES)}
    return [_frame(past, entries, *ends[at]) for at in sorted(chosen)]


def _frame(past: history.GameHistory, entries: Sequence[history.HistoryEntry], turn: int,
           number: int) -> Frame:
    game = past.game
    drawing = registry.get(game.ruleset).boards.standalone_board(
        past.view(number), names=past.names_at(number), heading=one_line(game.name))
    title = _("Turn %(turn)s") % {"turn": turn} if turn else _("The beginning")
    said = [sentence for entry in entries if entry.turn == turn
            for sentence in entry.sentences[entry.secret:]]
    return Frame(Picture(f"turn{turn}", drawing, BOARD_WIDTH, title),
                 " ".join([_("%(title)s.") % {"title": title}, *said]))
