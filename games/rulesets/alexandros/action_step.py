"""The actions of a turn: cards, provinces, taxes, guards, the end (F1, F2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import for_reader, outcome, told
from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.event_builder import last_seat
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.provinces import value
from alexandros_rules.alexandros.state import WINNING_SCORE, State
from alexandros_rules.translation import list_with_and
from games.drawing.canvas import Target
from games.rulesets.alexandros import choices, occupy_step, route_step, steps, wording
from games.rulesets.alexandros.choices import Offer
from games.rulesets.alexandros.march_step import CardChoice
from games.rulesets.alexandros.steps import Marks, Overlay, StepContent, StepContext


@dataclass(frozen=True, slots=True)
class ProvinceChoice:
    """A province the player might occupy: its worth, its price, and any problem with it.

    ``place`` is its first space, and the region.
    """

    href: str
    place: str
    worth: int
    whose: str
    price: Sequence[wording.Chip]
    guards: int
    problem: str
    payable: bool
    preview: Overlay


@dataclass(frozen=True, slots=True)
class LevyChoice:
    """A card that can pay for a levy."""

    href: str
    symbol: int
    label: str


@dataclass(frozen=True, slots=True)
class Gain:
    """The points that a levy would give one seat."""

    seat: int
    name: str
    gain: int
    score: int
    own: bool
    reaches: bool


@dataclass(frozen=True, slots=True)
class RecallChoice:
    """A guard that can be taken back."""

    href: str
    name: str
    symbol: int
    does: str
    preview: Overlay


def content(context: StepContext) -> StepContent:
    """Return the form of the chosen province, or the list of all actions."""
    state = context.state
    space = state.board.space_by_name.get(context.pick("province"))
    if space is not None:
        chosen = occupy_step.content(context, choices.province_at(state, space))
        if chosen is not None:
            return chosen
    first = choices.first_action(state) if context.advice else None
    kind = first.kind if first else ""
    offers = choices.offers(state) if state.guards_left(state.seat) else []
    payable = [offer for offer in offers if offer.guards]
    near = [offer for offer in payable
            if choices.is_worth_it(state, offer.income) or not context.advice]
    if first and first.offer in near:
        near.sort(key=lambda offer: offer != first.offer)
    recalls = _recalls(context)
    exchange = choices.exchange(state) if context.advice else None
    return StepContent("act", {
        "second": state.actions < state.actions_of_turn,
        "draw": context.add("draw") if state.supply or cards.total(state.discard) else "",
        "supply": len(state.supply), "row": _row(context),
        "provinces": [_province(context, offer) for offer in near],
        "idle": [_province(context, offer) for offer in payable if offer not in near],
        "beyond": [_province(context, offer) for offer in offers if not offer.guards],
        "guards_left": state.guards_left(state.seat),
        "exchange": wording.exchange(state, exchange.offer) if exchange and exchange.offer else "",
        "levy": {**_levy(context), "suggested": kind == "levy"},
        "recalls": recalls, "end": context.add("end"),
        "better_back": _guard_on(state, recalls, first.guard) if first else None,
        "others": route_step.alternatives(context),
        "sections": _sections(kind, land=bool(near), guards=state.guards_left(state.seat)),
    }, Marks(areas={offer.province: Target(_href(context, offer), _label(context, offer))
                    for offer in near}))


def _sections(first: str, *, land: bool, guards: int) -> list[str]:
    """Return the kinds of actions in order: the suggested one, then what can be done at once."""
    if not guards:
        order = ["land", "recalls", "cards", "levy"]
    else:
        order = [*(["land", "cards"] if land else ["cards", "land"]), "levy", "recalls"]
    return sorted(order, key=lambda section: section != first)


def _row(context: StepContext) -> list[CardChoice]:
    return [
        CardChoice(
            card, display_names.card_name(card), context.add(f"take {SYMBOLS[card]}"), _("face up"),
            _("take it face up"),
        )
        if card in KINDS
        else CardChoice(card, wording.card_label(card), "", _("not revealed yet"))
        for card in context.state.face_up
    ]


def _province(context: StepContext, offer: Offer) -> ProvinceChoice:
    state = context.state
    whose = "" if offer.loser is None else context.names[offer.loser]
    return ProvinceChoice(_href(context, offer), _place(state, offer), offer.value, whose,
                          wording.chips(offer.payment.cost.total), len(offer.payment.guards),
                          _problem(state, offer), bool(offer.guards),
                          steps.of_spaces(state.board, offer.province))


def _place(state: State, offer: Offer) -> str:
    region, first = region_of(state.board, offer.province), bits(offer.province)[0]
    return ", ".join(filter(None, [state.board.names[first], region]))


def _href(context: StepContext, offer: Offer) -> str:
    return context.stay(province=context.state.board.names[bits(offer.province)[0]])


def _problem(state: State, offer: Offer) -> str:
    """Return why the player cannot pay for a province or gains nothing by it; else "".

    Where it is worth something, this is what they lack to hold it with the single guard that
    makes it pay.
    """
    guards = len(offer.guards)
    if not guards:
        return wording.lacking(state, offer.province)
    if guards == 1:
        return ""
    nothing = wording.levy_pays(offer.value, guards)
    return f"{nothing} {wording.with_one_guard(state, offer)}" if offer.value else nothing


def _label(context: StepContext, offer: Offer) -> str:
    region = region_of(context.state.board, offer.province)
    if offer.loser is None:
        text = (
            _("Occupy the province in %(region)s worth %(worth)s.") if region
            else _("Occupy the province worth %(worth)s.")
        )
    else:
        text = (
            _("Take over %(name)s's province in %(region)s worth %(worth)s.") if region
            else _("Take over %(name)s's province worth %(worth)s.")
        )
    name = "" if offer.loser is None else context.names[offer.loser]
    return text % {"name": name, "region": region, "worth": offer.value}


def _levy(context: StepContext) -> dict[str, object]:
    state = context.state
    levy = choices.levy(state)
    gains = [
        Gain(seat, context.names[seat], gain, state.scores[seat] + gain, seat == state.seat,
             state.scores[seat] + gain >= WINNING_SCORE and not state.last_round)
        for seat, gain in enumerate(levy.gains)
    ]
    fitting = sorted({state.board.symbol_of[s] for s in bits(state.guards[state.seat])})
    return {
        "choices": [
            LevyChoice(context.add(f"levy {SYMBOLS[card]}"), card,
                       _("Levy with %(card)s") % {"card": display_names.a_card(card)})
            for card in levy.cards
        ],
        "gains": gains, "done": state.levied, "guards": bool(fitting),
        "needs": display_names.any_of(fitting),
        "warning": _warning(context, levy), "any": any(levy.gains),
        "ends": _ending(context, gains) if levy.cards else "",
    }


def _ending(context: StepContext, gains: Sequence[Gain]) -> str:
    """Return who wins if this levy ends the game (E3, E4), or that the last round begins (E6).

    The sentence is "" if the levy does neither.
    """
    state = context.state
    if not any(gain.reaches for gain in gains):
        return ""
    if state.options.finish_round:
        return told(
            for_reader(context.names, state.seat), last_seat(state),
            _("This is 100 points or more: the game ends after your turn."),
            _("This is 100 points or more: the game ends after %(name)s's turn."),
        ) % {"name": context.names[last_seat(state)]}
    scores = [gain.score for gain in gains]
    winners = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return " ".join([_("This ends the game at once."),
                     outcome(winners, scores, for_reader(context.names, state.seat))])


def _warning(context: StepContext, levy: choices.LevyPayout) -> str:
    if not levy.helped:
        return ""
    helped = list_with_and(context.names[seat] for seat in levy.helped)
    return _("This would help %(names)s more than you.") % {"names": helped}


def _recalls(context: StepContext) -> list[RecallChoice]:
    state = context.state
    return [
        RecallChoice(context.add(f"recall {state.board.names[space]}"), state.board.names[space],
                     state.board.symbol_of[space], _recalling(state, space),
                     steps.of_spaces(state.board, 1 << space))
        for space in bits(state.guards[state.seat])
    ]


def _guard_on(state: State, recalls: Sequence[RecallChoice], space: int | None
              ) -> RecallChoice | None:
    name = state.board.names[space] if space is not None else None
    return next((one for one in recalls if one.name == name), None)


def _recalling(state: State, space: int) -> str:
    province = choices.province_at(state, space)
    guards = (state.guards[state.seat] & province).bit_count()
    worth = value(state.board, province)
    if guards == 1:
        return _("Its province, worth %(worth)s, becomes free.") % {"worth": worth}
    if guards == 2:
        return _("Leaves one guard, so that its province scores %(worth)s.") % {"worth": worth}
    return ngettext(
        "Leaves %(count)s guard in its province.", "Leaves %(count)s guards in its province.",
        guards - 1,
    ) % {"count": guards - 1}
