"""The replay of The Campaign: the charts of points and chances, the standings, animation.

In the chart, points and what the dice would yield rise in steps, by turn.  Chances of winning are
drawn likewise.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.campaign import display_names
from alexandros_rules.campaign.state import WINNING_SCORE, State
from games.drawing import canvas
from games.drawing.animation import thinned
from games.drawing.canvas import Element
from games.drawing.layers import Drawing
from games.rulesets.plain import PlainMoment, PlainReplay
from games.rulesets.protocols import Cell, Column


@dataclass(frozen=True, slots=True)
class Moment(PlainMoment):
    """A row of a game: each seat's chits after it, and what it can expect from a roll.

    ``production`` is in 36ths of a card or piece of gold.
    """

    chits: tuple[int, ...]
    production: tuple[int, ...]


ROLLS = 36  # production is counted per this many rolls


def production(view: State, *, robbed: int | None = None) -> tuple[int, ...]:
    """Return what each seat gets on average from 36 rolls of the dice; ``robbed`` yields nothing.

    Without that hex, it is as if there were no robber.
    """
    world = view.world
    yields = [0] * view.players
    for tile in world.land:
        if tile == robbed:
            continue
        corners = world.corners[tile]
        for seat in range(view.players):
            yields[seat] += world.hexes[tile].dots * (
                (view.settlements[seat] & corners).bit_count()
                + 2 * (view.cities[seat] & corners).bit_count())
    return tuple(yields)


WIDTH, LEFT, RIGHT = 520, 36, 62  # the whole width, and the parts kept for numbers at both sides
TOP, POINTS, BETWEEN, YIELDS, BOTTOM = 14, 150, 36, 64, 26
ASIDE = 1.8  # lines of equal height lie so far apart
NEXT = 19  # between two numbers at the right
LONGEST = 12  # letters of a name
DASHES = (None, "9 2.5", "4 2", "12 2 2.5 2")  # of each seat, for those who see no colours
SEAT_MARKS = (  # at the end of each seat's line, as beside the names on pages
    "m-6 0a6 6 0 1 0 12 0a6 6 0 1 0-12 0z", "m0-7 7 7-7 7-7-7z", "m-6-6h12v12h-12z",
    "m-7-6h14l-2 7-5 6-5-6z",
)
Href = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a chart; on pages they are those of the page's theme."""

    paper: str
    ink: str
    soft: str
    edge: str
    mark: str
    seats: tuple[str, ...]


PAGE = Colours("var(--leaf)", "var(--ink)", "var(--ink-soft)", "var(--ink)", "var(--sea)",
               tuple(f"var(--seat-{seat})" for seat in range(4)))
ALONE = Colours("#fdf8ec", "#2d251a", "#65584a", "#2d251a", "#1c5873",
                ("#d03a2f", "#f2c11d", "#2757ad", "#2c8a4b"))


@dataclass(frozen=True, slots=True)
class Plot:
    """A field of the chart: where its zero lies, how high it is, and the value at its top."""

    base: int
    height: int
    most: int
    step: int

    def y(self, value: float) -> float:
        return round(self.base - value * self.height / self.most, 1)


@dataclass(frozen=True, slots=True)
class _Chart:
    """The rows, names and colours of a chart, and where its turns lie."""

    moments: Sequence[Moment]
    names: Sequence[str]
    colours: Colours

    @property
    def first(self) -> int:
        return self.moments[0].turn

    @property
    def column(self) -> float:
        """The width of a turn."""
        return (WIDTH - LEFT - RIGHT) / (self.moments[-1].turn - self.first + 1)

    def left(self, turn: int) -> float:
        return LEFT + self.column * (turn - self.first)

    def places(self) -> list[float]:
        """Return the horizontal position of each row."""
        return [
            # The rows of a turn share its column evenly; the last lies at its end.
            self.left(turn) + self.column * nth / len(rows)
            for turn, group in groupby(self.moments, key=lambda moment: moment.turn)
            for rows in ([*group],) for nth, _row in enumerate(rows, 1)
        ]


