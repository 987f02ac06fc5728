"""Causes of a result in words: why somebody has won or lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import told
from alexandros_rules.alexandros.analysis import causes as found
from alexandros_rules.alexandros.analysis.causes import find_causes, paid_by_levies
from alexandros_rules.analysis import PlayedMove
from games.rulesets.protocols import Cause


class AlexandrosCauses:
    """See ``games.rulesets.protocols.ResultCauses``."""

    least_points: float = 5

    def summary(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
                winners: Collection[int]) -> str:
        levies, other, gained, others = paid_by_levies(played, seat=seat, winners=winners)
        if not levies:
            return _("Nobody levied taxes in this game.")
        return _three(names, seat, other, ngettext(
            "The only levy of the game paid you %(points)s and %(other)s %(others)s.",
            "The %(count)s levies of the game paid you %(points)s and %(other)s %(others)s.",
            levies,
        ), ngettext(
            "The only levy of the game paid %(name)s %(points)s and you %(others)s.",
            "The %(count)s levies of the game paid %(name)s %(points)s and you %(others)s.",
            levies,
        ), ngettext(
            "The only levy of the game paid %(name)s %(points)s and %(other)s %(others)s.",
            "The %(count)s levies of the game paid %(name)s %(points)s and %(other)s %(others)s.",
            levies,
        )) % {"name": names[seat], "other": names[other], "count": levies, "points": gained,
              "others": others}

    def causes(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
               winners: Collection[int], lost: Mapping[int, float]) -> list[Cause]:
        return [Cause(" ".join(_sentences(one, seat, names)), one.points, one.turns)
                for one in find_causes(played, seat=seat, winners=winners, lost=lost)]


def _sentences(cause: found.Cause, seat: int, names: Sequence[str]) -> Sequence[str]:
    """Return sentences on a cause of this seat's result."""
    match cause:
        case found.IdleGuards():
            return _idle_guards(cause, seat, names)
        case found.UnspentCards():
            return _unspent_cards(cause, seat, names)
        case found.PaidOthers():
            return _paid_others(cause, seat, names)
        case found.LostProvince():
            return _lost_province(cause, seat, names)
        case found.LeftOpen():
            return _left_open(cause, seat, names)
        case found.EndedForOthers():
            return _ended_for_others(cause, seat, names)
        case found.FewLevies():
            return _few_levies(cause, seat, names)
        case found.GoodLevies():
            return _good_levies(cause, seat, names)
        case found.TookOver():
            return _took_over(cause, seat, names)


def _three(names: Sequence[str], seat: int, other: int, you: str, to_you: str, name: str) -> str:
    """Return the sentence for the reader ``seat``, for the reader ``other``, or for all others."""
    return told(names, seat, you, told(names, other, to_you, name))


def _idle_guards(cause: found.IdleGuards, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "count": cause.levies, "points": cause.missed,
              "stuck": cause.stuck, "own": cause.own}
    texts = []
    if cause.missed:
        texts.append(told(names, seat, ngettext(
        "In %(count)s levy, your provinces with two or more guards paid you nothing. With one guard"
        " in each, you would have got %(points)s more.",
        "In %(count)s levies, your provinces with two or more guards paid you nothing. With one"
        " guard in each, you would have got %(points)s more.", cause.levies,
    ), ngettext(
        "In %(count)s levy, %(name)s’s provinces with two or more guards paid nothing. With one"
        " guard in each, %(name)s would have got %(points)s more.",
        "In %(count)s levies, %(name)s’s provinces with two or more guards paid nothing. With one"
        " guard in each, %(name)s would have got %(points)s more.", cause.levies,
    )) % values)
    if cause.stuck:
        texts.append(told(names, seat, _(
            "At the end of %(stuck)s of your %(own)s turns, none of your guards was worth"
            " anything.",
        ), _(
            "At the end of %(stuck)s of %(name)s’s %(own)s turns, none of their guards was worth"
            " anything.",
        )) % values)
    return texts


def _unspent_cards(cause: found.UnspentCards, seat: int, names: Sequence[str]) -> list[str]:
    values = {
        "name": names[seat], "left": cause.left, "held": _rounded(cause.held),
        "other": names[cause.other], "others": cause.others_left, "points": round(cause.points),
        "worth": _rounded(cause.worth), "turn": cause.turns[0]}
    return [_three(
        names, seat, cause.other,
        _("You ended the game with %(left)s cards in hand, and %(other)s with %(others)s. At the"
          " end of your turns you held %(held)s on average, and most in turn %(turn)s."),
        _("%(name)s ended the game with %(left)s cards in hand, and you with %(others)s. At the end"
          " of their turns they held %(held)s on average, and most in turn %(turn)s."),
        _("%(name)s ended the game with %(left)s cards in hand, and %(other)s with %(others)s. At"
          " the end of their turns they held %(held)s on average, and most in turn %(turn)s."),
    ) % values, _(
        "An action brought the best of the others %(worth)s points on average, so the cards that"
        " were never spent cost about %(points)s."
    ) % values]


def _rounded(number: float) -> str:
    """Return a number with at most one decimal: "8" or "7.5"."""
    tenths = round(number, 1)
    return number_format(tenths, 0 if tenths == int(tenths) else 1)


def _paid_others(cause: found.PaidOthers, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "other": names[cause.other], "count": cause.levies,
              "points": round(cause.points)}
    return [_three(names, seat, cause.other, ngettext(
        "%(count)s levy of yours paid somebody else %(points)s more than you: %(other)s.",
        "%(count)s levies of yours paid others %(points)s more than you, %(other)s most of all.",
        cause.levies,
    ), ngettext(
        "%(count)s levy of %(name)s’s paid you %(points)s more than them.",
        "%(count)s levies of %(name)s’s paid others %(points)s more than them, you most of all.",
        cause.levies,
    ), ngettext(
        "%(count)s levy of %(name)s’s paid somebody else %(points)s more than them: %(other)s.",
        "%(count)s levies of %(name)s’s paid others %(points)s more than them, %(other)s most of"
        " all.", cause.levies,
    )) % values]


