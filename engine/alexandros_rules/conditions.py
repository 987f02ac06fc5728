"""Conditions: what must be visible to a player for a part of their plan to apply.

A condition is read from text such as "my score is at least 20 and C7 is free or it is turn 12 or
later"; "and" binds tighter than "or".  Conditions consist of facts, each of which is true or false
on a player's view.  Every fact has an opposite, so "not" is part of a fact.  The facts on turns
and points are here; other facts come from the game's ``Conditions``.

Like orders, conditions are notation: they are not translated.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Protocol

from alexandros_rules.errors import Unreadable
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.translation import gettext as _
from alexandros_rules.wording import quoted

ME = -1  # the player who makes the plan, in place of a seat
MAX_FACTS = 30  # in one condition
MORE = 10  # points or turns than now, in facts to choose from

_NUMBERS = {word: number for number, words in enumerate((
    "no zero", "a an one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
)) for word in words.split()}
NUMBER = rf"(?:-?\d{{1,4}}|{'|'.join(_NUMBERS)})"
BOUND = (r"(?:(?P<how>at least|at most|exactly|more than|fewer than|less than) )?"
         rf"(?P<count>{NUMBER})")
# "turn 12 or later" is one fact.
_OR = re.compile(r",?\s+or\s+(?!later\b|earlier\b|more\b|less\b|fewer\b)", re.IGNORECASE)
_AND = re.compile(r",?\s+and\s+", re.IGNORECASE)
_CONTRACTIONS = (("it's", "it is"), ("i've", "i have"), ("isn't", "is not"), ("aren't", "are not"),
                 ("don't have", "do not have"), ("doesn't have", "does not have"),
                 ("haven't", "do not have"), ("hasn't", "does not have"))
# Words that negate the rest, and the words that the rest then begins with.
_NEGATIONS = ((r"^not ", ""), (r"\bdo not have\b", "have"), (r"\bdoes not have\b", "has"),
              (r"\bis not\b", "is"), (r"\bare not\b", "are"))
_RESERVED = frozenset((
    "i", "me", "my", "mine", "we", "if", "else", "elif", "otherwise", "then", "next", "ask", "and",
    "or", "not", "no", "is", "are", "has", "have", "at", "a", "an", "the", "it", "turn",
))
_PLAIN_NAME = re.compile(r"[^\W_][\w.\-]*(?: [^\W_][\w.\-]*)*")


class Fact(Protocol):
    """A fact, which is true or false on a view."""

    def holds(self, ruleset: Ruleset, view: Any, *, seat: int) -> bool:
        """Return whether the fact is true on this view of a seat."""
        ...

    def text(self, called: Sequence[str]) -> str:
        """Return the fact as people write it; ``called`` has a word for each seat."""
        ...

    def opposite(self) -> Fact:
        """Return the fact that is true exactly when this one is false."""
        ...


class Conditions(Protocol):
    """The facts of one game that conditions can name.

    ``examples`` are conditions to show to somebody who has written one that cannot be read.
    """

    @property
    def examples(self) -> Sequence[str]: ...

    def read(self, statement: str, view: Any, people: People) -> Fact | None:
        """Return the fact that a statement names, None if this game has no such fact.

        The statement is in lower case with single spaces and contains no negation.  The result
        depends only on those parts of the view that never change, such as the board.
        """
        ...

    def likely(self, view: Any, *, seat: int) -> Sequence[Fact]:
        """Return facts on which a seat's plans are likely to depend here, true now or not."""
        ...

    def fault(self, moves: Sequence[Any], view: Any) -> str:
        """Return a sentence that says why these moves can never be a whole turn, "" if they can.

        A move that depends on the position is None and may be any move.
        """
        ...


@dataclass(frozen=True, slots=True)
class People:
    """The people that a condition can name, by the names and colours of their seats."""

    names: Sequence[str]
    colours: Sequence[str]
    seat: int

    def find(self, name: str) -> int:
        """Return the seat with this name or colour, ME for the player's own.

        Raise Unreadable if there is none.
        """
        wanted = name.strip().casefold()
        if wanted in ("i", "me", "my", "mine", "we"):
            return ME
        seated = self.colours[: len(self.names)]
        for group in (seated, self.names):  # plans are stored with colours, which never change
            matches = [seat for seat, each in enumerate(group) if each.casefold() == wanted]
            if len(matches) == 1:
                return ME if matches[0] == self.seat else matches[0]
        raise Unreadable("nobody", _(
            "Nobody here is called %(name)s. Write one of these: %(names)s.")
            % {"name": repr(name), "names": ", ".join(called(self.names, self.colours))})


