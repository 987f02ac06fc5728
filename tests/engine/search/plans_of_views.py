"""Plans sampled turns with compiled modules or without, and prints them as JSON.

    python -m tests.engine.search.plans_of_views FOLDER STEP

FOLDER has the compiled modules; "" means none.
"""

from __future__ import annotations

import json
import sys

from alexandros_rules.alexandros.bots import search

if __name__ == "__main__":
    search.__path__[:] = [*filter(None, [sys.argv[1]]), search.__path__[-1]]

from alexandros_rules.alexandros.bots.characters import STRATEGIST
from alexandros_rules.alexandros.bots.search import turns
from alexandros_rules.alexandros.bots.search.thinker import Effort, Thinker, for_all
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import State
from alexandros_rules.bot_plans import always
from tests.engine.sampled_positions import sampled_views

BOT = Thinker("", "", (), STRATEGIST.weights, for_all(
    Effort(beam=4, width=3, alike=2, turns=3, deals=1, reply_beam=2, reply_width=1)))


def orders(view: State) -> list[str]:
    """Returns the plan for a view, in notation."""
    plan = BOT.plan(view, seat=view.seat, salt=b"any", has_time=always)
    state, written = view, []
    for move in plan:
        written.append(RULESET.format(move, state))
        for event in RULESET.decide(state, move, RULESET.unknown_chance(), seat=view.seat):
            state = RULESET.evolve(state, event)
    return written


def main() -> None:
    assert str(turns.__file__).endswith(".py") == (not sys.argv[1])
    print(json.dumps([orders(view) for view in sampled_views(int(sys.argv[2]))]))


if __name__ == "__main__":
    main()
