"""Plans: a player's orders for coming turns, with conditions on the positions then.

A plan is text of this form; turns are divided by "then:":

    if C7 is free and a horse is face up: take horse; march C7.SE; occupy C7; end
    else if Bob has at least 80 points: take lyre; march F2; levy temple; end
    otherwise ask me
    then:
    take temple; march K7; draw; draw

Reading is lenient, writing is strict, and ``read(write(plan)) == plan``.  Plans are judged on the
view of their owner, so they can depend only on what the owner may see.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules import orders
from alexandros_rules.conditions import Condition, Conditions, People, narrowed, read_condition
from alexandros_rules.errors import Illegal, Refusal, Unreadable
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.translation import gettext as _
from alexandros_rules.wording import begins_order, quoted, words

MAX_TURNS = 12
MAX_BRANCHES = 12  # of one turn
MAX_LENGTH = 4000
MAX_SPLITS = 5

_NEXT = r"(?:and\s+)?(?:then|next(?:\s+turn)?|the\s+turn\s+after(?:\s+that)?)\s*:"
_IF = r"(?:(?:else|otherwise)\s*,?\s+if|elif|elsif|else\s*if|if)\b"
_ELSE = r"(?:else|otherwise)\b\s*[:,]?"
_START = re.compile(
    rf"(?:^|(?<=[;\n])|(?<=[.,]\s))[^\S\n]*(?:[-*•]\s+)?(?:(?P<next>{_NEXT})|(?P<if>{_IF})"
    rf"|(?P<else>{_ELSE}))", re.IGNORECASE)
_ASK = re.compile(r"\W*(?:please\s+)?ask(?:\s+me)?(?:\s+please)?\W*", re.IGNORECASE)
_THEN = re.compile(r",?\s+then\s+", re.IGNORECASE)
_CONDITION = re.compile(r"\s*if\b(?P<condition>[^:\n]+)(?=:)", re.IGNORECASE)
_BLANK = " \t\n\r;,."


@dataclass(frozen=True, slots=True)
class Branch:
    """Orders for one turn and the condition for them; None means always.

    Without orders, the branch asks the player.
    """

    condition: Condition | None
    orders: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PlannedTurn:
    """The branches for one turn.  If none of them applies, the player is asked."""

    branches: tuple[Branch, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    """Orders for the coming turns of one player, one after another."""

    turns: tuple[PlannedTurn, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a planned turn on a view.

    ``branch`` is the number of the branch that applies, None if none does.  ``moves`` are the
    moves to play; if there are none, ``why`` is a sentence that says why.
    """

    branch: int | None
    moves: tuple[EvaluatedMove, ...]
    why: str = ""

    @property
    def orders(self) -> tuple[str, ...]:
        """The moves in notation."""
        return tuple(move.text for move in self.moves)


def read(text: str, view: Any, *, ruleset: Ruleset, people: People,
         conditions: Conditions | None) -> Plan:
    """Return the plan with this text.  Raise Unreadable; ``check`` checks the orders."""
    if len(text) > MAX_LENGTH:
        raise Unreadable("too-long", _(
            "This plan is longer than %(most)s characters. Write fewer turns or conditions.")
            % {"most": MAX_LENGTH})
    turns: list[list[Branch]] = [[]]
    asked = False
    chunks = list(_chunks(unicodedata.normalize("NFC", text).replace("\r\n", "\n")))
    for key, body in chunks[1:] if chunks[:1] == [("next", "")] else chunks:
        if key == "next":
            _check_not_empty(turns[-1], asked=asked)
            turns.append([])
            asked = False
            continue
        branch = _read_branch(key, body, view, ruleset=ruleset, people=people,
                              conditions=conditions)
        _check_reachable(turns[-1], body, asked=asked)
        if branch.condition is None and not branch.orders:
            asked = True  # the player is asked anyway if no branch applies
        else:
            turns[-1].append(branch)
    _check_not_empty(turns[-1], asked=asked)
    _check_size(turns)
    return Plan(tuple(PlannedTurn(tuple(branches)) for branches in turns))


def _chunks(text: str) -> Iterator[tuple[str, str]]:
    """Yield each part of a plan after the kind of word before it: "next", "if", "else" or ""."""
    starts = list(_START.finditer(text))
    first = text[: starts[0].start()] if starts else text
    if first.strip(_BLANK):
        yield "", first
    ends = [start.start() for start in starts[1:]] + [len(text)] * bool(starts)
    for start, end in zip(starts, ends, strict=True):
        body = text[start.end() : end]
        if start.lastgroup == "next":
            yield "next", ""
            yield from _chunks(body)
        else:
            yield start.lastgroup or "", body


