"""Occupying and taking over provinces: costs, payments and all legal occupations (O, K)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from math import comb
from operator import add
from typing import Any

from alexandros_rules.alexandros import cards, display_names
from alexandros_rules.alexandros.cards import KINDS, Counts
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.moves import Occupy
from alexandros_rules.alexandros.provinces import owner, price, province_of, provinces
from alexandros_rules.alexandros.state import State
from alexandros_rules.errors import Illegal
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import list_with_and, ngettext, translate_orders


@dataclass(frozen=True, slots=True)
class OccupationCost:
    """The cards that an occupation or a takeover with given guards costs.

    ``loser``    the seat that holds the province now, None if it is free.
    ``removed``  mask of the loser's guards there; ``removal`` are the cards they cost (K1).
    ``paid``     the cards for the symbol spaces left without a guard (O2).
    ``pool``     the cards of which the loser gets half (K3).
    """

    province: int
    loser: int | None
    removed: int
    removal: Counts
    paid: Counts
    pool: Counts

    @property
    def total(self) -> Counts:
        return cards.add(self.removal, self.paid)

    @property
    def given(self) -> int:
        """The number of cards that the loser gets: half of the pool, rounded up."""
        return (cards.total(self.pool) + 1) // 2


def symbol_spaces(state: State, province: int) -> int:
    """Return the mask of the spaces of a province that bear a symbol."""
    return province & ~state.board.open


def occupation_cost(state: State, province: int, guards: int) -> OccupationCost:
    """Return the cost of a province for a mask of new guards on its symbol spaces."""
    loser = owner(state, province)
    removed = 0 if loser is None else state.guards[loser] & province
    once = price(state.board, removed)
    removal = cards.add(once, once)
    paid = price(state.board, symbol_spaces(state, province) & ~guards)
    if loser is None or state.players == 2:  # K4
        pool = cards.NONE
    else:
        pool = paid if state.options.half_of_occupying else cards.add(removal, paid)  # K5, K3
    return OccupationCost(province, loser, removed, removal, paid, pool)


@dataclass(frozen=True, slots=True)
class Payment:
    """The guards and cards that a player would pay for a province, and what they lack.

    ``guards``  the spaces for the fewest guards with which the hand pays the rest; if it cannot,
                for all guards that would stand in for cards.
    ``cost``    the cost with these guards.
    ``short``   the lacking cards that remove guards: no guard stands in for them (K1).
    ``more``    how many of the cards ``either`` the player lacks as well; their guards stand in
                for the others (O3).
    """

    guards: tuple[int, ...]
    cost: OccupationCost
    short: Counts
    more: int
    either: Counts

    @property
    def payable(self) -> bool:
        return bool(self.guards) and not self.missing

    @property
    def missing(self) -> int:
        """The number of cards that are lacking."""
        return cards.total(self.short) + self.more

    @property
    def price(self) -> str:
        """The cards and guards in words: "2 horses and a guard"."""
        return display_names.price(self.cost.total, len(self.guards))

    @property
    def lacking(self) -> str:
        """What is lacking, in sentences; "" if nothing but a guard is."""
        kinds = [kind for kind in KINDS if self.either[kind]] if self.more else []
        alike = cards.counts(kinds * self.more) if len(kinds) == 1 else cards.NONE
        definite = cards.add(self.short, alike)
        sentences = []
        if any(definite):
            names = display_names.card_list(definite)
            sentences.append(_("You lack %(cards)s.") % {"cards": names})
        if len(kinds) > 1:
            sentences.append(self._choice(kinds, also=any(definite)))
        if any(self.short):
            sentences.append(
                _("Guards cannot stand in for the cards that remove other players' guards."))
        return " ".join(sentences)

    def _choice(self, kinds: Sequence[int], *, also: bool) -> str:
        if self.more == 1:
            text = _("You also lack %(cards)s.") if also else _("You lack %(cards)s.")
            return text % {"cards": display_names.any_of(kinds)}
        every = cards.total(self.either)
        words = {"count": self.more, "all": every, "cards": display_names.card_list(self.either)}
        if self.more == every:
            text = _("You also lack %(cards)s.") if also else _("You lack %(cards)s.")
            return text % words
        text = (_("You also lack %(count)s of these %(all)s cards: %(cards)s.") if also
                else _("You lack %(count)s of these %(all)s cards: %(cards)s."))
        return " ".join([text % words, ngettext(
            "A guard stands in for the other.", "Guards stand in for the others.",
            every - self.more)])


def payment(state: State, province: int, *, hand: Counts, guards: int) -> Payment:
    """Return how a hand and this many guards pay for a province (O1 to O3, K1)."""
    whole = occupation_cost(state, province, 0)
    lacking = cards.missing(hand, whole.total)
    either = tuple(map(min, lacking, whole.paid))
    placed = (_in_place(state, province, either, guards) if any(either)
              else _best_place(state, whole, hand) if guards else ())
    cost = occupation_cost(state, province, sum(1 << space for space in placed))
    return Payment(placed, cost, cards.subtract(lacking, either),
                   max(0, cards.total(either) - guards), either)


def payment_of(state: State, seat: int, province: int) -> Payment:
    """Return how a seat, whose hand the state shows, pays for a province."""
    return payment(state, province, hand=state.hands[seat], guards=state.guards_left(seat))


def _in_place(state: State, province: int, lacking: Counts, guards: int) -> tuple[int, ...]:
    """Return spaces for at most this many guards in place of lacking cards."""
    spaces = [bits(province & state.board.symbols[kind])[: lacking[kind]] for kind in KINDS]
    return tuple(sorted(list(chain.from_iterable(spaces))[:guards]))


def _best_place(state: State, cost: OccupationCost, hand: Counts) -> tuple[int, ...]:
    """Return the space for a single guard that saves the card of which the hand has most."""
    kinds = [kind for kind in KINDS if cost.province & state.board.symbols[kind]]
    if not kinds:
        return ()
    rest = cards.subtract(hand, cost.total)
    best = max(kinds, key=lambda kind: (rest[kind], -kind))
    return (bits(cost.province & state.board.symbols[best])[0],)


def checked_cost(state: State, spaces: tuple[int, ...]) -> OccupationCost:
    """Return the cost for guards on these spaces, which the hand may not be able to pay.

    Raise Illegal if guards may not be put there (O1 to O5).
    """
    board = state.board
    if not spaces or len(set(spaces)) != len(spaces) or any(s not in board.names for s in spaces):
        raise Illegal(
            "no-guard",
            _("Name the spaces for your guards, each only once."),
        )
    if len(spaces) > state.guards_left(state.seat):
        raise _too_few_guards(state, len(spaces))
    for space in spaces:
        if space not in board.symbol_of:
            raise Illegal(
                "open-space",
                _("%(space)s bears no symbol. Guards can only stand on symbol spaces.")
                % {"space": board.names[space]},
            )
    province = province_of(board, state.walls, spaces[0])
    mask = sum(1 << s for s in spaces)
    if mask & ~province:
        raise Illegal(
            "two-provinces",
            _("%(spaces)s are not in the same province. Occupy one province at a time.")
            % {"spaces": list_with_and(board.names[s] for s in spaces)},
        )
    if owner(state, province) == state.seat:
        raise Illegal(
            "already-yours",
            _("You already hold the province that contains %(space)s.")
            % {"space": board.names[spaces[0]]},
        )
    return occupation_cost(state, province, mask)


def _too_few_guards(state: State, wanted: int) -> Illegal:
    left = state.guards_left(state.seat)
    recalls = [f"recall {state.board.names[s]}" for s in bits(state.guards[state.seat])]
    if not left:
        return Illegal(
            "no-guards-left",
            _("You have no guards left in your supply. Take one back first, as in %(example)s.")
            % {"example": translate_orders(recalls[0])},
            allowed=recalls,
        )
    return Illegal(
        "no-guards-left",
        ngettext(
            "You have %(count)s guard in your supply, not %(wanted)s. Take one back or use fewer.",
            "You have %(count)s guards in your supply, not %(wanted)s. Take one back or use fewer.",
            left,
        ) % {"count": left, "wanted": wanted},
        allowed=recalls,
    )


def possible_gifts(cost: OccupationCost) -> Iterator[Counts | None]:
    """Yield the choices of cards for the loser, or None alone if they get nothing (K3)."""
    return cards.choices(cost.pool, cost.given) if cost.given else iter([None])


def count_gifts(cost: OccupationCost) -> int:
    """Return the number of ``possible_gifts``, of which there can be thousands."""
    return cards.count_choices(cost.pool, cost.given) if cost.given else 1


def is_possible_gift(cost: OccupationCost, give: Counts | None) -> bool:
    """Check if the loser may be given these cards (K3)."""
    if give is None or not cost.given:
        return give is None and not cost.given
    return cards.total(give) == cost.given and cards.covers(cost.pool, give)


def occupations(state: State) -> list[Sequence[Occupy]]:
    """Return the legal occupations and takeovers of each province (O1 to O5, K1)."""
    supply = state.guards_left(state.seat)
    if not supply:
        return []
    found = [
        ProvinceOccupations(state, province, supply)
        for province in provinces(state.board, state.walls)
        if not province & state.guards[state.seat]
    ]
    return [one for one in found if one]


class ProvinceOccupations(Sequence[Occupy]):
    """The legal occupations of one province, by number of guards, spaces and gift.

    ``supply`` is the number of guards that the player has.  A big province has too many occupations
    to list, so their number and the one with a given index are computed from counts.
    """

    def __init__(self, state: State, province: int, supply: int):
        self._state, self._province = state, province
        cost = occupation_cost(state, province, 0)
        self._need = cards.missing(state.hand, cost.total)
        fewest = sum(self._need)
        symbols = state.board.symbols
        payable = fewest <= supply and all(
            need <= (province & symbols[kind]).bit_count()
            for kind, need in zip(KINDS, self._need, strict=False)
        )  # a guard cannot pay for the loser's guards (K1)
        self._sizes = range(max(1, fewest), supply + 1) if payable else range(0)
        # Most provinces cost too much, and then the lists below would take time for nothing.
        self._spaces = bits(province & ~state.board.open) if payable else []
        self._kinds = [state.board.symbol_of[space] for space in self._spaces]
        self._left = _counts_from_each(self._kinds)
        self._counts: dict[Any, int] = {}
        self._gifts: dict[tuple[int, ...], int] = {}

    def __len__(self) -> int:
        return sum(self._count(0, (0,) * 5, size) for size in self._sizes)

    def __bool__(self) -> bool:
        return next(iter(self.placements()), None) is not None

    def __iter__(self) -> Iterator[Occupy]:
        for guards in self.placements():
            for gift in possible_gifts(self.cost(guards)):
                yield Occupy(guards, gift)

    def __getitem__(self, index: Any) -> Any:
        if isinstance(index, slice):
            return [self[i] for i in range(*index.indices(len(self)))]
        left = index + len(self) if index < 0 else index
        for size in self._sizes:
            count = self._count(0, (0,) * 5, size)
            if 0 <= left < count:
                return self._find(left, size)
            left -= count
        raise IndexError(index)

    def placements(self) -> Iterator[tuple[int, ...]]:
        """Yield the sets of spaces for guards for which the hand can pay the rest."""
        for size in self._sizes:
            yield from self._extend((), (0,) * 5, start=0, size=size)

    def extensions(self, chosen: tuple[int, ...]) -> tuple[list[int], bool]:
        """Return the spaces that go on a placement, and whether it is one as it is.

        ``chosen`` are the first spaces of a placement, in order; the spaces returned may be next.
        """
        kinds: tuple[int, ...] = (0,) * 5
        for space in chosen:
            kinds = _with_one(kinds, self._state.board.symbol_of[space])
        first = self._spaces.index(chosen[-1]) + 1 if chosen else 0
        missing = [size - len(chosen) - 1 for size in self._sizes if size > len(chosen)]
        found = [
            space for i, space in enumerate(self._spaces[first:], first)
            if any(more < len(self._spaces) - i
                   and self._can_complete(i + 1, _with_one(kinds, self._kinds[i]), more)
                   for more in missing)
        ]
        return found, len(chosen) in self._sizes and _meets(self._need, kinds)

    def one_of_each_kind(self) -> Iterator[Occupy]:
        """Yield one occupation for each choice of the symbols that get guards.

        Occupations with guards on the same symbols cost the same cards.
        """
        by_kind = [[s for s, k in zip(self._spaces, self._kinds, strict=True) if k == kind]
                   for kind in KINDS]
        for size in self._sizes:
            pool = (*map(len, by_kind), 0)
            for chosen in cards.choices(pool, size):
                if _meets(self._need, chosen):
                    firsts = [some[:n] for some, n in zip(by_kind, chosen, strict=False)]
                    guards = tuple(sorted(chain.from_iterable(firsts)))
                    yield Occupy(guards, next(possible_gifts(self.cost(guards))))

    def cost(self, guards: tuple[int, ...]) -> OccupationCost:
        """Return what the province costs with guards on these spaces."""
        return occupation_cost(self._state, self._province, sum(1 << s for s in guards))

    def _extend(self, chosen: tuple[int, ...], kinds: tuple[int, ...], *, start: int,
                size: int) -> Iterator[tuple[int, ...]]:
        """Yield the sets of ``size`` spaces that begin with the chosen ones, in order."""
        missing = size - len(chosen)
        if not missing:
            yield chosen
            return
        for i in range(start, len(self._spaces) - missing + 1):
            more = _with_one(kinds, self._kinds[i])
            if self._can_complete(i + 1, more, missing - 1):
                yield from self._extend((*chosen, self._spaces[i]), more, start=i + 1, size=size)

    def _can_complete(self, start: int, kinds: tuple[int, ...], missing: int) -> bool:
        """Check if ``missing`` spaces from this index on can meet all needs."""
        still = [max(0, need - n) for need, n in zip(self._need, kinds, strict=False)]
        return sum(still) <= missing and all(
            need <= there for need, there in zip(still, self._left[start], strict=True)
        )

    def _count(self, start: int, kinds: tuple[int, ...], missing: int) -> int:
        """Count the occupations with ``missing`` more guards from this index on."""
        if (start, kinds, missing) not in self._counts:
            there = self._left[start]
            self._counts[start, kinds, missing] = sum(
                _ways(there, more) * self._gift_count(after)
                for more in cards.choices((*there, 0), missing)
                if _meets(self._need, after := tuple(map(add, kinds, more)))
            )
        return self._counts[start, kinds, missing]

    def _gift_count(self, kinds: tuple[int, ...]) -> int:
        """Count the possible gifts with these numbers of guards on each symbol (K3)."""
        if kinds not in self._gifts:
            some = tuple([
                space for kind in KINDS
                for space in [s for s, k in zip(self._spaces, self._kinds, strict=True)
                              if k == kind][: kinds[kind]]
            ])
            cost = self.cost(some)
            self._gifts[kinds] = cards.count_choices(cost.pool, cost.given) if cost.given else 1
        return self._gifts[kinds]

    def _find(self, index: int, size: int) -> Occupy:
        """Return the occupation with this index among those with ``size`` guards."""
        chosen: tuple[int, ...] = ()
        kinds: tuple[int, ...] = (0,) * 5
        i = 0
        while len(chosen) < size:
            more = _with_one(kinds, self._kinds[i])
            count = self._count(i + 1, more, size - len(chosen) - 1)
            if index < count:
                chosen, kinds = (*chosen, self._spaces[i]), more
            else:
                index -= count
            i += 1
        return Occupy(chosen, next(islice(possible_gifts(self.cost(chosen)), index, None)))


def _meets(need: Counts, kinds: Counts) -> bool:
    """Check if there are enough guards on each symbol."""
    return all(n >= wanted for n, wanted in zip(kinds, need, strict=False))


def _counts_from_each(kinds: list[int]) -> list[tuple[int, ...]]:
    """Return the counts of each kind from each index of the list on, its end included."""
    counts = [(0,) * len(KINDS)]
    for kind in reversed(kinds):
        counts.append(_with_one(counts[-1], kind))
    return counts[::-1]


def _with_one(kinds: tuple[int, ...], kind: int) -> tuple[int, ...]:
    return (*kinds[:kind], kinds[kind] + 1, *kinds[kind + 1 :])


def _ways(there: Counts, more: Counts) -> int:
    """Count the ways to choose these numbers of spaces with each symbol."""
    ways = 1
    for n, k in zip(there, more, strict=False):
        ways *= comb(n, k)
    return ways
