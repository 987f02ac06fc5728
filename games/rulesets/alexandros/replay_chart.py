"""The replay of Alexandros: the chart of scores, columns of the standings, animation.

In the chart, scores and the points of a possible levy rise in steps, turn by turn.  It has a column
for each turn; as links they make the chart a slider that works without a script.  Everything drawn
is public at every table: scores and incomes, never cards.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from alexandros_rules.alexandros import display_names
from alexandros_rules.alexandros.provinces import levy_gains, provinces, value
from alexandros_rules.alexandros.state import COLOURS, WINNING_SCORE, State
from games.drawing import canvas
from games.drawing.canvas import SHIELDS, Element, check_address
from games.drawing.layers import Drawing
from games.rulesets.alexandros.drawing import draw_frames
from games.rulesets.alexandros.drawing.stylesheet import EMBEDDED, check_style, style_layer
from games.rulesets.protocols import Cell, Column

WIDTH, LEFT, RIGHT = 520, 42, 70  # the whole, and what is kept for numbers at both sides
TOP, SCORES, BETWEEN, INCOMES, BOTTOM = 14, 150, 26, 64, 26
ASIDE = 1.6  # lines of equal height lie so far apart
NEXT = 21  # between two shields at the right, and at least between two levels
LONGEST = 8  # letters of a name in a column's title
Href = Callable[[int], str]


@dataclass(frozen=True, slots=True)
class Moment:
    """One row of a game: its number, its turn and seat, and the standing after it.

    ``scores``     of each seat; in a chart of chances these in percent, None without a line.
    ``incomes``    the points each seat would score in a levy.
    ``levied``     the seat whose levy it was.
    ``provinces``  for each seat the values of all provinces it holds, scoring or not.
    """

    number: int
    turn: int
    seat: int
    scores: tuple[int | None, ...]
    incomes: tuple[int, ...]
    provinces: tuple[tuple[int, ...], ...] = ()
    levied: int | None = None


@dataclass(frozen=True, slots=True)
class Plot:
    """A field of the chart: where its zero lies, how high it is, and the value at its top."""

    base: int
    height: int
    most: int

    def y(self, value: float) -> float:
        return self.base - value * self.height / self.most


def draw_scores(
    history: Sequence[Moment],
    *,
    names: Sequence[str] = (),
    current: int | None = None,
    href: Href | None = None,
    marks: Mapping[int, str] | None = None,
    incomes: bool = True,
    theme: str = "light",
    stylesheet: str = EMBEDDED,
    size: int | None = None,
) -> str:
    """Draw the chart as SVG, without ids and style attributes.

    A game of 45 turns takes 15 KB at most.

    ``names``    of the seats, else their colours.
    ``current``  the number of the row that is shown beside it: a line marks it.
    ``href``     gives the address of a row's position, beginning with "?" or "/"; then each
                 turn is a link to its last position.
    ``marks``    sentences on rows that are marked at the top, in the colour of their seat.
    ``incomes``  whether the second field, what a levy would give, is drawn below.
    ``theme``, ``stylesheet``, ``size`` as in ``draw_board``.

    Raises ValueError for an empty history, an unknown style, and a link that leaves the site.
    """
    check_style(theme, stylesheet)
    if not history:
        raise ValueError("a chart needs at least one position")
    called = [*names, *(display_names.colour(seat) for seat in range(len(names), len(COLOURS)))]
    fields = _fields(history, incomes)
    return _draw(history, fields, called, _label(history, called), current=current, href=href,
                 marks=marks or {}, theme=theme, stylesheet=stylesheet, size=size)


def draw_chances(history: Sequence[Moment], percents: Sequence[Sequence[int | None]], *,
                 names: Sequence[str], href: Href, marks: Mapping[int, str]) -> str:
    """Draw everybody's chances of winning as lines on a page, as ``draw_scores`` draws points."""
    shares = [replace(moment, scores=tuple(some), incomes=(), levied=None)
              for moment, some in zip(history, percents, strict=True)]
    last = history[-1].turn
    label = ngettext(
        "Chances of winning in percent, over %(count)s turn.",
        "Chances of winning in percent, over %(count)s turns.", last) % {"count": last}
    return _draw(shares, [Plot(TOP + SCORES, SCORES, 100)], names, label, current=None, href=href,
                 marks=marks, theme="auto", stylesheet="none", size=None)


