"""The command ``manage.py usual_prices``: measures what auctions of The Campaign usually cost."""

from __future__ import annotations

import hashlib
import json
from argparse import ArgumentParser
from statistics import quantiles
from typing import Any

from django.core.management.base import BaseCommand

from alexandros_rules.bot_games import play_out
from alexandros_rules.campaign.events import AuctionWon, NobodyBid
from alexandros_rules.campaign.evolve import evolve
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.ruleset import Setup
from games.rulesets.campaign.bid_facts import PRICES

BOT = "regent"


class Command(BaseCommand):
    """The writer of ``usual_prices.json``; the same number of games gives the same file."""

    help = "Measures the usual prices at each stop of Alexander in games between strong bots."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--games", type=int, default=100,
                            help="games with each number of players (default: 100)")

    def handle(self, *args: Any, **options: Any) -> None:
        games: int = options["games"]
        made_by = json.dumps(f"python manage.py usual_prices --games {games}")
        lines = ",\n".join(f'  "{players}": {json.dumps(_prices(players, games))}'
                           for players in RULESET.seats)
        PRICES.write_text(
            f'{{\n "made by": {made_by},\n "prices": {{\n{lines}\n }}\n}}\n', "utf-8")


def _prices(players: int, games: int) -> dict[str, tuple[int, int]]:
    """Return the lower and upper quartile of the prices at each stop; 0 if nobody bid."""
    board = next(iter(RULESET.boards().values()))
    found: dict[str, list[int]] = {}
    for number in range(games):
        seed = hashlib.sha256(f"prices {players} {number}".encode()).digest()
        setup = Setup(board, players, {"balanced_start": True})
        for state, _move, events in play_out(
                RULESET, setup, seed=seed, bots=[RULESET.bots[BOT]] * players):
            for event in events:
                if isinstance(event, AuctionWon | NobodyBid):
                    name = state.world.stop_names[state.auction.junction]
                    found.setdefault(name, []).append(
                        event.price if isinstance(event, AuctionWon) else 0)
                state = evolve(state, event)
    return {name: _middle_half(prices) for name, prices in found.items() if len(prices) > 1}


def _middle_half(prices: list[int]) -> tuple[int, int]:
    low, _median, high = quantiles(prices, n=4, method="inclusive")
    return round(low), round(high)
