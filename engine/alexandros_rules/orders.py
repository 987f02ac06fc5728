"""Orders: several moves in notation, evaluated as a whole on their sender's view.

``split`` divides a text into orders in the same way for the page, for email and for programs.  A
line break or a semicolon ends an order.  So does a comma, a full stop, an arrow or "and then", if
the verb of another order follows.

``evaluate`` serves the draft on the page, replies by email and suggestions.  On the *view*, a card
that has not been revealed yet is unknown, and no later move of the same orders can use that card.
What cannot be read order by order is read as a whole by ``phrasing``.
Orders that pass here cannot fail on the true state, and orders that fail are never tried there, so
a refusal reveals nothing and no order is ever half done (R18).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from alexandros_rules.errors import Illegal, Refusal, Unreadable, not_your_turn
from alexandros_rules.phrasing import understood
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Ruleset
from alexandros_rules.small_words import ITALIAN
from alexandros_rules.translation import gettext as _
from alexandros_rules.wording import (
    ASIDE,
    COUNTS,
    LEADING,
    LINKS,
    QUESTION,
    TIMES,
    begins_order,
    doubt,
    is_only_opening,
    quoted,
    trimmed,
    words,
)

MAX_MOVES = 20
MAX_LENGTH = 4000


_SEPARATOR = re.compile(r"[;\n\r\v\f\u0085\u2028\u2029]+")
_NUMBERING = re.compile(r"^(?:\s*(?:\d{1,2}\s*[.):]|[-=]>|[-*•\u2192]))+\s*")
# The 7 in "K 7." belongs to a space and does not number an order, but the 3 in "A5 N 3." does.
_NUMBER = r"\b\d{1,2}\)(?=\s)|(?:(?<!\b[a-z]\s)|(?<=\d[ .][ns]\s))\b\d{1,2}\.(?=\s)"
# Italian and Portuguese "e" means "and" after a word or a number.  After one of up to three
# letters, such as SE or "via", it may be the step E.
_AND = r"(?:(?<=[^\W\d_]{4}\s)|(?<=\d\s))(?-i:e)(?=\s)"
# "to" is the number two only in Danish and Norwegian.
_TWO = re.compile(r"\bto(?= (?:kort|ganger|gange)\b)", re.IGNORECASE)
_AND_FINE = re.compile(r"\be fine\W*$", re.IGNORECASE)
_FINE = re.compile(r"(\b(?:e|poi)\s+|[,.:!]\s+)fine(?=\W*$)", re.IGNORECASE)
# French "en ville" is no Dutch "and".
_EN_VILLE = re.compile(r"\ben(?=\s+ville\b)", re.IGNORECASE)
_JOINT = re.compile(
    rf"({_NUMBER}|[,:!+&|\u2192]|(?<!/)/(?!/)|[-=]>|\.(?=\s)|{_AND}"
    rf"|\b(?:{'|'.join(sorted(LINKS))})\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class EvaluatedMove:
    """One move of the orders, its canonical text and its effect on the sender's view."""

    text: str
    move: Any
    before: Any
    events: tuple[Any, ...]
    after: Any


def split(text: str, verbs: Mapping[str, bool]) -> list[str]:
    """Split a text into single orders, without numbering and words like "then I".

    ``verbs`` are the ruleset's (``Ruleset.verbs``).  A comma separates orders only before a verb:
    "D7, D8" belongs together.  A counted order such as "draw twice" is repeated.
    """
    _check_length(len(text))
    composed = unicodedata.normalize("NFC", text)  # else a letter and its accent are two
    composed = _EN_VILLE.sub("", _TWO.sub("2", composed))
    if not ITALIAN.isdisjoint(words(composed)) or _AND_FINE.search(composed):
        composed = _FINE.sub(r"\1finisco", composed)
    return [
        order
        for part in _SEPARATOR.split(composed)
        for piece in _split_part(_NUMBERING.sub("", part), verbs)
        for order in _repeated(trimmed(_NUMBERING.sub("", piece).strip(), verbs), verbs)
        if order
    ]


def _split_part(part: str, verbs: Mapping[str, bool]) -> list[str]:
    """Split a part without line breaks and semicolons into orders, as written."""
    first, *rest = _JOINT.split(part)
    found, between = [first], ""
    for joint, text in zip(rest[::2], rest[1::2], strict=True):
        between += joint
        spoken = words(text)
        # "I" or "two" may precede the verb of the next order.
        begins = bool(spoken) and (
            begins_order(spoken, verbs) or _count(spoken, verbs) is not None)
        if begins and not is_only_opening(words(found[-1])):
            if doubt(between):
                found[-1] += between
            found.append(_opening(between, spoken, verbs) + text)
            between = ""
        elif is_only_opening(spoken):
            between += text
        else:
            found[-1] += between + text
            between = ""
    return [*found[:-1], found[-1] + between]


def _opening(between: str, spoken: Sequence[str], verbs: Mapping[str, bool]) -> str:
    """Return the words between two orders that belong to the second: "dann" in "dann nehme ich"."""
    opening = [word for word in words(between) if word in LEADING and not word.isdigit()]
    return " ".join([*opening, ""]) if begins_order(spoken, verbs) else ""


def _repeated(piece: str, verbs: Mapping[str, bool]) -> list[str]:
    """Return the orders that a counted order stands for: "draw twice" is two orders."""
    spoken = words(piece)
    if doubt(piece):
        return [piece]
    if len(spoken) > 1 and len({*spoken}) == 1 and verbs.get(spoken[0]):
        return spoken
    count = _count(spoken, verbs)
    if count is None:
        return [piece]
    return [" ".join(word for word in spoken if word not in COUNTS and word not in TIMES)] * count


