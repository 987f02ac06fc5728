"""What people are told about somebody's reliability, and what a table asks of its players."""

from __future__ import annotations

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.clocks.reliability import NEWCOMER_BELOW, Standing
from games.models import Game, Reliability


def label(standing: Standing) -> str:
    """A few words beside somebody's name: "mostly in time"."""
    if standing.verdict is None:
        return _("new here")
    return {Reliability.ALWAYS: _("always in time"), Reliability.MOSTLY: _("mostly in time"),
            Reliability.ANY: _("rarely in time")}[standing.verdict]


def label_with_excused(standing: Standing) -> str:
    """The same with the number of excused turns: "mostly in time, 3 excused"."""
    if not standing.excused:
        return label(standing)
    return ngettext("%(label)s, %(count)s excused", "%(label)s, %(count)s excused",
                    standing.excused) % {"label": label(standing), "count": standing.excused}


def about_yourself(standing: Standing) -> str:
    """What the account page says to its owner."""
    return " ".join(filter(None, (_own_verdict(standing), _own_excused(standing))))


def _own_verdict(standing: Standing) -> str:
    figures = {"in_time": standing.in_time, "count": standing.counted, "few": NEWCOMER_BELOW}
    if standing.verdict is None:
        return _("You are new here: after %(few)s turns against a clock, others see whether you"
                 " play in time.") % figures
    if standing.verdict == Reliability.ALWAYS:
        return _("You always play in time: %(in_time)s of your last %(count)s turns.") % figures
    if standing.verdict == Reliability.MOSTLY:
        return _("You play mostly in time: %(in_time)s of your last %(count)s turns.") % figures
    return _("You rarely play in time: %(in_time)s of your last %(count)s turns. Turns in time"
             " improve this.") % figures


def _own_excused(standing: Standing) -> str:
    if not standing.excused:
        return ""
    return ngettext("%(count)s more turn was excused.", "%(count)s more turns were excused.",
                    standing.excused) % {"count": standing.excused}


def requirement(game: Game) -> str:
    """Who may join a table without an invitation; "" if everybody may."""
    required = Reliability(game.required_reliability)
    if required == Reliability.ALWAYS:
        return (_("For people who always play in time, and for newcomers.") if game.newcomers
                else _("For people who always play in time."))
    if required == Reliability.MOSTLY:
        return (_("For people who play mostly in time, and for newcomers.") if game.newcomers
                else _("For people who play mostly in time."))
    return ""
