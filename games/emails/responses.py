"""What is said to somebody who wrote: one short function a kind of answer.

Facts come from the message that is answered (``mail.inbound``) and from the log at the
mail's row, in its writer's eyes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any

from engine import drafts
from engine.drafts import Draft
from engine.spelling import Correction, correct
from games.emails.notifications import (
    EmailContent,
    Kinds,
    advised,
    answerable,
    at_table,
    link_to,
    with_board,
)
from games.inbox import action_links
from games.inbox.parsing import requests
from games.inbox.replies import OTHER_SENDER
from games.models import Game, IncomingEmail, OutgoingEmail, Seat
from games.outbox.outbox import Obsolete
from games.play import event_log, history

SHOWN = 40  # orders of one kind in a list of what is possible
FOLLOWED = 8  # so many orders at most are told with what has to follow them
UNREADABLE = "unreadable"


@dataclass(frozen=True, slots=True)
class Possible:
    """Legal orders that begin with the same word; ``more`` says how many are left out.

    ``after`` is the order they would follow, "" for those that can be given now.
    """

    verb: str
    orders: tuple[str, ...]
    more: int
    after: str = ""


def receipt(mail: OutgoingEmail) -> EmailContent:
    """Your orders are played: what they did, which cards came, the new position."""
    game, seat, message = _opened(mail)
    if message.first is None or message.last is None:
        raise Obsolete("nothing was played by this message")
    played = history.timeline(game, seat.index, after=message.first - 1, number=message.last)
    letter = _reply(mail, message, game, seat, {
        "orders": [entry.move for entry in played],
        "done": [sentence for entry in played for sentence in entry.sentences],
        "possible": possible(game, seat, mail.number),
    })
    return advised(mail, letter) if letter.context["mine"] else letter


def refusal(mail: OutgoingEmail) -> EmailContent:
    """Your orders are not played: the line, the reason, what would be legal (R18)."""
    game, seat, message = _opened(mail)
    finding = message.finding or {}
    reached = _draft(mail, game, seat, message)
    allowed = finding.get("allowed") or ()
    foreign = finding.get("code") == OTHER_SENDER
    unreadable = finding.get("code") == UNREADABLE
    letter = _reply(mail, message, game, seat, {
        "finding": finding,
        "foreign": foreign,
        "allowed": allowed,
        "possible": () if allowed or foreign else _legal(game, seat, reached.view),
        "meant": _meant(game, seat, message, reached) if unreadable else None,
        "unreadable": unreadable,
        "good": [step.text for step in reached.steps] if finding.get("line") else [],
    })
    return advised(mail, letter) if letter.context["mine"] and not foreign else letter


def answer(mail: OutgoingEmail) -> EmailContent:
    """What you asked for: help, the position, what is possible, what orders would do."""
    game, seat, message = _opened(mail)
    asked = message.command
    context: dict[str, Any] = {
        "asked": asked, "rules": link_to("rules"),
        "possible": possible(game, seat, mail.number) if asked in ("moves", "help") else (),
    }
    if asked == "moves":
        context["following"] = _following(game, seat, mail.number, context["possible"])
    if asked == requests.PREVIEW:
        return _preview(mail, message, game, seat, context)
    return _reply(mail, message, game, seat, context)


def _preview(mail: OutgoingEmail, message: IncomingEmail, game: Game, seat: Seat,
             context: dict[str, Any]) -> EmailContent:
    draft = _draft(mail, game, seat, message)
    link = _action(mail, game, seat, draft) if draft.steps and not draft.refusal else ""
    told = {"draft": draft, "done": _sentences(game, draft), "confirm": link,
            "meant": _meant(game, seat, message, draft)}
    return _reply(mail, message, game, seat, {**context, **told}, view=draft.view)


def confirm(mail: OutgoingEmail) -> EmailContent:
    """Nothing is done before you click: orders from another address, or leaving the game."""
    game, seat, message = _opened(mail)
    if message.command == requests.RESIGN:
        link = action_links.resign_url(game, seat, now=mail.created_at, number=mail.number)
        return _reply(mail, message, game, seat, {"resign": True, "confirm": link})
    draft = _draft(mail, game, seat, message)
    return _reply(mail, message, game, seat, {
        "draft": draft, "sender": message.sender, "done": _sentences(game, draft),
        "confirm": _action(mail, game, seat, draft),
    }, view=draft.view)


KINDS: Kinds = {"receipt": receipt, "refusal": refusal, "answer": answer, "confirm": confirm}


def possible(game: Game, seat: Seat, number: int) -> tuple[Possible, ...]:
    """What this seat may order at the position after row ``number``; () when it is not its turn."""
    return _legal(game, seat, history.view(game, seat.index, number))


def _legal(game: Game, seat: Seat, view: Any) -> tuple[Possible, ...]:
    ruleset = event_log.ruleset_of(game)
    if seat.index not in ruleset.status(view).to_move:
        return ()
    return _grouped(ruleset.format(move, view) for move in ruleset.legal_moves(view))


def _grouped(written: Iterable[str]) -> tuple[Possible, ...]:
    groups: dict[str, list[str]] = {}
    for order in written:
        groups.setdefault(order.split()[0], []).append(order)
    return tuple(
        Possible(verb, tuple(found[:SHOWN]), max(0, len(found) - SHOWN))
        for verb, found in groups.items()
    )


def _following(game: Game, seat: Seat, number: int,
               now: Iterable[Possible]) -> tuple[Possible, ...]:
    """The orders that must follow another one, where all of them are of one kind."""
    first = [order for group in now for order in group.orders]
    if len(first) > FOLLOWED:
        return ()
    ruleset, view = event_log.ruleset_of(game), history.view(game, seat.index, number)
    reached = [(order, drafts.evaluate(ruleset, view, order, seat=seat.index)) for order in first]
    after = [(order, _legal(game, seat, draft.view)) for order, draft in reached]
    return tuple(replace(groups[0], after=order) for order, groups in after if len(groups) == 1)


def _meant(game: Game, seat: Seat, message: IncomingEmail, reached: Draft) -> Correction | None:
    """The message's orders with their spelling corrected, None when nothing is near."""
    return correct(event_log.ruleset_of(game), reached.start, _written(message), seat=seat.index)


