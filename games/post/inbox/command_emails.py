"""Emails with commands: replies to our answers, and emails to the address that everybody knows.

Whoever writes to that address gets one email, which asks them to confirm what they want with a
reply, because anybody can write in somebody else's name.  The reply proves that they read the
emails to their address.  If it has no account, it gets one then and not before.  From then on they
reply to any of our answers, and their commands take effect at once.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, field
from datetime import datetime, timedelta
from typing import Any

from django.db import transaction
from django.utils.translation import gettext as _

from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.translation import list_with_or
from alexandros_rules.wording import words
from games.base import web_addresses
from games.base.refusals import Closed, Foreign, TableRefusal
from games.models import IncomingEmail, OutgoingEmail, User
from games.people import accounts
from games.post.email_kinds import COMMANDS, DESK
from games.post.inbox import addressees, commands, quotas
from games.post.inbox.addressees import DeskEmail, EmailReply, Reply
from games.post.inbox.answers import Answer, Result
from games.post.inbox.commands import Said
from games.post.inbox.parsing import consent
from games.post.inbox.parsing.commands import MAX_READ, Line, read_commands
from games.post.inbox.parsing.left_out import without_footers
from games.post.inbox.parsing.requests import Request
from games.post.inbox.table_talk import OTHER_SENDER

# Questions to an address in a day, about emails that anybody may have written.
MAX_FOR_MEMBERS = 3
MAX_FOR_STRANGERS = 1
DAY = timedelta(days=1)
MAX_COMMANDS = 20  # of one email
CONFIRMED = "confirmed"  # the command of a reply that confirms what was asked for
NO_COMMAND = "no-command"  # the refusal of an email without any command
MAX_SHOWN = 200  # characters of a line in our answer
_ADDRESS = re.compile(r"[<(]?[\w.+-]+@[\w-]+(?:\.[\w-]+)+[>),;.]*")

Status = IncomingEmail.Status


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes in an email: commands and other lines, and whether it says yes or no."""

    lines: list[Line] = field(default_factory=list)
    is_yes: bool = False
    is_no: bool = False

    @property
    def orders(self) -> tuple[tuple[int, str], ...]:
        """The commands, numbered, as an incoming email stores them."""
        return tuple(enumerate((line.text for line in self.lines if line.phrase), 1))


def wishes_of(reply: Reply) -> Wishes:
    """Return what an email asks for; its subject counts if it says nothing else."""
    reading = reply.reading
    text = without_footers(reading.text)
    if not words(text) and not addressees.has_reply_prefix(reading.subject):
        text = reading.subject
    names = (reading.name, reply.address.partition("@")[0])
    kept, verdicts = list[str](), set[str]()
    for line in text.split("\n")[:MAX_READ]:
        verdict = consent.read_consent(line, names=names) if words(line) else consent.UNCLEAR
        verdicts.add(verdict)
        if verdict == consent.UNCLEAR:
            kept.append(line)
        elif name := consent.wanted_name(line):  # "yes, call me Ben"
            kept.append(f"call me {name}")
    lines = read_commands("\n".join(kept), commands.by_phrase(), names=names)
    return Wishes(lines, consent.ACCEPT in verdicts,
                  consent.DECLINE in verdicts and consent.ACCEPT not in verdicts and not lines)


def is_clear(reply: Reply) -> bool:
    """Return whether a reply begins with a command, as no program's does."""
    if not isinstance(reply, EmailReply) or reply.kind not in (DESK, COMMANDS):
        return False
    wishes = wishes_of(reply)
    return bool(wishes.lines and wishes.lines[0].phrase) or wishes.is_yes


def receive(reply: DeskEmail, *, now: datetime) -> Result:
    """Ask the sender to confirm what they have written; ignore too many emails in their name."""
    # The count locks a row, so that two emails of one sender are counted one after the other.
    quotas.count([("answered writer", reply.address)], size=0, now=now)
    asked = OutgoingEmail.objects.filter(kind=DESK, to=reply.address, created_at__gt=now - DAY)
    if asked.count() >= (MAX_FOR_STRANGERS if reply.user is None else MAX_FOR_MEMBERS):
        return Result(Status.IGNORED, "too-often")
    if reply.reading.refused:
        raise Unreadable(reply.reading.refused, reply.reading.sentence)
    wishes = wishes_of(reply)
    _check_number(wishes)
    orders = wishes.orders
    # We send nothing from this address, so what answers an email there is an absence note.
    if not orders and reply.reading.answered and not addressees.has_reply_prefix(
            reply.reading.subject):
        return Result(Status.IGNORED, "auto-reply")
    return Result(Status.DONE, DESK, Answer(DESK, 0), Request(COMMANDS, orders), finding={
        "unknown": [line.text[:MAX_SHOWN] for line in wishes.lines if not line.phrase]})


