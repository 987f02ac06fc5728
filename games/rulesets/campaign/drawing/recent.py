"""What has changed on the map lately, read from moves in notation."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.campaign.state import State

_BUILDINGS = ("settlement ", "city ")
_ROADS = ("road ", "play roads ")
_ROBBER = ("robber ", "play soldier ")


@dataclass(frozen=True, slots=True)
class Recent:
    """Masks of the paths and junctions that were built on, and whether the robber moved."""

    paths: int = 0
    junctions: int = 0
    robber: bool = False


NOTHING = Recent()


def recent_changes(view: State, moves: Sequence[str]) -> Recent:
    """What was done in the last round: since somebody's last turn, if their next has begun.

    ``moves`` in notation, oldest first.  What is no longer on the map is left out.
    """
    ends, paths, junctions, robber = 0, 0, 0, False
    for move in reversed(moves):
        ends += move == "end"
        if ends == view.players:
            break
        paths |= _mask(move, _ROADS, view.world.path_by_label)
        junctions |= _mask(move, _BUILDINGS, view.world.junction_by_label)
        robber = robber or move.startswith(_ROBBER)
    return Recent(paths & view.built_paths, junctions & view.occupied, robber)


def _mask(move: str, verbs: tuple[str, ...], by_label: Mapping[str, int]) -> int:
    """The mask of the places that follow one of these verbs."""
    if not move.startswith(verbs):
        return 0
    return sum(1 << by_label[word] for word in dict.fromkeys(move.split()) if word in by_label)
