"""Positions of Alexandros from which new games go on."""

from __future__ import annotations

from collections.abc import Sequence

from engine.alexandros import continuing
from engine.alexandros.events import Event
from engine.alexandros.state import State
from engine.ruleset import Setup


class AlexandrosPositions:
    """See ``games.rulesets.protocols.Positions``."""

    def after(self, events: Sequence[Event]) -> str:
        return continuing.position_after(events)

    def view(self, setup: Setup) -> State:
        return continuing.view_of(setup.options["position"], setup)