def _opened(mail: OutgoingEmail) -> tuple[Game, Seat, IncomingEmail]:
    game, seat = at_table(mail)
    message = IncomingEmail.objects.filter(answer=mail).first()
    if message is None:
        raise Obsolete("the message this would answer is gone")
    return game, seat, message


def _reply(
    mail: OutgoingEmail,
    message: IncomingEmail,
    game: Game,
    seat: Seat,
    context: dict[str, Any],
    *,
    view: Any = None,
) -> EmailContent:
    told = {"link": link_to("game", game.code), **context}
    letter = with_board(mail, game, seat, told, view=view)
    return answerable(mail, letter, answers=_message_id(message))


def _message_id(message: IncomingEmail) -> str:
    """The id as a header takes it; "" for one that is none."""
    known = message.message_id
    return known if known.isascii() and known.isprintable() and len(known) < 250 else ""


def _draft(mail: OutgoingEmail, game: Game, seat: Seat, message: IncomingEmail) -> Draft:
    """The message's orders on the position of the mail, as far as they go."""
    view = history.view(game, seat.index, mail.number)
    text = "\n".join(_written(message))
    return drafts.evaluate(event_log.ruleset_of(game), view, text, seat=seat.index)


def _written(message: IncomingEmail) -> list[str]:
    return [order for _, order in message.orders]


def _action(mail: OutgoingEmail, game: Game, seat: Seat, draft: Draft) -> str:
    return action_links.action_url(game, seat, draft.text, now=mail.created_at, number=mail.number)


def _sentences(game: Game, draft: Draft) -> list[str]:
    return drafts.describe(
        draft, ruleset=event_log.ruleset_of(game), names=history.seat_names(game)
    )
