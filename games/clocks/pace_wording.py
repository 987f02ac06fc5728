"""What a pace means, in words with the figures of the table."""

from __future__ import annotations

from django.utils.translation import gettext as _

from games.clocks import paces
from games.clocks.paces import TimeControl
from games.clocks.periods import amount
from games.models import Game, Pace


def short(game: Game) -> str:
    """The pace in a few words, for lists: "relaxed (36 hours a turn)"."""
    pace = Pace(game.pace)
    if pace == Pace.NONE:
        return str(pace.label)
    if not game.has_clock:
        return _("%(pace)s, without a clock") % {"pace": pace.label}
    return _("%(pace)s (%(per_turn)s a turn)") % {"pace": pace.label,
                                                  "per_turn": amount(game.bank_per_turn)}


def meaning(game: Game) -> str:
    """Sentences that say what the pace of this game asks of its players."""
    return meaning_of(Pace(game.pace), paces.control_of(game))


def meaning_of(pace: Pace, control: TimeControl) -> str:
    """Sentences that say what a pace asks of the players, with this much time for each."""
    if not control.per_turn:
        return _without_clock(pace)
    return f"{summary_of(pace, control)} {_when_over(control)}"


def summary_of(pace: Pace, control: TimeControl) -> str:
    """The same without what happens at the end of the time, to compare paces."""
    if not control.per_turn:
        return _without_clock(pace)
    times = {"at_start": amount(control.at_start), "per_turn": amount(control.per_turn),
             "limit": amount(control.limit)}
    return f"{_bank(pace) % times} {_passing(pace)}"


def _without_clock(pace: Pace) -> str:
    """What tables without a clock say; those of an older version may have a pace all the same."""
    return {
        Pace.LIVE: _("Everyone stays at the table until the game is over. There is no clock."),
        Pace.DAY: _("Everyone moves within a day. There is no clock."),
        Pace.RELAXED: _("Everyone moves within three days. There is no clock."),
        Pace.WEEKDAYS: _("Everyone moves within a day, from Monday to Friday. There is no clock."),
        Pace.NONE: _("Everyone takes the time they need."),
    }[pace]


def _bank(pace: Pace) -> str:
    if pace == Pace.LIVE:
        return _("You start with %(at_start)s, and each turn adds %(per_turn)s, up to %(limit)s.")
    return _("You start with %(at_start)s of your playing time, and each turn adds %(per_turn)s,"
             " up to %(limit)s.")


def _passing(pace: Pace) -> str:
    if pace == Pace.LIVE:
        return _("Time passes at any hour, so everyone stays at the table until the game is over.")
    if pace == Pace.WEEKDAYS:
        return _("Time passes only in your playing hours, and never at the weekend.")
    return _("Time passes only in your playing hours.")


def _when_over(control: TimeControl) -> str:
    if not control.grace:
        return _("When it has run out, a bot plays your turn.")
    return _("When it has run out, a bot plays your turn %(grace)s later.") % {
        "grace": amount(control.grace)}
