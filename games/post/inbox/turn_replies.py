"""Replies to turn emails: orders that are played, questions, and refusals.

A reply counts if its token is valid and it came from the account's own address; orders from another
address wait for the owner's confirmation, if the owner allows that.  Orders are played all or
nothing (R18).  This module stores nothing in the inbox and sends nothing: ``processing`` does both
with the ``Result``, and ``emails.responses`` writes the answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from alexandros_rules import drafts, orders
from alexandros_rules.drafts import Draft
from alexandros_rules.errors import Refusal, Stale, Unreadable
from alexandros_rules.phrasing import chosen
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.small_words import NAMING, chosen_suggestion
from alexandros_rules.translation import translate_orders
from alexandros_rules.wording import begins_order, words
from games.base.refusals import Closed, Foreign
from games.models import Game, IncomingEmail, LoggedMove, OutgoingEmail
from games.post.inbox import commands, table_talk, tokens
from games.post.inbox.addressees import Reply, SeatReply, desk_address
from games.post.inbox.answers import FOR_THE_SITE, RECEIPT, UNREAD, Answer, Result
from games.post.inbox.parsing import consent, requests
from games.post.inbox.parsing.commands import read_commands
from games.post.inbox.parsing.left_out import Meaning
from games.post.inbox.parsing.lost_orders import Doubts, doubts_in_signature, first_lost
from games.post.inbox.parsing.message_reader import MARK
from games.post.inbox.parsing.quote_stripper import Removed
from games.post.inbox.parsing.requests import Lines, Request, after_preview, read_request
from games.post.inbox.table_talk import OTHER_SENDER
from games.post.outbox import preferences
from games.post.suggested_turns import suggested
from games.table.play import event_log, history, turn_clocks, turns

MAX_SUGGESTED_ORDERS = 12  # legal orders listed in a refusal
MAX_SHOWN_LINES = 8  # of an email that are not orders, quoted in its answer
MAX_SHOWN = 80  # characters of each
SIGNATURE_MARK = "-- "
# Refusals of orders beside something that may be about them.
INCOMPLETE = (CUT_OFF, NOT_WHOLE) = ("cut-off", "not-whole")

Status = IncomingEmail.Status


def handle(reply: SeatReply, *, now: datetime) -> Result:
    """Do what the email asks for; the caller must have locked the game, in a transaction.

    Raises Refusal only if the email is not read; later refusals are part of the result.
    """
    if _only_talks(reply):
        return table_talk.say_alone(reply, now=now)
    _check(reply)
    request = _request(reply)
    try:
        check_whole(reply, request)
        with transaction.atomic():  # if the orders are refused, nothing is said either
            table_talk.say_below_orders(reply, now=now)
            return _act(reply, request, now=now)
    except Refusal as refusal:
        return refused(reply, refusal, request=request)


def is_asked(reply: SeatReply) -> bool:
    """Return whether the email is a command or contains nothing but orders, right or wrong."""
    request = _request(reply)
    if request.command in (requests.ORDERS, requests.NOTHING):
        return request.has_only_orders
    return not reply.reading.refused


def is_playable(reply: SeatReply) -> bool:
    """Return whether the email contains legal orders for this turn from its player's address."""
    request = _request(reply)
    if (request.command != requests.ORDERS or reply.reading.refused or not reply.is_from_owner
            or not tokens.is_live(reply.token, reply.game, reply.seat)):
        return False
    ruleset, seat = event_log.ruleset_of(reply.game), reply.seat.index
    try:
        moves = orders.evaluate(ruleset, history.view(reply.game, seat), request.texts, seat=seat)
    except Refusal:
        return False
    return bool(moves)


def _only_talks(reply: SeatReply) -> bool:
    """Return whether the email only says something, which is possible at any time."""
    reading = reply.reading
    return (reading.talk is not None and not reading.refused
            and _request(reply).command == requests.NOTHING)


