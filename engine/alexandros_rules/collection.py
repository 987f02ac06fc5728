"""The games of this package, and the names that programs with games, bots and positions take."""

from __future__ import annotations

from collections.abc import Callable

from alexandros_rules.alexandros import continuing as alexandros_positions
from alexandros_rules.alexandros.encoding import Encoding as AlexandrosEncoding
from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.bot_games import outcome, play_out
from alexandros_rules.bot_plans import MoveByMove, next_move
from alexandros_rules.campaign import continuing as campaign_positions
from alexandros_rules.campaign.encoding import Encoding as CampaignEncoding
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.chance import SeededChance
from alexandros_rules.codec import digest_key
from alexandros_rules.encoding import Encoding
from alexandros_rules.errors import Refusal
from alexandros_rules.positions import Positions
from alexandros_rules.positions import read as read_position
from alexandros_rules.positions import write as write_position
from alexandros_rules.record import load as load_record
from alexandros_rules.record import load_log
from alexandros_rules.replay import LogRow, fold, states, verify
from alexandros_rules.ruleset import Ruleset, Setup, Status

__all__ = [
    "Encoding", "LogRow", "MoveByMove", "Positions", "Refusal", "Ruleset", "SeededChance", "Setup",
    "Status", "digest_key", "encoding", "fold", "load_log", "load_record", "next_move", "outcome",
    "play_out", "positions", "read_position", "rulesets", "states", "verify", "write_position",
]

_ENCODINGS: dict[str, Callable[[Setup], Encoding]] = {
    ALEXANDROS.name: AlexandrosEncoding, CAMPAIGN.name: CampaignEncoding}


def rulesets() -> dict[str, Ruleset]:
    """Return the rules of each game by its name."""
    return {rules.name: rules for rules in (ALEXANDROS, CAMPAIGN)}


def positions() -> dict[str, Positions]:
    """Return the positions of each game by its name."""
    return {ALEXANDROS.name: alexandros_positions, CAMPAIGN.name: campaign_positions}


def encoding(rules: Ruleset, setup: Setup) -> Encoding:
    """Return the numbers and actions of a game with this setup, for programs that learn."""
    return _ENCODINGS[rules.name](setup)
