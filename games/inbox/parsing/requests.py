"""From what a person wrote to what is asked: orders line by line, or a command.

The rule: every line is an order, or several between semicolons, except empty lines,
courtesies and the sender's name at the end (see ``courtesies``); ``engine.orders`` parts a
line as it does on the page.  A first line that is a command makes the whole mail that command.
What an order means is the ruleset's to say.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engine.orders import split, words
from games.inbox.parsing.pleasantries import is_closing, is_courtesy, is_name, is_preface

ORDERS, NOTHING, PREVIEW, RESIGN = "orders", "nothing", "preview", "resign"

_COMMANDS = {
    "help": "help hilfe aide aiuto ayuda ajuda hulp",
    "show": "show zeige zeig montre mostra muestra toon mostre board status",
    "moves": "moves zuge coups mosse jugadas zetten jogadas",
    PREVIEW: "preview vorschau apercu anteprima previsualizar voorbeeld previa previsualizacao",
    RESIGN: "resign aufgeben abandonner abbandono rendirse opgeven desistir",
}
COMMANDS = {word: command for command, said in _COMMANDS.items() for word in said.split()}
_POLITE = frozenset(("please", "bitte", "svp", "favore", "favor", "i", "me", "the", "board", "my"))
_NAME_LINES = 2

Lines = tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Request:
    """What a mail asks for.

    ``command`` "orders", "preview", "help", "show", "moves", "resign", or "nothing".
    ``orders``  each order with its 1-based line in the text; for "help", "show" and "moves"
                what else was written, which must not be played.
    """

    command: str
    orders: Lines = ()

    @property
    def texts(self) -> list[str]:
        """The orders as ``engine.orders.evaluate`` takes them."""
        return [text for _, text in self.orders]


def read_request(text: str, *, verbs: Mapping[str, bool], names: Collection[str] = ()) -> Request:
    """What this text (``Reading.text``) asks for.

    ``verbs`` are the ruleset's; ``names`` what the sender is called, by which a signature is
    known.  Nothing is refused here: a line that is no order stays one for the judge to refuse.
    """
    known = frozenset(word for name in names for word in words(name))
    pieces = [
        (number, piece)
        for number, line in enumerate(text.split("\n"), 1)
        for piece in split(line, verbs)
        if words(piece)
    ]
    pieces = _without_courtesies(_without_names(pieces, verbs, known), verbs, known)
    return _request(pieces, verbs)


def _without_names(
    pieces: list[tuple[int, str]], verbs: Collection[str], known: Collection[str]
) -> list[tuple[int, str]]:
    """The pieces without a signature of at most two lines at their end."""
    end = len(pieces)
    for _ in range(_NAME_LINES):
        signed = end > 1 and _is_closing(pieces[end - 2][1], verbs, known)
        if not end or not is_name(
            words(pieces[end - 1][1]), verbs={*verbs, *COMMANDS}, names=known, signed=signed
        ):
            break
        end -= 1
    return pieces[:end]


def _is_closing(piece: str, verbs: Collection[str], known: Collection[str]) -> bool:
    said = words(piece)
    return is_closing(said) and is_courtesy(said, verbs=verbs, names=known)


def _without_courtesies(
    pieces: list[tuple[int, str]], verbs: Collection[str], known: Collection[str]
) -> list[tuple[int, str]]:
    return [
        (number, piece) for number, piece in pieces
        if not is_courtesy(words(piece), verbs=verbs, names=known) and not is_preface(words(piece))
    ]


def _request(pieces: list[tuple[int, str]], verbs: Mapping[str, bool]) -> Request:
    if not pieces:
        return Request(NOTHING)
    number, piece = pieces[0]
    said = words(piece)
    command = _command(said, verbs)
    if command == PREVIEW:
        rest = piece.lstrip()[len(piece.split()[0]) :].lstrip(" :,-")
        first = [(number, order) for order in split(rest, verbs) if words(order)]
        return Request(PREVIEW, (*first, *pieces[1:]))
    if command == RESIGN and len(pieces) > 1:
        return Request(ORDERS, tuple(pieces))  # never half: the judge will not read "resign"
    return Request(command, tuple(pieces[1:])) if command else Request(ORDERS, tuple(pieces))


def _command(said: list[str], verbs: Collection[str]) -> str:
    """The command these words are; "" when they are none."""
    if said[0] in verbs:
        return ""
    if COMMANDS.get(said[0]) == PREVIEW:
        return PREVIEW
    telling = [word for word in said if word not in _POLITE] or said[:1]
    return COMMANDS.get(telling[0], "") if len(telling) == 1 else ""