def _check(reply: SeatReply) -> None:
    """Refuse an email with an expired token, from another sender, or that cannot be read."""
    if not tokens.is_live(reply.token, reply.game, reply.seat):
        raise _expired(reply)
    if not reply.is_from_owner and not preferences.preferences_of(reply.user).other_senders:
        raise Foreign(OTHER_SENDER, _(
            "An email for your turn came from %(sender)s, which is not the address of your account,"
            " so nothing was played. Please write from %(address)s, or allow other addresses in"
            " your email settings. We will then ask you to confirm such orders."
        ) % _addresses(reply))
    if reply.reading.refused:
        raise Unreadable(reply.reading.refused, reply.reading.sentence)


def _expired(reply: SeatReply) -> Refusal:
    if reply.game.status == Game.Status.OVER:
        return Closed("over", _("The game is over, so nothing more can be played. You can step"
                                " through its replay."))
    if reply.seat.to_move:
        return Stale("turn-over", _("You have replied to the email about an earlier turn. Please"
                                    " reply to the newest email about this game."))
    return Stale("turn-over", _("This turn is over, and it is not your turn now. Please wait for"
                                " the next email about this game and reply to it."))


def _addresses(reply: SeatReply) -> dict[str, str]:
    return {"sender": reply.reading.sender, "address": reply.user.email or ""}


def _request(reply: SeatReply) -> Request:
    text = reply.reading.text
    if (shown := _confirmed(reply)) is not None:
        return Request(requests.ORDERS, shown, has_only_orders=True)
    choice = _choice(reply)
    if choice is None:
        return _written(reply, text)
    lines = text.split("\n")
    line = lines[choice.line]
    lines[choice.line] = line.removesuffix(_after_preview(reply, line)) + choice.order
    request = _written(reply, "\n".join(lines))
    if (request.command != requests.ORDERS or choice.is_quoted
            or _draft(reply, request).refusal is not None):
        return request
    return replace(request, command=requests.PREVIEW, is_unquoted=True)


def _confirmed(reply: SeatReply) -> Lines | None:
    """Return the orders that a "yes" confirms, if it answers an email of ours that asks about some.

    That is a preview, or a question about orders from another address.
    """
    text, verbs = reply.reading.text, event_log.ruleset_of(reply.game).verbs
    if not reply.is_from_owner or not reply.reading.answered or any(
            begins_order(spoken, verbs) for line in text.split("\n") if (spoken := words(line))):
        return None
    if consent.read_consent(text, names=names_of(reply)) != consent.ACCEPT:
        return None
    asked = IncomingEmail.objects.filter(
        Q(command=requests.PREVIEW) | Q(outcome=OTHER_SENDER), token=reply.token,
        answer__to=reply.address, answer__message_id=reply.reading.answered[-1]).first()
    return tuple((line, order) for line, order in asked.orders) or None if asked else None


@dataclass(frozen=True, slots=True)
class _Choice:
    """The line of a reply that chooses a suggested turn, and the orders of this turn.

    ``is_quoted`` is whether the reply quotes them: if not, we show what the number stands for, with
    a link that plays it.
    """

    line: int
    order: str
    is_quoted: bool


def _choice(reply: SeatReply) -> _Choice | None:
    """Return the choice of a suggested turn by its number, if the reply contains just one.

    What our email suggested is worked out again.
    """
    text = "\n".join(_after_preview(reply, line) for line in reply.reading.text.split("\n"))
    if not any(map(chosen_suggestion, text.split("\n"))):
        return None
    game, seat, number = reply.game, reply.seat, reply.token.number
    email = OutgoingEmail.objects.filter(game=game, seat=seat, user=reply.user, number=number
                                         ).order_by("-pk").first()
    if email is None:
        return None
    ruleset, view = event_log.ruleset_of(game), history.view(game, seat.index, number)
    found = suggested(email, game, seat, view=view, names=history.seat_names(game))
    offered = [turn.order for turn in found.turns]
    choice = chosen(ruleset, view, text, offered)
    if choice is None:
        return None
    line, place = choice
    order = offered[place - 1]
    removed = reply.reading.removed
    quoted = words("\n".join((*removed.quoted, *removed.open_end)))
    shown = words(f"{place} {translate_orders(order)}")
    is_quoted = f" {' '.join(shown)} " in f" {' '.join(quoted)} "
    return _Choice(line, order, is_quoted)


