"""The games of this package, and the names that playing, replaying and writing bots take."""

from __future__ import annotations

from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.bot_games import outcome, play_out
from alexandros_rules.bot_plans import MoveByMove, next_move
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.chance import SeededChance
from alexandros_rules.codec import digest_key
from alexandros_rules.errors import Refusal
from alexandros_rules.record import load as load_record
from alexandros_rules.replay import LogRow, fold, states, verify
from alexandros_rules.ruleset import Ruleset, Setup, Status

__all__ = [
    "LogRow", "MoveByMove", "Refusal", "Ruleset", "SeededChance", "Setup", "Status", "digest_key",
    "fold", "load_record", "next_move", "outcome", "play_out", "rulesets", "states", "verify",
]


def rulesets() -> dict[str, Ruleset]:
    """Return the rules of each game by its name."""
    return {rules.name: rules for rules in (ALEXANDROS, CAMPAIGN)}
