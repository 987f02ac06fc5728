"""What a mail from a player does: it plays, asks, or is told why it does neither.

Owns whose mail counts (a living key and the account's own address; from another only what
its owner then confirms, where he allows that), that orders are played once (R6), whole or
not at all (R18), and who is answered: only the account's own address, never a machine (R16),
and not without end.  Words are the mails' matter.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from engine import codec, drafts
from engine.errors import Refusal, Stale, Unreadable
from games.inbox import turn_tokens
from games.inbox.parsing import requests
from games.inbox.parsing.message_reader import Reading
from games.inbox.parsing.requests import Request, read_request
from games.models import Game, IncomingEmail, LoggedMove, Seat, TurnToken, User
from games.outbox import outbox, preferences
from games.play import event_log, history, turns
from games.refusals import Closed, Foreign

MOST_ERRORS = 5  # answers to one address in a day that say that something was wrong (R16)
MOST_ANSWERS = 60  # and answers to questions
MOST_COPIES = 3  # of one message that are answered with its receipt again
DAY = timedelta(days=1)
ALLOWED_KEPT = 12
OTHER_SENDER = "other-sender"
FOUND = (  # the columns of a message that say what came of it; ``identity`` is saved by itself
    "message_id", "sender", "token", "original", "command", "orders", "finding", "first", "last",
    "answer", "status", "outcome", "finished_at", "lease_until",
)

Status = IncomingEmail.Status


@dataclass(frozen=True, slots=True)
class IncomingReply:
    """A message on its way: what it says, whom its key stands for, and the table, locked."""

    message: IncomingEmail
    reading: Reading
    token: TurnToken
    game: Game
    seat: Seat
    user: User
    now: datetime

    @property
    def is_own(self) -> bool:
        """Whether it comes from the account's own address."""
        return self.reading.sender == (self.user.email or "").lower()


def handle(message: IncomingEmail, reading: Reading, *, now: datetime) -> None:
    """Does what the message asks and queues its answer, in one transaction."""
    with transaction.atomic():
        letter = _letter(message, reading, now=now)
        if letter is None:
            return
        if not _is_first(letter):
            _repeat(letter)
            return
        try:
            _act(letter)
        except Refusal as refusal:
            _refuse(letter, refusal)


def give_up(message: IncomingEmail, reading: Reading, *, now: datetime) -> None:
    """Tells the sender that his message could not be handled, through no fault of his."""
    with transaction.atomic():
        letter = _letter(message, reading, now=now)
        if letter is not None:
            _refuse(letter, Refusal("fault", "Something went wrong on our side and nothing was"
                                    " played. Please make your move on the page."))


def _letter(message: IncomingEmail, reading: Reading, *, now: datetime) -> IncomingReply | None:
    """The letter, its table locked; None for mail that is ignored without an answer, and for
    that of a worker who comes so late that another has taken it over."""
    if held(message).select_for_update().first() is None:
        return None
    message.message_id, message.sender = reading.message_id[:998], reading.sender[:320]
    token = None if reading.is_automatic else turn_tokens.first_token(reading.recipients)
    if token is None or not reading.sender:
        why = reading.reason or ("no-sender" if token else "unknown-address")
        _finish(message, Status.IGNORED, why, now=now)
        return None
    message.token = token
    game = Game.objects.select_for_update().get(pk=token.seat.game_id)
    user = User.objects.select_for_update().get(pk=token.user_id)
    seat = Seat.objects.get(pk=token.seat_id)
    if not turn_tokens.is_owner(token, seat) or not user.email:
        _finish(message, Status.IGNORED, "left", now=now)
        return None
    return IncomingReply(message, reading, token, game, seat, user, now)


def held(message: IncomingEmail) -> QuerySet[IncomingEmail]:
    """The row, as long as nobody has claimed it since its claim was read."""
    return IncomingEmail.objects.filter(pk=message.pk, status=Status.RECEIVED,
                                         attempts=message.attempts)


def _is_first(letter: IncomingReply) -> bool:
    """Whether no copy of this message was handled before (R6).

    Copies have the same Message-ID from the same sender to the same key; where there is no
    Message-ID, the same bytes.
    """
    reading, message = letter.reading, letter.message
    said = f"{letter.token.digest}\n{reading.sender}\n{reading.message_id or reading.digest}"
    identity = codec.text_digest(said)
    message.original = IncomingEmail.objects.filter(identity=identity).first()
    if message.original is not None:
        return False
    message.identity = identity
    try:
        with transaction.atomic():
            message.save(update_fields=["identity"])
    except IntegrityError:
        message.identity = None
        message.original = IncomingEmail.objects.get(identity=identity)
        return False
    return True


def _repeat(letter: IncomingReply) -> None:
    """Sends the receipt of the first copy once more: the same mail, not another one."""
    original = letter.message.original
    assert original is not None  # the caller has looked
    if original.answer_id and original.copies.count() < MOST_COPIES:
        outbox.send_copy(original.answer_id, now=letter.now)
    _finish(letter.message, Status.DONE, "repeat", now=letter.now)