def _after_preview(reply: SeatReply, line: str) -> str:
    return after_preview(line, event_log.ruleset_of(reply.game).verbs)


def _written(reply: SeatReply, text: str) -> Request:
    ruleset = event_log.ruleset_of(reply.game)
    request = read_request(text, verbs=ruleset.verbs, things=ruleset.things,
                           known=ruleset.words, names=names_of(reply), others=_others(reply))
    # Elsewhere, a name may be the sender's, and is quoted as it is.
    return replace(request, orders=tuple(
        (line, order if ruleset.verbs.keys().isdisjoint(words(order))
         else turns.by_colours(reply.game, order)) for line, order in request.orders))


def _others(reply: SeatReply) -> list[str]:
    """Return the names of the other players."""
    others = reply.game.seats.exclude(index=reply.seat.index)
    return list(others.values_list("name", flat=True))


def names_of(reply: Reply) -> tuple[str, ...]:
    """Return the names with which the sender may sign."""
    local_part = reply.reading.sender.partition("@")[0]
    own = (reply.seat.name if reply.seat else "", reply.user.name if reply.user else "")
    return (*own, reply.reading.name, local_part)


class StrangeSignature(Unreadable):
    """The refusal of orders above a signature with ``lines`` that may be meant for the game."""

    def __init__(self, lines: Sequence[str]):
        super().__init__(CUT_OFF, _(
            "We do not know whether what stands below your signature line is meant for the game:"
            " “%(lines)s”. So we have played nothing. If this belongs to your signature, please"
            " write the same reply again. If not, please send all your orders again, above"
            " everything else."
        ) % {"lines": "”, “".join(_shown(lines))})
        self.lines = list(lines)


def check_whole(reply: SeatReply, request: Request) -> None:
    """Refuse orders if more may be in a part of the email that was removed (R18).

    Refuses (StrangeSignature) those above a signature that may say something about them, unless the
    same signature stood in an earlier email of the same sender.
    """
    if request.command in requests.QUESTIONS or reply.reading.removed == Removed():
        return
    lost = first_lost(reply.reading.removed, _meaning(reply), reply.quoted)
    doubts = _doubts(reply, request)
    lost = lost or next(iter(doubts.orders), "")
    if lost:
        raise Unreadable(CUT_OFF, _(
            "“%(line)s” may be an order of yours, but it is not where we read orders: it is in or"
            " below a quoted email, a signature or a dividing line. So that nothing of your turn is"
            " lost, we have played nothing. Please send all your orders again, above everything"
            " else, and without this line if it is not meant for the game."
        ) % {"line": lost})
    if doubts.others and not _is_known_signature(reply, request, doubts.others):
        raise StrangeSignature(doubts.others)


def _doubts(reply: SeatReply, request: Request) -> Doubts:
    """Return the lines below a signature line that may be meant for the game."""
    signature = reply.reading.removed.signature
    if not any(map(words, signature)):
        return Doubts((), ())
    is_whole = request.command == requests.PLAN or _is_whole_turn(reply, request)
    return doubts_in_signature(signature, _meaning(reply), is_whole=is_whole)


def _meaning(reply: SeatReply) -> Meaning:
    ruleset = event_log.ruleset_of(reply.game)
    return Meaning.of(ruleset.verbs, things=ruleset.things, known=ruleset.words,
                      names=names_of(reply), others=_others(reply))


def _is_known_signature(reply: SeatReply, request: Request, lines: Sequence[str]) -> bool:
    """Return whether these lines are known to be a part of the sender's signature.

    They are if they stood below orders of theirs that were played, or if the same reply has been
    refused because of them and now comes again.
    """
    with_them = IncomingEmail.objects.filter(
        sender=reply.reading.sender, finding__signature=list(lines))
    if with_them.filter(status=Status.DONE).exists():
        return True
    return any(request.command == requests.PLAN
               or [text for _number, text in refused.orders] == request.texts
               for refused in with_them.filter(token=reply.token))


