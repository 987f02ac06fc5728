"""What somebody asks for when they create a table: its pace, and how reliable players must be.

Every function returns the checked value or raises a refusal.  This module reads no tables and
stores nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from engine.translation import list_with_or
from games.base.refusals import TableRefusal
from games.clocks import paces, periods
from games.clocks.paces import TimeControl
from games.models import Pace, Reliability

_OUT_OF_BOUNDS: Mapping[str, str] = {
    "at_start": gettext_noop("The time at the start can be %(least)s to %(most)s. Please change it,"
                             " or leave it empty."),
    "per_turn": gettext_noop("The time added each turn can be %(least)s to %(most)s. Please change"
                             " it, or leave it empty."),
    "limit": gettext_noop("The most time somebody can have can be %(least)s to %(most)s. Please"
                          " change it, or leave it empty."),
    "grace": gettext_noop("The grace period can be %(least)s to %(most)s. Please change it, or"
                          " leave it empty."),
}


def columns(pace: str, control: TimeControl | None) -> dict[str, Any]:
    """The columns of ``Game`` for this pace and these details, checked."""
    checked = checked_pace(pace)
    return {"pace": checked, **paces.columns(checked_control(checked, control))}


def checked_pace(pace: str) -> Pace:
    """The pace with this name; refuses an unknown one."""
    if pace not in Pace.values:
        raise TableRefusal("pace", _("There is no such pace. Please choose %(paces)s.") % {
            "paces": list_with_or([str(label) for label in Pace.labels])},
            allowed=tuple(Pace.values))
    return Pace(pace)


def checked_control(pace: Pace, control: TimeControl | None) -> TimeControl:
    """How much time each player has (None: what the pace gives), within the bounds."""
    usual = paces.CONTROLS[pace]
    if control is None or control == usual:
        return usual
    if pace == Pace.NONE:
        raise TableRefusal("no-clock", _("A table without a clock has no times to edit. Please"
                                         " choose another pace, or leave the details empty."))
    for name, (least, most) in paces.BOUNDS.items():
        if not least <= getattr(control, name) <= most:
            raise TableRefusal("time", _(_OUT_OF_BOUNDS[name]) % {
                "least": periods.bound(least), "most": periods.bound(most)})
    _check_limit(control.at_start, control.per_turn, limit=control.limit)
    return control


def _check_limit(at_start: timedelta, per_turn: timedelta, *, limit: timedelta) -> None:
    most = {"most": periods.amount(limit)}
    if at_start > limit:
        raise TableRefusal("time", _("The time at the start cannot be more than the most somebody"
                                     " can have, which is %(most)s. Please lower the one or raise"
                                     " the other.") % most)
    if per_turn > limit:
        raise TableRefusal("time", _("The time added each turn cannot be more than the most"
                                     " somebody can have, which is %(most)s. Please lower the one"
                                     " or raise the other.") % most)


def checked_reliability(required: str) -> Reliability:
    """How reliable players must be; refuses an unknown value."""
    if required not in Reliability.values:
        raise TableRefusal("reliability", _(
            "There is no such kind of player. Please choose %(kinds)s.") % {
                "kinds": list_with_or([str(label) for label in Reliability.labels])},
            allowed=tuple(Reliability.values))
    return Reliability(required)
