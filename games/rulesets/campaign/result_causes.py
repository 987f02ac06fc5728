"""Causes of a result of The Campaign in words: why somebody has won or lost."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import told
from alexandros_rules.analysis import PlayedMove
from alexandros_rules.campaign import display_names
from alexandros_rules.campaign.analysis import causes as found
from alexandros_rules.campaign.analysis.causes import accounts, find_causes
from alexandros_rules.campaign.state import State
from games.rulesets.campaign.table_panel import difference
from games.rulesets.protocols import Cause


class CampaignCauses:
    """See ``games.rulesets.protocols.ResultCauses``."""

    least_points: float = 1

    def summary(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
                winners: Collection[int]) -> str:
        own, other, others = accounts(played, seat=seat, winners=winners)
        first, second = (seat, other) if seat in winners else (other, seat)
        ahead = [] if second in winners else [
            difference(played[-1].after, names, winner=first, other=second)]
        return " ".join([*ahead, _three(
            names, seat, other,
            _("The dice brought you %(yielded)s cards and pieces of gold, and %(other)s"
              " %(others_yielded)s. In auctions, you spent %(paid)s on %(settlements)s and"
              " %(chits)s, and %(other)s %(others_paid)s on %(others_settlements)s and"
              " %(others_chits)s."),
            _("The dice brought %(name)s %(yielded)s cards and pieces of gold, and you"
              " %(others_yielded)s. In auctions, %(name)s spent %(paid)s on %(settlements)s and"
              " %(chits)s, and you %(others_paid)s on %(others_settlements)s and"
              " %(others_chits)s."),
            _("The dice brought %(name)s %(yielded)s cards and pieces of gold, and %(other)s"
              " %(others_yielded)s. In auctions, %(name)s spent %(paid)s on %(settlements)s and"
              " %(chits)s, and %(other)s %(others_paid)s on %(others_settlements)s and"
              " %(others_chits)s."),
        ) % {
            "name": names[seat], "other": names[other],
            "yielded": own.yielded, "others_yielded": others.yielded,
            "paid": own.paid, "others_paid": others.paid,
            "settlements": _settlements(own.settlements), "chits": _chits(own.chits),
            "others_settlements": _settlements(others.settlements),
            "others_chits": _chits(others.chits),
        }])

    def causes(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
               winners: Collection[int], lost: Mapping[int, float]) -> list[Cause]:
        end = played[-1].after
        return [Cause(_sentence(one, end, seat, names), one.points, one.turns)
                for one in find_causes(played, seat=seat, winners=winners)]


def _settlements(count: int) -> str:
    return ngettext("%(count)s settlement", "%(count)s settlements", count) % {"count": count}


def _chits(count: int) -> str:
    return ngettext("%(count)s chit", "%(count)s chits", count) % {"count": count}


def _sentence(cause: found.Cause, end: State, seat: int, names: Sequence[str]) -> str:
    """Return what a cause of this seat's result was."""
    match cause:
        case found.FewYields():  # or the winner's many
            return _yields(cause, seat, names)
        case found.BadDice():  # or the winner's good ones
            return _dice(cause, seat, names)
        case found.LostCards():
            return _lost_cards(cause, seat, names)
        case found.Unspent():
            return _unspent(cause, seat, names)
        case found.DearChits():
            return _dear_chits(cause, seat, names)
        case found.DearPurchase():
            return _dear_purchase(cause, end, seat, names)
        case found.CheapForOthers():
            return _cheap_for_others(cause, end, seat, names)
        case found.LostAward():
            return _lost_award(cause, seat, names)
        case found.OthersCounselor():
            return _counselor(cause, seat, names)
        case found.GoodPurchase():
            return _good_purchase(cause, end, seat, names)
        case found.GoodChits():
            return _good_chits(cause, seat, names)


def _three(names: Sequence[str], seat: int, other: int, you: str, to_you: str, name: str) -> str:
    """Return the sentence for the reader ``seat``, for the reader ``other``, or for all others."""
    return told(names, seat, you, told(names, other, to_you, name))


