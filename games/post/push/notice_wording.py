"""What a notification says, and whether it is still true when it is sent.

A notification says nothing about what happens in the game, so nothing hidden can get into it.
"""

from __future__ import annotations

from django.conf import settings
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _

from games.models import Game, PushNotice, Seat, SeatClock
from games.post.push.web_push import Message
from games.table.clocks import playing_hours, time_wording

TURN, REMINDER, OVER, TEST = "turn", "reminder", "over", "test"
ASKED = "asked"


def sentence(kind: str, *, deadline: str = "") -> str:
    """Return the sentence of a notification; ``deadline`` is a phrase such as "Tuesday 18:00"."""
    if kind == OVER:
        return _("The game is over.")
    if kind == ASKED:
        return _("Somebody makes you an offer.")
    if kind == TEST:
        return _("Notifications work on this device.")
    if deadline:
        return _("Your turn until %(deadline)s") % {"deadline": deadline}
    return _("Still your turn") if kind == REMINDER else _("Your turn")


def message(notice: PushNotice) -> Message | None:
    """Return the notification for this notice; None if it is no longer true.

    ``notice`` comes with its device, its user and its game.
    """
    with translation.override(settings.LANGUAGE_CODE):
        text = sentence(notice.kind, deadline=_deadline(notice))
    if notice.game is None:
        return Message(str(settings.SITE_NAME), text, f"{reverse('email-settings')}#notifications",
                       topic=TEST)
    if not _is_true(notice, notice.game):
        return None
    url = reverse("game", kwargs={"code": notice.game.code})
    return Message(notice.game.name, text, url, topic=notice.game.code)


def _deadline(notice: PushNotice) -> str:
    """Until when the user has time for their turn, in their time zone; "" if it does not end."""
    user = notice.device.user
    clock = SeatClock.objects.filter(seat__game=notice.game, seat__user=user).first()
    if notice.game is None or clock is None or clock.deadline is None:
        return ""
    return time_wording.fixed(clock.deadline, zone=playing_hours.zone_of(user))


def _is_true(notice: PushNotice, game: Game) -> bool:
    seat = Seat.objects.filter(game=game, user=notice.device.user_id).first()
    if seat is None or not notice.device.user.is_active:
        return False
    if notice.kind == OVER:
        return game.status == Game.Status.OVER
    if game.status != Game.Status.RUNNING:
        return False
    return bool(seat.asked) if notice.kind == ASKED else seat.to_move
