"""Reasons for advised turns, over the positions of many games."""

from __future__ import annotations

from alexandros_rules.addressing import for_reader
from alexandros_rules.bot_plans import next_move
from alexandros_rules.campaign import moves
from alexandros_rules.campaign.analysis.playing_on import after
from alexandros_rules.campaign.rules import RULESET, to_move
from alexandros_rules.campaign.state import State
from alexandros_rules.errors import Refusal
from games.rulesets.campaign.turn_comments import CampaignComments
from tests.campaign.random_games import BOT, positions
from tests.campaign.scenes import NAMES


def imagined(view: State, seat: int) -> list[moves.Move]:
    """A bot's next moves as far as they can be followed on its view, auctions included."""
    found: list[moves.Move] = []
    while len(found) < 6 and seat in to_move(view):
        move = next_move(BOT, view, seat=seat, salt=b"")
        try:
            view = after(view, [move], seat=seat)
        except Refusal:  # it depends on something that the view does not show
            break
        found.append(move)
    return found


def test_every_turn_that_somebody_could_be_advised_has_reasons() -> None:
    robbers = 0
    for state in positions(every=3):
        for seat in to_move(state):
            view = RULESET.view(state, seat)
            some = imagined(view, seat)
            robbers += isinstance(some[0], moves.MoveRobber) and isinstance(some[-1], moves.Bid)
            CampaignComments().reasons(view, some, instead=None, seat=seat,
                                       names=for_reader(NAMES, seat))
    assert robbers