def _read_branch(key: str, body: str, view: Any, *, ruleset: Ruleset, people: People,
                 conditions: Conditions | None) -> Branch:
    condition, written = None, key
    if key == "if":
        written, body = _divided(body, ruleset.verbs)
        condition = read_condition(written, view, people=people, conditions=conditions,
                                   has_points=ruleset.has_points)
    if _ASK.fullmatch(body):
        return Branch(condition, ())
    lines = _orders(_unfolded(body, ruleset.verbs), ruleset.verbs)
    if not lines or any(map(_START.match, lines)):  # "else else"
        raise Unreadable("no-orders", _(
            "There are no orders after %(part)s. Write orders there, or \"ask me\".")
            % {"part": repr(written.strip())})
    if any(map(_ASK.fullmatch, lines)):
        raise Unreadable("half-a-turn", _(
            "A plan plays a whole turn or asks you; it cannot do a part of it. Write \"ask me\""
            " alone, or leave it out."))
    if len(lines) > orders.MAX_MOVES:
        raise Unreadable("too-many", _(
            "A turn has at most %(most)s orders, but one of your plan's has %(count)s.")
            % {"most": orders.MAX_MOVES, "count": len(lines)})
    return Branch(condition, lines)


def _orders(text: str, verbs: Mapping[str, bool]) -> tuple[str, ...]:
    """Return the orders in a text, in a form that does not change when it is split again."""
    found: tuple[str, ...] = ()
    for _attempt in range(MAX_SPLITS):
        before = found
        found = tuple(" ".join(order.split()).rstrip(_BLANK)
                      for order in orders.split(text, verbs) if words(order))
        if found == before:
            break
        text = "; ".join(found)
    return found


def _divided(body: str, verbs: Mapping[str, bool]) -> tuple[str, str]:
    """Return the condition and the orders of a branch.

    A colon divides them, or "then", or a comma before an order.
    """
    if ":" in body:
        condition, _colon, rest = body.partition(":")
        return condition, rest
    if found := _THEN.search(body):
        return body[: found.start()], body[found.end() :]
    for comma in re.finditer(",", body):
        rest = body[comma.end() :]
        if _ASK.fullmatch(rest) or begins_order(words(rest)[:6], verbs):
            return body[: comma.start()], rest
    raise Unreadable("no-colon", _(
        "There is no colon after the condition %(condition)s. Write \"if …: orders\".")
        % {"condition": quoted(body)})


def _unfolded(body: str, verbs: Mapping[str, bool]) -> str:
    """Return the orders with each line that does not begin an order joined to the line before."""
    lines: list[str] = []  # email programs break long lines, even in the middle of an order
    for line in body.split("\n"):
        spoken = words(line)
        if not spoken:
            continue
        if lines and not begins_order(spoken, verbs) and not spoken[0].isdigit() \
                and not lines[-1].rstrip().endswith((";", ",")):
            lines[-1] = f"{lines[-1]} {line.strip()}"
        else:
            lines.append(line)
    return "\n".join(lines)


def _check_not_empty(branches: Sequence[Branch], *, asked: bool) -> None:
    if not branches and not asked:
        raise Unreadable("empty", _(
            "There is a turn without orders in this plan. Write orders for it, or \"ask me\"."))


def _check_reachable(branches: Sequence[Branch], body: str, *, asked: bool) -> None:
    if asked or (branches and branches[-1].condition is None):
        raise Unreadable("unreachable", _(
            "%(part)s can never be played, because what stands before it for the same turn has no"
            " condition. Write \"then:\" before the orders of the next turn.")
            % {"part": quoted(body)})


def _check_size(turns: Sequence[Sequence[Branch]]) -> None:
    if len(turns) > MAX_TURNS or any(len(branches) > MAX_BRANCHES for branches in turns):
        raise Unreadable("too-many", _(
            "A plan can have at most %(turns)s turns with %(branches)s conditions each.")
            % {"turns": MAX_TURNS, "branches": MAX_BRANCHES})


def write(plan: Plan, called: Sequence[str]) -> str:
    """Return the plan in its canonical form; ``called`` has a word for each seat."""
    return "\nthen:\n".join(write_turn(turn, called) for turn in plan.turns)


