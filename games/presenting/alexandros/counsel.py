"""What a player may do with a turn, as orders to copy into a mail, with what each would do.

Owns which few of the many possible orders are shown, the ones that change most first; it
advises nothing and sees nothing but the player's own view.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.alexandros import cards
from engine.alexandros.board import LETTERS, SYMBOLS
from engine.alexandros.cards import KINDS
from engine.alexandros.describe import place
from engine.alexandros.lattice import bits
from engine.alexandros.marches import marches, targets
from engine.alexandros.notation import format_move
from engine.alexandros.provinces import owner, price, provinces, value
from engine.alexandros.rules import RULESET
from engine.alexandros.state import ACT, MARCH, OVER, TAKE, State
from games.presenting.alexandros import words
from games.services import drafts
from games.services.choices import alexandros as choices
from games.services.choices.alexandros import Offer, Outcome
from games.services.drafts import SEPARATOR

MARCHES, OF_A_CARD = 6, 2
OFFERS = 6
TURNS = 3


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Orders as they can be sent, and what they would do."""

    order: str
    does: str


@dataclass(frozen=True, slots=True)
class Goal:
    """The closest empty spaces with a symbol."""

    name: str
    where: str

    @property
    def told(self) -> str:
        return f"{self.name}: {self.where}"


@dataclass(frozen=True, slots=True)
class Holding:
    """A closed province: where it begins, its region, worth, whose it is, and its price.

    ``price`` in words, ``letters`` as the text board writes its symbols.
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
    """A card and a march that can be ordered, with what they do; ``after`` the view then."""

    order: str
    outcome: Outcome
    before: State


def counsel(view: State, *, names: Sequence[str], seat: int) -> dict[str, object]:
    """What the templates of mails show of a turn; ``view`` must be that seat's own.

    Where it is not the seat's turn there is nothing to order, and only the land is told.
    """
    told: dict[str, object] = {"goals": _goals(view), "land": holdings(view, names)}
    if view.phase == OVER or view.seat != seat:
        return told
    plans, draw = _plans(view), bool(view.supply or cards.total(view.discard))
    turns = _turns(view, plans, names)
    takes = [SYMBOLS[card] for card in dict.fromkeys(view.face_up) if card in KINDS]
    recalls = [view.board.names[space] for space in bits(view.guards[seat])]
    return {
        **told,
        "turns": turns,
        "marches": [_march(plan, names) for plan in plans if not _begins(turns, plan)],
        "stays": view.phase == TAKE and not plans,
        "actions": view.actions,
        "acting": view.phase == ACT,
        "draw": draw, "takes": takes, "recalls": recalls,
        "short": [
            *(f"take {name}" for name in takes), *(["draw"] if draw else []),
            *(f"recall {name}" for name in recalls), "end",
        ],
        "actions_now": _actions(view, names),
        "levy": _levy(view, names),
    }


def holdings(view: State, names: Sequence[str]) -> list[Holding]:
    """The provinces but the widest free one, the open land; the worthiest first."""
    board, found = view.board, provinces(view.board, view.walls)
    free = [p for p in found if owner(view, p) is None]
    widest = max(free, key=lambda p: p.bit_count(), default=0)
    closed = [p for p in found if p != widest]
    closed.sort(key=lambda p: (owner(view, p) is not None, -value(board, p), p))
    return [_holding(view, province, names) for province in closed]


def _holding(view: State, province: int, names: Sequence[str]) -> Holding:
    board, whose = view.board, owner(view, province)
    cost = price(board, province & sum(board.symbols))
    guards = 0 if whose is None else (view.guards[whose] & province).bit_count()
    return Holding(
        board.names[bits(province)[0]], place(board, province).removeprefix(" in "),
        value(board, province), "free" if whose is None else names[whose],
        cards.words(cost) if cards.total(cost) else "no symbol, nobody can have it",
        " ".join(LETTERS[card] * cost[card] for card in KINDS if cost[card]) or "-",
        f"{guards} guards, scores nothing" if guards > 1 else "",
    )


def _goals(view: State) -> list[Goal]:
    """For each symbol the closest empty spaces, as if its card were taken now (A4, A5)."""
    if view.phase != TAKE:
        return []
    found = []
    for card in KINDS:
        goal = choices.goal(view, card, joker=False)
        if goal is None:
            found.append(Goal(SYMBOLS[card], "no empty space bears it"))
        else:
            spaces = words.joined([view.board.names[s] for s in goal.spaces], "or")
            near = words.plural(goal.distance, "side")
            found.append(Goal(SYMBOLS[card], f"{spaces}, {near} away"))
    return found


def _plans(view: State) -> list[_Plan]:
    """The likeliest marches, at most OF_A_CARD for each card; those that change most first."""
    if view.phase == MARCH:
        found = list(_marches(view, ()))
    elif view.phase == TAKE:
        found = [plan for order in _cards(view) for plan in _after(view, order)]
    else:
        found = []
    found.sort(key=_weight)
    return found[:MARCHES]


def _weight(plan: _Plan) -> tuple[int, int]:
    one = plan.outcome
    return -sum(part.value for part in one.freed) - one.damage(plan.before.seat), len(one.walls)


def _cards(view: State) -> Iterator[str]:
    """The cards one may march by; none from hand where one of the same lies face up."""
    yield from (f"take {SYMBOLS[c]}" for c in dict.fromkeys(view.face_up) if c in KINDS)
    yield from (f"play {SYMBOLS[c]}" for c in KINDS if view.hand[c] and c not in view.face_up)


def _after(view: State, order: str) -> Iterator[_Plan]:
    draft = drafts.read(RULESET, view, order, seat=view.seat)
    if draft.steps and draft.view.phase == MARCH:
        yield from _marches(draft.view, (draft.text,))


def _marches(view: State, before: tuple[str, ...]) -> Iterator[_Plan]:
    """The likeliest marches to different points."""
    points: set[int] = set()
    for outcome in choices.outcomes(view, marches(view, targets(view))):
        if outcome.march.point not in points and len(points) < OF_A_CARD:
            points.add(outcome.march.point)
            order = SEPARATOR.join([*before, format_move(outcome.march, view)])
            yield _Plan(order, outcome, view)


def _march(plan: _Plan, names: Sequence[str]) -> Suggestion:
    effects = [effect.text for effect in words.effects(plan.before, plan.outcome, names)]
    told = "; ".join([words.walls(plan.outcome), *effects])
    return Suggestion(plan.order, f"{told[:1].upper()}{told[1:]}.")


def _actions(view: State, names: Sequence[str]) -> list[Suggestion]:
    """What can be occupied and with what one can levy: now, and with a card one may march by."""
    found: dict[str, Suggestion] = {}
    for state, card in _hands(view):
        told = [*(_occupying(state, offer, names) for offer in _payable(state)[:OFFERS]),
                *_levies(state, names)]
        for one in told:
            does = f"After take {card}: {_continued(one.does)}" if card else one.does
            found.setdefault(one.order, Suggestion(one.order, does))
    return list(found.values())


def _hands(view: State) -> Iterator[tuple[State, str]]:
    """The view, and the views after each card that can be taken to march with."""
    yield view, ""
    if view.phase == TAKE:
        for name in dict.fromkeys(SYMBOLS[card] for card in view.face_up if card in KINDS):
            draft = drafts.read(RULESET, view, f"take {name}", seat=view.seat)
            if draft.steps and draft.view.seat == view.seat:
                yield draft.view, name


def _payable(view: State) -> list[Offer]:
    """What the hand pays and is worth something."""
    if not view.guards_left(view.seat):
        return []
    return [offer for offer in choices.offers(view) if offer.guards and offer.value]


def _occupying(view: State, offer: Offer, names: Sequence[str]) -> Suggestion:
    made = choices.bill_for(view, offer.province, offer.guards)
    what = ("You occupy a" if offer.loser is None
            else f"You take over {names[offer.loser]}'s")
    worth = f"{what} province{place(view.board, offer.province)} worth {offer.value}"
    return Suggestion(_occupy_order(view, offer),
                      f"{worth}; you pay {cards.words(made.total)}.")


def _occupy_order(view: State, offer: Offer) -> str:
    made = choices.bill_for(view, offer.province, offer.guards)
    order = f"occupy {' '.join(view.board.names[space] for space in offer.guards)}"
    gifts = choices.gift_choices(view, made)
    if len(gifts) < 2:
        return order
    return f"{order} give {' '.join(SYMBOLS[card] for card in cards.expand(gifts[0]))}"


def _levies(view: State, names: Sequence[str]) -> list[Suggestion]:
    levy = choices.levy(view)
    if not any(levy.gains):
        return []
    return [Suggestion(f"levy {SYMBOLS[card]}", _gains(view, names)) for card in levy.cards]


def _levy(view: State, names: Sequence[str]) -> str:
    """What a levy would give now, and which cards one takes; "" where it gives nobody anything."""
    gains = choices.levy(view).gains
    if view.levied or not any(gains) or not view.guards[view.seat]:
        return ""
    fitting = sorted({view.board.symbol_of[space] for space in bits(view.guards[view.seat])})
    needs = words.joined([SYMBOLS[card] for card in fitting], "or")
    return f"A levy now: {_gains(view, names)} It takes a card of {needs}."


def _gains(view: State, names: Sequence[str]) -> str:
    gains = choices.levy(view).gains
    order = sorted(range(view.players), key=lambda seat: seat != view.seat)
    told = [f"{'you score' if seat == view.seat else f'{names[seat]} scores'} {gains[seat]}"
            for seat in order]
    return f"{', '.join(told)}."


def _turns(view: State, plans: Sequence[_Plan], names: Sequence[str]) -> list[Suggestion]:
    """Whole turns one might mean: the first marches, each with two actions that fit."""
    starts = [_march(plan, names) for plan in plans[:TURNS]]
    if view.phase == ACT:
        starts = [Suggestion("", "")]
    whole = filter(None, (_completed(view, start, names) for start in starts))
    return list({turn.order: turn for turn in whole}.values())


def _completed(view: State, start: Suggestion, names: Sequence[str]) -> Suggestion | None:
    """The start of a turn with the actions that fit; None where it cannot be played."""
    draft = drafts.read(RULESET, view, start.order, seat=view.seat)
    told = [start.does]
    while not draft.refusal and draft.view.turn == view.turn and draft.view.phase == ACT:
        action = _action(draft.view, names)
        if action.does:
            told.append(f"Then {_continued(action.does)}")
        draft = drafts.read(RULESET, view, draft.also(action.order), seat=view.seat)
    if draft.refusal or not draft.steps:
        return None
    return Suggestion(draft.text, " ".join(filter(None, told)))


def _continued(sentence: str) -> str:
    return f"{sentence[:1].lower()}{sentence[1:]}"


def _begins(turns: Sequence[Suggestion], plan: _Plan) -> bool:
    """Whether a whole turn that is shown already begins with this march."""
    return any(turn.order.split(SEPARATOR)[: plan.order.count(SEPARATOR) + 1]
               == plan.order.split(SEPARATOR) for turn in turns)


def _action(view: State, names: Sequence[str]) -> Suggestion:
    """Occupy what the hand pays, levy where nobody gains more, else a card."""
    free = [offer for offer in _payable(view) if offer.loser is None]
    levy = choices.levy(view)
    if free:
        return _occupying(view, free[0], names)
    if levy.cards and levy.own and not levy.helped:
        return _levies(view, names)[0]
    return Suggestion("draw" if view.supply or cards.total(view.discard) else "end", "")