def _draw(history: Sequence[Moment], fields: Sequence[Plot], called: Sequence[str], label: str, *,
          current: int | None, href: Href | None, marks: Mapping[int, str], theme: str,
          stylesheet: str, size: int | None) -> str:
    box = (WIDTH, fields[-1].base + BOTTOM)
    xs = _places(history)
    layers = (
        canvas.rect(0, 0, *box, rx=8, class_="ax-strip"), *_rulers(fields), *_ticks(history, box),
        *_lines(history, xs, fields), *_levies(history, xs, fields[0]),
        *_marks(history, xs, marks),
        *_ends(history, xs, fields[0]), *_current(history, xs, current, fields),
        canvas.group(*_columns(history, called, href, current, box, marks), class_="ax-turns"),
    )
    body = canvas.write(canvas.title(label), *layers)
    return canvas.sheet(
        box, (style_layer(theme, stylesheet, body), body), class_=f"ax ax-chart ax-{theme}",
        role="group" if href else "img", aria_label=label, width=size,
        height=size and round(size * box[1] / box[0]),
    )


def _label(history: Sequence[Moment], called: Sequence[str]) -> str:
    last = history[-1]
    return ngettext(
        "Scores over %(count)s turn. At the end: %(scores)s.",
        "Scores over %(count)s turns. At the end: %(scores)s.", last.turn,
    ) % {"count": last.turn, "scores": _score_list(last.scores, called)}


def _score_list(values: Sequence[int | None], called: Sequence[str]) -> str:
    return ", ".join(
        f"{called[seat][:LONGEST].rstrip()} {points}" for seat, points in enumerate(values)
        if points is not None
    )


