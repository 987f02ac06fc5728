"""Requests: a person's text as orders, line by line, or as a command such as "help".

Each line is an order, or several separated by semicolons, except for blank lines, pleasantries and
the sender's name at the end; ``engine.orders`` splits lines as it does on the game's page.  If the
first line is a command, so is the whole email.  The ruleset decides what an order means.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.orders import split
from engine.wording import doubt, words
from games.post.inbox.parsing.pleasantries import is_closing, is_name, is_pleasantry, is_preface

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
_MAX_NAME_LINES = 2
_PLAN_WORD = re.compile(r"^\W*\w+\W*")
_SENTENCE_END = re.compile(r"(?<=[.!,])\s+")

Lines = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """The request of an email.

    ``command`` "orders", "preview", "help", "show", "moves", "resign", "extension" (one more
                day), "plan", or "nothing".
    ``orders``  each order with its 1-based line in the text; for "help", "show" and "moves"
                the rest of the text, which must not be played; for "plan" the lines of the plan
                as they are written.
    """

    command: str
    orders: Lines = ()

    @property
    def texts(self) -> list[str]:
        """The orders as ``engine.orders.evaluate`` takes them."""
        return [text for _, text in self.orders]


def read_request(text: str, *, verbs: Mapping[str, bool], names: Collection[str] = ()) -> Request:
    """Return the request in this text (``Reading.text``).

    ``verbs`` are the ruleset's; ``names`` are the sender's, to recognise a signature.  Nothing
    is refused here: a line that is not an order is kept, and the engine will refuse it.
    """
    name_words = frozenset(word for name in names for word in words(name))
    if _is_plan(text, verbs, name_words):
        return _plan(text, verbs, name_words)
    pieces = [
        (number, piece)
        for number, line in enumerate(text.split("\n"), 1)
        for piece in split(_without_farewell(line, verbs, name_words), verbs)
        if words(piece)
    ]
    pieces = _without_pleasantries(
        _without_names(pieces, verbs, name_words), verbs, name_words
    )
    return _request(pieces, verbs)


def _is_plan(text: str, verbs: Collection[str], names: Collection[str]) -> bool:
    """Return whether the first line that says something begins with the word for a plan."""
    for line in text.split("\n"):
        spoken = words(line)
        if spoken and not is_pleasantry(spoken, verbs=verbs, names=names):
            return COMMANDS.get(spoken[0]) == PLAN and spoken[0] not in verbs
    return False


def _plan(text: str, verbs: Mapping[str, bool], names: Collection[str]) -> Request:
    """Return a plan, with its lines as they are."""
    # They contain conditions, so they must not be split.
    lines = [(number, _without_farewell(line, verbs, names))
             for number, line in enumerate(text.split("\n"), 1) if words(line)]
    lines = [(number, line) for number, line in _without_names(lines, verbs, names)
             if not is_pleasantry(words(line), verbs=verbs, names=names)]
    (number, first), *others = lines
    rest = _PLAN_WORD.sub("", first, count=1)
    return Request(PLAN, (*([(number, rest)] if words(rest) else []), *others))


def _without_farewell(line: str, verbs: Collection[str], names: Collection[str]) -> str:
    """Return the line without thanks, closing and name: "Draw twice. Best, Alice"."""
    if doubt(line):
        return line
    parts = _SENTENCE_END.split(line)
    end = len(parts)
    if end > 2 and is_name(words(parts[-1]) or [""], verbs={*verbs, *COMMANDS}, names=names,
                           signed=_is_closing(parts[-2], verbs, names)):
        end -= 1
    while end > 1 and words(parts[end - 1]) and is_pleasantry(
        words(parts[end - 1]), verbs=verbs, names=names
    ):
        end -= 1
    return line if end == len(parts) else " ".join(parts[:end])


def _without_names(
    pieces: list[tuple[int, str]], verbs: Collection[str], names: Collection[str]
) -> list[tuple[int, str]]:
    """Return the pieces without a signature of one or two lines at their end."""
    end = len(pieces)
    for _ in range(_MAX_NAME_LINES):
        signed = end > 1 and _is_closing(pieces[end - 2][1], verbs, names)
        if not end or doubt(pieces[end - 1][1]) or not is_name(
            words(pieces[end - 1][1]), verbs={*verbs, *COMMANDS}, names=names, signed=signed
        ):
            break
        end -= 1
    return pieces[:end]


def _is_closing(piece: str, verbs: Collection[str], names: Collection[str]) -> bool:
    piece_words = words(piece)
    if not piece_words:
        return False
    return is_closing(piece_words) and is_pleasantry(piece_words, verbs=verbs, names=names)


def _without_pleasantries(
    pieces: list[tuple[int, str]], verbs: Collection[str], names: Collection[str]
) -> list[tuple[int, str]]:
    return [
        (number, piece) for number, piece in pieces
        if not is_pleasantry(words(piece), verbs=verbs, names=names)
        and not is_preface(words(piece))
    ]


def _request(pieces: list[tuple[int, str]], verbs: Mapping[str, bool]) -> Request:
    if not pieces:
        return Request(NOTHING)
    number, piece = pieces[0]
    command = _command(words(piece), verbs)
    if command == PREVIEW:
        rest = piece.lstrip()[len(piece.split()[0]) :].lstrip(" :,-")
        first = [(number, order) for order in split(rest, verbs) if words(order)]
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


def _is_plea(line_words: list[str]) -> bool:
    """Return whether these words ask for one more day and say nothing else."""
    said = frozenset(line_words)
    return said <= _PLEA and not said.isdisjoint(_PLEA_MORE) and not said.isdisjoint(_PLEA_TIME)
