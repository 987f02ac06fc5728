"""What two versions of the code make of the same game, compared and put into words.

The words name rows and what kind of thing differs, never what is hidden from somebody.  Turns,
scores and endings are public, but they are not repeated either.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from typing import Any

from games.comparison.replayer import Replayed

Row = dict[str, Any]  # an answer of the runner about one row

_STATUS = {
    "to_move": "whose turn it is",
    "turn": "the number of the turn",
    "fresh": "whether the turn has begun",
    "scores": "the scores",
    "over": "whether the game is over",
    "winners": "the winners",
    "reason": "the reason for the end",
    "may_act": "who may act out of turn",
    "asked": "to whom something is offered",
}


@dataclass(frozen=True, slots=True)
class Difference:
    """The first row of a game that differs, 0 if nobody knows which, and a sentence about it."""

    number: int
    sentence: str


def first_difference(here: Replayed, there: Replayed, *, same_rules: bool) -> Difference | None:
    """The first difference between what this code and the other code made of a game.

    Without ``same_rules`` (the codes have different versions of the rules), moves may lead to
    other events when they are decided again.  A game that neither code can replay differs, too:
    nobody knows what the other code does with the rest of it.
    """
    if here.failure or there.failure:
        return Difference(0, _failures(here.failure, there.failure))
    for ours, theirs in zip_longest(here.rows, there.rows):
        if ours is None or theirs is None:
            return Difference((ours or theirs)["number"], "only one code goes on to this row.")
        sentence = _stops(ours, theirs) or _row_sentence(ours, theirs, same_rules=same_rules)
        if sentence:
            return Difference(ours["number"], sentence)
    return None


def _failures(here: str, there: str) -> str:
    return _about_both(here and f"the process of this code {here}",
                       there and f"the process of the other code {there}")


def _stops(ours: Row, theirs: Row) -> str:
    """Which code cannot go on at a row; "" if both can."""
    return _about_both(_stop("this code", ours), _stop("the other code", theirs))


def _stop(name: str, row: Row) -> str:
    return f"{name} stops with {row['stopped']} ({row['where']})" if "stopped" in row else ""


def _about_both(here: str, there: str) -> str:
    """A sentence with what there is to say about each code; "" if there is nothing."""
    parts = list(filter(None, [here, there]))
    return f"{'; '.join(parts)}." if parts else ""


def _row_sentence(ours: Row, theirs: Row, *, same_rules: bool) -> str:
    """What differs in a row that both codes have replayed; "" if nothing does."""
    decided = _decision(ours["decision"] or {}, theirs["decision"] or {}, same_rules=same_rules)
    changed = list(_changed(ours, theirs))
    if not changed:
        return f"{decided}." if decided else ""
    after = f"different after it: {', '.join(changed)}."
    return f"{decided}; {after}" if decided else after


def _decision(ours: dict[str, str], theirs: dict[str, str], *, same_rules: bool) -> str:
    here, there = ours.get("refused"), theirs.get("refused")
    if here is None and there is None:
        differs = same_rules and ours.get("events") != theirs.get("events")
        return "the other code gives the move other events" if differs else ""
    if here is None:
        return f"the other code refuses the move ({there})"
    if there is None:
        return f"this code refuses the move ({here}), and the other code plays it"
    if here != there:
        return f"both codes refuse the move, this one as {here}, the other one as {there}"
    return ""


def _changed(ours: Row, theirs: Row) -> Iterator[str]:
    """What differs in the position after a row."""
    if ours.get("digest") != theirs.get("digest"):
        yield "the position"
    elif ours.get("chain") != theirs.get("chain"):
        yield "the hash of the row"
    here, there = ours.get("status", {}), theirs.get("status", {})
    yield from (words for name, words in _STATUS.items() if here.get(name) != there.get(name))
    yield from _seen(ours, theirs)
    if _contradict(ours.get("legal"), theirs.get("legal")):
        yield "how many legal moves there are"


def _seen(ours: Row, theirs: Row) -> Iterator[str]:
    """Who sees something else, of the position or of the move."""
    both = zip_longest(ours.get("views", ()), theirs.get("views", ()))
    views = [here != there for here, there in both]
    for index, view_differs in enumerate(views):
        viewer = "spectators see" if index == len(views) - 1 else f"seat {index + 1} sees"
        if view_differs:
            yield f"what {viewer} of the position"
        if _contradict(ours["seen"][index], theirs["seen"][index]):
            yield f"what {viewer} of the move"


def _contradict(here: Any, there: Any) -> bool:
    """Whether two answers differ, each of which is None if that code cannot give it."""
    return here is not None and there is not None and here != there