def draw_points(
    moments: Sequence[Moment], *, names: Sequence[str] = (), number: int | None = None,
    href: Href | None = None, marks: Mapping[int, str] | None = None,
) -> str:
    """Draw the chart as SVG.  Raises ValueError without a moment.

    Without ``href`` it stands alone; with it, each turn is a link to its last position, and the
    colours are those of the page.  ``number`` is the row that is shown beside it.  ``marks`` are
    sentences on rows that are marked at the top.
    """
    if not moments:
        raise ValueError("a chart needs at least one position")
    seats = len(moments[0].scores)
    called = [*names, *(display_names.colour(seat) for seat in range(len(names), seats))]
    chart = _Chart(moments, called, PAGE if href else ALONE)
    fields, xs = _fields(moments), chart.places()
    box = (WIDTH, fields[-1].base + BOTTOM)
    values: Sequence[Sequence[Sequence[float]]] = [
        [[moment.scores[seat] for moment in moments] for seat in range(seats)],
        [[moment.production[seat] / ROLLS for moment in moments] for seat in range(seats)]]
    label = _label(chart)
    parts = [
        canvas.title(label),
        canvas.rect(0, 0, *box, rx=8, fill=chart.colours.paper),
        *_levels(chart, fields), *_words_in_fields(chart, fields), *_turn_numbers(chart, box),
        *_lines(chart, xs, fields, values), *_marks(chart, xs, marks or {}),
        *_ends(chart, fields[0], moments[-1].scores),
        *_position(chart, xs, number, fields[-1].base),
        canvas.group(*_columns(chart, href, box, marks or {}), class_="turns", fill="transparent"),
    ]
    return _sheet(box, parts, label, is_linked=href is not None)


def draw_chances(moments: Sequence[Moment], percents: Sequence[Sequence[int | None]], *,
                 names: Sequence[str], href: Href, marks: Mapping[int, str]) -> str:
    """Draw everybody's chances of winning as lines on a page, as ``draw_points`` draws points."""
    chart = _Chart(moments, names, PAGE)
    field, xs = Plot(TOP + POINTS, POINTS, 100, 25), chart.places()
    box = (WIDTH, field.base + BOTTOM)
    values = [[[some[seat] for some in percents] for seat in range(len(names))]]
    last = moments[-1].turn
    label = ngettext(
        "Chances of winning in percent, over %(count)s turn.",
        "Chances of winning in percent, over %(count)s turns.", last) % {"count": last}
    parts = [
        canvas.title(label),
        canvas.rect(0, 0, *box, rx=8, fill=chart.colours.paper),
        *_levels(chart, [field]), *_turn_numbers(chart, box), *_lines(chart, xs, [field], values),
        *_marks(chart, xs, marks), *_ends(chart, field, percents[-1]),
        canvas.group(*_columns(chart, href, box, marks, percents), class_="turns",
                     fill="transparent"),
    ]
    return _sheet(box, parts, label, is_linked=True)


def _sheet(box: tuple[int, int], parts: Sequence[Element], label: str, *, is_linked: bool) -> str:
    return canvas.sheet(box, [part.tostring() for part in parts], class_="points-chart",
                        role="group" if is_linked else "img", aria_label=label,
                        width=WIDTH, height=box[1], font_family="serif")


def _label(chart: _Chart) -> str:
    last = chart.moments[-1]
    return ngettext(
        "Points over %(count)s turn. At the end: %(points)s.",
        "Points over %(count)s turns. At the end: %(points)s.", last.turn,
    ) % {"count": last.turn, "points": _list(last.scores, chart.names)}


def _list(values: Sequence[int | None], names: Sequence[str]) -> str:
    return ", ".join(f"{name[:LONGEST].rstrip()} {value}"
                     for name, value in zip(names, values, strict=True) if value is not None)


def _fields(moments: Sequence[Moment]) -> tuple[Plot, Plot]:
    points = max(WINNING_SCORE + 1, *(max(moment.scores) for moment in moments))
    step = 5 if points <= 30 else 10
    most = max(1, *(math.ceil(max(moment.production) / ROLLS) for moment in moments))
    base = TOP + POINTS + BETWEEN + YIELDS
    return (Plot(TOP + POINTS, POINTS, points, step),
            Plot(base, YIELDS, most, max(1, math.ceil(most / 3))))


def _words(words: str, x: float, y: float, chart: _Chart, *, anchor: str = "start",
           size: int = 15) -> Element:
    return canvas.text(words, round(x), round(y), fill=chart.colours.ink, font_size=size,
                       text_anchor=anchor)