def _is_whole_turn(reply: SeatReply, request: Request) -> bool:
    """Return whether the orders can be played and end the turn."""
    draft = _draft(reply, request)
    return bool(draft.steps) and draft.refusal is None and not _goes_on(reply, draft)


def _draft(reply: SeatReply, request: Request) -> Draft:
    seat = reply.seat.index
    return drafts.evaluate(event_log.ruleset_of(reply.game), history.view(reply.game, seat),
                           "\n".join(request.texts), seat=seat)


def _goes_on(reply: SeatReply, draft: Draft) -> bool:
    return drafts.goes_on(event_log.ruleset_of(reply.game), draft, seat=reply.seat.index)


def _act(reply: SeatReply, request: Request, *, now: datetime) -> Result:
    if not reply.is_from_owner:
        return _ask_owner(reply, request)
    if request.command == requests.ORDERS:
        return _play(reply, request, now=now)
    if request.command == requests.NOTHING:
        _check_number(reply.reading.text.split("\n"))
        raise Unreadable("nothing", _(
            'There are no orders in this email. Please write one order per line above the quoted'
            ' text, or write "%(help)s". To say something to the others, write a line "%(talk)s",'
            ' and your words below it.'
        ) % {"help": "help", "talk": MARK})
    if request.command == requests.EXTENSION:
        return _extend(reply, request, now=now)
    if request.command == requests.RESIGN:
        return _answer(reply, request, "confirm")
    if request.orders and request.command != requests.PREVIEW:
        raise Unreadable("mixed", _(
            'This email contains "%(command)s" and something else. Nothing was played. Please'
            ' write "%(command)s" alone, or only your orders.'
        ) % {"command": request.command})
    if request.command == requests.PREVIEW and _draft(reply, request).refusal is not None:
        _check_number(request.texts)
    return _answer(reply, request, "answer")


def _check_number(lines: Sequence[str]) -> None:
    """Refuse a number that may stand for one of our suggestions or for something else."""
    for line in lines:
        if (choice := chosen_suggestion(line)) and choice[0] > 0:
            raise Unreadable("number", _number_sentence(line.strip(), choice))


def _number_sentence(line: str, choice: tuple[int, bool]) -> str:
    """Return the reason why a line that is the number of a suggestion plays nothing."""
    number, is_named = choice
    if is_named:
        return _("We have not suggested a turn with this number for this position. Please choose"
                 " one from the newest email, or write the orders.")
    return _('It is not clear what "%(line)s" stands for. Please write "option %(number)s" if you'
             ' want one of the turns that we have suggested, or else a whole order.'
             ) % {"line": line, "number": number}


def _play(reply: SeatReply, request: Request, *, now: datetime) -> Result:
    if request.is_unsure:
        _check_whole_turn(reply, request)
    if any(not begins_order(words(text), event_log.ruleset_of(reply.game).verbs)
           for text in request.texts):
        _check_all_used(reply, request)
    receipt = turns.submit(reply.game, seat=reply.seat.index, user_id=reply.user.pk,
                           text=request.texts, number=reply.token.number, key=reply.identity,
                           actor=LoggedMove.Actor.MAIL, now=now)
    return Result(Status.DONE, requests.ORDERS, Answer(RECEIPT, receipt.last), request,
                  first=receipt.first, last=receipt.last, finding=_left_out(reply, request))


def _left_out(reply: SeatReply, request: Request) -> dict[str, Any] | None:
    """Return the lines that were left out, as the receipt and later emails need them."""
    signature = [line.strip() for line in reply.reading.removed.signature if words(line)]
    lines = [*_texts(request.left_out), *signature]
    if not lines:
        return None
    return {"left_out": _shown(lines), **_doubtful(_doubts(reply, request).others)}


def _doubtful(signature: Sequence[str]) -> dict[str, Any]:
    """Return the doubtful lines of a signature, for ``_is_known_signature``."""
    return {"signature": list(signature)} if signature else {}


