"""Orders: several moves in notation, judged whole against what their sender sees.

Page, mail and any program part a text in the same way (``split``): a line or a semicolon ends
an order; so does a comma, a full stop, an arrow or "and then" where the verb of another order
follows.  The same evaluator serves the draft on the page, replies by mail, bots'
proposals and "what if".  It works on the sender's *view*: a card yet to be
revealed is unknown and no later move of the same orders can use it.  What
passes here cannot fail on the true state, and what fails was never tried
there, so a refusal tells nothing and nothing is ever half done (R18).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.errors import Illegal, Refusal, Unreadable
from engine.replay import fold
from engine.ruleset import Ruleset

MAX_MOVES = 20
MAX_LENGTH = 4000


def _words(said: str) -> frozenset[str]:
    return frozenset(said.split())


# Words that lead on to another order; not "e" and "y": E is a step.
LINKS = _words("and then und dann et puis poi luego en dan depois")

_SEPARATOR = re.compile(r"[;\n\r]+")
_NUMBERING = re.compile(r"^(?:\s*(?:\d{1,2}\s*[.):]|[-=]>|[-*•\u2192]))+\s*")
# The 7 of "K 7." belongs to a space and is no number of an order, but the 3 of "A5 N 3." is.
_NUMBER = r"\b\d{1,2}\)(?=\s)|(?:(?<!\b[a-z]\s)|(?<=\d[ .][ns]\s))\b\d{1,2}\.(?=\s)"
_JOINT = re.compile(
    rf"({_NUMBER}|[,:!+&/|\u2192]|[-=]>|\.(?=\s)|\b(?:{'|'.join(sorted(LINKS))})\b)", re.IGNORECASE
)
WORD = re.compile(r"[^\W_]+")
_OPENERS = LINKS | _words(
    "i m am we let us lets will would like want to please first next now also finally again"
    " ich bitte erst zuerst danach jetzt noch zuletzt je ensuite enfin maintenant svp"
    " io prima ora infine ancora yo primero ahora despues finalmente ik eerst daarna nu"
    " eu primeiro agora"
)
_TIMES = _words("x time times mal fois volte veces keer maal vezes")
_ONCE = _words("1 1x x1 once one")
_TWICE = _words("2 2x x2 twice two both zweimal zwei deux due dos tweemaal twee dois duas")
_THRICE = _words("3 3x x3 thrice three dreimal drei trois tre tres driemaal drie")
_COUNTS = {
    word: count for count, said in enumerate((_ONCE, _TWICE, _THRICE), 1) for word in said
}
LEADING = _OPENERS | _TIMES | _COUNTS.keys()  # words that belong to no ruleset


@dataclass(frozen=True, slots=True)
class JudgedMove:
    """One move of the orders: its canonical text and what it does in the sender's view."""

    text: str
    move: Any
    before: Any
    events: tuple[Any, ...]
    after: Any


def split(text: str, verbs: Mapping[str, bool]) -> list[str]:
    """The single orders of a text, without numbering and words like "then I".

    ``verbs`` are the ruleset's: where one follows a comma another order begins, since "D7, D8"
    is one thing; and what may be counted ("draw twice") is given as often as it says.
    """
    _check_length(len(text))
    return [
        order
        for part in _SEPARATOR.split(text)
        for piece in _apart(_NUMBERING.sub("", part), verbs)
        for order in _counted(_begun(_NUMBERING.sub("", piece).strip(), verbs), verbs)
        if order
    ]


def words(text: str) -> list[str]:
    """The words of a text as they are compared: lower case, no accents, no signs."""
    spelt = unicodedata.normalize("NFKD", text.casefold())
    return WORD.findall("".join(char for char in spelt if not unicodedata.combining(char)))


def _apart(part: str, verbs: Mapping[str, bool]) -> list[str]:
    """The orders of one part, as they are written."""
    first, *rest = _JOINT.split(part)
    found, between = [first], ""
    for joint, text in zip(rest[::2], rest[1::2], strict=True):
        between += joint
        said = words(text)
        if words(found[-1]) and _begins(said, verbs):
            found.append(text)
            between = ""
        elif said:
            found[-1] += between + text
            between = ""
        else:
            between += text
    return [*found[:-1], found[-1] + between]


