"""What is said to somebody who wrote: one short function a kind of answer.

Facts come from the message that is answered (``mail.inbound``) and from the log at the
mail's row, in its writer's eyes.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from engine import registry
from games.inbound import orders
from games.mail.letters import Kinds, Letter, answerable, at_table, link_to, with_board
from games.models import Game, InboundMessage, Mail, Seat
from games.services import drafts, links, positions
from games.services.drafts import Draft
from games.services.post import Moot
from games.services.replies import OTHER_SENDER

SHOWN = 40  # orders of one kind in a list of what is possible


@dataclass(frozen=True, slots=True)
class Possible:
    """Legal orders that begin with the same word; ``more`` says how many are left out."""

    verb: str
    orders: tuple[str, ...]
    more: int


def receipt(mail: Mail) -> Letter:
    """Your orders are played: what they did, which cards came, the new position."""
    game, seat, message = _opened(mail)
    if message.first is None or message.last is None:
        raise Moot("nothing was played by this message")
    played = positions.timeline(game, seat.index, after=message.first - 1, number=message.last)
    return _reply(mail, message, game, seat, {
        "orders": [entry.move for entry in played],
        "done": [sentence for entry in played for sentence in entry.sentences],
        "possible": possible(game, seat, mail.number),
    })


def refusal(mail: Mail) -> Letter:
    """Your orders are not played: the line, the reason, what would be legal (R18)."""
    game, seat, message = _opened(mail)
    finding = message.finding or {}
    reached = _draft(mail, game, seat, message)
    allowed = finding.get("allowed") or ()
    foreign = finding.get("code") == OTHER_SENDER
    return _reply(mail, message, game, seat, {
        "finding": finding,
        "foreign": foreign,
        "allowed": allowed,
        "possible": () if allowed or foreign else _legal(game, seat, reached.view),
        "good": [step.text for step in reached.steps] if finding.get("line") else [],
    })


def answer(mail: Mail) -> Letter:
    """What you asked for: help, the position, what is possible, what orders would do."""
    game, seat, message = _opened(mail)
    asked = message.command
    context: dict[str, Any] = {
        "asked": asked,
        "possible": possible(game, seat, mail.number) if asked in ("moves", "help") else (),
    }
    if asked == orders.PREVIEW:
        return _preview(mail, message, game, seat, context)
    return _reply(mail, message, game, seat, context)


def _preview(mail: Mail, message: InboundMessage, game: Game, seat: Seat,
             context: dict[str, Any]) -> Letter:
    draft = _draft(mail, game, seat, message)
    link = _action(mail, game, seat, draft) if draft.steps and not draft.refusal else ""
    told = {"draft": draft, "done": _sentences(game, draft), "confirm": link}
    return _reply(mail, message, game, seat, {**context, **told}, view=draft.view)


def confirm(mail: Mail) -> Letter:
    """Nothing is done before you click: orders from another address, or leaving the game."""
    game, seat, message = _opened(mail)
    if message.command == orders.RESIGN:
        link = links.resign_url(game, seat, now=mail.created_at, number=mail.number)
        return _reply(mail, message, game, seat, {"resign": True, "confirm": link})
    draft = _draft(mail, game, seat, message)
    return _reply(mail, message, game, seat, {
        "draft": draft, "sender": message.sender, "done": _sentences(game, draft),
        "confirm": _action(mail, game, seat, draft),
    }, view=draft.view)


KINDS: Kinds = {"receipt": receipt, "refusal": refusal, "answer": answer, "confirm": confirm}


def possible(game: Game, seat: Seat, number: int) -> tuple[Possible, ...]:
    """What this seat may order at the position after row ``number``; () when it is not its turn."""
    return _legal(game, seat, positions.view(game, seat.index, number))


def _legal(game: Game, seat: Seat, view: Any) -> tuple[Possible, ...]:
    ruleset = registry.get(game.ruleset)
    if seat.index not in ruleset.status(view).to_move:
        return ()
    return _grouped(ruleset.format(move, view) for move in ruleset.legal(view))


def _grouped(written: Iterable[str]) -> tuple[Possible, ...]:
    groups: dict[str, list[str]] = {}
    for order in written:
        groups.setdefault(order.split()[0], []).append(order)
    return tuple(
        Possible(verb, tuple(found[:SHOWN]), max(0, len(found) - SHOWN))
        for verb, found in groups.items()
    )


def _opened(mail: Mail) -> tuple[Game, Seat, InboundMessage]:
    game, seat = at_table(mail)
    message = InboundMessage.objects.filter(answer=mail).first()
    if message is None:
        raise Moot("the message this would answer is gone")
    return game, seat, message


def _reply(mail: Mail, message: InboundMessage, game: Game, seat: Seat, context: dict[str, Any],
           *, view: Any = None) -> Letter:
    told = {"link": link_to("game", game.code), **context}
    letter = with_board(mail, game, seat, told, view=view)
    return answerable(mail, letter, answers=_message_id(message))


def _message_id(message: InboundMessage) -> str:
    """The id as a header takes it; "" for one that is none."""
    known = message.message_id
    return known if known.isascii() and known.isprintable() and len(known) < 250 else ""


def _draft(mail: Mail, game: Game, seat: Seat, message: InboundMessage) -> Draft:
    """The message's orders on the position of the mail, as far as they go."""
    view = positions.view(game, seat.index, mail.number)
    text = "\n".join(order for _, order in message.orders)
    return drafts.read(registry.get(game.ruleset), view, text, seat=seat.index)


def _action(mail: Mail, game: Game, seat: Seat, draft: Draft) -> str:
    return links.action_url(game, seat, draft.text, now=mail.created_at, number=mail.number)


def _sentences(game: Game, draft: Draft) -> list[str]:
    return drafts.sentences(draft, ruleset=registry.get(game.ruleset), names=positions.names(game))
