"""What everybody can do at any time: offers to trade, and decisions in advance (TR3)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from engine.campaign import moves, terms, things, trading
from engine.campaign.state import BUILD, MOST_OFFERS, Offer
from games.rulesets.campaign.choices import Choice, Choices
from games.rulesets.campaign.number_fields import number_fields
from games.rulesets.campaign.table_panel import offer_text


def standing_choices(choices: Choices, query: Mapping[str, Any]) -> Mapping[str, Any]:
    """Returns what the templates show of offers and decisions in advance.

    ``query`` has the fields of an offer that was refused.
    """
    view, seat = choices.view, choices.seat
    own = [offer for offer in view.offers if offer.seat == seat]
    at_once = view.at_once[seat]
    things_held = [(things.KIND_NAMES[kind], terms.kind_name(kind), view.hands[seat][kind])
                   for kind in things.KINDS]
    return {
        "acceptable": _acceptable(choices),
        "withdrawable": [
            choices.choice(moves.Withdraw(offer.number), _("Withdraw"), _text(choices, offer))
            for offer in own],
        "own_turn": seat == view.seat and view.phase == BUILD,
        "may_offer": len(own) < MOST_OFFERS,
        "kinds": [(things.KIND_NAMES[kind], terms.kind_name(kind)) for kind in things.COMMODITIES],
        "gives": number_fields(query, "give", things_held),
        "gets": number_fields(query, "get", things_held),
        "refused": query.get("form") == "offer",
        "times": str(query.get("times", "")) or "1",
        "others": [(index, name) for index, name in enumerate(choices.names) if index != seat],
        "preferred": [terms.kind_name(kind) for kind in view.preferred[seat]],
        "at_once": at_once,
        "roll": choices.choice(moves.PreferRolling(at_once=not at_once), (
            _("Ask me before the dice roll if I hold a development card") if at_once
            else _("Always roll the dice at once"))),
    }


def _acceptable(choices: Choices) -> list[Choice]:
    view, seat = choices.view, choices.seat
    if view.phase != BUILD:
        return []
    return [choices.choice(moves.Accept(offer.number), _("Accept"), _text(choices, offer))
            for offer in trading.acceptable(view, seat)]


def _text(choices: Choices, offer: Offer) -> str:
    return offer_text(choices.view, offer, choices.names)