def _check_all_used(reply: SeatReply, request: Request) -> None:
    """Refuse orders beside a line that changes nothing."""
    ruleset, seat = event_log.ruleset_of(reply.game), reply.seat.index
    view = history.view(reply.game, seat)
    if line := unused_line(ruleset, view, request.texts, seat=seat):
        raise Unreadable("unreadable", _("We do not know what this line asks for.")).at(line)


def unused_line(ruleset: Ruleset, view: Any, texts: Sequence[str], *, seat: int) -> int:
    """Return the number of the first line without a verb that changes nothing; 0 if none (R18).

    Orders in a person's own words may be understood although a part of them is not.
    """
    strange = [at for at, text in enumerate(texts)
               if len(texts) > 1 and not begins_order(words(text), ruleset.verbs)]
    try:
        moves = [move.text for move in orders.evaluate(ruleset, view, texts, seat=seat)
                 ] if strange else []
        for at in strange:
            rest = orders.evaluate(ruleset, view, [*texts[:at], *texts[at + 1 :]], seat=seat)
            if [move.text for move in rest] == moves:
                return at + 1
    except Refusal:
        return 0
    return 0


def _check_whole_turn(reply: SeatReply, request: Request) -> None:
    """Refuse a part of a turn beside sentences, which may be about the rest of it (R18)."""
    draft = _draft(reply, request)
    if draft.refusal is None and _goes_on(reply, draft):
        raise Unreadable(NOT_WHOLE, _(
            "Your orders are only a part of your turn, and “%(lines)s” may be about the rest of it,"
            " so we have played nothing. Please send your orders alone, or write a line “%(mark)s”"
            " above everything that is not an order."
        ) % {"lines": "”, “".join(_shown(_texts(request.left_out))), "mark": SIGNATURE_MARK})


def _texts(lines: Lines) -> list[str]:
    return [line for _number, line in lines]


def _shown(lines: Sequence[str]) -> list[str]:
    """Return the first of these lines, shortened, to be shown in a sentence."""
    return [line.removesuffix(".") if len(line) <= MAX_SHOWN else f"{line[:MAX_SHOWN]} …"
            for line in lines[:MAX_SHOWN_LINES]]


def _extend(reply: SeatReply, request: Request, *, now: datetime) -> Result:
    clock, _given = turn_clocks.ask(reply.game, seat=reply.seat.index,
                                    actor=LoggedMove.Actor.MAIL, now=now)
    answer = Answer("answer", reply.game.number, clock.deadline)
    return Result(Status.DONE, request.command, answer, request)


def _answer(reply: SeatReply, request: Request, kind: str) -> Result:
    return Result(Status.DONE, request.command, Answer(kind, reply.game.number), request,
                  finding={"unquoted": True} if request.is_unquoted else None)


def _ask_owner(reply: SeatReply, request: Request) -> Result:
    """Ask the owner of the account to confirm orders from another address.

    Refuses emails without orders (Foreign) and orders that are not legal.
    """
    if request.command != requests.ORDERS:
        raise Foreign(OTHER_SENDER, _(
            "An email for your turn came from %(sender)s, which is not the address of your account,"
            " so nothing was played. From other addresses we accept only orders, which you then"
            " confirm. For anything else, please write from %(address)s."
        ) % _addresses(reply))
    draft = _draft(reply, request)
    if draft.refusal is not None:
        raise draft.refusal
    return Result(Status.REFUSED, OTHER_SENDER, Answer("confirm", reply.game.number), request)


def refused(reply: SeatReply, refusal: Refusal, *, request: Request = UNREAD) -> Result:
    """Return the result of a refused reply; its answer tells the owner of the account why."""
    # Nobody need know of a stranger's email about a turn that is over.
    silent = refusal.code == "turn-over" and not reply.is_from_owner
    unsaid = {"unsaid": True} if reply.reading.talk else {}
    verbs = event_log.ruleset_of(reply.game).verbs
    found = _finding(request, refusal, verbs=verbs, lines=reply.reading.text.split("\n"))
    return Result(Status.REFUSED, found["code"],
                  None if silent else Answer("refusal", reply.game.number), request,
                  finding={**found, **unsaid})


