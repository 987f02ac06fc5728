"""The Campaign in emails: the table, ready-made turns, the course of a game."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import auctions, moves, trading
from alexandros_rules.campaign.legal_moves import awaited_moves
from alexandros_rules.campaign.order_text import format_move
from alexandros_rules.campaign.rules import to_move
from alexandros_rules.campaign.state import AUCTION, BUILD, DISCARD, ROBBER, ROLL, Options, State
from alexandros_rules.move_list import parts_of
from alexandros_rules.translation import translate_orders
from games.rulesets.campaign.bid_facts import bid_facts, tie_text, usual_price_text
from games.rulesets.campaign.ready_turns import bot_turn, suggestion
from games.rulesets.campaign.replay_chart import CampaignReplay, draw_points
from games.rulesets.campaign.table_panel import notice
from games.rulesets.campaign.wares import thrifty_bids, wares
from games.rulesets.plain import PlainSuggestion

MOST_OF_A_KIND = 2  # orders listed of each kind


class CampaignEmails:
    """See ``games.rulesets.protocols.EmailParts``."""

    table_template = "campaign/emails/table"
    suggestions_template = "campaign/emails/suggestions"
    example_orders = "road C4.E, bank 4 wool for ore, end"

    def __init__(self, replay: CampaignReplay):
        self.replay = replay

    @property
    def turn_outline(self) -> str:
        return _("In your turn, you trade and build. Before that there may be an auction, in which"
                 " everybody bids.")

    @property
    def order_hint(self) -> str:
        return _("After an offer, you can add what to do if nobody takes it at once"
                 " (%(order)s).") % {
            "order": translate_orders("offer 2 wool for ore; otherwise bank 4 wool for ore")}

    def suggestions(self, view: State, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, object]:
        building = view.phase == BUILD and seat == view.seat
        facts = {
            "task": task(view, names=names, seat=seat), "title": _title(view, seat),
            "wares": wares(view, seat) if building else (), "auction": _auction(view, seat),
            "facts": [fact for fact in (
                *bid_facts(view, seat, names), tie_text(view, seat, names),
                usual_price_text(view)) if fact] if _auction(view, seat) else (),
            "acceptable": [offer.number for offer in trading.acceptable(view, seat)]
            if view.phase == BUILD else (),
        }
        if not advice or seat not in to_move(view):
            return facts
        return {**facts, "turns": turns(view, names=names, seat=seat),
                "orders": _orders(view, seat)}

    def chart(self, states: Iterable[State], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_points(self.replay.moments(list(states), moves=moves), names=names)


def task(view: State, *, names: Sequence[str], seat: int) -> str:
    """Return the task for which the game waits for a seat, in a sentence or two, or ""."""
    if seat not in to_move(view):
        return ""
    if limits := _auction(view, seat):
        return " ".join([notice(view, for_reader(names, seat), seat), _limits_text(
            limits, view.options)])
    number = view.due[seat]
    return {
        ROLL: _("The dice wait for you, because you may first play a development card."),
        DISCARD: ngettext("You have to discard %(count)s of your cards.",
                          "You have to discard %(count)s of your cards.", number),
        ROBBER: _("You have rolled a seven. Move the robber, and steal a card."),
        BUILD: _("It is time to trade and build."),
    }[view.phase] % {"count": number}


def _limits_text(limits: Mapping[str, int], options: Options) -> str:
    if options.bluff:
        return _("You can pay up to %(most)s. You may bid more, as a bluff.") % limits
    if limits["most"] < limits["lowest"]:
        return _("You have too little to bid here, so you can only pass.")
    if limits["most"] == limits["lowest"]:
        text = (_("You can bid %(most)s or pass.") if options.open_bidding
                else _("You can bid %(most)s or nothing."))
    else:
        text = (_("You can bid from %(lowest)s to %(most)s, or pass.") if options.open_bidding
                else _("You can bid from %(lowest)s to %(most)s, or nothing."))
    return text % limits


def _title(view: State, seat: int) -> str:
    """Return a heading for the ready-made orders; "" if they are whole turns."""
    if view.phase == BUILD or seat not in to_move(view):
        return ""
    return _("Bids, ready to play") if view.phase == AUCTION else _("Orders, ready to play")


def _auction(view: State, seat: int) -> Mapping[str, int] | None:
    """Return the lowest and the highest bid of a seat; None if it need not bid.

    A bluff may exceed the highest bid (AU7).
    """
    if view.auction is None or view.phase != AUCTION or seat not in to_move(view):
        return None
    return {"lowest": auctions.lowest_bid(view),
            "most": auctions.most_payable(view, view.auction.kind, seat=seat)}


def turns(view: State, *, names: Sequence[str], seat: int) -> list[PlainSuggestion]:
    """Return whole turns, or whole decisions, that the seat could order as they are."""
    advised = bot_turn(view, seat)
    bid = {move.limit for move in advised if isinstance(move, moves.Bid)}
    ways = [advised, *_alternatives(view, seat, bid=bid)]
    suggested = (suggestion(view, way, names=names, seat=seat) for way in ways if way)
    return list({one.order: one for one in suggested}.values())


def _alternatives(view: State, seat: int, *, bid: Collection[int]) -> list[list[moves.Move]]:
    """Return simple decisions beside a bot's: bids of other limits, or just to go on."""
    if view.phase == BUILD:
        return [[moves.End()]]
    if view.phase == ROLL:
        return [[moves.Roll()]]
    if limits := _auction(view, seat):
        lowest, most = limits["lowest"], limits["most"]
        few = dict.fromkeys(max(lowest, share * most // 3) for share in (1, 2))
        bids = thrifty_bids(view, seat, range(lowest, most + 1))
        others = [*(one for one in bids if one.limit in few), moves.Bid(0, ())]
        return [[one] for one in others if one.limit not in bid]
    return []


def _orders(view: State, seat: int) -> list[str]:
    """Return a few legal orders of each kind, without those that the ready-made turns show."""
    shown = moves.Bid | moves.Discard | moves.End | moves.Roll
    return [format_move(move, view) for part in parts_of(awaited_moves(view, seat))
            if not isinstance(part[0], shown) for move in part[:MOST_OF_A_KIND]]
