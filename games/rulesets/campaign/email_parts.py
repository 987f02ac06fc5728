"""The Campaign in emails: the table, ready-made turns, the course of a game."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from django.utils.translation import gettext as _

from engine.bot_plans import next_move
from engine.campaign import auctions, moves, robbing
from engine.campaign.describe import describe_events
from engine.campaign.events import Event
from engine.campaign.legal_moves import awaited_moves
from engine.campaign.order_text import format_move
from engine.campaign.rules import RULESET, to_move
from engine.campaign.state import AUCTION, BUILD, DISCARD, ROLL, State
from engine.drafts import SEPARATOR
from engine.errors import Refusal
from engine.move_list import parts_of
from engine.replay import fold
from games.rulesets.campaign.point_chart import draw_points
from games.rulesets.campaign.replay_columns import CampaignReplay
from games.rulesets.plain import PlainSuggestion

MOST_MOVES = 12  # in a ready-made turn
MOST_OF_A_KIND = 3  # orders listed of each kind
MOST_BIDS = 3
_SALT = b"suggestion"


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
        return _("If an offer may not be taken, add what to do then (%(order)s).") % {
            "order": "offer 2 wool for ore; otherwise bank 4 wool for ore"}

    def suggestions(self, view: State, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, object]:
        if not advice or seat not in to_move(view):
            return {}
        return {"turns": turns(view, names=names, seat=seat), "orders": _orders(view, seat),
                "building": view.phase == BUILD}

    def chart(self, states: Iterable[State], moves: Sequence[str], *,
              names: Sequence[str]) -> str:
        return draw_points(self.replay.moments(list(states), moves=moves), names=names)


def turns(view: State, *, names: Sequence[str], seat: int) -> list[PlainSuggestion]:
    """Returns whole turns, or whole decisions, that the seat could order as they are."""
    if view.phase == AUCTION:
        return [_suggestion(view, [bid], names=names, seat=seat) for bid in _bids(view, seat)]
    if view.phase == DISCARD:
        cards = robbing.preferred_discard(view.hands[seat], view.due[seat], ())
        return [_suggestion(view, [moves.Discard(cards)], names=names, seat=seat)]
    if view.phase == ROLL:
        return [_suggestion(view, [moves.Roll()], names=names, seat=seat)]
    return [_suggestion(view, _bot_turn(view, seat), names=names, seat=seat)]


def _bids(view: State, seat: int) -> list[moves.Bid]:
    """Returns bids of about a third and of all that the seat can pay, and a pass."""
    auction = view.auction
    assert auction is not None
    lowest = auctions.high_bid(auction)[1] + 1 if view.options.open_bidding else 1
    most = auctions.most_payable(view, auction.kind, seat=seat)
    found = [moves.Bid(0, ())]
    for limit in dict.fromkeys([max(lowest, most // 3), max(lowest, 2 * most // 3)]):
        payment = auctions.usual_payment(view, auction.kind, limit, seat=seat)
        if payment and auctions.is_exact(payment, limit):
            found.append(moves.Bid(limit, payment))
    return found[:MOST_BIDS]


def _bot_turn(view: State, seat: int) -> list[moves.Move]:
    """Returns what the first bot would do up to the end of the turn or the next unknown thing."""
    bot = next(iter(RULESET.bots.values()))
    found: list[moves.Move] = []
    turn = view.turn
    while len(found) < MOST_MOVES and view.turn == turn and seat in to_move(view):
        move = next_move(bot, view, seat=seat, salt=_SALT)
        try:
            events = RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)
        except Refusal:  # what the bot saw of its cards need not be known on the view
            break
        found.append(move)
        view = fold(RULESET, view, events)
    return found


def _suggestion(view: State, suggested: Sequence[moves.Move], *, names: Sequence[str],
                seat: int) -> PlainSuggestion:
    """Returns moves as a turn with what they do in sentences."""
    orders, told = [], list[tuple[Event, State | None]]()
    for move in suggested:
        orders.append(format_move(move, view))
        for event in RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat):
            told.append((event, view))
            view = RULESET.evolve(view, event)
    return PlainSuggestion(SEPARATOR.join(orders), " ".join(describe_events(told, names)))


def _orders(view: State, seat: int) -> list[str]:
    """Returns a few legal orders of each kind that are not in everybody's mind anyway."""
    found = []
    for part in parts_of(awaited_moves(view, seat)):
        if not isinstance(part[0], moves.Bid | moves.Discard | moves.End | moves.Roll):
            found += [format_move(move, view) for move in part[:MOST_OF_A_KIND]]
    return found
