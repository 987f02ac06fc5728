"""The actions of a turn: cards, provinces, taxes, guards, the end (F1, F2)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.board import SYMBOLS
from engine.alexandros.cards import KINDS
from engine.alexandros.describe import in_region
from engine.alexandros.lattice import bits
from engine.alexandros.occupying import symbol_spaces
from engine.alexandros.provinces import value
from engine.alexandros.state import WINNING_SCORE, State
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros import occupy_step, overlays, route_step, wording
from games.rulesets.alexandros.card_step import CardChoice
from games.rulesets.alexandros.choices import Offer
from games.rulesets.alexandros.overlays import Overlay
from games.rulesets.alexandros.steps import Marks, StepContent, StepContext, Target

SHOWN = 6  # further provinces are folded away
NEAR = 3  # so are those that lack more cards than this after using all guards


@dataclass(frozen=True, slots=True)
class ProvinceChoice:
    """A province the player might occupy: its worth, its price, and any problem with it."""

    href: str
    title: str
    worth: int
    whose: str
    price: Sequence[wording.Chip]
    problem: str
    payable: bool
    preview: Overlay


@dataclass(frozen=True, slots=True)
class LevyChoice:
    """A card that can pay for a levy."""

    href: str
    symbol: int
    name: str


@dataclass(frozen=True, slots=True)
class Gain:
    """What a levy would give one seat."""

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
    """The form of the chosen province, or the list of all actions."""
    state = context.state
    space = state.board.space_by_name.get(context.pick("province"))
    if space is not None:
        chosen = occupy_step.content(context, choices.province_at(state, space))
        if chosen is not None:
            return chosen
    offers = choices.offers(state) if state.guards_left(state.seat) else []
    others = route_step.alternatives(context)
    near = [offer for offer in offers if offer.guards or _short(offer) <= NEAR][:SHOWN]
    far = [offer for offer in offers if offer not in near]
    return StepContent("act", {
        "actions": state.actions, "second": state.actions == 1,
        "draw": context.add("draw") if state.supply or cards.total(state.discard) else "",
        "supply": len(state.supply), "row": _row(context),
        "provinces": [_province(context, offer) for offer in near],
        "more": [_province(context, offer) for offer in far],
        "guards_left": state.guards_left(state.seat),
        "levy": _levy(context), "recalls": _recalls(context), "end": context.add("end"),
        "others": others,
    }, Marks(areas=_targets(context, offers), points=_again(context, others)))


def _again(context: StepContext, others: route_step.Alternatives | None) -> dict[int, Target]:
    """Links Alexander's point to the next route, so that tapping it goes through all of them."""
    return {context.state.alexander: Target(others.next, others.label)} if others else {}


def _short(offer: Offer) -> int:
    """How many cards are still missing when every guard replaces one."""
    return max(0, cards.total(offer.lacking) - offer.cover)


def _row(context: StepContext) -> list[CardChoice]:
    return [
        CardChoice(card, SYMBOLS[card], context.add(f"take {SYMBOLS[card]}"), "face up")
        if card in KINDS
        else CardChoice(card, "new card", "", "not revealed yet")
        for card in context.state.face_up
    ]


def _province(context: StepContext, offer: Offer) -> ProvinceChoice:
    state = context.state
    whose = "" if offer.loser is None else context.names[offer.loser]
    first = state.board.names[bits(offer.province)[0]]
    size = offer.province.bit_count()
    title = f"{wording.plural(size, 'space')}{in_region(state.board, offer.province)}, from {first}"
    return ProvinceChoice(_href(context, offer), title, offer.value, whose,
                          wording.chips(offer.price), _problem(state, offer),
                          bool(offer.guards), overlays.of_spaces(state.board, offer.province))


def _href(context: StepContext, offer: Offer) -> str:
    return context.stay(province=context.state.board.names[bits(offer.province)[0]])


