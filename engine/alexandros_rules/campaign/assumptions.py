"""Assumptions about what a view does not show, and what it does show to somebody who counts.

Everybody sees the bank, so the cards of each commodity in hidden places add up to a known number.
Somebody who tries out turns on their view may suppose what an unknown card is, and what the dice
and a chit show.  Assumptions are checked on the view alone, so a refusal reveals nothing hidden.
Secret bids and discards cannot be supposed.
"""

from __future__ import annotations

from alexandros_rules.campaign import display_names
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.progress import Progress
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import BUILD, CHANCE, OVER, ROLL, WINNING_SCORE, State, change
from alexandros_rules.errors import Illegal
from alexandros_rules.immutable import with_item
from alexandros_rules.translation import gettext as _

TOTALS = range(2, 13)  # of two dice
_USED_UP = (th.ROADS, th.PLENTY, th.MONOPOLY)  # once played; a view does not say how many were


def opened(view: State) -> State:
    """Return the view with everything in place that follows from the numbers of its cards."""
    rest = unseen(view)
    free = sum(rest)
    if not free:
        return view
    view = change(view, hands=tuple([_known(hand, rest, free) for hand in view.hands]),
                  bank=_known(view.bank, rest, free))
    rest = unseen(view)
    kinds = [kind for kind in th.COMMODITIES if rest[kind]]
    if len(kinds) == 1:
        view = change(view, supply=tuple([kinds[0]] * len(view.supply)))
    return view


def _known(some: th.Counts, rest: th.Counts, free: int) -> th.Counts:
    """Return counts with the unknown cards known that the other places have no room for."""
    sure = [max(0, count + some[th.UNKNOWN] - free) for count in rest]
    return th.add(some, (*sure, 0, -sum(sure)))


def unseen(view: State) -> th.Counts:
    """Return how many cards of each commodity a view does not show (TH2)."""
    seen = (*view.hands, view.bank, th.counts(view.supply))
    return tuple([th.CARDS_OF_EACH - sum(some[kind] for some in seen) for kind in th.COMMODITIES])


def possible(view: State) -> list[int]:
    """Return the commodities that an unknown card of this view may be."""
    rest = unseen(view)
    return [kind for kind in th.COMMODITIES if rest[kind]]


def suppose_in_hand(view: State, seat: int, kind: int) -> State:
    """Return the view in which an unknown card of this seat's hand is this commodity.

    Raise Illegal if the hand has no unknown card or all cards of the commodity are in view.
    """
    _check_running(view)
    if seat >= view.players or not view.hands[seat][th.UNKNOWN]:
        raise _nothing_unknown(_("There is no unknown card in this hand, so there is nothing to"
                                 " suppose. Choose another card."))
    hand = _supposed(view, view.hands[seat], kind)
    return opened(change(view, hands=with_item(view.hands, seat, hand)))


def suppose_in_bank(view: State, kind: int) -> State:
    """Return the view in which an unknown card of the ended supply is this commodity (YI5)."""
    _check_running(view)
    if not view.bank[th.UNKNOWN]:
        raise _nothing_unknown(_("All cards of the bank are known, so there is nothing to suppose."
                                 " Choose another card."))
    return opened(change(view, bank=_supposed(view, view.bank, kind)))


def _supposed(view: State, some: th.Counts, kind: int) -> th.Counts:
    if not unseen(view)[kind]:
        raise Illegal("all-seen", _(
            "You can see all %(count)s cards of %(kind)s here, so the unknown card cannot be one"
            " of them. Suppose another commodity."
        ) % {"count": th.CARDS_OF_EACH, "kind": display_names.kind_name(kind)})
    return th.subtract(th.add(some, th.single(kind)), th.single(th.UNKNOWN))


def possible_developments(view: State, seat: int) -> list[int]:
    """Return the development cards that an unknown one of this seat may be.

    With more than two players, nobody holds points with which they would have won (EN2, EN4).
    """
    seen = [*view.cards, th.developments(view.deck)]
    left = [count - sum(some[kind] for some in seen) for kind, count in enumerate(th.DECK[:-1])]
    left[th.SOLDIER] -= sum(view.soldiers)
    hidden = sum(some[th.HIDDEN] for some in seen)
    others = hidden - left[th.SOLDIER] - left[th.POINT]  # those of ``_USED_UP``
    wins = view.players > 2 and view.points(seat) + 1 >= WINNING_SCORE
    return [kind for kind, count in enumerate(left)
            if (min(count, others) if kind in _USED_UP else count) > 0
            and not (kind == th.POINT and wins)]


def suppose_development(view: State, seat: int, development: int) -> State:
    """Return the view in which an unknown development card of this seat is this one.

    Cards that were bought in this turn are the last ones of which something is supposed.
    """
    _check_running(view)
    if seat >= view.players or not view.cards[seat][th.HIDDEN]:
        raise _nothing_unknown(_("This player has no unknown development card, so there is nothing"
                                 " to suppose. Choose another card."))
    if development not in possible_developments(view, seat):
        raise Illegal("all-seen", _(
            "The unknown development card cannot be this one: %(card)s. Suppose another one."
        ) % {"card": display_names.development_name(development)})
    turned = th.subtract(th.single_development(development), th.single_development(th.HIDDEN))
    own, bought = th.add(view.cards[seat], turned), view.bought
    if seat == view.seat and bought[th.HIDDEN] > own[th.HIDDEN]:
        bought = th.add(bought, turned)
    return change(view, cards=with_item(view.cards, seat, own), bought=bought)


def awaits_dice(view: State) -> bool:
    """Check if what happens next on this view depends on the dice."""
    return view.phase == CHANCE and view.turn > 1 and view.dice == (0, 0)


def suppose_dice(view: State, total: int) -> State:
    """Return the view after the roll that it awaits, with what follows from this total."""
    _check_running(view)
    if not awaits_dice(view):
        raise _nothing_unknown(_("No dice are rolled here, so there is nothing to suppose. Try a"
                                 " turn up to the roll first."))
    progress = Progress(change(view, phase=ROLL), RULESET.unknown_chance())
    progress.rolled(total // 2, total - total // 2)
    return progress.state


def possible_chits(view: State) -> list[int]:
    """Return the kinds of event that the chit which this view awaits may be (TH5)."""
    if view.phase != CHANCE or awaits_dice(view):
        return []
    return [kind for kind, number in enumerate(map(sum, zip(*view.won, strict=True)))
            if number < th.CHITS_OF_EACH]


def suppose_chit(view: State, chit: int) -> State:
    """Return the view after the chit that it awaits is turned face up, as the auction begins."""
    _check_running(view)
    possible = possible_chits(view)
    if not possible:
        raise _nothing_unknown(_("No chit is turned face up here, so there is nothing to suppose."
                                 " Try a turn up to the chit first."))
    if chit not in possible:
        raise Illegal("all-seen", _(
            "All %(count)s chits of this kind lie in front of players: %(chit)s. Suppose another"
            " one.") % {"count": th.CHITS_OF_EACH, "chit": display_names.auction_name(chit)})
    progress = Progress(change(view, phase=BUILD), RULESET.unknown_chance())
    progress.begin_event(chit)
    return progress.state


def _check_running(view: State) -> None:
    if view.phase == OVER:
        raise _nothing_unknown(_("The game is over here, so nothing can be supposed. Go back to an"
                                 " earlier position first."))


def _nothing_unknown(sentence: str) -> Illegal:
    return Illegal("nothing-unknown", sentence)
