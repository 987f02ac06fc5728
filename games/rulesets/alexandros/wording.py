"""Short texts about choices, shown beside links and buttons."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros import display_names, provinces
from alexandros_rules.alexandros.cards import KINDS, UNKNOWN, Counts
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.occupying import (
    occupation_cost,
    payment,
    payment_of,
    symbol_spaces,
)
from alexandros_rules.alexandros.state import State
from games.rulesets.alexandros import choices
from games.rulesets.alexandros.choices import Division, MarchOutcome, Offer, Part


@dataclass(frozen=True, slots=True)
class Effect:
    """One effect of a choice; ``tone`` is "gain", "loss" or "plain" for the chooser."""

    text: str
    tone: str = "plain"


@dataclass(frozen=True, slots=True)
class Chip:
    """A number of cards of one symbol; ``text`` is "horse" or "2 horses"."""

    symbol: int
    name: str
    count: int
    text: str


def chips(some: Counts) -> list[Chip]:
    """Return the cards of a collection, by symbol."""
    return [_chip(card, some[card]) for card in KINDS if some[card]]


def _chip(card: int, count: int) -> Chip:
    name = display_names.card_name(card)
    return Chip(card, name, count, name if count == 1 else display_names.card_count(card, count))


def card_label(card: int) -> str:
    """Return the name of a face-up card, which may be one that the viewer has not seen."""
    return display_names.card_name(card) if card in KINDS else _("new card")


def walls(state: State, outcome: MarchOutcome) -> str:
    """Return how many walls a march uses, and the meaning of red ones among them (E1, E6)."""
    return " ".join(filter(None, [_new_walls(outcome), _ending(state) if outcome.red else ""]))


def _ending(state: State) -> str:
    """Return the meaning of red walls that are placed in this turn; "" if nothing is new."""
    if state.last_round:
        return ""
    if state.options.finish_round and state.turn % state.players:
        return _("This begins the last round.")
    return _("This is the last turn.")


def _new_walls(outcome: MarchOutcome) -> str:
    count = outcome.black + outcome.red
    if not count:
        return _("Places no new walls.")
    if not outcome.red:
        text = ngettext("Places %(count)s new wall.", "Places %(count)s new walls.", count)
    elif outcome.black:
        text = ngettext(
            "Places %(count)s new wall, %(red)s of them red.",
            "Places %(count)s new walls, %(red)s of them red.", count,
        )
    else:
        text = ngettext(
            "Places %(count)s new red wall.", "Places %(count)s new red walls.", count,
        )
    return text % {"count": count, "red": outcome.red}


def levy_pays(worth: int, guards: int) -> str:
    """Return a sentence on the score of a province of this value with this number of guards."""
    if not worth:
        return _("It pays nothing: it has no open space.")
    points = provinces.levy_pays(worth, guards)
    if not points:
        return _("It pays nothing: it would hold more than one guard.")
    return _("It pays %(points)s each levy.") % {"points": points}


def with_one_guard(state: State, offer: Offer) -> str:
    """Return what a province would pay with a single guard, and what its price then lacks (L2)."""
    single = payment(state, offer.province, hand=state.hand, guards=1)
    return " ".join([_("With one guard, it would pay %(points)s each levy.") % {
        "points": offer.value}, single.lacking])


def lacking(state: State, province: int) -> str:
    """Return in a short line what a player lacks to hold a province with one guard (O3, K1)."""
    single = payment(state, province, hand=state.hand, guards=1)
    if single.missing <= choices.NEAR:
        return single.lacking
    return ngettext("You lack %(count)s card.", "You lack %(count)s cards.", single.missing) % {
        "count": single.missing}


def exchange(state: State, offer: Offer) -> str:
    """Return for what land a player without a guard in their supply could take one back (B1)."""
    return _("You have no guards left. Take one back from land that pays little: then you can"
             " occupy the province at %(space)s, which pays %(points)s in every levy.") % {
        "space": state.board.names[bits(offer.province)[0]], "points": offer.income}


def effects(state: State, outcome: MarchOutcome, names: Sequence[str]) -> list[Effect]:
    """Return sentences on the effects of a march on the provinces."""
    texts = []
    for division in outcome.divisions:
        if division.owner is None:
            texts += [Effect(_closing(state, part), _tone(state, [part]))
                      for part in division.closed]
        else:
            texts.append(_cut(state, division, division.owner, names))
    return texts


def _tone(state: State, parts: Iterable[Part]) -> str:
    """Return "gain" if some of this land is worth taking at once, else "plain"."""
    return "gain" if any(choices.pays_at_once(state, part) for part in parts) else "plain"


def summary(state: State, outcome: MarchOutcome, names: Sequence[str]) -> str:
    """Return the whole outcome of a march, in sentences."""
    texts = [effect.text for effect in effects(state, outcome, names)]
    return " ".join([walls(state, outcome), *texts])


def _closing(state: State, part: Part) -> str:
    region = region_of(state.board, part.province)
    cost = ""
    if not symbol_spaces(state, part.province):
        text = (
            _("Closes off a province in %(region)s worth %(worth)s that nobody can occupy: it has"
              " no symbol.") if region
            else _("Closes off a province worth %(worth)s that nobody can occupy: it has no"
                   " symbol.")
        )
    else:
        cost = _cost(state, part)
        text = (
            _("Closes off a province in %(region)s worth %(worth)s. %(cost)s") if region
            else _("Closes off a province worth %(worth)s. %(cost)s")
        )
    return text % {"region": region, "worth": part.value, "cost": cost}


def _cost(state: State, part: Part) -> str:
    """Return a free province's price, with a warning if it would then pay nothing, or the lack."""
    known = not state.hand[UNKNOWN]
    best = payment_of(state, state.seat, part.province)
    lacks = "" if best.payable or not known else lacking(state, part.province)
    if not state.guards_left(state.seat):
        lacks = " ".join(filter(None, [_("You have no guard left."), lacks]))
    if lacks:
        return lacks
    words = _("Price: %(price)s.") % {"price": price(state, state.seat, part.province)}
    if not known or provinces.levy_pays(part.value, len(best.guards)):
        return words
    return " ".join([words, levy_pays(part.value, len(best.guards))])


