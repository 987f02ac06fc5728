"""The orders and the chart in emails about Alexandros; each order says what it does.

A few of the many possible orders are suggested, those that change most first, on the player's own
view.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.board import LETTERS, SYMBOLS
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.describe import region_of
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.marches import marches, targets
from alexandros_rules.alexandros.occupying import payment_of, symbol_spaces
from alexandros_rules.alexandros.order_text import format_move
from alexandros_rules.alexandros.provinces import closed_provinces, levy_gains, owner, value
from alexandros_rules.alexandros.state import ACT, MARCH, OVER, TAKE, State
from alexandros_rules.drafts import SEPARATOR, Draft
from alexandros_rules.translation import labelled, list_with_or, translate_orders
from games.rulesets.alexandros import choices, wording
from games.rulesets.alexandros.choices import MarchOutcome
from games.rulesets.alexandros.replay_chart import draw_scores, history
from games.rulesets.alexandros.suggested_actions import (
    ActingViews,
    Suggestion,
    Trials,
    levies,
    levy_now,
    occupying,
    payable,
    sensible,
)

MARCHES, OF_A_CARD = 6, 2
OFFERS = 6
TURNS = 3


@dataclass(frozen=True, slots=True)
class ClosestSpaces:
    """The closest empty spaces with a symbol."""

    name: str
    where: str

    @property
    def text(self) -> str:
        return labelled(self.name, self.where)


@dataclass(frozen=True, slots=True)
class ListedProvince:
    """A closed province: its first space, region, worth, owner, and its price for the reader.

    ``price`` is in words; ``letters`` has the cards as the text board writes their symbols.  Both
    are "" for a province of the reader's own.
    """

    space: str
    region: str
    worth: int
    whose: str
    price: str
    letters: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class _Plan:
    """A card and a march as orders, their outcome, and the view before the march."""

    order: str
    outcome: MarchOutcome
    before: State


def facts(view: State, *, names: Sequence[str], seat: int) -> dict[str, object]:
    """Return the context of emails to a seat about a position, without any advice."""
    return {"goals": _goals(view), "land": holdings(view, names, seat=seat)}


def suggestions(view: State, *, names: Sequence[str], seat: int) -> dict[str, object]:
    """Return what the templates of emails show of a turn; ``view`` must be that seat's own.

    If it is not the seat's turn, there are no orders, only the list of provinces.
    """
    position = facts(view, names=names, seat=seat)
    if view.phase == OVER or view.seat != seat:
        return position
    trials = Trials()
    plans, draw = _plans(view, trials), bool(view.supply or cards.total(view.discard))
    turns = _turns(view, plans, names, trials)
    short = [
        *(f"take {SYMBOLS[card]}" for card in dict.fromkeys(view.face_up) if card in KINDS),
        *(["draw"] if draw else []),
        *(f"recall {view.board.names[space]}" for space in bits(view.guards[seat])), "end",
    ]
    acting = ActingViews(view)
    told_turns, told_marches, actions = _explained_once(
        turns, [_march(plan, names) for plan in plans if not _begins(turns, plan)],
        [one for one in _actions(view, names, trials) if acting.allow(one.order)])
    return {
        **position,
        "turns": told_turns,
        "marches": told_marches,
        "stays": view.phase == TAKE and not plans,
        "actions": view.actions if view.phase == ACT else view.actions_of_turn,
        "acting": view.phase == ACT,
        "short": [order for order in short if acting.allow(order)],
        "actions_now": actions,
        "levy": levy_now(view, names),
    }


def _explained_once(*lists: Sequence[Suggestion]) -> Iterator[list[Suggestion]]:
    """Yield the lists; only the first of them all says why land with two guards pays nothing."""
    reason, told = wording.levy_pays(1, 2), False
    for suggested in lists:
        shortened = list[Suggestion]()
        for one in suggested:
            begin, *others = one.does.split(reason)
            for other in others:
                begin += (_("It pays nothing.") if told else reason) + other
                told = True
            shortened.append(Suggestion(one.order, begin))
        yield shortened


def holdings(view: State, names: Sequence[str], *, seat: int) -> list[ListedProvince]:
    """Return all closed provinces for a seat's own view: the free ones first, then by value."""
    board, closed = view.board, closed_provinces(view)
    closed.sort(key=lambda p: (owner(view, p) is not None, -value(board, p), p))
    return [_holding(view, province, names, seat) for province in closed]