def _lost_province(cause: found.LostProvince, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "other": names[cause.other], "turn": cause.turn,
              "worth": cause.worth, "then": cause.then_paid, "paid": cause.paid}
    texts = [_three(
        names, seat, cause.other,
        _("In turn %(turn)s, %(other)s took over your province worth %(worth)s, which then paid"
          " them %(then)s in all."),
        _("In turn %(turn)s, you took over %(name)s’s province worth %(worth)s, which then paid you"
          " %(then)s in all."),
        _("In turn %(turn)s, %(other)s took over %(name)s’s province worth %(worth)s, which then"
          " paid them %(then)s in all."),
    ) % values]
    if not cause.paid:
        texts.append(_("Until then it had two guards or more, so that it paid nothing."))
    if cause.more:
        texts.append(ngettext(
            "With %(count)s more takeover like that, and less what was taken in return, it is"
            " %(points)s.",
            "With %(count)s more takeovers like that, and less what was taken in return, it is"
            " %(points)s.", cause.more,
        ) % {"count": cause.more, "points": round(cause.points)})
    return texts


def _left_open(cause: found.LeftOpen, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "other": names[cause.other], "turn": cause.turn,
              "worth": cause.worth, "then": cause.then_paid}
    begun = told(
        names, seat, _("In turn %(turn)s, you gave up a province worth %(worth)s."),
        _("In turn %(turn)s, %(name)s gave up a province worth %(worth)s."),
    ) if cause.given_up else told(
        names, seat, _("In turn %(turn)s, you could pay for a free province worth %(worth)s."),
        _("In turn %(turn)s, %(name)s could pay for a free province worth %(worth)s."))
    return [begun % values, told(
        names, cause.other, _("You occupied it next, and it paid you %(then)s in all."),
        _("%(other)s occupied it next, and it paid them %(then)s in all.")) % values]


def _ended_for_others(cause: found.EndedForOthers, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "turn": cause.turns[0], "count": cause.behind}
    if cause.by == "walls":
        return [told(names, seat, _(
            "Your own march in turn %(turn)s needed more black walls than were left. That ended the"
            " game while you were %(count)s points behind."), _(
            "%(name)s’s own march in turn %(turn)s needed more black walls than were left. That"
            " ended the game while they were %(count)s points behind.")) % values]
    return [told(names, seat, _(
        "Your own turn %(turn)s ended the game while you were %(count)s points behind."), _(
        "%(name)s’s own turn %(turn)s ended the game while they were %(count)s points behind."),
    ) % values]


def _few_levies(cause: found.FewLevies, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "other": names[cause.other], "levies": cause.levies,
              "others": cause.others_levies, "count": len(cause.turns),
              "points": round(cause.points)}
    return [_three(
        names, seat, cause.other,
        _("You made %(levies)s of the game’s levies, and %(other)s %(others)s."),
        _("%(name)s made %(levies)s of the game’s levies, and you %(others)s."),
        _("%(name)s made %(levies)s of the game’s levies, and %(other)s %(others)s."),
    ) % values, told(names, seat, ngettext(
        "In %(count)s turn without a levy of yours, one would have paid you %(points)s more than"
        " anybody else.",
        "In %(count)s turns without a levy of yours, one would have paid you more than anybody"
        " else: %(points)s in all.", len(cause.turns),
    ), ngettext(
        "In %(count)s turn without a levy of theirs, one would have paid %(name)s %(points)s more"
        " than anybody else.",
        "In %(count)s turns without a levy of theirs, one would have paid %(name)s more than"
        " anybody else: %(points)s in all.", len(cause.turns),
    )) % values]


def _good_levies(cause: found.GoodLevies, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "count": cause.levies, "gained": cause.gained,
              "points": round(cause.points)}
    return [told(names, seat, ngettext(
        "%(count)s levy of yours brought you %(gained)s, which is %(points)s more than anybody else"
        " got from it.",
        "%(count)s levies of yours brought you %(gained)s, which is %(points)s more than anybody"
        " else got from them.", cause.levies,
    ), ngettext(
        "%(count)s levy of %(name)s’s brought them %(gained)s, which is %(points)s more than"
        " anybody else got from it.",
        "%(count)s levies of %(name)s’s brought them %(gained)s, which is %(points)s more than"
        " anybody else got from them.", cause.levies,
    )) % values]


def _took_over(cause: found.TookOver, seat: int, names: Sequence[str]) -> list[str]:
    values = {"name": names[seat], "other": names[cause.other], "turn": cause.turn,
              "worth": cause.worth, "then": cause.then_paid}
    texts = [_three(
        names, seat, cause.other,
        _("In turn %(turn)s, you took over %(other)s’s province worth %(worth)s, which then paid"
          " you %(then)s in all."),
        _("In turn %(turn)s, %(name)s took over your province worth %(worth)s, which then paid them"
          " %(then)s in all."),
        _("In turn %(turn)s, %(name)s took over %(other)s’s province worth %(worth)s, which then"
          " paid them %(then)s in all."),
    ) % values]
    if cause.more:
        texts.append(ngettext(
            "With %(count)s more takeover like that, it is %(points)s.",
            "With %(count)s more takeovers like that, it is %(points)s.", cause.more,
        ) % {"count": cause.more, "points": round(cause.points)})
    return texts