def called(names: Sequence[str], colours: Sequence[str]) -> list[str]:
    """Return the word for each seat in conditions: its name, or its colour if that is clearer."""
    plain = [name.casefold() for name in names]
    seated = [colour.casefold() for colour in colours[: len(names)]]
    return [
        name if _is_clear(name) and plain.count(name.casefold()) == 1
        and name.casefold() not in seated else colour
        for name, colour in zip(names, colours, strict=False)
    ]


def _is_clear(name: str) -> bool:
    return bool(_PLAIN_NAME.fullmatch(name)) and _RESERVED.isdisjoint(name.casefold().split())


@dataclass(frozen=True, slots=True)
class Bound:
    """A comparison with a number; ``sign`` is ">=", "<=", "==" or "!="."""

    sign: str
    number: int

    def allows(self, count: int) -> bool:
        """Return whether this count is within the bound."""
        return {">=": count >= self.number, "<=": count <= self.number,
                "==": count == self.number, "!=": count != self.number}[self.sign]

    def opposite(self) -> Bound:
        """Return the bound that allows all other counts."""
        return {">=": Bound("<=", self.number - 1), "<=": Bound(">=", self.number + 1),
                "==": Bound("!=", self.number), "!=": Bound("==", self.number)}[self.sign]

    @property
    def text(self) -> str:
        words = {">=": "at least", "<=": "at most", "==": "exactly", "!=": "not exactly"}
        return f"{words[self.sign]} {self.number}"

    def of(self, one: str, many: str) -> str:
        """Return the bound and the things counted: "at least 2 horses", "no horses"."""
        if self == Bound("<=", 0):
            return f"no {many}"
        return f"{self.text} {one if self.number == 1 else many}"


def read_bound(match: re.Match[str], *, bare: str = ">=") -> Bound:
    """Return the bound that a match of ``BOUND`` names; a ``bare`` number means this sign."""
    count = match["count"]
    number = _NUMBERS[count] if count in _NUMBERS else int(count)
    if count in ("no", "zero"):
        bare = "<="
    return {"at least": Bound(">=", number), "at most": Bound("<=", number),
            "exactly": Bound("==", number), "more than": Bound(">=", number + 1),
            "fewer than": Bound("<=", number - 1), "less than": Bound("<=", number - 1),
            None: Bound(bare, number)}[match["how"]]


@dataclass(frozen=True, slots=True)
class Points:
    """The fact that a player has this many points."""

    who: int
    bound: Bound

    def holds(self, ruleset: Ruleset, view: Any, *, seat: int) -> bool:
        scores = ruleset.status(view).scores
        return self.bound.allows(scores[seat if self.who == ME else self.who])

    def text(self, called: Sequence[str]) -> str:
        if self.who == ME:
            return f"my score is {self.bound.text}"
        return f"{called[self.who]} has {self.bound.text} points"

    def opposite(self) -> Points:
        return replace(self, bound=self.bound.opposite())


@dataclass(frozen=True, slots=True)
class TurnNumber:
    """The fact that the turn has a number within a bound."""

    bound: Bound

    def holds(self, ruleset: Ruleset, view: Any, *, seat: int) -> bool:
        return self.bound.allows(ruleset.status(view).turn)

    def text(self, called: Sequence[str]) -> str:
        number = self.bound.number
        return {">=": f"it is turn {number} or later", "<=": f"it is turn {number} or earlier",
                "==": f"it is turn {number}", "!=": f"it is not turn {number}"}[self.bound.sign]

    def opposite(self) -> TurnNumber:
        return replace(self, bound=self.bound.opposite())


@dataclass(frozen=True, slots=True)
class Condition:
    """A condition, which holds if all facts of one of its ``choices`` hold."""

    choices: tuple[tuple[Fact, ...], ...]

    def holds(self, ruleset: Ruleset, view: Any, *, seat: int) -> bool:
        """Return whether the condition is true on this view of a seat."""
        return any(all(fact.holds(ruleset, view, seat=seat) for fact in facts)
                   for facts in self.choices)

    def text(self, called: Sequence[str]) -> str:
        """Return the condition as people write it."""
        return " or ".join(" and ".join(fact.text(called) for fact in facts)
                           for facts in self.choices)