def _yields(cause: found.FewYields, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "own": round(cause.expected),
              "others": round(cause.others_expected)}
    return _three(
        names, seat, cause.other,
        _("By their numbers, your settlements and cities were to bring %(own)s cards and pieces of"
          " gold in the course of the game, and %(other)s’s %(others)s."),
        _("By their numbers, %(name)s’s settlements and cities were to bring %(own)s cards and"
          " pieces of gold in the course of the game, and yours %(others)s."),
        _("By their numbers, %(name)s’s settlements and cities were to bring %(own)s cards and"
          " pieces of gold in the course of the game, and %(other)s’s %(others)s."),
    ) % values


def _dice(cause: found.BadDice, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "got": cause.got,
              "expected": round(cause.expected), "others_got": cause.others_got,
              "others_expected": round(cause.others_expected)}
    return _three(
        names, seat, cause.other,
        _("By the dice, your numbers came up for %(got)s cards and pieces of gold where"
          " %(expected)s were to be expected, and %(other)s’s for %(others_got)s instead of"
          " %(others_expected)s."),
        _("By the dice, %(name)s’s numbers came up for %(got)s cards and pieces of gold where"
          " %(expected)s were to be expected, and yours for %(others_got)s instead of"
          " %(others_expected)s."),
        _("By the dice, %(name)s’s numbers came up for %(got)s cards and pieces of gold where"
          " %(expected)s were to be expected, and %(other)s’s for %(others_got)s instead of"
          " %(others_expected)s."),
    ) % values


def _lost_cards(cause: found.LostCards, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "discarded": cause.discarded,
              "stolen": cause.stolen, "blocked": cause.blocked, "others": cause.others,
              "all": cause.discarded + cause.stolen + cause.blocked}
    return _three(
        names, seat, cause.other,
        _("Sevens and the robber cost you %(all)s cards: %(discarded)s discarded, %(stolen)s"
          " stolen, and %(blocked)s that hexes did not yield. %(other)s lost %(others)s."),
        _("Sevens and the robber cost %(name)s %(all)s cards: %(discarded)s discarded, %(stolen)s"
          " stolen, and %(blocked)s that hexes did not yield. You lost %(others)s."),
        _("Sevens and the robber cost %(name)s %(all)s cards: %(discarded)s discarded, %(stolen)s"
          " stolen, and %(blocked)s that hexes did not yield. %(other)s lost %(others)s."),
    ) % values


def _unspent(cause: found.Unspent, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "others": cause.others,
              "left": cause.cards + cause.gold, "gold": cause.gold}
    return _three(
        names, seat, cause.other,
        _("You ended the game with %(left)s cards and pieces of gold that you never spent"
          " (%(gold)s of them gold), and %(other)s with %(others)s."),
        _("%(name)s ended the game with %(left)s cards and pieces of gold that they never spent"
          " (%(gold)s of them gold), and you with %(others)s."),
        _("%(name)s ended the game with %(left)s cards and pieces of gold that they never spent"
          " (%(gold)s of them gold), and %(other)s with %(others)s."),
    ) % values


def _dear_chits(cause: found.DearChits, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "chits": _chits(cause.chits), "paid": cause.paid,
              "card": cause.card}
    if not cause.card:
        return told(
            names, seat,
            _("You paid %(paid)s cards and pieces of gold for %(chits)s, which brought no counselor"
              " card in the end."),
            _("%(name)s paid %(paid)s cards and pieces of gold for %(chits)s, which brought no"
              " counselor card in the end."),
        ) % values
    return told(
        names, seat,
        _("You paid %(paid)s cards and pieces of gold for %(chits)s, more than the %(card)s points"
          " of your counselor card were worth."),
        _("%(name)s paid %(paid)s cards and pieces of gold for %(chits)s, more than the %(card)s"
          " points of their counselor card were worth."),
    ) % values


