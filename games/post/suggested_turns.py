"""The turns that an email suggests, which a reply may choose by their numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from games.base import features
from games.models import Game, OutgoingEmail, Seat
from games.rulesets import registry


@dataclass(frozen=True, slots=True)
class Suggested:
    """Suggestions for a turn: whole ``turns`` with ``order`` and ``does``, and other facts."""

    turns: Sequence[Any]
    facts: Mapping[str, Any]


def suggested(email: OutgoingEmail, game: Game, seat: Seat, *, view: Any,
              names: Sequence[str]) -> Suggested:
    """Return what the email suggests; in a learning game, the turns are the strongest bot's."""
    advice = game.suggests_turns
    facts = registry.get(game.ruleset).emails.suggestions(view, names=names, seat=seat.index,
                                                          advice=advice)
    strong = _strong_turns(email, game, seat, names=names) if advice else ()
    return Suggested(list(strong or facts.get("turns", ())), facts)


def _strong_turns(email: OutgoingEmail, game: Game, seat: Seat, *,
                  names: Sequence[str]) -> Sequence[Any]:
    """Return good turns, with ``order`` and ``does``, from a feature for learners; else ()."""
    for advise in features.hooks("strong_turns"):
        if turns := advise(email, game, seat, names=names):
            return list(turns)
    return ()
