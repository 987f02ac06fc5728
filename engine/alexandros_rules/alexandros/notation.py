"""The reading of orders, which is lenient, while ``order_text`` writes them strictly.

``parse(format_move(move, state), state) == move`` for every legal move.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from alexandros_rules.alexandros import cards, moves, order_text
from alexandros_rules.alexandros.board import SYMBOLS
from alexandros_rules.alexandros.cards import KINDS
from alexandros_rules.alexandros.lattice import STEP_BY_NAME, STEPS
from alexandros_rules.alexandros.marches import marches, new_walls, targets, walk
from alexandros_rules.alexandros.occupying import checked_cost, count_gifts, possible_gifts
from alexandros_rules.alexandros.order_words import (
    BACK,
    BACKWARDS,
    CARD,
    CARDS,
    GIVE,
    GUARD,
    NOISE,
    POINT,
    SUPPLY,
    TAX,
    TOWARDS,
    VERBS,
    VIA,
)
from alexandros_rules.alexandros.state import ACT, MARCH, TAKE, State
from alexandros_rules.errors import Ambiguous, Refusal, Unreadable
from alexandros_rules.small_words import DOUBTFUL
from alexandros_rules.translation import gettext as _
from alexandros_rules.translation import ngettext, translate_orders
from alexandros_rules.wording import LINKS, directions, plain, quoted

_TOKEN = re.compile(r"[a-z]+\d+|[a-z]+|\d+|[^\sa-z\d]", re.IGNORECASE)
# "l'anfora" and "A5's"; the letters of the lyre and the soldier have no apostrophe.
_ELISION = re.compile(r"\b[dlj]['\u2019]|['\u2019]s\b")
_SPACE = re.compile(r"([a-z])(\d{1,2})$")


def parse(text: str, state: State) -> moves.Move:
    """Return the move in a text.  Raise Unreadable or Ambiguous, with orders that can be given."""
    try:
        return _read(text, state)
    except Unreadable as refusal:
        refusal.suggest(lambda: order_text.examples(state))
        raise


def _read(text: str, state: State) -> moves.Move:
    words = _ELISION.sub(" ", plain(text))
    tokens = [token for token in _TOKEN.findall(words) if token[0].isalnum()]
    if not tokens:
        raise _unreadable(text, _("It contains no order."))
    verb, rest = _verb(text, tokens, acting=state.phase == ACT)
    return _READERS[verb](text, rest, state)


def implied(words: Sequence[str], state: State) -> list[tuple[str, bool]]:
    """Return the orders that words without a verb may be, and whether that is certain.

    A card alone is the one to march with: after the march it may be meant in other ways, too.
    """
    rest, text = list(words), " ".join(words)
    if not DOUBTFUL.isdisjoint(rest):
        return []
    if GUARD & {*rest}:
        verb = "recall" if BACKWARDS & {*rest} else "occupy"
        return [(f"{verb} {text}", True)] if _names_space(rest) else []
    if _names_space(rest):
        return [(f"march {text}", True)]
    if TAX & {*rest}:
        return [(f"levy {text}", True)]
    if CARD & {*rest}:
        return [(f"draw {text}", False)]
    if state.phase != TAKE or CARDS.keys().isdisjoint(rest):
        return []
    return [(f"{verb} {text}", False) for verb in ("take", "play")]


def _verb(text: str, tokens: list[str], *, acting: bool) -> tuple[str, list[str]]:
    verb, rest = VERBS.get(tokens[0], ""), tokens[1:]
    if not verb:
        raise _no_order(text, tokens[0])
    if verb == "take":
        return _resolve_take(text, rest, acting=acting)
    if verb == "ziehen":
        return _resolve_ziehen(text, rest, acting=acting)
    if verb == "fine":
        return _resolve_fine(text, tokens, acting=acting)
    return (verb, [word for word in rest if word not in SUPPLY]) if verb == "draw" else (verb, rest)


def _resolve_take(text: str, rest: list[str], *, acting: bool) -> tuple[str, list[str]]:
    """Return the verb that "take" means: take over, take back, draw, or take a face-up card."""
    if rest[:1] == ["over"]:
        return "occupy", rest[1:]
    if BACK & {*rest} and (rest[0] == "back" or _names_space(rest)):
        return "recall", rest
    if acting and CARD & {*rest} and not CARDS.keys() & {*rest} - {"a"}:
        # "take two cards": one that lies face up would be named
        return "draw", [word for word in rest if word not in SUPPLY]
    if not SUPPLY & {*rest}:
        return "take", rest
    if CARDS.keys() & {*rest} - {"a"}:
        raise _unreadable(
            text,
            _("You cannot choose a card from the supply, only draw its top card."),
        )
    return "draw", [word for word in rest if word not in SUPPLY]


def _resolve_ziehen(text: str, rest: list[str], *, acting: bool) -> tuple[str, list[str]]:
    """Return the verb that German "ziehen" means: with a space to march, with a card to draw.

    Alone it means to draw if the march is over, as in "ich ziehe zweimal".
    """
    if _names_space(rest):
        return "march", rest
    if CARD & {*rest} or (acting and not rest):
        return "draw", [word for word in rest if word not in SUPPLY]
    raise _unreadable(
        text,
        _("Name a space to march to, or say that you draw a card."),
    )


def _resolve_fine(text: str, tokens: list[str], *, acting: bool) -> tuple[str, list[str]]:
    """Return the end of the turn for Italian "fine" with "turno".  Refuse "fine" and "stop"."""
    if tokens[0] == "fine" and "turno" in tokens[1:]:
        return "end", tokens[1:]
    if not acting:
        raise _no_order(text, tokens[0])
    raise _unreadable(
        text, _("To end your turn, write '%(order)s'; if not, leave this out.") % {
            "order": translate_orders("end")}
    )


def _names_space(words: list[str]) -> bool:
    return any(map(_SPACE.match, _join_names(words)))


def _unreadable(text: str, why: str) -> Unreadable:
    """Return the refusal.  ``why`` is a whole sentence."""
    sentence = _("We cannot read %(order)s.") % {"order": quoted(text)}
    return Unreadable("unreadable", f"{sentence} {why}")


def _no_order(text: str, word: str) -> Unreadable:
    return _unreadable(text, _("%(word)s is not an order.") % {"word": quoted(word)})


def _with_example(sentence: str, without: str, example: str) -> str:
    """Return the sentence with this order in it, or ``without`` if no order can be given."""
    return sentence % {"example": translate_orders(example)} if example else without


def _words(rest: list[str]) -> list[str]:
    """Return the significant words."""
    if len(rest) == 1 and rest[0] in CARDS:  # alone, "a" is the amphora's letter, not an article
        return rest
    return [word for word in rest if word not in NOISE]


def _read_card(text: str, rest: list[str]) -> int:
    words = _words(rest)
    if len(words) != 1 or words[0] not in CARDS:
        raise _unreadable(text, _("Name one card: %(cards)s.") % {
            "cards": translate_orders(", ".join(SYMBOLS))})
    return CARDS[words[0]]


def _read_spaces(text: str, words: list[str], state: State) -> list[int]:
    found = []
    for word in words:
        match = _SPACE.match(word)
        name = f"{match[1].upper()}{int(match[2])}" if match else ""
        space = state.board.space_by_name.get(name)
        if space is None:
            raise _unreadable(
                text, _("%(word)s is not a space of this board.") % {"word": quoted(word.upper())}
            )
        found.append(space)
    return found


def _join_names(words: list[str]) -> list[str]:
    """Return the words with letters and numbers joined: "k 7" becomes "k7"."""
    joined: list[str] = []
    for word in words:
        if word.isdigit() and joined and len(joined[-1]) == 1:
            joined[-1] += word
        else:
            joined.append(word)
    return joined


def _read_march(text: str, rest: list[str], state: State) -> moves.Move:
    words = _join_names(rest)
    at = next((i for i, word in enumerate(words) if _SPACE.match(word)), None)
    before = directions(word for word in words[:at] if word not in TOWARDS)
    # A direction before the space needs "point", as in "the south-west point of K7".
    if at is None or len(before) > bool(POINT & {*words[:at]}):
        raise _unreadable(text, _with_example(
            _("Name the space to march to, as in %(example)s."), _("Name the space to march to."),
            order_text.example(state, moves.March),
        ))
    (space,) = _read_spaces(text, words[at : at + 1], state)
    after = directions(word for word in words[at + 1 :] if word not in TOWARDS)
    corner, steps = _read_route(text, [word.upper() for word in before + after], state, space)
    return _matching_march(text, state, space, corner, steps)


def _read_route(
    text: str, words: list[str], state: State, space: int
) -> tuple[str | None, tuple[int, ...] | None]:
    """Return the corner of the space and the steps that the words name, None for each missing."""
    corner = None
    names = state.board.corner_names(space)
    if words and words[0].lower() not in VIA:
        corner = words.pop(0)
        if corner not in names:
            raise _unreadable(
                text,
                _("The points of %(space)s are %(points)s.")
                % {"space": state.board.names[space], "points": ", ".join(names)},
            )
    if words and words[0].lower() in VIA:
        words.pop(0)
    steps = [word for word in words if word.lower() not in LINKS]
    odd = next((step for step in steps if step not in STEP_BY_NAME), None)
    if odd is not None:
        raise _unreadable(
            text,
            _("%(word)s is not a step. The steps are %(steps)s.")
            % {"word": quoted(odd), "steps": ", ".join(STEPS)},
        )
    return corner, tuple(STEP_BY_NAME[step] for step in steps) or None


def _matching_march(
    text: str, state: State, space: int, corner: str | None, steps: tuple[int, ...] | None
) -> moves.March:
    """Return the one legal march that matches, or the march as written for ``decide`` to refuse."""
    board = state.board
    points: tuple[int, ...] = board.corners[space]
    if corner is not None:
        points = (board.point(space, corner),)
    end = None if steps is None else _end_point(state, steps)
    if end in points:
        points = (end,)
    possible = targets(state) if state.phase == MARCH else 0
    if not possible >> space & 1:
        return moves.March(space, points[0], steps or ())
    matches = [move for move in marches(state, possible) if move.point in points]
    if steps is not None:
        same = [move for move in matches if move.point == end and _same_walls(state, move, steps)]
        return same[0] if same else moves.March(space, points[0], steps)
    if not matches:  # not enough walls for any route: ``decide`` refuses the first
        route = board.routes(state.alexander, points[0])[0]
        return moves.March(space, points[0], route.steps)
    if len(matches) > 1:
        raise _ambiguous(text, matches, state, count=len(matches))
    return matches[0]


def _end_point(state: State, steps: tuple[int, ...]) -> int | None:
    """Return the point that steps lead to, or None if they leave the board."""
    route = list(walk(state.board, state.alexander, steps))
    return route[-1][0] if route and len(route) == len(steps) else None


def _same_walls(state: State, march: moves.March, steps: tuple[int, ...]) -> bool:
    """Check if the steps are as long as the march and place the same walls (A11)."""
    board, here, walls = state.board, state.alexander, state.walls
    return len(steps) == len(march.steps) and set(new_walls(board, here, steps, walls)) == set(
        new_walls(board, here, march.steps, walls)
    )


def _ambiguous(text: str, choices: Iterable[moves.Move], state: State, *, count: int) -> Ambiguous:
    """Return the refusal of a text that fits ``count`` moves, with a list of the first."""
    shown = order_text.written(choices, state)
    sentence = ngettext(
        "%(order)s fits %(count)s move. Write this: %(moves)s.",
        "%(order)s fits %(count)s moves. Write one of these: %(moves)s.",
        count,
    ) % {"order": quoted(text.strip()), "count": count, "moves": translate_orders("; ".join(shown))}
    more = count - len(shown)
    if more:
        sentence += " " + ngettext(
            "There is %(count)s more.", "There are %(count)s more.", more
        ) % {"count": more}
    return Ambiguous("ambiguous", sentence, allowed=shown)


def _read_occupy(text: str, rest: list[str], state: State) -> moves.Move:
    where, give = rest, None
    giving = [i for i, word in enumerate(rest) if word in GIVE]
    if giving:
        i = giving[0]
        where, give = rest[:i], _read_gift(text, rest[i + 1 :])
    spaces = tuple(sorted(_read_spaces(text, _words(_join_names(where)), state)))
    if not spaces:
        raise _unreadable(text, _with_example(
            _("Name the spaces to put guards on, as in %(example)s."),
            _("Name the spaces to put guards on."), order_text.example(state, moves.Occupy),
        ))
    if give is not None:
        return moves.Occupy(spaces, give)
    try:
        cost = checked_cost(state, spaces)
    except Refusal:
        return moves.Occupy(spaces)  # ``decide`` will refuse it with the same sentence
    count = count_gifts(cost)
    # Ask for a gift only if everything else is valid; if not, ``decide`` says what is wrong.
    if count > 1 and state.phase == ACT and cards.covers(state.hand, cost.total):
        choices = (moves.Occupy(spaces, gift) for gift in possible_gifts(cost))
        raise _ambiguous(text, choices, state, count=count)
    return moves.Occupy(spaces, next(possible_gifts(cost)))


def _read_gift(text: str, words: list[str]) -> cards.Counts:
    found = []
    for word, after in zip(words, [*words, ""][1:], strict=True):
        article = word == "a" and len(after) > 1 and after in CARDS
        if article or (word in NOISE and word not in CARDS):
            continue
        if word not in CARDS:
            raise _unreadable(
                text,
                _("After '%(word)s', write only names of cards (%(cards)s).")
                % {"word": translate_orders("give"),
                   "cards": translate_orders(", ".join(SYMBOLS))},
            )
        found.append(CARDS[word])
    return cards.counts(found)


def _read_recall(text: str, rest: list[str], state: State) -> moves.Move:
    spaces = _read_spaces(text, _words(_join_names(rest)), state)
    if len(spaces) != 1:
        raise _unreadable(text, _with_example(
            _("Name one space, as in %(example)s."), _("Name one space."),
            order_text.example(state, moves.Recall),
        ))
    return moves.Recall(spaces[0])


def _read_levy(text: str, rest: list[str], state: State) -> moves.Move:
    try:
        return moves.Levy(_read_card(text, rest))
    except Unreadable as refusal:
        if not _words(rest):
            refusal.meant = f"levy {SYMBOLS[_card_to_levy_with(state)]}"
        raise


def _card_to_levy_with(state: State) -> int:
    """Return the card for a levy (L1) of which the hand has most, the first of several.

    If none can be used, ``decide`` refuses the card and says why.
    """
    own = state.guards[state.seat]
    return max(KINDS, key=lambda card: (
        bool(state.board.symbols[card] & own), state.hand[card], -card))


def _read_bare(move: moves.Move) -> Callable[[str, list[str], State], moves.Move]:
    def read(text: str, rest: list[str], state: State) -> moves.Move:
        if _words(rest):
            raise _unreadable(
                text, _("%(word)s does not belong here.") % {"word": quoted(rest[0])}
            )
        return move
    return read


_READERS: dict[str, Callable[[str, list[str], State], moves.Move]] = {
    "take": lambda text, rest, state: moves.Take(_read_card(text, rest)),
    "play": lambda text, rest, state: moves.Play(_read_card(text, rest)),
    "levy": _read_levy,
    "march": _read_march, "occupy": _read_occupy, "recall": _read_recall,
    "draw": _read_bare(moves.Draw()), "end": _read_bare(moves.End()),
    "stay": _read_bare(moves.Stay()),
}