def _levels(chart: _Chart, fields: Sequence[Plot]) -> Iterator[Element]:
    """Draw level lines with their numbers."""
    for field in fields:
        for level in range(0, field.most + 1, field.step):
            y = field.y(level)
            yield canvas.path(f"M{LEFT} {y:g}H{WIDTH - RIGHT}", fill="none",
                              stroke=chart.colours.soft, stroke_opacity=0.4)
            yield _words(str(level), LEFT - 6, y + 5, chart, anchor="end")


def _words_in_fields(chart: _Chart, fields: Sequence[Plot]) -> Iterator[Element]:
    """Draw the line of the points that win (EN2), and what each field shows."""
    yield canvas.path(f"M{LEFT} {fields[0].y(WINNING_SCORE):g}H{WIDTH - RIGHT}", fill="none",
                      stroke=chart.colours.ink, stroke_width=1.5, stroke_dasharray="2 4")
    yield _words(_("%(count)s points win") % {"count": WINNING_SCORE}, LEFT + 4,
                 fields[0].y(WINNING_SCORE) + 15, chart, size=13)
    yield _words(_("Yield of a roll, on average"), LEFT, fields[1].base - YIELDS - 9, chart)


def _turn_numbers(chart: _Chart, box: tuple[int, int]) -> Iterator[Element]:
    """Draw a stroke for every turn, and a number for every fifth or tenth."""
    last, y = chart.moments[-1].turn, box[1] - BOTTOM
    every = 5 if last - chart.first < 60 else 10
    turns = range(chart.first, last + 1)
    strokes = (f"M{chart.left(turn + 1):.4g} {y}v{6 if turn % every == 0 else 3}"
               for turn in turns)
    yield canvas.path("".join(strokes), fill="none", stroke=chart.colours.soft)
    for turn in turns:
        if turn % every == 0:
            yield _words(str(turn), chart.left(turn) + chart.column / 2, y + 20, chart,
                         anchor="middle")


def _lines(chart: _Chart, xs: Sequence[float], fields: Sequence[Plot],
           values: Sequence[Sequence[Sequence[float | None]]]) -> Iterator[Element]:
    """Draw for each seat a stair in its colour and dash, over a dark edge.

    ``values`` are those of each field, for each seat; None after each row draws no line.
    """
    for n, field in enumerate(fields):
        for seat, colour in enumerate(chart.colours.seats[:len(chart.names)]):
            known = [value for value in values[n][seat] if value is not None]
            if not known:
                continue
            d = _stair(known, xs, field, _aside(chart, seat))
            width = 2 if n else 3.2
            yield canvas.path(d, fill="none", stroke=chart.colours.edge, stroke_width=width + 1.4,
                              stroke_linejoin="round")
            yield canvas.path(d, fill="none", stroke=colour, stroke_width=width,
                              stroke_linejoin="round", stroke_dasharray=DASHES[seat])


def _aside(chart: _Chart, seat: int) -> float:
    return (seat - (len(chart.names) - 1) / 2) * ASIDE


def _stair(values: Sequence[float], xs: Sequence[float], field: Plot, aside: float) -> str:
    """Return a line that stays level until a row changes the value."""
    steps, before = [f"M{LEFT} {field.y(values[0]) + aside:.4g}"], values[0]
    for value, x in zip(values, xs, strict=True):
        if value != before:
            steps.append(f"H{x:.4g}V{field.y(value) + aside:.4g}")
            before = value
    return "".join([*steps, f"H{xs[-1]:.4g}"])


def _marks(chart: _Chart, xs: Sequence[float], marks: Mapping[int, str]) -> Iterator[Element]:
    """Draw a wedge at the top for each marked row, in the colour of its seat."""
    for moment, x in zip(chart.moments, xs, strict=True):
        if moment.number in marks:
            yield canvas.path(f"M{x:.4g} {TOP - 1}l-6-11h12z", stroke=chart.colours.edge,
                              fill=chart.colours.seats[moment.seat])


