"""The script that replays games with one version of the code, in a process of its own.

The script imports nothing but Python's standard library and these parts of the code, which every
version has to keep in their places:

* in the package of the rules, ``chance.SeededChance``, ``ruleset.Setup``, ``errors.Refusal`` with
  its ``code``, and ``canonical``, ``digest_key``, ``keyed_digest`` and ``chain`` of ``codec``;
* the module that defines a game's ruleset, and of the ruleset ``version``, ``start``, ``parse``,
  ``decide``, ``evolve``, ``status``, ``view``, ``load_event``, ``dump_event`` and ``dump_state``.
  Answers about ``legal_moves``, ``view_event`` and ``view_move`` are left out if it lacks them.

The script reads one JSON object a line and answers each with one line, on standard input and
output.  The first says where the code and the rulesets are; each of the others is a game, with its
seed.  The answers contain hashes instead of anything that is hidden from somebody.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import inspect
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

PACKAGES = ("alexandros_rules", "engine")  # of the rules; the second one in old revisions
NOTE_PREFIX = "@"  # of moves and events from outside the rules
STATUS = ("to_move", "turn", "fresh", "scores", "over", "winners", "reason")
NEWER = ("may_act", "asked")  # parts of a status that older code lacks; none of its games has them
NEEDED = ("start", "parse", "decide", "evolve", "status", "view", "load_event", "dump_event",
          "dump_state")


class Parts(NamedTuple):
    """The parts of the code that the runner uses."""

    codec: ModuleType
    chance: Callable[[bytes], Any]
    setup: Callable[..., Any]
    refusal: type[Exception]
    rulesets: dict[str, Any]


class Unusable(Exception):
    """A version of the code that cannot replay games; the message says what is missing."""


def load(order: dict[str, Any]) -> Parts:
    """Return the parts of the code that ``order`` describes; raise Unusable."""
    sys.path[:0] = order["paths"]
    try:
        package = _package(order["root"])
        codec, chance = import_module(f"{package}.codec"), import_module(f"{package}.chance")
        setup = import_module(f"{package}.ruleset").Setup
        refusal = import_module(f"{package}.errors").Refusal
        seeded = getattr(chance, "SeededChance", None) or chance.Seeded  # in old revisions
    except Unusable:
        raise
    except Exception as error:
        raise Unusable(f"it cannot be imported ({_described(error)})") from error
    modules = {name: re.sub(rf"^{PACKAGES[0]}\b", package, module)
               for name, module in order["rulesets"].items()}
    found = {name: ruleset_in(module, name) for name, module in modules.items()}
    return Parts(codec, seeded, setup, refusal, found)


def _package(root: str | None) -> str:
    """Return the name of the package of the rules; one that is not below ``root`` does not count.

    So a checkout without rules is not compared by means of those that are installed.
    """
    for name in PACKAGES:
        spec = find_spec(name)
        if spec and spec.origin and (  # a mere folder has no origin
                not root or Path(spec.origin).resolve().is_relative_to(Path(root).resolve())):
            return name
    if root:
        raise Unusable(f"it has no package named {PACKAGES[0]}")
    return PACKAGES[0]


def ruleset_in(module: str, name: str) -> Any:
    """Return the ruleset with this name that a module defines; raise Unusable."""
    try:
        found = [value for value in vars(import_module(module)).values()
                 if getattr(value, "name", None) == name and not isinstance(value, type)
                 and hasattr(value, "decide")]
    except Exception as error:
        raise Unusable(f"the rules of {name} cannot be imported ({_described(error)})") from error
    if not found:
        raise Unusable(f"the module {module} has no rules named {name}")
    missing = [function for function in NEEDED if not hasattr(found[0], function)]
    if missing:
        raise Unusable(f"its rules of {name} lack {', '.join(missing)}")
    return found[0]


def _described(error: Exception) -> str:
    return f"{type(error).__name__}: {error}" if str(error) else type(error).__name__


class Replay:
    """A game that is replayed row by row."""

    def __init__(self, parts: Parts, game: dict[str, Any]):
        seed = bytes.fromhex(game["seed"])
        self.parts, self.game, self.ruleset = parts, game, parts.rulesets[game["ruleset"]]
        self.chance, self.key = parts.chance(seed), parts.codec.digest_key(seed)
        self.state: Any = None
        self.chain = ""

    def rows(self) -> Iterator[dict[str, Any]]:
        """Yield an answer for each row; the last one says where this code stopped, if it did."""
        number = 1
        try:
            self.setup = self.parts.setup(**self.game["setup"])
            if not self.game["rows"]:
                yield {"number": number, "decision": self._decision(None, "")}
            for number, seat, move, events in self.game["rows"]:
                yield self._row(number, seat, move, events)
        except Exception as error:  # noqa: BLE001 - whatever happens, the other games count too
            # Its message could contain cards.
            yield {"number": number, "stopped": type(error).__name__, "where": _place(error)}

    def _row(self, number: int, seat: int | None, move: str, events: str) -> dict[str, Any]:
        outside = move.startswith(NOTE_PREFIX)
        decision = None if outside else self._decision(seat, move)
        loaded = self._loaded(events)
        for event in loaded:
            self.state = self.ruleset.evolve(self.state, event)
        status = self.ruleset.status(self.state)
        digest, codec = self._digest(self.state), self.parts.codec
        self.chain = codec.chain(self.key, self.chain, number=number, seat=seat, move=move,
                                 events=events, digest=digest)
        answer: dict[str, Any] = {
            "number": number, "decision": decision, "digest": digest, "chain": self.chain,
            "status": {name: getattr(status, name) for name in STATUS}
            | {name: getattr(status, name, ()) for name in NEWER},
        }
        seats = (*range(self.setup.players), None)
        answer["views"] = [self._digest(self.ruleset.view(self.state, one)) for one in seats]
        answer["seen"] = [self._seen(one, seat, move, loaded, over=status.over) for one in seats]
        if number == len(self.game["rows"]):
            may_act = answer["status"]["may_act"]
            answer["legal"] = self._legal_moves((*status.to_move, *may_act))
        return answer

    def _decision(self, seat: int | None, move: str) -> dict[str, Any]:
        """Decide a move again; return a hash of its events, or the code of its refusal."""
        try:
            if self.state is None:
                start = _taking("version", self.ruleset.start)
                events = start(self.setup, self.chance, version=self.game["version"])
            else:
                parsed = _taking("seat", self.ruleset.parse)(move, self.state, seat=seat)
                decide = _taking("seat", self.ruleset.decide)
                events = decide(self.state, parsed, self.chance, seat=seat)
        except self.parts.refusal as refusal:
            return {"refused": getattr(refusal, "code", "")}
        return {"events": _hash(self._dumped(events))}

    def _legal_moves(self, seats: Sequence[int]) -> list[int] | None:
        """Return how many legal moves each of these seats has; None if this code does not say."""
        if not hasattr(self.ruleset, "legal_moves"):
            return None
        legal_moves = _taking("seat", self.ruleset.legal_moves)
        return [len(legal_moves(self.state, seat=seat)) for seat in seats]

    def _loaded(self, events: str) -> list[Any]:
        return [self.ruleset.load_event(data, self.game["version"]) for data in json.loads(events)
                if not data["type"].startswith(NOTE_PREFIX)]

    def _dumped(self, events: Any) -> str:
        canonical: str = self.parts.codec.canonical(list(map(self.ruleset.dump_event, events)))
        return canonical

    def _digest(self, state: Any) -> str:
        digest: str = self.parts.codec.keyed_digest(self.key, self.ruleset.dump_state(state))
        return digest

    def _seen(self, viewer: int | None, seat: int | None, move: str, events: list[Any], *,
              over: bool) -> str | None:
        """Return a hash of a seat's view of the move; None if this code does not say."""
        if not hasattr(self.ruleset, "view_event") or not hasattr(self.ruleset, "view_move"):
            return None
        if seat is not None and not over and not move.startswith(NOTE_PREFIX):
            move = self.ruleset.view_move(move, by=seat, seat=viewer)
        shown = [self.ruleset.view_event(event, viewer, over=over) for event in events]
        return _hash(f"{move}\n{self._dumped(shown)}")


@functools.cache
def _taking(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
    """Return the function; if it takes no such argument, as in old revisions, called without."""
    if name in inspect.signature(function).parameters:
        return function
    return lambda *arguments, **_: function(*arguments)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _place(error: Exception) -> str:
    frame = traceback.extract_tb(error.__traceback__)[-1]
    path = Path(frame.filename)
    return f"{path.parent.name}/{path.name}, line {frame.lineno}"


def main() -> None:
    """Answer line by line until the input ends."""
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # whatever the code prints must not get between the answers
    lines = sys.stdin.buffer
    try:
        parts = load(json.loads(lines.readline()))
        first: dict[str, Any] = {"versions": {name: ruleset.version
                                              for name, ruleset in parts.rulesets.items()}}
    except Unusable as unusable:
        first = {"unusable": str(unusable)}
    print(json.dumps(first), file=answers, flush=True)
    for line in lines:
        game = json.loads(line)
        began = time.process_time()
        rows = list(Replay(parts, game).rows())
        answer = {"rows": rows, "seconds": time.process_time() - began}
        print(json.dumps(answer), file=answers, flush=True)


if __name__ == "__main__":
    with contextlib.suppress(BrokenPipeError, KeyboardInterrupt):
        main()
