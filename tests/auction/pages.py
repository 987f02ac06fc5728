"""What the pages of Lots show beside its picture: the players, the choices, the replay."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext as _

from alexandros_rules.drafts import Draft
from games.rulesets.plain import (
    PlainEmailParts,
    PlainMoment,
    PlainReplay,
    PlainSuggestion,
    PlainTable,
    PlainTurnForm,
)
from games.rulesets.protocols import Cell, Column, Link
from tests.auction.drawing import draw_chart
from tests.auction.rules import UNDECIDED, UNKNOWN, Position, known


class LotsTable(PlainTable):
    """Adds the coins and the bids, "?" if they are secret."""

    def facts(self, view: Position, seat: int) -> Sequence[str]:
        coins = _("%(count)s coins") % {"count": known(view.purses[seat])}
        bid = _bid(view, seat)
        return (coins, _("bid: %(bid)s") % {"bid": bid}) if bid else (coins,)


def _bid(view: Position, seat: int) -> str:
    """What the table shows of a seat's bid."""
    if not view.bids or view.bids[seat] == UNDECIDED:
        return ""
    if view.bids[seat] == UNKNOWN:
        return _("sealed")
    return str(view.bids[seat]) if view.bids[seat] else _("pass")


class LotsTurnForm(PlainTurnForm):
    """Shows the bids as a row of buttons."""

    choices_template = "auction/turn.html"
    aim_template = "auction/aim.html"
    keys_template = "auction/keys.html"

    def panel(self, draft: Draft, *, seat: int, names: Sequence[str],
              link: Link) -> Mapping[str, Any]:
        view: Position = draft.view
        kind = "call" if seat in view.may_act else "bid" if view.bids else "offer"
        listed = super().panel(draft, seat=seat, names=names, link=link)["choices"]
        return {
            "kind": kind, "worth": known(view.lot),
            "coins": view.purses[seat],
            "others": [name for other, name in enumerate(names)
                       if other in view.to_move and other != seat],
            "choices": [{**choice, "amount": choice["order"].removeprefix("bid ")}
                        for choice in listed],
        }


@dataclass(frozen=True, slots=True)
class LotsMoment(PlainMoment):
    """A row of a game with the coins of each seat after it."""

    purses: tuple[int, ...]


class LotsReplay(PlainReplay):
    """Adds the coins and a chart of the points."""

    @property
    def columns(self) -> Sequence[Column]:  # type: ignore[override]
        return (Column(_("Coins"), _("The coins that are left in the purse")),)

    def seat_on_turn(self, view: Position) -> int:
        return view.seller

    def moments(self, views: Sequence[Position], *, moves: Sequence[str]) -> Sequence[LotsMoment]:
        plain = super().moments(views, moves=moves)
        return [LotsMoment(one.number, one.turn, one.seat, one.scores, view.purses)
                for one, view in zip(plain, views, strict=True)]

    def cells(self, moment: Any, before: Any, *, seat: int) -> Sequence[Cell]:
        now, was = moment.purses[seat], before.purses[seat]
        return (Cell(known(now), 0 if UNKNOWN in (now, was) else now - was),)

    def chart(self, moments: Sequence[Any], *, names: Sequence[str], number: int,
              href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return draw_chart(moments, names=names, number=number, href=href)


class LotsEmails(PlainEmailParts):
    """Adds the coins and bids to the table, and the course of a game to its last email."""

    table_template = "auction/emails/table"

    def __init__(self, replay: LotsReplay, *, example_orders: str, turn_outline: str):
        super().__init__(replay.ruleset, example_orders=example_orders, turn_outline=turn_outline)
        self.replay = replay

    def turns(self, view: Position, orders: Sequence[str], *,
              seat: int) -> Sequence[PlainSuggestion]:
        """To offer the lot; or to pass, or to bid a third or half of what the lot is worth."""
        sensible = dict.fromkeys([0, view.lot // 3, view.lot // 2] if view.bids else [0])
        return [PlainSuggestion(orders[bid]) for bid in sensible if bid < len(orders)]

    def chart(self, states: Iterable[Position], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_chart(self.replay.moments(list(states), moves=moves), names=names)
