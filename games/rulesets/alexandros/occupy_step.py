"""The form for occupying or taking over a province: guards, cards and gifts (O, K)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.cards import Counts
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.occupying import (
    OccupationCost,
    Payment,
    count_gifts,
    is_possible_gift,
    symbol_spaces,
)
from alexandros_rules.alexandros.provinces import is_open_land, levy_pays, owner
from alexandros_rules.alexandros.state import State
from alexandros_rules.errors import Unreadable
from games.drawing.canvas import Target
from games.rulesets.alexandros import choices, wording
from games.rulesets.alexandros.choices import Offer
from games.rulesets.alexandros.steps import Marks, StepContent, StepContext
from games.rulesets.protocols import Submit

GIFTS_SHOWN = 60


@dataclass(frozen=True, slots=True)
class Spot:
    """A symbol space on which a guard can be put."""

    name: str
    symbol: int
    symbol_name: str
    checked: bool


@dataclass(frozen=True, slots=True)
class Gift:
    """Cards the loser may be given: as the value of a form field and in words."""

    value: str
    text: str
    chosen: bool


def content(context: StepContext, province: int) -> StepContent | None:
    """Return the form for this province; None if it cannot be occupied."""
    state = context.state
    if (not symbol_spaces(state, province) or owner(state, province) == state.seat
            or is_open_land(state, province)):
        return None
    offer = choices.offer(state, province)
    spots = bits(symbol_spaces(state, province))
    guards = _guards(context, offer, spots)
    made = choices.bill_for(state, province, guards)
    owner_name = "" if offer.loser is None else context.names[offer.loser]
    supply = state.guards_left(state.seat)
    panel = {
        "province": state.board.names[bits(province)[0]],
        "title": _title(region_of(state.board, province), offer.value, owner_name),
        "worth": offer.value,
        "size": province.bit_count(),
        "whose": owner_name,
        "spots": [
            Spot(
                state.board.names[s],
                state.board.symbol_of[s],
                display_names.card_name(state.board.symbol_of[s]),
                s in guards,
            )
            for s in spots
        ],
        "guards_left": supply,
        "placed": len(guards),
        "draft": context.draft.text,
        "pays": wording.levy_pays(offer.value, len(guards)) if guards else "",
        "back": context.stay(),
        **_price(context, made, guards, offer.payment),
    }
    if context.advice and not panel["problem"] and not levy_pays(offer.value, len(guards)):
        panel["waste"] = _waste(len(guards), supply - len(guards))
    elif not panel["problem"]:
        label = _("Occupy it") if offer.loser is None else _("Take it over")
        panel["submit"] = Submit("occupy", label)
    targets = {
        s: Target(_toggle(context, panel["province"], guards, s), _toggle_label(state, guards, s))
        for s in spots
    }
    chosen = sum(1 << s for s in guards)
    return StepContent("occupy", panel, Marks(spaces=targets, guards=chosen, seat=state.seat,
                                         within=province))


def _title(region: str, worth: int, owner_name: str) -> str:
    if owner_name:
        text = (
            _("The province in %(region)s worth %(worth)s, held by %(name)s") if region
            else _("The province worth %(worth)s, held by %(name)s")
        )
    else:
        text = (
            _("The province in %(region)s worth %(worth)s") if region
            else _("The province worth %(worth)s")
        )
    return text % {"region": region, "worth": worth, "name": owner_name}


def _guards(context: StepContext, offer: Offer, spots: Sequence[int]) -> tuple[int, ...]:
    """Return the guards picked so far, or the cheapest placement if none have been picked."""
    if not context.pick("picked"):
        return offer.payment.guards
    numbers = context.state.board.space_by_name
    picked = {numbers.get(name) for name in context.picks("guard")}
    return tuple(space for space in spots if space in picked)


def _waste(guards: int, left: int) -> str:
    """Return what is lost by an occupation that pays nothing, and how to do better (L2, B1)."""
    text = ngettext(
        "This would pay you nothing, and you would have %(count)s guard left.",
        "This would pay you nothing, and you would have %(count)s guards left.", left,
    ) % {"count": left} if left else _("This would pay you nothing and take your last guard.")
    if guards > 1:
        text += " " + _("A province pays with exactly one guard. Collect cards first, or take the"
                        " other guards back afterwards: that costs an action each.")
    return text


def _toggle(context: StepContext, province: Any, guards: Sequence[int], space: int) -> str:
    names = context.state.board.names
    now = [names[s] for s in (*guards, space) if not (s == space and space in guards)]
    return context.stay(province=str(province), picked="yes", guard=now)


def _toggle_label(state: State, guards: Sequence[int], space: int) -> str:
    symbol = state.board.symbol_of[space]
    text = (
        _("Pay for %(space)s with %(card)s instead of a guard") if space in guards
        else _("Put a guard on %(space)s (%(symbol)s)")
    )
    return text % {
        "space": state.board.names[space], "card": display_names.a_card(symbol),
        "symbol": display_names.card_name(symbol),
    }


def _price(
    context: StepContext, made: OccupationCost, guards: Sequence[int], best: Payment
) -> dict[str, Any]:
    state = context.state
    missing = cards.missing(state.hand, made.total)
    problem = _problem(missing, guards, state.guards_left(state.seat), best)
    gifts = [] if problem else _gifts(context, made)
    more = count_gifts(made) - len(gifts) if gifts else 0
    return {
        "removal": wording.chips(made.removal), "paid": wording.chips(made.paid),
        "problem": problem, "gifts": gifts, "given": made.given,
        "more_gifts": _describe_more(more) if more else "",
        "rest": wording.chips(cards.subtract(state.hand, made.total)) if not problem else [],
    }


def _problem(missing: Counts, guards: Sequence[int], supply: int, best: Payment) -> str:
    if not supply:
        return _("You have no guard left. Take one back first.")
    if best.lacking:
        return best.lacking
    if not guards:
        return _("Put at least one guard on a symbol space.")
    if len(guards) > supply:
        return ngettext(
            "You have only %(count)s guard left.", "You have only %(count)s guards left.", supply
        ) % {"count": supply}
    if cards.total(missing):
        return _("You lack %(cards)s. Put guards in their place, or choose another action.") % {
            "cards": display_names.card_list(missing)
        }
    return ""


def _gifts(context: StepContext, made: OccupationCost) -> list[Gift]:
    """Return the gifts to choose from, at most ``GIFTS_SHOWN``, and the one already chosen."""
    picked = context.pick("give").split()
    wanted = cards.counts(SYMBOLS.index(word) for word in picked if word in SYMBOLS)
    listed = list(islice(choices.gift_choices(context.state, made), GIFTS_SHOWN))
    if picked and is_possible_gift(made, wanted) and wanted not in listed:
        listed.append(wanted)
    return [
        Gift(
            " ".join(SYMBOLS[card] for card in cards.expand(choice)),
            display_names.card_list(choice),
            choice == wanted,
        )
        for choice in listed
    ]


def _describe_more(count: int) -> str:
    return ngettext(
        "There is %(count)s more choice. To make it, type the order and name the cards.",
        "There are %(count)s more choices. To make one of them, type the order and name the cards.",
        count,
    ) % {"count": count}


def order(fields: Any) -> str:
    """Return the order for which a submitted form stands.  Refuses a form without a guard."""
    guards = fields.getlist("guard")
    if not guards:
        raise Unreadable(
            "no-guard", _("Put at least one guard on a symbol space of the province.")
        )
    give = fields.get("give", "").strip()
    return f"occupy {' '.join(guards)}" + (f" give {give}" if give else "")