def _holding(view: State, province: int, names: Sequence[str], seat: int) -> ListedProvince:
    board, whose = view.board, owner(view, province)
    price, letters = _price(view, province, seat)
    guards = 0 if whose is None else (view.guards[whose] & province).bit_count()
    return ListedProvince(
        board.names[bits(province)[0]], region_of(board, province),
        value(board, province), pgettext("a province", "free") if whose is None else names[whose],
        price, letters,
        ngettext("%(count)s guard, scores nothing", "%(count)s guards, scores nothing", guards)
        % {"count": guards} if guards > 1 else "",
    )


def _price(view: State, province: int, seat: int) -> tuple[str, str]:
    """Return what a seat would pay for a province, in words and in letters (O1 to O3, K1)."""
    if owner(view, province) == seat:
        return "", ""
    if not symbol_spaces(view, province):
        return _("no symbol, so nobody can occupy it"), "-"
    best = payment_of(view, seat, province)
    paid = " ".join(LETTERS[card] * n for card, n in enumerate(best.cost.total) if n)
    guards = display_names.price(cards.NONE, len(best.guards)) if best.guards else ""
    return best.price, " + ".join(filter(None, [paid, guards]))


def _goals(view: State) -> list[ClosestSpaces]:
    """Return for each symbol the closest empty spaces if its card were taken now (A4, A5)."""
    if view.phase != TAKE:
        return []
    return [ClosestSpaces(display_names.card_name(card), _where(view, card)) for card in KINDS]


def _where(view: State, card: int) -> str:
    goal = choices.destination(view, card, joker=False)
    if goal is None:
        return _("no empty space bears it")
    return ngettext(
        "%(spaces)s, %(count)s side away", "%(spaces)s, %(count)s sides away", goal.distance
    ) % {"spaces": list_with_or(view.board.names[s] for s in goal.spaces), "count": goal.distance}


def _plans(view: State, trials: Trials) -> list[_Plan]:
    """Return suggested marches, those that change most first; at most OF_A_CARD a card."""
    if view.phase == MARCH:
        plans = list(_marches(view, ()))
    elif view.phase == TAKE:
        plans = [plan for order in _cards(view) for plan in _after(view, order, trials)]
    else:
        plans = []
    plans.sort(key=_weight)
    return plans[:MARCHES]


def _weight(plan: _Plan) -> tuple[int, int]:
    one = plan.outcome
    return -sum(part.value for part in one.freed) - one.damage(plan.before.seat), len(one.walls)


def _cards(view: State) -> Iterator[str]:
    """Yield the orders for the cards by which the player may march."""
    yield from (f"take {SYMBOLS[c]}" for c in dict.fromkeys(view.face_up) if c in KINDS)
    # A card in hand is saved if one like it lies face up.
    yield from (f"play {SYMBOLS[c]}" for c in KINDS if view.hand[c] and c not in view.face_up)


def _after(view: State, order: str, trials: Trials) -> Iterator[_Plan]:
    draft = trials.draft(view, order)
    if draft.steps and draft.view.phase == MARCH:
        yield from _marches(draft.view, (draft.text,))


def _marches(view: State, before: tuple[str, ...]) -> Iterator[_Plan]:
    """Yield suggested marches to different points."""
    points: set[int] = set()
    for outcome in choices.march_outcomes(view, marches(view, targets(view))):
        if outcome.march.point not in points and len(points) < OF_A_CARD:
            points.add(outcome.march.point)
            order = SEPARATOR.join([*before, format_move(outcome.march, view)])
            yield _Plan(order, outcome, view)


def _march(plan: _Plan, names: Sequence[str]) -> Suggestion:
    return Suggestion(plan.order, wording.summary(plan.before, plan.outcome, names))