def price(state: State, seat: int | None, province: int) -> str:
    """Return what a seat would pay for a free province in cards and guards (O1 to O3).

    For None, or a hand that the state does not show, guards may stand in for any of the cards.
    """
    if seat is not None and not state.hands[seat][UNKNOWN]:
        return payment_of(state, seat, province).price
    return _("%(cards)s, with guards in place of one or more") % {
        "cards": display_names.card_list(occupation_cost(state, province, 0).paid)}


def _cut(state: State, division: Division, seat: int, names: Sequence[str]) -> Effect:
    own = seat == state.seat
    text = (
        _("Divides your own province worth %(worth)s.") if own
        else _("Divides %(name)s's province worth %(worth)s.")
    ) % {"name": names[seat], "worth": division.value}
    kept = [part for part in division.parts if part.guards]
    free = [part for part in division.parts if not part.guards]
    sentences = [text, *(
        ngettext(
            "The part worth %(worth)s keeps %(count)s guard.",
            "The part worth %(worth)s keeps %(count)s guards.", part.guards,
        ) % {"worth": part.value, "count": part.guards}
        for part in kept
    ), *(
        _("The part worth %(worth)s becomes free.") % {"worth": part.value} for part in free
    )]
    return Effect(" ".join(sentences), "loss" if own else _tone(state, division.closed))


def point_title(corner: str, name: str) -> str:
    """Return the name of a point for a list: "North point, K7.N"."""
    return {
        "N": _("North point, %(name)s"), "S": _("South point, %(name)s"),
        "NE": _("North-east point, %(name)s"), "NW": _("North-west point, %(name)s"),
        "SE": _("South-east point, %(name)s"), "SW": _("South-west point, %(name)s"),
    }[corner] % {"name": name}


def step_title(step: str, point: str) -> str:
    """Return a step in words: "East to K7.N."."""
    return {
        "E": _("East to %(point)s."), "W": _("West to %(point)s."),
        "NE": _("North-east to %(point)s."), "NW": _("North-west to %(point)s."),
        "SE": _("South-east to %(point)s."), "SW": _("South-west to %(point)s."),
    }[step] % {"point": point}
