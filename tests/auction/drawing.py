"""Draws Lots: the lot on offer, and each player with their points, coins and bid."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.drawing.canvas import Element, circle, group, path, rect, sheet, text, title
from tests.auction.rules import AUCTION, ROUNDS, UNDECIDED, UNKNOWN, Position, known

WIDTH, HEIGHT = 560, 420
INK, SOFT, PAPER, CARD, LINE = "#2b2620", "#6b6256", "#efe5cd", "#fffdf6", "#b9a988"
SEATS = ("#d03a2f", "#f2c11d", "#2757ad", "#2c8a4b")
FONT = "serif"
CHART_HEIGHT = 200


def draw(view: Position, names: Sequence[str], heading: str) -> str:
    """The position; without names, the players are called by their colours."""
    shown = names or [_(colour) for colour in AUCTION.colours[: view.players]]
    label = heading or _("The auction of Lots")
    return sheet((WIDTH, HEIGHT), [
        part.tostring() for part in (
            title(_described(view, shown)),
            rect(0, 0, WIDTH, HEIGHT, fill=PAPER),
            *_headline(view, heading),
            *_lot(view),
            *(_player(view, seat, name) for seat, name in enumerate(shown)),
        )
    ], width=WIDTH, height=HEIGHT, role="img", aria_label=label, font_family=FONT)


def _described(view: Position, names: Sequence[str]) -> str:
    """The position in words, for screen readers."""
    points = [
        ngettext("%(name)s has %(count)s point.", "%(name)s has %(count)s points.", score) % {
            "name": name, "count": score}
        for name, score in zip(names, view.scores, strict=True)
    ]
    return " ".join([AUCTION.text_board(view).replace("\n", " "), *points])


def _words(words: str, x: float, y: float, *, size: int = 20, fill: str = INK,
           anchor: str = "middle") -> Element:
    return text(words, round(x), round(y), font_size=size, fill=fill, text_anchor=anchor)


def _headline(view: Position, heading: str) -> list[Element]:
    turn = _("Sold out") if view.over else _("Turn %(turn)s of %(turns)s") % {
        "turn": view.turn, "turns": ROUNDS * view.players}
    return [_words(heading, WIDTH / 2, 32, size=22),
            _words(turn, WIDTH / 2, 58, size=18, fill=SOFT)]


def _lot(view: Position) -> list[Element]:
    """The lot as a card on the auctioneer's desk."""
    middle = WIDTH // 2
    desk = path(f"M{middle - 110} 228h220l20 22h-260z", fill="#8a5a33")
    if not view.bids:
        return [desk, rect(middle - 54, 78, 108, 150, rx=10, fill="none", stroke=LINE,
                           stroke_width=3, stroke_dasharray="8 6"),
                _words(_("no lot"), middle, 158, fill=SOFT)]
    return [
        desk,
        rect(middle - 54, 78, 108, 150, rx=10, fill=CARD, stroke=INK, stroke_width=2),
        _words(_("lot"), middle, 106, size=18, fill=SOFT),
        _words(known(view.lot), middle, 178, size=68),
        _words(_("points"), middle, 210, size=18, fill=SOFT),
    ]


def _player(view: Position, seat: int, name: str) -> Element:
    wide = WIDTH / view.players
    middle, left = wide * seat + wide / 2, wide * seat + 6
    seller = not view.over and seat == view.seller
    room = 34 // view.players
    short = name if len(name) <= room else f"{name[:room - 1]}…"
    return group(
        rect(round(left), 262, round(wide - 12), 150, rx=10, fill=CARD,
             stroke=INK if seller else LINE, stroke_width=3 if seller else 1),
        circle(round(left + 18), 284, 8, fill=SEATS[seat], stroke=INK),
        _words(short, left + 33, 291, anchor="start"),
        _words(ngettext("%(count)s point", "%(count)s points", view.scores[seat]) % {
            "count": view.scores[seat]}, middle, 322, size=22),
        _words(_coins(view.purses[seat]), middle, 347, size=17, fill=SOFT),
        *_bid(view, seat, middle),
    )


