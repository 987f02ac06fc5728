"""The guide of somebody's first game: one thing at a time, where they are in their turn.

What it says depends on the position.  It names the province, the cards and the levy that a player
would look for first, and points at them on the board.
"""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros.occupying import payment
from alexandros_rules.alexandros.state import State
from alexandros_rules.drafts import Draft
from games.rulesets.alexandros import choices, steps, wording
from games.rulesets.alexandros.choices import Offer
from games.rulesets.protocols import Tip, Turn


class AlexandrosGuide:
    """See ``games.rulesets.protocols.Guide``."""

    rounds = 5

    def tip(self, draft: Draft, turn: Turn, *, seat: int, names: Sequence[str],
            number: int) -> Tip | None:
        view: State = draft.view
        if turn.whole:
            return _whole(number)
        kind = turn.panel["kind"]
        if kind == "take":
            return _taking(view, number)
        if kind == "occupy":
            return _occupying(taken_over=bool(turn.panel["whose"]))
        return _acting(view, names) if kind == "act" else _marching(number)


def _whole(number: int) -> Tip:
    if number == 1:
        return Tip(_("This is a whole turn: a march and two actions. It is a draft until"
                     " you confirm it; then the others move."))
    return Tip(_("Check the draft, and confirm it."))


def _taking(view: State, number: int) -> Tip:
    """Explain the card to march with (A2, A4), and what all of it is for."""
    if number == 1:
        return Tip(_("You all move the same Alexander. Choose a card: he marches to the nearest"
                     " empty space with its symbol. A face-up card then goes into your hand."))
    if number == 2:
        return Tip(_("Cards also pay for land. So take a card that you will need, or one whose"
                     " march closes off land. Below each card stands where it leads."))
    if number == 3:
        return Tip(ngettext(
            "%(count)s black wall is left. Once a march needs more, it takes red ones, and the game"
            " ends: most points win. Whoever has 100 points ends it too. So get land early.",
            "%(count)s black walls are left. Once a march needs more, it takes red ones, and the"
            " game ends: most points win. Whoever has 100 points ends it too. So get land early.",
            view.black_left) % {"count": view.black_left})
    if number == 4:
        return Tip(_("You may also play a card of your own. It is gone then, but it may lead"
                     " Alexander just where you want him."))
    return Tip(_("Above the board, “land” says what each player gets in a levy, whoever levies. If"
                 " theirs is more than yours, you fall behind: cut their land or take it over."
                 " “Show a hint” helps."))


def _marching(number: int) -> Tip:
    """Explain walls (A11), provinces (P1) and cuts (P5)."""
    if number == 1:
        return Tip(_("Alexander leaves a wall on every side he walks along. Land that walls and"
                     " coast close off is a province, worth a point for each space without a"
                     " symbol."))
    if number == 2:
        return Tip(_("Land that a march closes off is in green if it is worth taking at once."
                     " Other land may be a danger: the next player may take it first."))
    if number == 3:
        return Tip(_("A march can also cut a province in two. The part without a guard is free"
                     " then, and you may take it in the same turn."))
    return Tip(_("Land is lost in two ways: a march cuts off the part without your guard, or"
                 " somebody takes it over. The more symbols it has, the dearer that is."))


def _occupying(*, taken_over: bool) -> Tip:
    """Explain guards and cards (O1, O2, L2), and what removes somebody else's guards (K1, K2)."""
    if taken_over:
        return Tip(_("Each guard of theirs costs two cards with the symbol it stands on, and goes"
                     " back to them. Then you pay as for free land. Place one guard if you can."))
    return Tip(_("Each symbol costs a card that shows it, or a guard on it. Place exactly one"
                 " guard if you can: a province with two guards pays nothing."))


def _acting(view: State, names: Sequence[str]) -> Tip:
    """Name the action that a player would look for first (F1)."""
    first = choices.first_action(view)
    if first.kind == "levy":
        points = choices.levy(view).own
        return Tip(ngettext(
            "Levy taxes now: it gives you %(count)s point, and nobody gets more. It costs a card.",
            "Levy taxes now: it gives you %(count)s points, and nobody gets more. It costs a card.",
            points) % {"count": points})
    better = choices.exchange(view)
    if better and better.offer:
        return Tip(wording.exchange(view, better.offer), _marked(view, better.offer.province))
    if first.offer is not None:
        return _land(view, first.offer, names)
    if first.guard is not None:
        return Tip(_("Two of your guards stand in the province that is marked, so it pays nothing."
                     " Take one of them back."),
                   _marked(view, choices.province_at(view, first.guard)))
    return _collecting(view)


def _collecting(view: State) -> Tip:
    """Name the land to collect cards for, if a few more would pay for it (C1, C2)."""
    offers = choices.offers(view) if view.guards_left(view.seat) else []
    near = [(missing, -offer.value, offer) for offer in offers
            if choices.is_worth_it(view, offer.value) and offer.loser is None
            for missing in [payment(view, offer.province, hand=view.hand, guards=1).missing]
            if 0 < missing <= choices.NEAR]
    if near:
        _missing, _value, offer = min(near, key=lambda found: found[:2])
        return Tip(_("Collect cards for the marked province. %(price)s") % {
            "price": wording.with_one_guard(view, offer)}, _marked(view, offer.province))
    if any(offer.guards for offer in offers):
        return Tip(ngettext(
            "The land within reach pays too little for a guard, so take a card. Cards pay for land"
            " later, and one pays for each levy.",
            "The land within reach pays too little for a guard, so take cards. Cards pay for land"
            " later, and one pays for each levy.", view.actions))
    return Tip(ngettext(
        "No land is within reach, so take a card. Cards pay for land later, and one pays for each"
        " levy.",
        "No land is within reach, so take cards. Cards pay for land later, and one pays for each"
        " levy.", view.actions))


def _land(view: State, offer: Offer, names: Sequence[str]) -> Tip:
    """Recommend a province that pays, held by somebody else or by nobody (O1, K1)."""
    words = {"points": offer.income, "price": offer.payment.price,
             "name": "" if offer.loser is None else names[offer.loser]}
    text = (
        _("Occupy the marked province: it then pays you %(points)s in every levy, whoever levies."
          " It costs %(price)s.") if offer.loser is None
        else _("You can take over %(name)s’s marked province: it then pays you %(points)s in every"
               " levy, and %(name)s nothing. It costs %(price)s.")
    )
    return Tip(text % words, _marked(view, offer.province))


def _marked(view: State, province: int) -> dict[str, str]:
    return {"gain": steps.of_spaces(view.board, province).gain}