def _begins(said: Sequence[str], verbs: Mapping[str, bool]) -> bool:
    """Whether an order begins with these words, be it with "I" or "two" before its verb."""
    telling = [word for word in said if word not in _OPENERS]
    return bool(telling) and (telling[0] in verbs or _count(said, verbs) is not None)


def _begun(piece: str, verbs: Mapping[str, bool]) -> str:
    """The piece from its verb on, where only words like "then I" stand before it."""
    for word in WORD.finditer(piece):
        (*spelt,) = words(word[0])
        if spelt and spelt[0] in verbs:
            return piece[word.start() :]
        if not _OPENERS.issuperset(spelt):
            break
    return piece


def _counted(piece: str, verbs: Mapping[str, bool]) -> list[str]:
    """The piece as often as it is ordered: "draw twice" is two orders."""
    said = words(piece)
    if len(said) > 1 and len({*said}) == 1 and verbs.get(said[0]):
        return said
    count = _count(said, verbs)
    if count is None:
        return [piece]
    return [" ".join(word for word in said if word not in _COUNTS and word not in _TIMES)] * count


def _count(said: Sequence[str], verbs: Mapping[str, bool]) -> int | None:
    """How often these words order something that may be counted; None when they do not say.

    A number alone before the verb says nothing: it may be the number of the order.
    """
    telling = [word for word in said if word not in _COUNTS and word not in _TIMES]
    counts = [i for i, word in enumerate(said) if word in _COUNTS]
    can = bool(telling) and telling[0] in verbs and all(verbs.get(word, True) for word in telling)
    if not can or telling.count(telling[0]) > 1 or len(counts) != 1 or LINKS & {*said}:
        return None
    (i,) = counts
    before = said[i - 1] if i else ""
    if (len(before) == 1 and before != "x") or (not i and said[0].isdigit() and said[1] != "x"):
        return None
    return _COUNTS[said[i]]


def _check_length(length: int) -> None:
    if length > MAX_LENGTH:
        raise Unreadable(
            "too-long", f"These orders have more than {MAX_LENGTH} characters; write one turn only."
        )


def judge(
    ruleset: Ruleset, view: Any, text: str | Sequence[str], *, seat: int
) -> tuple[JudgedMove, ...]:
    """The steps these orders make of the view; raises a Refusal that names the line.

    A last order that would end the turn gives no step when the turn has ended by itself.
    """
    lines = split(text, ruleset.verbs) if isinstance(text, str) else list(text)
    _check_length(sum(map(len, lines)))
    if len(lines) > MAX_MOVES:
        raise Unreadable(
            "too-many", f"A turn has no more than {MAX_MOVES} orders; these are {len(lines)}."
        )
    steps: list[JudgedMove] = []
    turn = ruleset.status(view).turn
    for line, part in enumerate(lines, 1):
        if line == len(lines) and _is_needless_end(ruleset, part, steps, turn=turn):
            break
        try:
            steps.append(_step(ruleset, view, part, seat=seat, turn=turn))
        except Refusal as refusal:
            raise refusal.at(line) from None
        view = steps[-1].after
    return tuple(steps)


def _is_needless_end(
    ruleset: Ruleset, text: str, steps: Sequence[JudgedMove], *, turn: int
) -> bool:
    """Whether this order would only end a turn that the orders before it have completed."""
    if not steps or ruleset.only_ends_turn(steps[-1].move):
        return False
    status = ruleset.status(steps[-1].after)
    if status.turn == turn and not status.over:
        return False
    try:
        return ruleset.only_ends_turn(ruleset.parse(text, steps[-1].after))
    except Refusal:
        return False


def _step(ruleset: Ruleset, view: Any, text: str, *, seat: int, turn: int) -> JudgedMove:
    status = ruleset.status(view)
    if status.over:
        raise Illegal("game-over", "The game is over; no more orders can be given.")
    if status.turn != turn:
        raise Illegal("turn-over", "Your turn is over before this order; leave it out.")
    if seat not in status.to_move:
        raise Illegal("not-your-turn", "It is not your turn; wait for the mail that says so.")
    move = ruleset.parse(text, view)
    events = ruleset.decide(view, move, ruleset.unknown())
    return JudgedMove(ruleset.format(move, view), move, view, events, fold(ruleset, view, events))