def _coins(purse: int) -> str:
    if purse == UNKNOWN:
        return _("a secret purse")
    return ngettext("%(count)s coin", "%(count)s coins", purse) % {"count": purse}


def _bid(view: Position, seat: int, middle: float) -> list[Element]:
    """A sealed envelope with the bid, if it is known; a wish for one; or who is selling."""
    if not view.bids:
        offers = not view.over and seat == view.seller
        return [_words(_("to offer a lot"), middle, 388, size=17)] if offers else []
    bid = view.bids[seat]
    if bid == UNDECIDED:
        return [_words(_("still to bid"), middle, 388, size=17, fill=SOFT)]
    left = round(middle - 34)
    envelope = [
        rect(left, 358, 68, 46, rx=4, fill="#f7efdb", stroke=INK, stroke_width=2),
        path(f"M{left} 360l34 24l34 -24", fill="none", stroke=INK, stroke_width=2),
    ]
    if bid == UNKNOWN:
        return [*envelope, circle(left + 34, 384, 8, fill="#a3322a")]
    return [*envelope, _words(str(bid) if bid else _("pass"), middle, 400, size=18)]


def draw_chart(moments: Sequence[Any], *, names: Sequence[str], number: int = 0,
               href: Callable[[int], str] | None = None) -> str:
    """The points of all players from turn to turn, as lines.

    With ``href``, every turn links to its last position, and ``number`` is marked; without it,
    the picture stands alone.
    """
    turns = [list(rows) for _turn, rows in groupby(moments, key=lambda moment: moment.turn)]
    wide, top = (WIDTH - 60) / max(1, len(turns)), max(1, *map(max, (m.scores for m in moments)))
    ends = [[0] * len(names), *(rows[-1].scores for rows in turns)]

    def place(turn: int, score: int) -> str:
        return f"{30 + wide * turn:.1f} {CHART_HEIGHT - 30 - score * (CHART_HEIGHT - 60) / top:.1f}"

    lines = [
        path("M" + "L".join(place(turn, scores[seat]) for turn, scores in enumerate(ends)),
             fill="none", stroke=SEATS[seat], stroke_width=3 + 2 * (len(names) - seat))
        for seat in range(len(names))
    ]
    parts = [title(_("The points from turn to turn")),
             rect(0, 0, WIDTH, CHART_HEIGHT, rx=6, fill=CARD), *lines]
    if href:
        parts += [
            Element("a", path(f"M{30 + wide * i:.1f} 0h{wide:.1f}v{CHART_HEIGHT}h-{wide:.1f}z",
                              fill="transparent"),
                    href=href(rows[-1].number),
                    aria_label=_("Turn %(turn)s") % {"turn": rows[0].turn})
            for i, rows in enumerate(turns)
        ]
        parts.append(path(f"M{_marker(turns, wide, number):.1f} 10V{CHART_HEIGHT - 10}",
                          class_="marker", stroke=INK, stroke_width=2))
    else:
        for seat, name in enumerate(names):
            parts += [circle(40 + 125 * seat, 18, 7, fill=SEATS[seat], stroke=INK),
                      _words(name[:12], 52 + 125 * seat, 24, size=18, anchor="start")]
    return sheet((WIDTH, CHART_HEIGHT), [part.tostring() for part in parts], width=WIDTH,
                 height=CHART_HEIGHT, role="group" if href else "img", font_family=FONT)


def _marker(turns: Sequence[Sequence[Any]], wide: float, number: int) -> float:
    """Where in the chart a position is."""
    for i, rows in enumerate(turns):
        for nth, moment in enumerate(rows, 1):
            if moment.number == number:
                return 30 + wide * (i + nth / len(rows))
    return 30