def _dear_purchase(cause: found.DearPurchase, end: State, seat: int, names: Sequence[str]) -> str:
    return told(
        names, seat,
        _("You paid %(paid)s for the settlement at %(place)s, which then brought you %(brought)s"
          " cards and pieces of gold. The next highest limit was %(limit)s."),
        _("%(name)s paid %(paid)s for the settlement at %(place)s, which then brought them"
          " %(brought)s cards and pieces of gold. The next highest limit was %(limit)s."),
    ) % {"name": names[seat], "paid": cause.paid, "brought": cause.brought,
         "limit": cause.next_limit, "place": display_names.junction_name(end, cause.junction)}


def _good_purchase(cause: found.GoodPurchase, end: State, seat: int, names: Sequence[str]) -> str:
    return told(
        names, seat,
        _("You paid %(paid)s for the settlement at %(place)s, which then brought you %(brought)s"
          " cards and pieces of gold."),
        _("%(name)s paid %(paid)s for the settlement at %(place)s, which then brought them"
          " %(brought)s cards and pieces of gold."),
    ) % {"name": names[seat], "paid": cause.paid, "brought": cause.brought,
         "place": display_names.junction_name(end, cause.junction)}


def _cheap_for_others(cause: found.CheapForOthers, end: State, seat: int,
                      names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "price": cause.price,
              "most": cause.most, "brought": cause.brought,
              "place": display_names.junction_name(end, cause.junction)}
    return _three(
        names, seat, cause.other,
        _("%(other)s won the settlement at %(place)s for %(price)s, and you could have paid"
          " %(most)s. It then brought them %(brought)s cards and pieces of gold."),
        _("You won the settlement at %(place)s for %(price)s, and %(name)s could have paid"
          " %(most)s. It then brought you %(brought)s cards and pieces of gold."),
        _("%(other)s won the settlement at %(place)s for %(price)s, and %(name)s could have paid"
          " %(most)s. It then brought %(other)s %(brought)s cards and pieces of gold."),
    ) % values


def _lost_award(cause: found.LostAward, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other]}
    if cause.award == "road":
        return _three(
            names, seat, cause.other,
            _("You lost the longest road, and in the end %(other)s had it."),
            _("%(name)s lost the longest road, and in the end you had it."),
            _("%(name)s lost the longest road, and in the end %(other)s had it.")) % values
    return _three(
        names, seat, cause.other,
        _("You lost the largest army, and in the end %(other)s had it."),
        _("%(name)s lost the largest army, and in the end you had it."),
        _("%(name)s lost the largest army, and in the end %(other)s had it.")) % values


def _counselor(cause: found.OthersCounselor, seat: int, names: Sequence[str]) -> str:
    values = {"name": names[seat], "other": names[cause.other], "card": cause.card,
              "chits": _chits(cause.chits), "paid": cause.paid, "own": _chits(cause.own_chits),
              "own_paid": cause.own_paid}
    return _three(
        names, seat, cause.other,
        _("%(other)s won %(chits)s for %(paid)s in all, and with them a counselor card worth"
          " %(card)s points. You won %(own)s for %(own_paid)s."),
        _("You won %(chits)s for %(paid)s in all, and with them a counselor card worth %(card)s"
          " points. %(name)s won %(own)s for %(own_paid)s."),
        _("%(other)s won %(chits)s for %(paid)s in all, and with them a counselor card worth"
          " %(card)s points. %(name)s won %(own)s for %(own_paid)s."),
    ) % values


def _good_chits(cause: found.GoodChits, seat: int, names: Sequence[str]) -> str:
    return told(
        names, seat,
        _("You won %(chits)s for %(paid)s in all, and with them a counselor card worth %(card)s"
          " points."),
        _("%(name)s won %(chits)s for %(paid)s in all, and with them a counselor card worth"
          " %(card)s points."),
    ) % {"name": names[seat], "chits": _chits(cause.chits), "paid": cause.paid, "card": cause.card}
