"""The rulesets of this service, by name."""

from __future__ import annotations

from engine.alexandros.rules import RULESET
from engine.ruleset import Ruleset

_RULESETS: dict[str, Ruleset] = {RULESET.name: RULESET}
DEFAULT = RULESET.name


def get(name: str) -> Ruleset:
    """The ruleset of this name; raises KeyError for an unknown one."""
    return _RULESETS[name]


def names() -> tuple[str, ...]:
    return tuple(_RULESETS)