def write_turn(turn: PlannedTurn, called: Sequence[str]) -> str:
    """Return the text of one turn, with a line for each branch."""
    if not turn.branches:
        return "ask me"
    lines = [write_branch(turn, number, called) for number in range(len(turn.branches))]
    if turn.branches[-1].condition is not None:
        lines.append("otherwise ask me")
    return "\n".join(lines)


def write_branch(turn: PlannedTurn, number: int, called: Sequence[str]) -> str:
    """Return the line for one branch of a turn."""
    branch = turn.branches[number]
    orders_text = "; ".join(branch.orders) or "ask me"
    if branch.condition is None:
        return f"otherwise: {orders_text}" if number else orders_text
    opening = "else if" if number else "if"
    return f"{opening} {branch.condition.text(called)}: {orders_text}"


def with_condition(text: str, fact: str) -> str:
    """Return the text of a plan, maybe unfinished, whose first orders need one more fact."""
    if found := _CONDITION.match(text):
        return f"if {narrowed(found['condition'], fact)}{text[found.end():]}"
    return f"if {fact}: {text.lstrip()}"


def check(plan: Plan, view: Any, *, ruleset: Ruleset, conditions: Conditions | None,
          seat: int) -> None:
    """Refuse orders that could never be played, whatever the position will be.

    Raise Unreadable for text that is not an order, and Illegal for orders that cannot be a whole
    turn.  Their ``line`` is the number of the order, or of the first of these, in the whole plan.
    Orders need not be legal now.
    """
    before = 0
    for branch in [branch for turn in plan.turns for branch in turn.branches]:
        moves = [_read_order(order, view, ruleset=ruleset, seat=seat, line=line)
                 for line, order in enumerate(branch.orders, before + 1)]
        fault = conditions.fault(moves, view) if conditions and moves else ""
        if fault:
            raise Illegal("no-turn", _(
                "The orders %(orders)s can never be a whole turn, and a plan plays only whole"
                " turns. %(reason)s")
                % {"orders": repr("; ".join(branch.orders)), "reason": fault}, line=before + 1)
        before += len(branch.orders)


def _read_order(text: str, view: Any, *, ruleset: Ruleset, seat: int, line: int) -> Any | None:
    """Return the move that an order names, None if the move depends on the position."""
    try:
        return orders.read_order(ruleset, text, view, seat=seat)
    except Unreadable as refusal:
        if not refusal.meant:
            refusal.suggest(lambda: ())  # what would do now says nothing about a later turn
            raise refusal.at(line) from None
    except Refusal:
        pass
    return None


def applying(turn: PlannedTurn, ruleset: Ruleset, view: Any, *, seat: int) -> int | None:
    """Return the number of the first branch whose condition holds on this view, or None."""
    return next((number for number, branch in enumerate(turn.branches)
                 if branch.condition is None or branch.condition.holds(ruleset, view, seat=seat)),
                None)


def judge(turn: PlannedTurn, ruleset: Ruleset, view: Any, *, seat: int) -> Verdict:
    """Return the result of this planned turn on the view of a seat that is to move.

    The moves are empty unless all orders are legal and finish the seat's part of the turn.
    """
    # If the orders of this branch cannot be played, no other branch is tried: the owner of the
    # plan wanted something else in this position.
    number = applying(turn, ruleset, view, seat=seat)
    if number is None:
        return Verdict(None, (), _("None of its conditions holds.") if turn.branches
                       else _("It says to ask you."))
    branch = turn.branches[number]
    if not branch.orders:
        return Verdict(number, (), _("It says to ask you in this position."))
    try:
        moves = orders.evaluate(ruleset, view, branch.orders, seat=seat)
    except Refusal as refusal:
        order = branch.orders[refusal.line - 1] if refusal.line else "; ".join(branch.orders)
        return Verdict(number, (), _("%(order)s cannot be played. %(reason)s")
                       % {"order": repr(order), "reason": refusal.sentence})
    if not _finishes(ruleset, view, moves, seat=seat):
        return Verdict(number, (), _(
            "The orders %(orders)s would not finish the turn. A plan plays only whole turns.")
            % {"orders": repr("; ".join(branch.orders))})
    return Verdict(number, moves)


def _finishes(ruleset: Ruleset, view: Any, moves: Sequence[EvaluatedMove], *, seat: int) -> bool:
    """Return whether the seat has nothing left to decide in this turn after these moves."""
    after = ruleset.status(moves[-1].after)
    return after.over or after.turn != ruleset.status(view).turn or seat not in after.to_move