def _unclear(lines: Sequence[str], advice: str) -> str:
    """Return the sentence about lines of an email that do not read as orders."""
    what = _("We cannot tell what this means.") if len(lines) == 1 else _(
        "We cannot tell what you mean by “%(lines)s”.") % {"lines": "”, “".join(_shown(lines))}
    return " ".join((what, _("So we have played nothing."), advice,
                     _("If it is, please send only your orders.")))


def _advice(*, is_above: bool) -> str:
    """Return what to do with a line above or below the orders that is not meant for the game."""
    if is_above:
        return _("If it is not meant for the game, please leave it out.")
    return _("If it is not meant for the game, such as a line of your signature, write a line"
             " “%(mark)s” above it.") % {"mark": SIGNATURE_MARK}


def _as_written(order: tuple[int, str], found: Lines, lines: Sequence[str]) -> str:
    """Return the line that begins with this order, and not only its part; else the order."""
    number, text = order
    return lines[number - 1].strip() if order == next(
        each for each in found if each[0] == number) else text


def _is_for_desk(line: str) -> bool:
    return any(each.phrase for each in read_commands(line, commands.by_phrase()))


def _finding(request: Request, refusal: Refusal, *, verbs: Mapping[str, bool],
             lines: Sequence[str]) -> dict[str, Any]:
    """Return the refusal as its answer needs it, with the line and order of the email.

    ``lines`` are all lines of the email.
    """
    found = request.orders
    line, order = found[refusal.line - 1] if 0 < refusal.line <= len(found) else (0, "")
    strange = tuple(each for each in found if line and each not in request.harmless
                    and not begins_order(words(each[1]), verbs))
    unclear = list(dict.fromkeys(_as_written(each, found, lines) for each in strange))
    advice = _advice(is_above=bool(strange) and any(
        number > strange[0][0] and begins_order(words(text), verbs) for number, text in found))
    code, sentence = refusal.code, refusal.sentence
    is_below = (line, order) in request.harmless
    if is_below:
        above = order
        line, order = next(each for each in found[refusal.line:] if each not in request.harmless)
        sentence = _("We cannot tell whether this is an order: it stands below “%(line)s”. If it is"
                     " not, write a line “%(mark)s” above it."
                     ) % {"line": above, "mark": SIGNATURE_MARK}
    if (line, order) in strange:
        if refusal.kind == "unreadable" and (desk := desk_address()) and _is_for_desk(order):
            sentence = _('"%(line)s" is a command for the whole site and not for this game. Please'
                         ' write it in a new email to %(desk)s.') % {"line": order, "desk": desk}
            code, unclear = FOR_THE_SITE, []
        elif (choice := chosen_suggestion(order)) is not None:
            sentence = _number_sentence(order, choice)
            unclear = []
        elif not NAMING.isdisjoint(words(order)):
            sentence = _('A turn that we have suggested is played if you write only its number, as'
                         ' in "option 1": without a condition and without anything else in that'
                         ' line.')
            unclear = []
        elif is_below or refusal.code == "turn-over":
            sentence, unclear = _unclear(unclear, advice), []
    if is_below or (line, order) in strange:
        order = _as_written((line, order), found, lines)
    # An unreadable order is refused with examples, which may not be legal now.
    allowed = () if refusal.kind == "unreadable" else dict.fromkeys(refusal.allowed)
    return {"code": code, "sentence": sentence, "line": line, "order": order,
            "allowed": list(allowed)[:MAX_SUGGESTED_ORDERS],
            "strange": _shown(unclear if found else _texts(request.left_out)), "advice": advice,
            **signature_of(refusal)}


def signature_of(refusal: Refusal) -> dict[str, Any]:
    """Return what the finding of this refusal says of the email's signature."""
    return _doubtful(refusal.lines if isinstance(refusal, StrangeSignature) else ())
