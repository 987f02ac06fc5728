"""What must hold after a drill: nothing lost, nothing doubled, nothing stuck."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from django.db.models import Sum

from games.features.review import reviewing
from games.models import (
    Failure,
    Game,
    IncomingEmail,
    LoggedMove,
    OutgoingEmail,
    Review,
    Seat,
    TurnAdvice,
    TurnToken,
)
from games.table.play import verification
from tests.drill.ledger import Accepted, Ledger, Unanswered
from tests.drill.mail_server import MailServer

UNFINISHED = [OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.SENDING,
              OutgoingEmail.Status.RETRY]


def pending() -> dict[str, int]:
    """Work that is not done yet, by its kind; empty when the service has settled."""
    unread = IncomingEmail.objects.filter(status=IncomingEmail.Status.RECEIVED)
    bots = Seat.objects.filter(to_move=True, game__status=Game.Status.RUNNING).exclude(bot="")
    hints = TurnAdvice.objects.filter(look_at__isnull=False)
    reviews = Review.objects.filter(done_at=None, failures__lt=reviewing.ATTEMPTS)
    counts = {
        "emails to send": OutgoingEmail.objects.filter(status__in=UNFINISHED).count(),
        "emails to read": unread.count(),
        "bots to move": bots.count(),
        "hints to find": hints.count(),
        "games to review": reviews.count(),
    }
    return {what: count for what, count in counts.items() if count}


def progress() -> object:
    """Something that changes as long as pending work goes on."""
    rows = Review.objects.aggregate(rows=Sum("row"))
    return pending(), rows, LoggedMove.objects.count()


def faults(ledger: Ledger, mail: MailServer, *, killed: int) -> list[str]:
    """A sentence for everything that is wrong."""
    return [
        *ledger.complaints, *map(_unanswered, ledger.unanswered), *_stuck(), *_untold(),
        *_logs(), *_moves(ledger), *_incoming(ledger), *_deliveries(mail, killed=killed),
    ]


def _unanswered(email: Unanswered) -> str:
    """What became of the email and of its answer."""
    found = IncomingEmail.objects.filter(message_id=email.message_id).select_related("answer")
    reading = "; ".join(map(_handled, found)) or "never stored"
    return (f"{email.code}: no answer to the email {email.order!r} in {email.seconds:.0f} s"
            f" ({reading})")


def _handled(message: IncomingEmail) -> str:
    what = f"{message.status} {message.outcome} at {message.finished_at}"
    answer = message.answer
    if answer is None:
        return f"{what}, without an answer"
    return f"{what}, answer {answer.status} at {answer.sent_at} {answer.error}".rstrip()


def _stuck() -> Iterator[str]:
    for what, count in pending().items():
        yield f"stuck: {count} {what}"
    for email in OutgoingEmail.objects.filter(status=OutgoingEmail.Status.FAILED):
        if not email.is_obsolete:
            yield f"given up: {email} ({email.error})"
    for review in Review.objects.filter(done_at=None, failures__gte=reviewing.ATTEMPTS):
        yield f"given up: the review of {review.game.code}"
    for game in reviewing.reviewed(Game.objects.filter(review=None)):
        yield f"{game.code}: is over, and nobody has reviewed it"
    away = ("InterfaceError", "OperationalError")  # of the database, which the drill stops
    for failure in Failure.objects.exclude(error__in=away).select_related("game"):
        yield (f"{failure.game.code}: {failure.error} {failure.times} times while doing"
               f" {failure.doing!r}, at {failure.place}")


def _untold() -> Iterator[str]:
    """Whoever is to move has an email that they can answer."""
    seats = Seat.objects.filter(to_move=True, user__email__isnull=False,
                                game__status=Game.Status.RUNNING).select_related("game", "user")
    for seat in seats:
        rows = TurnToken.objects.filter(seat=seat, turn=seat.game.turn,
                                        purpose=TurnToken.Purpose.REPLY).values("number")
        if not OutgoingEmail.objects.filter(user=seat.user, game=seat.game, number__in=rows,
                                            status=OutgoingEmail.Status.SENT).exists():
            yield f"{seat.game.code}: {seat.user} is to move and was not told"


def _logs() -> Iterator[str]:
    for game in Game.objects.exclude(number=0):
        fault = verification.first_fault(game)
        if fault is not None:
            yield f"{game.code}: {fault}"


def _moves(ledger: Ledger) -> Iterator[str]:
    """Every accepted move is in the log once, and every move of a person was accepted once."""
    claimed: Counter[tuple[str, int]] = Counter()
    for move in [*ledger.accepted, *_accepted_by_email()]:
        claimed.update((move.code, number) for number in range(move.first, move.last + 1))
        rows = LoggedMove.objects.filter(game__code=move.code, seat=move.seat,
                                         number__range=(move.first, move.last))
        if rows.count() != move.last - move.first + 1:
            yield f"{move.code}: lost {move.order!r}, which was accepted as row {move.first}"
    for place, times in claimed.items():
        if times > 1:
            yield f"{place}: accepted {times} times"
    people = LoggedMove.objects.filter(
        actor__in=[LoggedMove.Actor.PAGE, LoggedMove.Actor.MAIL])
    for place in set(people.values_list("game__code", "number")) - set(claimed):
        yield f"{place}: played, but nobody was told"


def _accepted_by_email() -> Iterator[Accepted]:
    messages = IncomingEmail.objects.filter(first__isnull=False).select_related("token__seat__game")
    for message in messages:
        assert message.token is not None
        assert message.first is not None
        assert message.last is not None
        seat = message.token.seat
        yield Accepted(seat.game.code, seat.index, str(message.orders), message.first,
                       message.last)


def _incoming(ledger: Ledger) -> Iterator[str]:
    """Every acknowledged email was stored, and had its effect once."""
    known = set(IncomingEmail.objects.values_list("message_id", flat=True))
    for message_id in ledger.emailed - known:
        yield f"lost: the email {message_id}, which the door had acknowledged"
    refused = IncomingEmail.objects.filter(status=IncomingEmail.Status.REFUSED)
    for message in refused.select_related("token__seat__game"):
        if not ((message.outcome == "turn-over" and _is_late(message))
                or (message.outcome == "stale" and _has_moved_on(message))):
            yield f"refused: {message.orders} ({message.outcome}: {message.finding})"


def _is_late(message: IncomingEmail) -> bool:
    """Whether a later turn had begun before this email was handled."""
    token = message.token
    assert token is not None
    return TurnToken.objects.filter(seat__game=token.seat.game_id, turn__gt=token.turn,
                                    created_at__lte=message.finished_at).exists()


def _has_moved_on(message: IncomingEmail) -> bool:
    """Whether another seat has moved since the email that this one answers; both may act."""
    token = message.token
    assert token is not None
    others = LoggedMove.objects.filter(game=token.seat.game_id, number__gt=token.number)
    return others.exclude(seat=None).exclude(seat=token.seat.index).exists()


def _deliveries(mail: MailServer, *, killed: int) -> Iterator[str]:
    """Every email that was sent has arrived; copies are few and the same."""
    arrived = Counter(delivery.message_id for delivery in mail.deliveries)
    sent = set(OutgoingEmail.objects.filter(
        status=OutgoingEmail.Status.SENT).values_list("message_id", flat=True))
    for message_id in sent - set(arrived):
        yield f"lost: the email {message_id}, which counts as sent"
    contents = {(delivery.message_id, delivery.digest) for delivery in mail.deliveries}
    if len(contents) != len(arrived):
        yield f"{len(contents) - len(arrived)} emails arrived in two versions"
    extra = sum(arrived.values()) - len(arrived)
    if extra > killed:
        yield f"{extra} emails arrived again, though only {killed} deliveries were interrupted"
