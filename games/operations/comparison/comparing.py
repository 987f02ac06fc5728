"""The comparison of every stored game as this code and another version replay it."""

from __future__ import annotations

import heapq
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, field
from itertools import zip_longest
from typing import Any

from django.db import transaction

from games.models import Game
from games.operations.comparison.replayer import Replayed, Replayer
from games.rulesets import registry
from games.table.play import event_log

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
    """The first row of a game that differs (0 if unknown), and a sentence about the difference."""

    number: int
    sentence: str


def first_difference(here: Replayed, there: Replayed, *, same_rules: bool) -> Difference | None:
    """Return the first difference between a game as this code and as the other code replays it.

    Without ``same_rules`` (the codes have different versions of the rules), moves may lead to other
    events when they are decided again.  A game that neither code can replay differs, too.
    """
    # Nobody knows what the other code does with the rest of a game after a failure.
    if here.failure or there.failure:
        return Difference(0, _about_both(
            here.failure and f"the process of this code {here.failure}",
            there.failure and f"the process of the other code {there.failure}"))
    for ours, theirs in zip_longest(here.rows, there.rows):
        if ours is None or theirs is None:
            return Difference((ours or theirs)["number"], "only one code goes on to this row.")
        stops = _about_both(_stop("this code", ours), _stop("the other code", theirs))
        sentence = stops or _row_sentence(ours, theirs, same_rules=same_rules)
        if sentence:
            return Difference(ours["number"], sentence)
    return None


def _stop(name: str, row: Row) -> str:
    return f"{name} stops with {row['stopped']} ({row['where']})" if "stopped" in row else ""


def _about_both(here: str, there: str) -> str:
    """Return a sentence that joins the statements about each code; "" without any."""
    parts = list(filter(None, [here, there]))
    return f"{'; '.join(parts)}." if parts else ""


def _row_sentence(ours: Row, theirs: Row, *, same_rules: bool) -> str:
    """Return a sentence about a row that both codes have replayed; "" if nothing differs."""
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
    """Yield the parts of the position after a row that differ."""
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
    """Yield the viewers who see the position or the move differently."""
    both = zip_longest(ours.get("views", ()), theirs.get("views", ()))
    views = [here != there for here, there in both]
    for index, view_differs in enumerate(views):
        viewer = "spectators see" if index == len(views) - 1 else f"seat {index + 1} sees"
        if view_differs:
            yield f"what {viewer} of the position"
        if _contradict(ours["seen"][index], theirs["seen"][index]):
            yield f"what {viewer} of the move"


def _contradict(here: Any, there: Any) -> bool:
    """Return whether two answers differ, each of which is None if that code cannot give it."""
    return here is not None and there is not None and here != there


_NO_SEED = bytes(32)  # for a table that has not started: whether it could be started


@dataclass(frozen=True, slots=True)
class Comparison:
    """A game, its number of rows, the CPU seconds of this and the other code, the difference."""

    code: str
    rows: int
    here: float
    there: float
    difference: Difference | None


def modules() -> dict[str, str]:
    """Return the module that defines each ruleset, by the ruleset's name."""
    return {name: type(ruleset).__module__ for name, ruleset in registry.rulesets().items()}


def compare(ids: Iterable[int], *, here: Replayer, there: Replayer) -> Iterator[Comparison]:
    """Compare the games with these ids; both processes work at the same time.

    Leaves out games that have been deleted since somebody listed them.
    """
    for pk in ids:
        game = stored_game(pk)
        if game is not None:
            yield _compared(game, here, there)


def _compared(game: Mapping[str, Any], here: Replayer, there: Replayer) -> Comparison:
    here.send(game)
    there.send(game)
    ours, theirs = here.receive(), there.receive()
    name = game["ruleset"]
    difference = first_difference(ours, theirs,
                                  same_rules=here.versions[name] == there.versions[name])
    return Comparison(game["code"], len(game["rows"]), ours.seconds, theirs.seconds, difference)


def stored_game(pk: int) -> dict[str, Any] | None:
    """Return a game as the runner takes it, read under its lock; None if it was deleted."""
    with transaction.atomic():
        game = Game.objects.select_for_update(no_key=True).filter(pk=pk).first()
        if game is None:
            return None
        rows = event_log.logged_moves(game)
    return {
        "code": game.code, "ruleset": game.ruleset, "version": game.rules_version,
        "setup": json.loads(game.setup.text), "seed": (bytes(game.seed) or _NO_SEED).hex(),
        "rows": [[row.number, row.seat, row.move, row.events] for row in rows],
    }


SLOWEST = 5


@dataclass(slots=True)
class Report:
    """Totals of the games that were compared; keeps those that differ and the slowest ones.

    ``left_out``  the number of games without a package here, by the names of their rules.
    ``versions``  of the rules that differ: here and there, by name.
    """

    versions: dict[str, tuple[int, int]]
    left_out: dict[str, int]
    games: int = 0
    rows: int = 0
    here: float = 0.0
    there: float = 0.0
    different: list[Comparison] = field(default_factory=list)
    slowest: list[Comparison] = field(default_factory=list)

    def add(self, comparison: Comparison) -> None:
        self.games += 1
        self.rows += comparison.rows
        self.here += comparison.here
        self.there += comparison.there
        if comparison.difference:
            self.different.append(comparison)
        self.slowest = heapq.nlargest(SLOWEST, [*self.slowest, comparison],
                                      key=lambda game: max(game.here, game.there))

    def lines(self) -> list[str]:
        """Return the summary and the timings."""
        lines = self._notes()
        lines.append(f"Games compared: {self.games}, with {self.rows} rows."
                     f" Games that differ: {len(self.different)}.")
        if self.slowest:
            lines.append(f"CPU time: {self.here:.2f} s with this code, {self.there:.2f} s with"
                         f" the other ({_ratio(self.here, self.there)}).")
            lines.append("The games that took longest, with this code and with the other:")
        return [*lines, *map(_timing, self.slowest)]

    def _notes(self) -> list[str]:
        left_out = [f"Games left out because no package in ALEXANDROS_GAMES knows {name}: {count}."
                    for name, count in self.left_out.items()]
        versions = [f"The rules of {name} have version {here} here and {there} there, so the events"
                    " of moves that are decided again are not compared."
                    for name, (here, there) in self.versions.items()]
        return left_out + versions

    def data(self) -> dict[str, Any]:
        """Return the whole report as JSON data."""
        return {
            "games": self.games, "rows": self.rows, "left_out": self.left_out,
            "rules": {name: {"here": here, "there": there}
                      for name, (here, there) in self.versions.items()},
            "seconds": {"here": round(self.here, 6), "there": round(self.there, 6)},
            "different": [{"game": game.code, **asdict(game.difference)}
                          for game in self.different if game.difference],
            "slowest": [{"game": game.code, "rows": game.rows, "here": round(game.here, 6),
                         "there": round(game.there, 6)} for game in self.slowest],
        }


def line(comparison: Comparison) -> str:
    """Return the line about a game that differs."""
    difference = comparison.difference
    assert difference is not None
    where = f"game {comparison.code}" + (f", row {difference.number}" if difference.number else "")
    if not comparison.rows:
        where = f"game {comparison.code}, when it is started"
    return f"{where}: {difference.sentence}"


def _timing(game: Comparison) -> str:
    return (f"  {game.code}  {game.rows:5} rows  {game.here:8.3f} s  {game.there:8.3f} s"
            f"  {_ratio(game.here, game.there)}")


def _ratio(here: float, there: float) -> str:
    return f"{there / here:.2f} times as long" if here and there else "no comparison"