def _fields(history: Sequence[Moment], incomes: bool) -> list[Plot]:
    most = max(points or 0 for moment in history for points in moment.scores)
    fields = [Plot(TOP + SCORES, SCORES, max(25, -(-most // 25) * 25))]
    if incomes:
        most = max(max(moment.incomes) for moment in history)
        base = TOP + SCORES + BETWEEN + INCOMES
        fields.append(Plot(base, INCOMES, max(10, -(-most // 10) * 10)))
    return fields


def _column(history: Sequence[Moment]) -> float:
    # The first turn is not turn 1 if the game goes on from a position in another game.
    return (WIDTH - LEFT - RIGHT) / (history[-1].turn - history[0].turn + 1)


def _left(history: Sequence[Moment], turn: int) -> float:
    return LEFT + _column(history) * (turn - history[0].turn)


def _places(history: Sequence[Moment]) -> list[float]:
    """Return the horizontal position of each row."""
    rows: dict[int, int] = {}
    for moment in history:
        rows[moment.turn] = rows.get(moment.turn, 0) + 1
    broad, places, passed = _column(history), [], 0
    for i, moment in enumerate(history):
        # The rows of a turn share its column evenly; the last lies at its end.
        passed = passed + 1 if i and history[i - 1].turn == moment.turn else 1
        places.append(_left(history, moment.turn) + broad * passed / rows[moment.turn])
    return places


def _rulers(fields: Sequence[Plot]) -> Iterator[Element]:
    """Draw level lines with their numbers, and the goal where it is within sight (E3)."""
    for field, apart in zip(fields, (25, 10), strict=False):
        for level in range(0, field.most + 1, _apart(field, apart)):
            goal = " ax-goal" if field is fields[0] and level == WINNING_SCORE else ""
            y = round(field.y(level))
            yield canvas.path(f"M{LEFT} {y}H{WIDTH - RIGHT}", class_=f"ax-level{goal}")
            yield canvas.text(str(level), LEFT - 4, y + 5, class_="ax-figure ax-right")
    if len(fields) > 1:
        yield canvas.text(_("A levy would give"), LEFT, fields[1].base - INCOMES - 8,
                          class_="ax-figure")


def _apart(field: Plot, least: int) -> int:
    """Return the distance of levels, a multiple of ``least``."""
    # So far that the numbers of a high field have room.
    return least * math.ceil(NEXT * field.most / field.height / least)


def _ticks(history: Sequence[Moment], box: tuple[int, int]) -> Iterator[Element]:
    """Draw a stroke for every turn and a number for every fifth."""
    broad, y = _column(history), box[1] - BOTTOM
    turns = range(history[0].turn, history[-1].turn + 1)
    strokes = (f"M{_left(history, turn + 1):.4g} {y}v{6 if turn % 5 == 0 else 3}" for turn in turns)
    yield canvas.path("".join(strokes), class_="ax-level")
    for turn in turns:
        if turn % 5 == 0:
            x = round(_left(history, turn) + broad / 2)
            yield canvas.text(str(turn), x, y + 21, class_="ax-figure ax-middle")


def _lines(
    history: Sequence[Moment], xs: Sequence[float], fields: Sequence[Plot]
) -> Iterator[Element]:
    """Draw for each seat a stair in its colour and dash."""
    for n, field in enumerate(fields):
        for seat in range(len(history[0].scores)):
            values = [value for m in history
                      if (value := (m.incomes if n else m.scores)[seat]) is not None]
            if not values:
                continue
            d = _stair(values, xs, field, _aside(history, seat))
            kind = "ax-thin" if n else "ax-thick"
            # A dark edge keeps every colour visible on any ground.
            yield canvas.path(d, class_=f"ax-line-edge {kind}")
            yield canvas.path(d, class_=f"ax-line {kind} ax-{COLOURS[seat]}")


def _aside(history: Sequence[Moment], seat: int) -> float:
    return (seat - (len(history[0].scores) - 1) / 2) * ASIDE


def _stair(values: Sequence[int], xs: Sequence[float], field: Plot, aside: float) -> str:
    """Return a line that stays level until a row changes the value; in whole units."""
    x, y = LEFT, round(field.y(values[0]))
    steps, before = [f"M{x} {y + aside:.4g}"], values[0]
    for now, place in zip(values, xs, strict=True):
        if now != before:
            level = round(field.y(now))
            steps.append(f"h{round(place) - x}v{level - y}")
            x, y, before = round(place), level, now
    return "".join([*steps, f"h{round(xs[-1]) - x}"])


def _levies(history: Sequence[Moment], xs: Sequence[float], field: Plot) -> Iterator[Element]:
    """Draw the shield of the seat that levied, on its line."""
    for moment, x in zip(history, xs, strict=True):
        if moment.levied is not None:
            y = field.y(moment.scores[moment.levied] or 0) + _aside(history, moment.levied)
            yield _shield(moment.levied, x, y, ".34")


def _shield(seat: int, x: float, y: float, scale: str) -> Element:
    return canvas.path(
        SHIELDS[seat], class_=f"ax-shield ax-{COLOURS[seat]}",
        transform=f"translate({x:.4g} {y:.4g})scale({scale})",
    )


def _marks(
    history: Sequence[Moment], xs: Sequence[float], marks: Mapping[int, str]
) -> Iterator[Element]:
    """Draw a wedge at the top for each marked row, in the colour of its seat."""
    for moment, x in zip(history, xs, strict=True):
        if moment.number in marks:
            yield canvas.path(f"M{x:.4g} {TOP - 1}l-6 -11h12z",
                              class_=f"ax-shield ax-{COLOURS[moment.seat]}")


def _ends(history: Sequence[Moment], xs: Sequence[float], field: Plot) -> Iterator[Element]:
    """Draw each seat's shield and last score at the right, kept apart."""
    last = history[-1]
    order = sorted((points, -seat) for seat, points in enumerate(last.scores)
                   if points is not None)
    y = float(field.base + NEXT)
    for points, behind in order:
        y = min(y - NEXT, field.y(points))
        yield _shield(-behind, WIDTH - RIGHT + 16, y, ".46")
        yield canvas.text(str(points), WIDTH - RIGHT + 29, round(y) + 5,
                          class_="ax-figure ax-total")


def _current(
    history: Sequence[Moment], xs: Sequence[float], current: int | None, fields: Sequence[Plot]
) -> Iterator[Element]:
    """Draw a line with a grip at the row that is shown, and a veil over what came later."""
    x = next((x for m, x in zip(history, xs, strict=True) if m.number == current), None)
    if x is None:
        return
    bottom = fields[-1].base
    yield canvas.path(f"M{x:.4g} {TOP}V{bottom}H{WIDTH - RIGHT}V{TOP}z", class_="ax-later")
    yield canvas.path(f"M{x:.4g} {TOP - 6}V{bottom}", class_="ax-now")
    yield canvas.path(f"M{x:.4g} {bottom}l6 6v3h-12v-3z", class_="ax-grip")


def _columns(
    history: Sequence[Moment], called: Sequence[str], href: Href | None, current: int | None,
    box: tuple[int, int], marks: Mapping[int, str],
) -> Iterator[Element]:
    """Draw a column for each turn, with its title and, if wanted, its link."""
    broad = round(_column(history), 1)
    here = next((m.turn for m in history if m.number == current), None)
    for moment, levied in _turns(history):
        x = _left(history, moment.turn)
        d = f"M{x:.4g} 2h{broad:g}V{box[1] - 2}h-{broad:g}z"
        notes = [marks[m.number] for m in history if m.turn == moment.turn and m.number in marks]
        title = canvas.title(" ".join([_column_title(moment, levied, called), *notes]))
        if href is None:
            yield canvas.group(title, canvas.path(d))
        else:
            yield Element(
                "a", title, canvas.path(d), href=check_address(href(moment.number)),
                aria_current="step" if moment.turn == here else None,
            )


def _turns(history: Sequence[Moment]) -> Iterator[tuple[Moment, int | None]]:
    """Yield the last row of each turn, with the seat that levied in it."""
    levied = None
    for i, moment in enumerate(history):
        levied = moment.levied if moment.levied is not None else levied
        if i + 1 == len(history) or history[i + 1].turn != moment.turn:
            yield moment, levied
            levied = None


def _column_title(moment: Moment, levied: int | None, called: Sequence[str]) -> str:
    sentences = [_("Turn %(turn)s: %(scores)s.") % {
        "turn": moment.turn, "scores": _score_list(moment.scores, called),
    }]
    if levied is not None:
        sentences.append(_("%(name)s levied.") % {"name": called[levied][:LONGEST].rstrip()})
    if moment.incomes:
        sentences.append(_("A levy: %(points)s.") % {
            "points": ", ".join(map(str, moment.incomes))})
    return " ".join(sentences)


def history(states: Iterable[State], moves: Sequence[str] = ()) -> tuple[Moment, ...]:
    """Return a moment for each row of a game, from the state after it.

    ``moves`` are in notation, one for each state; they show who levied.
    """
    moments: list[Moment] = []
    before: State | None = None
    for i, after in enumerate(states):
        # A row that ends a turn belongs to that turn, although the state after it is the next
        # player's.  The start belongs to the first turn.
        played = before or after
        levied = i < len(moves) and moves[i].startswith("levy ")
        moments.append(Moment(
            number=i + 1, turn=played.turn, seat=played.seat, scores=after.scores,
            incomes=levy_gains(after), provinces=_held(after),
            levied=played.seat if levied else None,
        ))
        before = after
    return tuple(moments)


def last_rows(moments: Sequence[Moment]) -> list[int]:
    """Return the number of the last row of each turn, in order."""
    return list({moment.turn: moment.number for moment in moments}.values())


def _held(state: State) -> tuple[tuple[int, ...], ...]:
    """Return for each seat the values of its provinces, the greatest first."""
    worth = [(p, value(state.board, p)) for p in provinces(state.board, state.walls)]
    return tuple(
        tuple(sorted((v for p, v in worth if p & mask), reverse=True)) for mask in state.guards
    )


class AlexandrosReplay:
    """See ``games.rulesets.protocols.ReplayColumns``."""

    @property
    def columns(self) -> tuple[Column, ...]:
        return (
            Column(_("Levy"), _("What a levy would give now")),
            Column(_("Provinces"), _("What each province is worth, the most valuable first"),
                   number=False),
        )

    def moments(self, views: Sequence[State], *, moves: Sequence[str]) -> tuple[Moment, ...]:
        return history(views, moves)

    def cells(self, moment: Moment, before: Moment, *, seat: int) -> tuple[Cell, ...]:
        income = moment.incomes[seat]
        return (
            Cell(str(income), income - before.incomes[seat]),
            Cell(" · ".join(map(str, moment.provinces[seat]))),
        )

    def chart(self, moments: Sequence[Moment], *, names: Sequence[str], number: int,
              href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return draw_scores(moments, names=names, current=number, href=href, marks=marks,
                           theme="auto", stylesheet="none")

    def chances(self, moments: Sequence[Moment], percents: Sequence[Sequence[int | None]], *,
                names: Sequence[str], href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        return draw_chances(moments, percents, names=names, href=href, marks=marks)

    def frames(self, views: Sequence[State], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        numbers = last_rows(history(views, moves))
        return draw_frames([views[number - 1] for number in numbers], names=names, heading=heading)