def _act(letter: IncomingReply) -> None:
    reading = letter.reading
    if not turn_tokens.is_live(letter.token, letter.game, letter.seat):
        raise _dead(letter)
    if not letter.is_own and not preferences.preferences_of(letter.user).other_senders:
        raise _foreign(letter, "or allow other addresses on your page of mails; then such orders"
                       " wait for your click.")
    if reading.refused:
        raise Unreadable(reading.refused, reading.sentence)
    request = _request(letter)
    letter.message.command = request.command
    letter.message.orders = [list(line) for line in request.orders]
    if not letter.is_own:
        _ask_owner(letter, request)
    elif request.command == requests.ORDERS:
        _play(letter, request)
    elif request.command == requests.NOTHING:
        raise Unreadable("nothing", "There is no order in this mail. Write one move a line above"
                         " the quoted text, or write help.")
    elif request.command == requests.RESIGN:
        _ask(letter, "confirm")
    elif request.orders and request.command != requests.PREVIEW:
        raise Unreadable("mixed", f"This mail says {request.command} and something else. Nothing"
                         f" was played; write {request.command} alone, or only your orders.")
    else:
        _ask(letter, "answer")


def _dead(letter: IncomingReply) -> Refusal:
    if letter.game.status == Game.Status.OVER:
        return Closed("over", "The game is over; nothing more can be played. Look at its replay.")
    if letter.game.to_move == letter.seat.index:
        return Stale("turn-over", "You have answered the mail of an earlier turn. Nothing was"
                     " played; answer the newest mail of this game.")
    return Stale("turn-over", "This turn is over and it is not your turn now. Nothing was played;"
                 " wait for the next mail of this game and answer that.")


def _request(letter: IncomingReply) -> Request:
    local = letter.reading.sender.partition("@")[0]
    names = (letter.seat.name, letter.user.name, letter.reading.name, local)
    verbs = event_log.ruleset_of(letter.game).verbs
    return read_request(letter.reading.text, verbs=verbs, names=names)


def _play(letter: IncomingReply, request: Request) -> None:
    message = letter.message
    assert message.identity is not None  # given before anything is played
    receipt = turns.submit(letter.game, seat=letter.seat.index, text=request.texts,
                           number=letter.token.number, key=message.identity,
                           actor=LoggedMove.Actor.MAIL, now=letter.now)
    message.first, message.last = receipt.first, receipt.last
    _answer(letter, "receipt", number=receipt.last)
    _finish(message, Status.DONE, requests.ORDERS, now=letter.now)


def _ask(letter: IncomingReply, kind: str) -> None:
    """Answers a question: nothing is played by it."""
    message = letter.message
    _answer(letter, kind, number=letter.game.number, most=MOST_ANSWERS, status=Status.DONE)
    _finish(message, Status.DONE, message.command, now=letter.now)


def _foreign(letter: IncomingReply, instead: str) -> Refusal:
    return Foreign(OTHER_SENDER, f"A mail for your turn came from {letter.reading.sender}, which is"
                   " not the address of your account, so nothing was played. Write from"
                   f" {letter.user.email}, {instead}")


def _ask_owner(letter: IncomingReply, request: Request) -> None:
    """Orders from an address that is not the account's wait for its owner's click.

    What is wrong with them he is told instead, like of his own.
    """
    if request.command != requests.ORDERS:
        raise _foreign(letter, "from where alone you can ask; from elsewhere only orders are"
                       " taken, which you then confirm.")
    view = history.view(letter.game, letter.seat.index)
    draft = drafts.evaluate(event_log.ruleset_of(letter.game), view, "\n".join(request.texts),
                        seat=letter.seat.index)
    if draft.refusal is not None:
        raise draft.refusal
    _answer(letter, "confirm", number=letter.game.number, most=MOST_ERRORS, status=Status.REFUSED)
    _finish(letter.message, Status.REFUSED, OTHER_SENDER, now=letter.now)


def _refuse(letter: IncomingReply, refusal: Refusal) -> None:
    """Keeps what was wrong and tells it to the account's own address.

    Mail of somebody else about a turn that has passed is not worth troubling its owner.
    """
    written = letter.message.orders
    line, order = written[refusal.line - 1] if 0 < refusal.line <= len(written) else (0, "")
    # What the unreadable is answered with are examples, not what is legal now.
    allowed = () if refusal.kind == "unreadable" else dict.fromkeys(refusal.allowed)
    letter.message.finding = {
        "code": refusal.code, "sentence": refusal.sentence, "line": line, "order": order,
        "allowed": list(allowed)[:ALLOWED_KEPT],
        "last": _answered(letter, Status.REFUSED) == MOST_ERRORS - 1,
    }
    if letter.is_own or refusal.code != "turn-over":
        _answer(letter, "refusal", number=letter.game.number, most=MOST_ERRORS,
                status=Status.REFUSED)
    _finish(letter.message, Status.REFUSED, refusal.code, now=letter.now)


def _answer(
    letter: IncomingReply, kind: str, *, number: int, most: int = 0, status: str = ""
) -> None:
    """Queues the answer, unless there were ``most`` with this status within a day."""
    if most and _answered(letter, status) >= most:
        return
    assert letter.user.email is not None  # looked at when the letter was opened
    letter.message.answer = outbox.queue(kind, to=letter.user.email, now=letter.now,
                                       game=letter.game, seat=letter.seat, user=letter.user,
                                       number=number)


def _answered(letter: IncomingReply, status: str) -> int:
    since = letter.now - DAY
    found = IncomingEmail.objects.filter(
        token__user=letter.user, status=status, answer__isnull=False, finished_at__gt=since
    )
    if status == Status.DONE:
        found = found.exclude(command=requests.ORDERS)
    return found.count()


def _finish(message: IncomingEmail, status: str, outcome: str, *, now: datetime) -> None:
    message.status, message.outcome = status, outcome[:40]
    message.finished_at, message.lease_until = now, None
    message.save(update_fields=FOUND)
