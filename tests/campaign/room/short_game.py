"""A short route on the map of the game, and a hasty bot, so that whole games take a second."""

from __future__ import annotations

import random

from engine.bot_plans import MoveByMove
from engine.campaign import map_file, moves
from engine.campaign.legal_moves import awaited_moves
from engine.campaign.state import State
from engine.move_list import parts_of

STOPS = 4  # of the route: a temple, two chits, a temple
CHITS = 2
SCARCE = (moves.BuildCity, moves.BuildSettlement, moves.BuildRoad, moves.BuyDevelopment,
          moves.PlaySoldier)


def short_map() -> str:
    """The text of the map with the first stops of the route only; a seven leads to its goal."""
    before, route = map_file.shipped()["campaign"].split("[route]")
    lines, harbours = route.split("[harbours]")
    start, *rest = [line for line in lines.splitlines()
                    if line.strip() and not line.startswith(("#", "violet", "goal"))]
    _sign, *name, label = rest[STOPS].split()
    kept = [start, *rest[:STOPS], "violet", f"goal  {' '.join(name)}  {label}"]
    return "[route]\n".join([before, "\n".join(kept)]).replace(
        "name   campaign", "name   short") + f"\n\n[harbours]{harbours}"


class HastyBot(MoveByMove):
    """Builds whatever it can, bids at random, and ends its turn."""

    name = "hasty"
    title = "plays quickly"
    about = "It builds what it can and ends its turn."
    seat_names = ("Nikon", "Myrto", "Zeno", "Lais")

    def choose(self, view: State, *, seat: int, salt: bytes) -> moves.Move:
        rng = random.Random(salt + bytes([view.turn % 256, seat]))
        parts = [part for part in parts_of(awaited_moves(view, seat)) if len(part)]
        for kind in SCARCE:
            for part in parts:
                if isinstance(part[0], kind):
                    return part[rng.randrange(len(part))]
        if isinstance(parts[-1][0], moves.End):
            return parts[-1][0]
        part = rng.choice(parts)
        return part[rng.randrange(len(part))]
