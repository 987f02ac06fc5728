"""Requests: a person's text as orders, line by line, or as a command such as "help".

Each line is an order, or several separated by semicolons; ``alexandros_rules.orders`` splits lines
as it does on the game's page.  Lines before and after the orders that have nothing to do with the
game are left out (``left_out``).  Between the orders, nothing is left out.  If the first line is a
command, so is the whole email.  The ruleset decides what an order means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace

from alexandros_rules.orders import split
from alexandros_rules.wording import begins_order, doubt, words
from games.post.inbox.parsing.introductions import is_preface, is_salutation
from games.post.inbox.parsing.left_out import Meaning, lines_to_leave_out

ORDERS, NOTHING, PREVIEW, RESIGN = "orders", "nothing", "preview", "resign"
EXTENSION = "extension"
PLAN = "plan"  # orders for coming turns, or a change of such a plan
TALK = "talk"  # the email says something to the table and asks for nothing else

_COMMANDS = {
    "help": "help hilfe aide aiuto ayuda ajuda hulp",
    "show": "show zeige zeig montre mostra muestra toon mostre board status",
    "moves": "moves zuge coups mosse jugadas zetten jogadas",
    PREVIEW: "preview vorschau apercu anteprima previsualizar voorbeeld previa previsualizacao",
    EXTENSION: "extension verlangerung verlaengerung prolongation proroga prorroga uitstel",
    PLAN: "plan plano",
    RESIGN: "resign aufgeben abandonner abbandono rendirse opgeven desistir",
}
COMMANDS = {word: command for command, names in _COMMANDS.items() for word in names.split()}
QUESTIONS = ("help", "show", "moves")  # commands that play nothing, whatever else the email says
_FILLERS = frozenset(("please", "bitte", "svp", "favore", "favor", "i", "me", "the", "board", "my"))
# "I need one more day", "Could I have some more time please": only such words, one of each kind
_PLEA_MORE, _PLEA_TIME = frozenset(("more", "another", "extra")), frozenset(("day", "time"))
_PLEA = _PLEA_MORE | _PLEA_TIME | frozenset((
    "i", "we", "me", "please", "need", "would", "d", "like", "want", "to", "have", "get", "can",
    "could", "may", "a", "an", "one", "some", "little", "bit", "for", "my", "this", "the", "turn",
))
_PLAN_WORD = re.compile(r"^\W*\w+\W*")
_SENTENCE_END = re.compile(r"(?<=[.!])\s+")

Lines = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """The request of an email.

    ``command`` "orders", "preview", "help", "show", "moves", "resign", "extension" (one more
                day), "plan", or "nothing".
    ``orders``  each order with its 1-based line in the text; for "help", "show" and "moves"
                the rest of the text, which must not be played; for "plan" the lines of the plan
                as they are written.
    ``left_out`` the lines before and after the orders that are taken for a greeting, a signature
                or the like; if ``is_unsure``, that is safe only if the orders are a whole turn.
    ``harmless`` those of ``orders`` that could be left out above or below all orders.
    ``has_only_orders``  whether each of ``orders`` begins like an order.
    ``is_unquoted``  whether they stand for a number without the list of ours in which it is.
    """

    command: str
    orders: Lines = ()
    left_out: Lines = ()
    is_unsure: bool = False
    harmless: Lines = ()
    has_only_orders: bool = False
    is_unquoted: bool = False

    @property
    def texts(self) -> list[str]:
        """The orders as ``alexandros_rules.orders.evaluate`` takes them."""
        return [text for _, text in self.orders]


def read_request(
    text: str, *, verbs: Mapping[str, bool], things: Collection[str] = frozenset(),
    known: Collection[str] = frozenset(), names: Collection[str] = (),
    others: Collection[str] = (),
) -> Request:
    """Return the request in this text (``Reading.text``).

    ``verbs``, ``things`` and ``known`` are the ruleset's ``verbs``, ``things`` and ``words``;
    ``names`` are the sender's, ``others`` those of the other players.  Nothing is refused here: a
    line that is not an order is kept, and the engine will refuse it, unless it may be left out and
    stands before or after all orders.
    """
    meaning = Meaning.of(verbs, things=things, known=known, names=names, others=others)
    lines = _lines(text, meaning)
    if _is_plan(lines, verbs):
        return _plan(lines, meaning)
    pieces = [piece for line in lines for piece in _pieces(line, meaning)]
    orders, left_out = _separate(pieces)
    request = _request([(piece.number, piece.text) for piece in orders], verbs)
    return replace(request, left_out=tuple((piece.number, piece.text) for piece in left_out),
                   is_unsure=any(piece.is_unsure for piece in left_out),
                   harmless=tuple((piece.number, piece.text)
                                  for piece in orders if piece.may_be_left_out),
                   has_only_orders=bool(orders) and all(
                       begins_order(words(piece.text), verbs)
                       or meaning.may_be_order(words(piece.text)) for piece in orders))


@dataclass(frozen=True, slots=True)
class _Piece:
    """A line or a part of one, and whether it may be left out."""

    number: int
    text: str
    may_be_left_out: bool
    is_unsure: bool = False  # whether it may be left out only beside a complete turn


def _lines(text: str, meaning: Meaning) -> list[_Piece]:
    """Return the lines that have words; those of commands are never left out."""
    lines = text.split("\n")
    silent = lines_to_leave_out(lines, meaning)
    return [_Piece(at + 1, line.strip(), at in silent.lines
                   and not _may_be_command(words(line), meaning.verbs), at in silent.unsure)
            for at, line in enumerate(lines) if words(line)]


def _may_be_command(line_words: list[str], verbs: Collection[str]) -> bool:
    return line_words[0] in COMMANDS or bool(_command(line_words, verbs))


def _separate(pieces: Sequence[_Piece]) -> tuple[Sequence[_Piece], Sequence[_Piece]]:
    """Return the pieces from the first order to the last one, and those around them."""
    speaking = [at for at, piece in enumerate(pieces) if not piece.may_be_left_out]
    if not speaking:
        return [], pieces
    first, end = speaking[0], speaking[-1] + 1
    return pieces[first:end], [*pieces[:first], *pieces[end:]]


def _is_plan(lines: Sequence[_Piece], verbs: Collection[str]) -> bool:
    """Return whether the first line that may not be left out begins with the word for a plan."""
    for line in lines:
        spoken = words(line.text)
        if COMMANDS.get(spoken[0]) == PLAN and spoken[0] not in verbs:
            return True
        if not line.may_be_left_out:
            return False
    return False


def _plan(lines: Sequence[_Piece], meaning: Meaning) -> Request:
    """Return a plan, with its lines as they are."""
    # They contain conditions, so they must not be split.  A long line may be a condition, too.
    begun = next(at for at, line in enumerate(lines)
                 if COMMANDS.get(words(line.text)[0]) == PLAN)
    first, *others = lines[begun:]
    adjacent = bool(others) and others[0].number == first.number + 1  # "off"
    while len(others) > adjacent and others[-1].may_be_left_out and not others[-1].is_unsure:
        others.pop()
    texts = [(first.number, _PLAN_WORD.sub("", first.text, count=1)),
             *((line.number, line.text) for line in others)]
    number, last = texts[-1]
    texts[-1] = number, _without_farewell(last, meaning)[0]
    return Request(PLAN, tuple((number, text) for number, text in texts if words(text)))


def _pieces(line: _Piece, meaning: Meaning) -> list[_Piece]:
    """Return the orders of a line, without what introduces them, and with what follows them."""
    if line.may_be_left_out:
        return [] if is_preface(words(line.text)) else [line]
    text, farewell = _without_farewell(line.text, meaning)
    # A line that says something is kept, to be refused, also if nothing in it looks like an order.
    kept = [] if all(map(str.isdigit, words(text))) else [text]
    orders = [piece for piece in split(text, meaning.verbs) or kept
              if words(piece) and not is_preface(words(piece))]
    found = [_Piece(line.number, order, at == 0 and len(orders) > 1 and is_salutation(words(order))
                    and meaning.may_leave_out(order)) for at, order in enumerate(orders)]
    return [*found, *([_Piece(line.number, farewell, True)] if farewell else [])]


def _without_farewell(line: str, meaning: Meaning) -> tuple[str, str]:
    """Return the line without the sentences at its end that may be left out, and these."""
    if doubt(line):
        return line, ""
    parts = _SENTENCE_END.split(line)
    end = len(parts)
    while end > 1 and meaning.may_leave_out(parts[end - 1]):
        end -= 1
    return " ".join(parts[:end]), " ".join(parts[end:])


def _request(pieces: list[tuple[int, str]], verbs: Mapping[str, bool]) -> Request:
    if not pieces:
        return Request(NOTHING)
    number, piece = pieces[0]
    command = _command(words(piece), verbs)
    if command == PREVIEW:
        first = [(number, order) for order in split(after_preview(piece, verbs), verbs)
                 if words(order)]
        return Request(PREVIEW, (*first, *pieces[1:]))
    if command in (RESIGN, EXTENSION) and len(pieces) > 1:
        return Request(ORDERS, tuple(pieces))  # all or nothing: the engine will refuse "resign"
    return Request(command, tuple(pieces[1:])) if command else Request(ORDERS, tuple(pieces))


def _command(line_words: list[str], verbs: Collection[str]) -> str:
    """Return the command that these words are; "" for other words."""
    if line_words[0] in verbs:
        return ""
    if _is_plea(line_words):
        return EXTENSION
    if COMMANDS.get(line_words[0]) == PREVIEW:
        return PREVIEW
    significant = [word for word in line_words if word not in _FILLERS] or line_words[:1]
    return COMMANDS.get(significant[0], "") if len(significant) == 1 else ""


def after_preview(line: str, verbs: Collection[str]) -> str:
    """Return what stands behind the word that asks for a preview; other lines as they are."""
    spoken = words(line)
    if not spoken or spoken[0] in verbs or COMMANDS.get(spoken[0]) != PREVIEW:
        return line
    return line.lstrip()[len(line.split()[0]) :].lstrip(" :,-")


def _is_plea(line_words: list[str]) -> bool:
    """Return whether these words ask for one more day and say nothing else."""
    said = frozenset(line_words)
    return said <= _PLEA and not said.isdisjoint(_PLEA_MORE) and not said.isdisjoint(_PLEA_TIME)