def examples(conditions: Conditions | None, *, has_points: bool) -> tuple[str, ...]:
    """Return conditions to show to people who write plans, those of the game first.

    ``has_points`` is the ruleset's: a game without points has no conditions on them.
    """
    own = conditions.examples if conditions else ()
    return (*own, *(_EXAMPLES_OF_POINTS if has_points else ()), *_EXAMPLES)


def likely(conditions: Conditions | None, ruleset: Ruleset, view: Any, *,
           seat: int) -> Sequence[Fact]:
    """Return facts from which somebody who writes a plan for a seat in this position can choose.

    Those of the game come first, then each player's points and the number of the turn.
    """
    status = ruleset.status(view)
    points = enumerate(status.scores) if ruleset.has_points else ()
    return [*(conditions.likely(view, seat=seat) if conditions else ()),
            *(Points(ME if who == seat else who, Bound(">=", now + MORE)) for who, now in points),
            TurnNumber(Bound(">=", status.turn + MORE))]


def narrowed(text: str, fact: str) -> str:
    """Return the text of a condition that holds if this one does and another fact, too."""
    return " or ".join(f"{choice} and {fact}" for choice in _OR.split(text.strip()))


def read_condition(text: str, view: Any, *, people: People, conditions: Conditions | None,
                   has_points: bool = True) -> Condition:
    """Return the condition with this text.  Raise Unreadable, which names the unreadable part."""
    parts = [_AND.split(choice) for choice in _OR.split(text.strip())]
    if sum(map(len, parts)) > MAX_FACTS:
        raise Unreadable("too-many", _(
            "A condition can have at most %(most)s parts. Write a simpler one.")
            % {"most": MAX_FACTS})
    return Condition(tuple(
        tuple(_read_fact(part, view, people=people, conditions=conditions, has_points=has_points)
              for part in choice)
        for choice in parts))


def _read_fact(text: str, view: Any, *, people: People, conditions: Conditions | None,
               has_points: bool) -> Fact:
    statement, is_negated = _affirmed(text)
    fact = _general(statement, people, has_points=has_points)
    if fact is None and conditions is not None:
        fact = conditions.read(statement, view, people)
    if fact is None:
        shown = examples(conditions, has_points=has_points)
        raise Unreadable("condition", _(
            "We cannot read the condition %(condition)s. Write conditions like these: %(examples)s."
        ) % {"condition": quoted(text), "examples": "; ".join(shown)})
    return fact.opposite() if is_negated else fact


def _affirmed(text: str) -> tuple[str, bool]:
    """Return the statement in lower case without negations, and whether they negate it."""
    statement = " ".join(text.casefold().replace("\u2019", "'").split()).strip(" .,;")
    for short, long in _CONTRACTIONS:
        statement = statement.replace(short, long)
    is_negated = False
    for pattern, instead in _NEGATIONS:
        statement, count = re.subn(pattern, instead, statement)
        is_negated ^= bool(count % 2)
    statement = " ".join(statement.split())
    if " not exactly " in f" {statement} ":
        return statement.replace("not exactly", "exactly"), not is_negated
    return statement, is_negated


# "My score is 20" means exactly that, but "I have 20 points" means at least as many.
_POINTS = ((re.compile(rf"my score is {BOUND}(?: points?)?"), "=="),
           (re.compile(rf"(?P<who>.+?)(?:'s?) score is {BOUND}(?: points?)?"), "=="),
           (re.compile(rf"(?P<who>.+) (?:has|have) {BOUND} points?(?: or more)?"), ">="))
_TURN = re.compile(r"(?:it is )?turn (?P<number>\d{1,4})(?: or (?P<side>later|earlier))?")
_EXAMPLES_OF_POINTS = ("my score is at least 20",)
_EXAMPLES = ("it is turn 12 or later",)


def _general(statement: str, people: People, *, has_points: bool) -> Fact | None:
    """Return the fact on points or turns that a statement names, or None."""
    for pattern, bare in _POINTS if has_points else ():
        if match := pattern.fullmatch(statement):
            return Points(people.find(match.groupdict().get("who") or "my"),
                          read_bound(match, bare=bare))
    if match := _TURN.fullmatch(statement):
        sign = {"later": ">=", "earlier": "<=", None: "=="}[match["side"]]
        return TurnNumber(Bound(sign, int(match["number"])))
    return None