def _ends(chart: _Chart, field: Plot, last: Sequence[int | None]) -> Iterator[Element]:
    """Draw each seat's mark and last value at the right, kept apart."""
    y = float(field.base + NEXT)
    for value, behind in sorted(
            [(value, -seat) for seat, value in enumerate(last) if value is not None]):
        seat = -behind
        y = min(y - NEXT, field.y(value))
        yield canvas.path(f"M{WIDTH - RIGHT + 16} {y:.4g}{SEAT_MARKS[seat]}",
                          stroke=chart.colours.edge, fill=chart.colours.seats[seat])
        yield _words(str(value), WIDTH - RIGHT + 28, y + 6, chart, size=17)


def _position(chart: _Chart, xs: Sequence[float], number: int | None,
              bottom: int) -> Iterator[Element]:
    """Draw a line with a grip at the row that is shown, and a veil over what came later."""
    x = next((x for moment, x in zip(chart.moments, xs, strict=True)
              if moment.number == number), None)
    if x is None:
        return
    colours = chart.colours
    yield canvas.path(f"M{x:.4g} {TOP}V{bottom}H{WIDTH - RIGHT}V{TOP}z", class_="marker",
                      fill=colours.paper, fill_opacity=0.6)
    yield canvas.path(f"M{x:.4g} {TOP - 6}V{bottom}", class_="marker", fill="none",
                      stroke=colours.ink, stroke_width=2)
    yield canvas.path(f"M{x:.4g} {bottom}l6 6v3h-12v-3z", class_="marker", fill=colours.mark,
                      stroke=colours.ink)


def _columns(chart: _Chart, href: Href | None, box: tuple[int, int], marks: Mapping[int, str],
             percents: Sequence[Sequence[int | None]] = ()) -> Iterator[Element]:
    """Draw a column for each turn, with its title and, if wanted, its link.

    The title gives the points or, if there are ``percents`` for the rows, these.
    """
    broad, seen = round(chart.column, 1), 0
    for turn, group in groupby(chart.moments, key=lambda moment: moment.turn):
        rows = [*group]
        seen += len(rows)
        values = percents[seen - 1] if percents else rows[-1].scores
        d = f"M{chart.left(turn):.4g} 2h{broad:g}V{box[1] - 2}h-{broad:g}z"
        sentence = _("Turn %(turn)s: %(points)s.") % {
            "turn": turn, "points": _list(values, chart.names)}
        notes = [marks[row.number] for row in rows if row.number in marks]
        parts = canvas.title(" ".join([sentence, *notes])), canvas.path(d)
        yield Element("a", *parts, href=href(rows[-1].number)) if href else canvas.group(*parts)


class CampaignReplay(PlainReplay):
    """See ``games.rulesets.protocols.ReplayColumns``."""

    @property
    def columns(self) -> Sequence[Column]:  # type: ignore[override]
        # The table beside them shows cards and gold, and a phone has no room for more columns.
        return (
            Column(_("Chits"), _("Event chits won")),
            Column(_("Yield"), _("What a roll of the dice brings on average, if the robber is not"
                                 " in the way")),
        )

    def seat_on_turn(self, view: State) -> int:
        return view.seat

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> Sequence[Moment]:
        plain = super().moments(views, moves=moves)
        return [
            Moment(one.number, one.turn, one.seat, one.scores,
                   tuple([view.chits_of(seat) for seat in range(view.players)]),
                   production(view))
            for one, view in zip(plain, views, strict=True)
        ]

    def cells(self, moment: Moment, before: Moment, *,  # type: ignore[override]
              seat: int) -> Sequence[Cell]:
        chits = moment.chits[seat]
        return [Cell(str(chits), chits - before.chits[seat]),
                Cell(number_format(moment.production[seat] / ROLLS, 1))]

    def chart(self, moments: Sequence[Moment], *,  # type: ignore[override]
              names: Sequence[str], number: int, href: Callable[[int], str],
              marks: Mapping[int, str]) -> str:
        return draw_points(moments, names=names, number=number, href=href, marks=marks)

    def chances(self, moments: Sequence[Moment],  # type: ignore[override]
                percents: Sequence[Sequence[int | None]], *, names: Sequence[str],
                href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return draw_chances(moments, percents, names=names, href=href, marks=marks)

    def frames(self, views: Sequence[State], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        last = {moment.turn: view for moment, view in zip(
            super().moments(views, moves=moves), views, strict=True)}
        return (self.pictures.standalone_board(view, names=names, heading=heading)
                for view in thinned([*last.values()]))