def _problem(state: State, offer: Offer) -> str:
    """Why the player cannot pay for a province, or why it would score nothing; "" otherwise."""
    if len(offer.guards) > 1:
        pays = wording.levy_pays(offer.value, len(offer.guards))
        return f"You need {len(offer.guards)} guards. With so many it {pays}."
    return "" if offer.guards else _missing(offer)


def _missing(offer: Offer) -> str:
    lacking = cards.words(offer.lacking)
    if not cards.total(offer.lacking):
        return "You have no guard left to put there."
    return f"You lack {lacking}; {_stand_in(offer)}."


def _stand_in(offer: Offer) -> str:
    if offer.cover >= cards.total(offer.lacking):
        return "guards cannot stand in for the cards that remove others' guards"
    guards = wording.plural(offer.cover, "guard")
    return f"your {guards} can stand in for {offer.cover} of {cards.total(offer.lacking)}"


def _targets(context: StepContext, offers: Sequence[Offer]) -> dict[int, Target]:
    """Links for provinces: the whole area if the player can pay, else only its symbol spaces."""
    found = {}
    for offer in offers:
        area = offer.province if offer.guards else symbol_spaces(context.state, offer.province)
        found[area] = Target(_href(context, offer), _offered(context, offer))
    return found


def _offered(context: StepContext, offer: Offer) -> str:
    does = "Occupy" if offer.loser is None else f"Take over from {context.names[offer.loser]}"
    lacking = "" if offer.guards else " You cannot pay it yet."
    where = in_region(context.state.board, offer.province)
    return f"{does} the province{where} worth {offer.value}.{lacking}"


def _levy(context: StepContext) -> dict[str, object]:
    state = context.state
    levy = choices.levy(state)
    gains = [
        Gain(seat, context.names[seat], gain, state.scores[seat] + gain, seat == state.seat,
             state.scores[seat] + gain >= WINNING_SCORE)
        for seat, gain in enumerate(levy.gains)
    ]
    fitting = sorted({state.board.symbol_of[s] for s in bits(state.guards[state.seat])})
    return {
        "choices": [LevyChoice(context.add(f"levy {SYMBOLS[card]}"), card, SYMBOLS[card])
                    for card in levy.cards],
        "gains": gains, "done": state.levied, "guards": bool(fitting),
        "needs": wording.joined([SYMBOLS[s] for s in fitting], "or"),
        "warning": _warning(context, levy), "any": any(levy.gains),
        "ends": _ending(context, gains) if levy.cards else "",
    }


def _ending(context: StepContext, gains: Sequence[Gain]) -> str:
    """Says who wins if this levy ends the game (E3, E4); "" if it does not."""
    if not any(gain.reaches for gain in gains):
        return ""
    best = max(gain.score for gain in gains)
    winners = ["You" if gain.own else gain.name for gain in gains if gain.score == best]
    alone = winners == ["You"] or len(winners) > 1
    verb = "win" if alone else "wins"
    return f"This ends the game at once. {wording.joined(winners)} {verb} with {best} points."


def _warning(context: StepContext, levy: choices.LevyPayout) -> str:
    if not levy.helped:
        return ""
    helped = wording.joined([context.names[seat] for seat in levy.helped])
    return f"This would help {helped} more than you."


def _recalls(context: StepContext) -> list[RecallChoice]:
    state = context.state
    return [
        RecallChoice(context.add(f"recall {state.board.names[space]}"), state.board.names[space],
                     state.board.symbol_of[space], _recalling(state, space),
                     overlays.of_spaces(state.board, 1 << space))
        for space in bits(state.guards[state.seat])
    ]


def _recalling(state: State, space: int) -> str:
    province = choices.province_at(state, space)
    guards = (state.guards[state.seat] & province).bit_count()
    worth = value(state.board, province)
    if guards == 1:
        return f"its province, worth {worth}, becomes free"
    if guards == 2:
        return f"leaves one guard, so that its province scores {worth}"
    return f"leaves {guards - 1} guards in its province"