def _actions(view: State, names: Sequence[str], trials: Trials) -> list[Suggestion]:
    """Return the possible occupations and levies, now and after taking a card to march by."""
    actions: dict[str, Suggestion] = {}
    for state, order in _hands(view, trials):
        possible = [*(occupying(state, offer, names) for offer in payable(state)[:OFFERS]),
                    *levies(state, names)]
        for one in possible:
            actions.setdefault(one.order, Suggestion(one.order, _after_order(order, one.does)))
    return list(actions.values())


def _after_order(order: str, effect: str) -> str:
    if not order:
        return effect
    return _("After %(order)s: %(effect)s") % {
        "order": translate_orders(order), "effect": effect}


def _hands(view: State, trials: Trials) -> Iterator[tuple[State, str]]:
    """Yield the view, and the views after each order to take a card for a march."""
    yield view, ""
    if view.phase == TAKE:
        for name in dict.fromkeys(SYMBOLS[card] for card in view.face_up if card in KINDS):
            draft = trials.draft(view, f"take {name}")
            if draft.steps and draft.view.seat == view.seat:
                yield draft.view, draft.text


def _turns(view: State, plans: Sequence[_Plan], names: Sequence[str],
           trials: Trials) -> list[Suggestion]:
    """Return whole turns: a march and two suitable actions; those that score come first."""
    starts = [Suggestion("", "")] if view.phase == ACT else (_march(plan, names) for plan in plans)
    paying: dict[str, Suggestion] = {}
    others: dict[str, Suggestion] = {}
    for start in starts:
        draft, turn = _completed(view, start, names, trials)
        if draft.refusal or not draft.steps:
            continue
        (paying if _pays(view, draft.view) else others)[draft.text] = turn
        # Goes on to later marches while none of the first ones scores.
        if paying and len(paying) + len(others) >= TURNS:
            break
    return [*paying.values(), *others.values()][:TURNS]


def _completed(view: State, start: Suggestion, names: Sequence[str],
               trials: Trials) -> tuple[Draft, Suggestion]:
    """Return a turn completed with suitable actions, as far as it can be played."""
    draft = trials.draft(view, start.order)
    effects = [start.does]
    while not draft.refusal and draft.view.turn == view.turn and draft.view.phase == ACT:
        action = sensible(draft.view, names)
        effects.append(action.does)
        more = trials.draft(draft.view, action.order)
        draft = Draft(view, draft.steps + more.steps, more.refusal)
    return draft, Suggestion(draft.text, " ".join(filter(None, effects)))


def _pays(before: State, after: State) -> bool:
    """Return whether a turn gives its player points, now or later, or costs rivals some."""
    def standing(state: State) -> list[int]:
        return [a + b for a, b in zip(state.scores, levy_gains(state), strict=True)]

    changes = [b - a for a, b in zip(standing(before), standing(after), strict=True)]
    own = changes.pop(before.seat)
    return own > 0 or (own == 0 and min(changes) < 0)


def _begins(turns: Sequence[Suggestion], plan: _Plan) -> bool:
    return any(turn.order.split(SEPARATOR)[: plan.order.count(SEPARATOR) + 1]
               == plan.order.split(SEPARATOR) for turn in turns)


class AlexandrosEmailParts:
    """See ``games.rulesets.protocols.EmailParts``."""

    table_template = "alexandros/emails/table"
    suggestions_template = "alexandros/emails/suggestions"
    example_orders = "take horse, march K7.SE, draw twice"

    @property
    def turn_outline(self) -> str:
        return _("A turn starts with a march. Then you can take actions.")

    @property
    def order_hint(self) -> str:
        return _("If several routes lead to the same point, add the steps as in the orders above"
                 " (%(via)s).") % {"via": translate_orders("via ...")}

    def suggestions(self, view: State, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, object]:
        return (suggestions(view, names=names, seat=seat) if advice
                else facts(view, names=names, seat=seat))

    def chart(self, states: Iterable[State], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_scores(history(states, moves), names=names)