def handle(reply: EmailReply, *, now: datetime) -> Result:
    """Carry out the commands of a reply, each by itself and in their order, a new name first.

    A reply to a question of our desk may confirm what was asked for, and so make an account.
    """
    _check_sender(reply)
    wishes = wishes_of(reply)
    if wishes.is_no:
        return Result(Status.DONE, "declined", request=Request("declined"))
    is_ours = addressees.has_reply_prefix(reply.reading.subject) or is_clear(reply)
    has_command = any(line.phrase or line.meant for line in wishes.lines)
    if not is_ours or not (wishes.is_yes or has_command):
        raise _no_command()
    _check_number(wishes)
    user, is_new = _user(reply, wishes, now=now)
    asked, confirmed = _confirmed(reply) if wishes.is_yes else ([], False)
    # Others read the name at a new table and in its invitations.
    lines = sorted([*asked, *wishes.lines], key=lambda line: line.phrase not in commands.NAMING)
    results = [_carry_out(line, user, now=now) for line in lines]
    is_done = wishes.is_yes or any(result["done"] for result in results)
    status = Status.DONE if is_done else Status.REFUSED
    command = CONFIRMED if confirmed else COMMANDS
    orders = tuple(enumerate((line.text for line in lines), 1))
    return Result(status, command, Answer(COMMANDS, 0), Request(command, orders), finding={
        "sentence": results[0]["sentences"][0] if status == Status.REFUSED else "",
        "results": results, "welcome": user.name if is_new else "",
        "help": is_new or not results or any(result["help"] for result in results)})


def refused(reply: Reply, refusal: Refusal) -> Result:
    """Return the result of an email that was refused as a whole; its answer has the reason."""
    return Result(Status.REFUSED, refusal.code, Answer(COMMANDS, 0), finding={
        "code": refusal.code, "sentence": refusal.sentence, "results": [], "help": True})


def _no_command() -> Unreadable:
    return Unreadable(NO_COMMAND, _(
        "We have found no command in your email, so nothing has changed. Please write each command"
        " on a line of its own."))


def _check_number(wishes: Wishes) -> None:
    if len(wishes.lines) > MAX_COMMANDS:
        raise Unreadable("too-many-commands", _(
            "An email can have %(most)s commands at most, so nothing has changed. Please write them"
            " in several emails.") % {"most": MAX_COMMANDS})


def _check_sender(reply: EmailReply) -> None:
    if not reply.is_from_owner:
        raise Foreign(OTHER_SENDER, _(
            "An email with commands came from %(sender)s, which is not the address of your account,"
            " so nothing has changed. Please write from %(address)s.") % {
                "sender": web_addresses.broken(reply.reading.sender), "address": reply.address})
    if reply.reading.refused:
        raise Unreadable(reply.reading.refused, reply.reading.sentence)


def _user(reply: EmailReply, wishes: Wishes, *, now: datetime) -> tuple[User, bool]:
    """Return the user, with an account that is made now if they have said yes; and if it was."""
    user = reply.user
    if user is None:
        if not wishes.is_yes:
            raise TableRefusal("no-account", _(
                "You need an account for this. If you want one, please reply with “yes” in the"
                " first line, and with your commands below it."))
        user = accounts.member(reply.address, now=now)
        if not user.is_active:
            raise Closed("closed-account", _("This account is closed. Ask the operators of this"
                                             " site why."))
        addressees.lock_for_commands(user, reply.reading, reply.email)
    is_new = accounts.is_unused(user)
    accounts.prove(user, now=now)
    return user, is_new


def _confirmed(reply: EmailReply) -> tuple[list[Line], bool]:
    """Return the commands that this reply confirms, and whether it is the first to do so."""
    if reply.kind != DESK or IncomingEmail.objects.filter(
            replied_to=reply.email, command=CONFIRMED, status=Status.DONE).exists():
        return [], False
    asked = IncomingEmail.objects.filter(answer=reply.email).values_list("orders", flat=True)
    text = "\n".join(line for lines in asked for _number, line in lines)
    return read_commands(text, commands.by_phrase()), True


def _carry_out(line: Line, user: User, *, now: datetime) -> dict[str, Any]:
    """Carry out one command, and return what our answer says about it as JSON types.

    A command that is refused changes nothing.
    """
    try:
        with transaction.atomic():
            said, done = _act(line, user, now=now), True
    except Refusal as refusal:
        said, done = Said([refusal.sentence]), False
    return {"line": _shown(line.text[:MAX_SHOWN]), "done": done,
            "sentences": [str(each) for each in said.sentences],
            "games": [asdict(game) for game in said.games], "replay": said.replay,
            "help": said.lists_commands}


def _shown(text: str) -> str:
    """Return a line as our answer repeats it: no link, but with the email addresses in it."""
    return " ".join(word if _ADDRESS.fullmatch(word) else web_addresses.broken(word)
                    for word in text.split())


def _act(line: Line, user: User, *, now: datetime) -> Said:
    known = commands.by_phrase()
    if line.phrase:
        return known[line.phrase].act(user, line.rest, now=now)
    if line.meant:
        meant = dict.fromkeys(str(known[phrase].usage) or phrase for phrase in line.meant)
        raise Unreadable(NO_COMMAND, _(
            "We do not know this command. Did you mean %(commands)s?") % {
                "commands": list_with_or(f"“{usage}”" for usage in meant)})
    raise Unreadable(NO_COMMAND, _("We do not know this command. Write “help” to get all of them."))
