"""Single actions as orders to copy, each with its effect: occupy, levy, take back (F1).

Orders are tried out on the player's view, each of them only once, on the views from which actions
may be taken in this turn: now, or after a march.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from django.utils.translation import gettext as _

from alexandros_rules import orders
from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.legal_moves import card_moves
from alexandros_rules.alexandros.marches import generate_marches, targets
from alexandros_rules.alexandros.provinces import levy_pays, value
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.drafts import SEPARATOR, Draft
from alexandros_rules.errors import Refusal
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.translation import list_with_and
from games.rulesets.alexandros import choices, wording
from games.rulesets.alexandros.choices import Offer


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Orders that can be sent as they are, and what they would do."""

    order: str
    does: str


def sensible(view: State, names: Sequence[str]) -> Suggestion:
    """Return the action to suggest: one that scores, now or later, else drawing a card (L2).

    A levy is suggested only if no rival gains more by it.  A province may get two guards if the
    next action can take one back.
    """
    free = [offer for offer in payable(view) if offer.loser is None]
    if free and free[0].income:
        return occupying(view, free[0], names)
    levy = choices.levy(view)
    taxes = levies(view, names)[:1] if levy.own and not levy.helped else []
    # With another action left, take back a surplus guard first, so that the levy scores more.
    more = [*_recalls(view), *taxes] if view.actions > 1 else [*taxes, *_recalls(view)]
    if more:
        return more[0]
    pairs = [offer for offer in free if len(offer.guards) == 2]
    if pairs and view.actions > 1:
        return occupying(view, pairs[0], names)
    return Suggestion("draw" if view.supply or cards.total(view.discard) else "end", "")


def payable(view: State) -> list[Offer]:
    """Return the provinces worth something that the player can pay for, best income first."""
    if not view.guards_left(view.seat):
        return []
    affordable = [offer for offer in choices.offers(view) if offer.guards and offer.value]
    return sorted(affordable, key=lambda offer: -offer.income)


def occupying(view: State, offer: Offer, names: Sequence[str]) -> Suggestion:
    """Return the order to occupy or take over a province, with its price and income (L2)."""
    region = region_of(view.board, offer.province)
    if offer.loser is None:
        text = (
            _("You occupy a province in %(region)s worth %(worth)s and pay %(cards)s.") if region
            else _("You occupy a province worth %(worth)s and pay %(cards)s.")
        )
    else:
        text = (
            _("You take over %(name)s's province in %(region)s worth %(worth)s and pay %(cards)s.")
            if region
            else _("You take over %(name)s's province worth %(worth)s and pay %(cards)s.")
        )
    effect = text % {
        "name": "" if offer.loser is None else names[offer.loser], "region": region,
        "worth": offer.value, "cards": offer.payment.price,
    }
    pays = wording.levy_pays(offer.value, len(offer.guards))
    return Suggestion(_occupy_order(view, offer), f"{effect} {pays}")


def _occupy_order(view: State, offer: Offer) -> str:
    order = f"occupy {' '.join(view.board.names[space] for space in offer.guards)}"
    gifts = list(islice(choices.gift_choices(view, offer.payment.cost), 2))
    if len(gifts) < 2:
        return order
    return f"{order} give {' '.join(SYMBOLS[card] for card in cards.expand(gifts[0]))}"


def _recalls(view: State) -> list[Suggestion]:
    """Return orders to take back a guard so that its province scores (B1, L2), best first."""
    recalls = []
    for space in bits(view.guards[view.seat]):
        province = choices.province_at(view, space)
        guards = (view.guards[view.seat] & province).bit_count()
        pays = levy_pays(value(view.board, province), guards - 1)
        if pays:
            name = view.board.names[space]
            effect = _("You take back the guard on %(space)s. Its province then pays %(points)s"
                       " each levy.") % {"space": name, "points": pays}
            recalls.append((pays, Suggestion(f"recall {name}", effect)))
    recalls.sort(key=lambda one: -one[0])
    return [suggestion for __, suggestion in recalls]


def levies(view: State, names: Sequence[str]) -> list[Suggestion]:
    """Return orders to levy, one for each suitable card; none if nobody would score."""
    levy = choices.levy(view)
    if not any(levy.gains):
        return []
    effect = _("You levy taxes: %(gains)s.") % {"gains": _gains(view, names)}
    return [Suggestion(f"levy {SYMBOLS[card]}", effect) for card in levy.cards]


def levy_now(view: State, names: Sequence[str]) -> str:
    """Return a sentence on what a levy would give now and which cards pay for it.

    The sentence is "" if nobody would score.
    """
    gains = choices.levy(view).gains
    if view.levied or not any(gains) or not view.guards[view.seat]:
        return ""
    fitting = sorted({view.board.symbol_of[space] for space in bits(view.guards[view.seat])})
    return _("With a levy now, %(gains)s. To levy taxes, you need %(cards)s.") % {
        "gains": _gains(view, names), "cards": display_names.any_of(fitting),
    }


def _gains(view: State, names: Sequence[str]) -> str:
    """Return in words what a levy would score for each seat, the player's own first."""
    gains = choices.levy(view).gains
    order = sorted(range(view.players), key=lambda seat: seat != view.seat)
    return list_with_and(
        (_("you score %(points)s") if seat == view.seat else _("%(name)s scores %(points)s"))
        % {"name": names[seat], "points": gains[seat]}
        for seat in order
    )


MARCHES = 48  # of each card that are tried


class ActingViews:
    """The views in phase "act" to which this turn can lead; each is made when it is needed."""

    def __init__(self, view: State):
        self._made: list[State] = []
        self._rest = _acting(view)

    def allow(self, order: str) -> bool:
        """Return whether the order can be played as it is written in one of these views."""
        return any(isinstance(_tried(view, order), EvaluatedMove) for view in self._views())

    def _views(self) -> Iterator[State]:
        yield from self._made
        for view in self._rest:
            self._made.append(view)
            yield view


def _acting(view: State) -> Iterator[State]:
    if view.phase == ACT:
        yield view
    elif view.phase == MARCH:
        marches = generate_marches(view, targets(view))
        yield from (choices.after(view, march) for march in islice(marches, MARCHES))
    elif view.phase == TAKE:
        for card in card_moves(view):
            yield from _acting(choices.after(view, card))


class Trials:
    """Orders in notation, as they would be played on the views that they lead to."""

    def __init__(self) -> None:
        # Each value holds its view, so that no other view gets the same id.
        self._known: dict[tuple[int, str], tuple[State, EvaluatedMove | Refusal]] = {}

    def draft(self, view: State, order: str) -> Draft:
        """Return several orders in a line, as far as they can be played; "" are none."""
        draft = Draft(view, ())
        for single in order.split(SEPARATOR) if order else ():
            step = self.step(draft.view, single)
            if isinstance(step, Refusal):
                return Draft(view, draft.steps, step)
            draft = Draft(view, (*draft.steps, step))
        return draft

    def step(self, view: State, order: str) -> EvaluatedMove | Refusal:
        """Return one order as it is played, or the reason why it cannot be played."""
        key = (id(view), order)
        if key not in self._known:
            self._known[key] = view, _tried(view, order)
        return self._known[key][1]


def _tried(view: State, order: str) -> EvaluatedMove | Refusal:
    try:
        (move,) = orders.evaluate(RULESET, view, [order], seat=view.seat)
    except Refusal as refusal:
        return refusal
    return move