def _count(spoken: Sequence[str], verbs: Mapping[str, bool]) -> int | None:
    """Return how often these words repeat an order; None if they contain no count."""
    rest = [word for word in spoken if word not in COUNTS and word not in TIMES]
    counts = [i for i, word in enumerate(spoken) if word in COUNTS]
    countable = bool(rest) and rest[0] in verbs and all(verbs.get(word, True) for word in rest)
    if not countable or rest.count(rest[0]) > 1 or len(counts) != 1 or LINKS & {*spoken}:
        return None
    (i,) = counts
    before = spoken[i - 1] if i else ""
    of_space = len(before) == 1 and before != "x" and spoken[i].isdigit()
    # A bare number before the verb may be the number of the order.
    if of_space or (not i and spoken[0].isdigit() and spoken[1] != "x"):
        return None
    return COUNTS[spoken[i]]


def _check_length(length: int) -> None:
    if length > MAX_LENGTH:
        raise Unreadable(
            "too-long",
            _("These orders are longer than %(most)s characters. Write the orders of one turn"
              " only.")
            % {"most": MAX_LENGTH},
        )


def evaluate(
    ruleset: Ruleset, view: Any, text: str | Sequence[str], *, seat: int
) -> tuple[EvaluatedMove, ...]:
    """Return the effect of each order on a view.  Raise a Refusal that names the line.

    If the turn has already ended, a last order that would only end the turn is dropped.
    """
    lines = split(text, ruleset.verbs) if isinstance(text, str) else list(text)
    _check_length(sum(map(len, lines)))
    if len(lines) > MAX_MOVES:
        raise Unreadable(
            "too-many",
            _("A turn has at most %(most)s orders, but you have written %(count)s.")
            % {"most": MAX_MOVES, "count": len(lines)},
        )
    turn = ruleset.status(view).turn

    def play(earlier: Sequence[EvaluatedMove], text: str) -> Sequence[EvaluatedMove]:
        after = earlier[-1].after if earlier else view
        if _is_needless_end(ruleset, text, earlier, seat=seat, turn=turn):
            return ()
        return _evaluated(ruleset, after, _repeated(text, ruleset.verbs), seat=seat, turn=turn)

    try:
        return _evaluated(ruleset, view, lines, seat=seat, turn=turn)
    except Unreadable as refusal:
        moves = understood(ruleset, view, lines, seat=seat, play=play)
        if moves:
            return moves
        if not refusal.meant:
            raise
        lines[refusal.line - 1] = refusal.meant
        return evaluate(ruleset, view, lines, seat=seat)


def _evaluated(
    ruleset: Ruleset, view: Any, lines: Sequence[str], *, seat: int, turn: int
) -> tuple[EvaluatedMove, ...]:
    """Return the effect of each order, read by itself."""
    moves: list[EvaluatedMove] = []
    for line, part in enumerate(lines, 1):
        if line == len(lines) and _is_needless_end(ruleset, part, moves, seat=seat, turn=turn):
            break
        try:
            moves.append(_evaluate_order(ruleset, view, part, seat=seat, turn=turn))
        except Refusal as refusal:
            raise refusal.at(line) from None
        view = moves[-1].after
    return tuple(moves)


def _is_needless_end(
    ruleset: Ruleset, text: str, moves: Sequence[EvaluatedMove], *, seat: int, turn: int
) -> bool:
    """Check if this order would only end a turn that has already ended with the moves."""
    if not moves or ruleset.only_ends_turn(moves[-1].move):
        return False
    status = ruleset.status(moves[-1].after)
    if status.turn == turn and not status.over:
        return False
    try:
        return ruleset.only_ends_turn(read_order(ruleset, text, moves[-1].after, seat=seat))
    except Refusal:
        return False


def _evaluate_order(
    ruleset: Ruleset, view: Any, text: str, *, seat: int, turn: int
) -> EvaluatedMove:
    status = ruleset.status(view)
    if status.over:
        raise Illegal("game-over", _("The game is over; no more orders can be given."))
    if status.turn != turn:
        raise Illegal("turn-over", _("Your turn ends before this order. Leave it out."))
    if not status.may_order(seat):
        raise not_your_turn()
    move = read_order(ruleset, text, view, seat=seat)
    events = ruleset.decide(view, move, ruleset.unknown_chance(), seat=seat)
    after = fold(ruleset, view, events)
    return EvaluatedMove(ruleset.format(move, view), move, view, events, after)


def read_order(ruleset: Ruleset, text: str, view: Any, *, seat: int) -> Any:
    """Return the move in a text.  Refuse questions, comments and reports of moves already made."""
    if reason := doubt(text):
        raise Unreadable(reason, _doubtful(reason) % {"order": quoted(text)})
    return ruleset.parse(text, view, seat=seat)


def _doubtful(reason: str) -> str:
    if reason == QUESTION:
        return _("%(order)s is a question. If it is an order, write it without the question mark;"
                 " to see what your orders would do, write 'preview' before them.")
    if reason == ASIDE:
        return _("%(order)s looks like a comment. If it is an order, write it without brackets and"
                 " comment marks; if not, leave it out.")
    return _("%(order)s tells what somebody has done. Write what you want to do, as in the"
             " examples, or leave it out.")
