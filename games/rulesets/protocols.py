"""The parts of a game that pages and emails ask for, one small protocol for each use.

Each part is an object without state.  Parts are given views, never true states, so that nothing
hidden can be shown.  Attributes that end in ``_template`` name templates of the game.  The values
that pages and games pass each other stand first: about a turn, unknown things, the replay and a
course.

Parts that a game lacks are "", () or None, as each protocol says, and pages and emails then leave
them out.  ``games.rulesets.plain`` implements each protocol plainly, for a game to begin with.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from alexandros_rules.analysis import PlayedMove
from alexandros_rules.drafts import Draft, Verdict
from games.drawing.layers import Drawing


class Link(Protocol):
    """A function that makes the address of the page with this draft and these choices."""

    def __call__(self, draft: str, /, **choices: str | list[str]) -> str: ...


@dataclass(frozen=True, slots=True)
class Submit:
    """The button that sends a form of the choices: the form's id and the button's words.

    ``note`` says what the form would do, where the button does not, or "".
    """

    form: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """The state of a turn's page.

    ``board``  the position after the draft with what can be chosen on it, as inline SVG.
    ``panel``  what the game's template of the choices shows.
    ``reveal`` a sentence when confirming now would show something hidden or ask others, else "";
    only then does the page offer to confirm a part of a turn.
    ``whole``  whether the draft is a whole turn, so that nothing is left to choose.
    ``end``    the address of the page with the turn ended in its draft; "" where it cannot be.
    ``submit`` the button to send a form among the choices, where one is open and complete.
    ``confirm`` the words of the button that plays the draft, whole or so far; "" for the usual.
    """

    board: str
    panel: Mapping[str, Any]
    reveal: str = ""
    whole: bool = False
    end: str = ""
    submit: Submit | None = None
    confirm: str = ""


@dataclass(frozen=True, slots=True)
class EmailTurnExample:
    """One turn played by email: the email, the reply to it and the receipt.

    ``turn``, ``seat``, ``name``  which turn it is, and whose.
    ``news``  what happened in the turn before, a sentence each.
    ``orders``  the whole turn in notation, a move each.
    ``receipt``  what the orders did, a sentence each.
    """

    turn: int
    seat: int
    name: str
    news: tuple[str, ...]
    orders: tuple[str, ...]
    receipt: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Supposition:
    """One thing that may be supposed: ``text`` is stored, ``label`` is on the button.

    ``says`` is the whole supposition for people who hear the page.
    """

    text: str
    label: str
    says: str


@dataclass(frozen=True, slots=True)
class UnknownPlace:
    """A place with something unknown: the known part, and the possible assumptions."""

    title: str
    choices: Sequence[Supposition]


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the standings: its title, its meaning, and whether it holds one number."""

    title: str
    meaning: str
    number: bool = True


@dataclass(frozen=True, slots=True)
class Cell:
    """The entry of a column for one seat; ``change`` is the difference from the step before.

    An empty ``text`` is shown as "none".
    """

    text: str
    change: int = 0


@dataclass(frozen=True, slots=True)
class Cause:
    """A cause of a result: a text about it, its size in points, and its turns."""

    text: str
    points: float
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Course:
    """A course for somebody who does not know the game: tasks in the order to solve them."""

    lessons: Sequence[Task]


class BoardPictures(Protocol):
    """Pictures of positions and boards.

    Inline pictures are styled by the game's own sheets.  Standalone pictures are SVG files that
    need nothing else; ``games.drawing.png`` can convert them to PNG.  ``has_spaces`` says whether
    arrow keys move from space to space on inline boards: over links, or over what the game's
    ``pictureParts`` names (``games/globals.d.ts``).
    """

    @property
    def has_spaces(self) -> bool: ...

    def title(self, text: str) -> str:
        """Return the name of a board, from the text of its file."""
        ...

    def board(self, view: Any, *, names: Sequence[str], moves: Sequence[str] = ()) -> str:
        """Draw the position inline; of the latest ``moves``, oldest first, it may mark one."""
        ...

    def changes(self, before: Any, after: Any) -> Mapping[str, str]:
        """Return what moves change on the board, as the ``marks`` of a ``Tip``."""
        ...

    def places(self, view: Any, places: Mapping[str, Sequence[int]]) -> Mapping[str, str]:
        """Return parts of the board, named as in a ``Verdict``, as the ``marks`` of a ``Tip``."""
        ...

    def thumbnail(self, view: Any) -> str:
        """Draw a small picture of the position for lists, inline."""
        ...

    def badge(self, seat: int) -> str:
        """Draw a small mark of a seat, inline."""
        ...

    def empty_board(self, text: str) -> str:
        """Draw the board as it is before the first move, inline."""
        ...

    def empty_thumbnail(self, text: str) -> str:
        """Draw the board before the first move as a small picture for lists, inline."""
        ...

    def standalone_board(self, view: Any, *, names: Sequence[str], heading: str,
                         moves: Sequence[str] = ()) -> Drawing:
        """Draw the position standalone, with a heading; ``moves`` as for ``board``."""
        ...

    def standalone_thumbnail(self, view: Any) -> Drawing:
        """Draw a small standalone picture of the position."""
        ...

    def standalone_empty_board(self, text: str) -> Drawing:
        """Draw a standalone picture of the board before the first move."""
        ...


class Portraits(Protocol):
    """Pictures of a game's bots, for people who choose an opponent."""

    def portrait(self, bot: str) -> str:
        """Draw a small picture of the bot with this name, inline, for every size and theme.

        Its name stands beside it, so screen readers skip it.  Any name gets some picture.
        """
        ...


@dataclass(frozen=True, slots=True)
class Player:
    """One seat in the list of players above every board.

    ``colour`` is that of its pieces in a word, for people who do not see it.  ``score`` is None in
    a game without points; ``share`` is how much of the way to the goal it is, in percent.  ``task``
    is what the game waits for from this seat, or "".  ``won`` is “won” or “shares the win”, or "".
    ``facts`` are a few words each about what lies before the seat, the most important first.
    """

    seat: int
    name: str
    colour: str
    own: bool
    score: int | None
    share: int
    task: str
    won: str
    facts: Sequence[str]


class TablePanel(Protocol):
    """What lies on the table: the players, their pieces and cards.

    ``table`` has, for every game, ``players``: a ``Player`` for each seat; ``goal``: in a sentence
    or two, how the game is won, and about how long it goes on; and ``standing``: how far the reader
    is ahead or behind, and why ("" for spectators and games without).  The templates show the
    rest of it: details below the board, the strip right under it, and a notice above it of
    something everybody must know ("" if there are none).
    """

    @property
    def details_template(self) -> str: ...

    @property
    def strip_template(self) -> str: ...

    @property
    def notice_template(self) -> str: ...

    def table(self, view: Any, *, names: Sequence[str], seat: int | None,
              open_hands: bool = False) -> Mapping[str, Any]:
        """Return the table as a seat (None: a spectator) sees it; ``open_hands`` after the end."""
        ...


class TurnForm(Protocol):
    """The choices of somebody whose turn it is.

    ``choices_template`` shows the panel of a ``Turn``, ``aim_template`` in one sentence what to do
    now, ``keys_template`` the rows of the keyboard shortcuts for this game's choices and, if pages
    can end a turn (``Turn.end``), for its end ("" if there are none).  ``example_orders`` is one
    whole turn, orders separated by semicolons.  Forms among the choices send their fields to
    ``draft_url``, which the page knows.
    """

    @property
    def choices_template(self) -> str: ...

    @property
    def aim_template(self) -> str: ...

    @property
    def keys_template(self) -> str: ...

    @property
    def example_orders(self) -> str: ...

    def turn(self, draft: Draft, *, seat: int, names: Sequence[str], query: Mapping[str, Any],
             link: Link, moves: Sequence[str], advice: bool = False) -> Turn:
        """Return the choices that a seat has after a draft; ``moves`` are the latest before it.

        With ``advice``, choices that bring nothing stand back, and better ones stand out.
        """
        ...

    def order(self, fields: Any) -> str:
        """Return the order for which a submitted form of the choices stands, in notation."""
        ...


@dataclass(frozen=True, slots=True)
class Tip:
    """What the guide says in one step of a turn, and what it points at.

    ``marks`` are SVG paths on the board by their kind, as the choices of a turn name them in
    ``data-preview-`` attributes.
    """

    text: str
    marks: Mapping[str, str] = field(default_factory=dict)


class Guide(Protocol):
    """The guide of somebody's first game: it explains their first turns, one thing at a time.

    ``rounds`` is in how many of their turns it speaks.
    """

    @property
    def rounds(self) -> int: ...

    def tip(self, draft: Draft, turn: Turn, *, seat: int, names: Sequence[str],
            number: int) -> Tip | None:
        """Return what to say to a seat in its turn ``number``, from 1, after this draft."""
        ...


class Assumptions(Protocol):
    """Assumptions about things that somebody who tries out turns on their view cannot see.

    An assumption is a short text of the game's own, which is stored.
    """

    def __hash__(self) -> int:
        """Return an equal number for equal parts, for caches of values that follow from them."""
        ...

    def opened(self, view: Any) -> Any:
        """Return the view with everything in place that its viewer can conclude."""
        ...

    def places(self, view: Any, *, names: Sequence[str],
               seat: int | None) -> Sequence[UnknownPlace]:
        """Return the places of unknown things in an opened view; ``seat`` is "you".

        If nobody is to move, these are only those for which the game waits.
        """
        ...

    def suppose(self, view: Any, text: str) -> Any:
        """Return the view after an assumption.

        Refuses one that contradicts what the view shows.
        """
        ...

    def describe(self, text: str, *, names: Sequence[str]) -> str:
        """Return the assumption as a sentence."""
        ...


class Moment(Protocol):
    """One row of a game as the replay needs it; games add what their columns show."""

    @property
    def number(self) -> int:
        """The row's number."""
        ...

    @property
    def turn(self) -> int:
        """The turn in which the row was played, from 1."""
        ...

    @property
    def seat(self) -> int:
        """The seat whose turn it was."""
        ...

    @property
    def scores(self) -> Sequence[int]:
        """The score of each seat after the row."""
        ...


class ReplayColumns(Protocol):
    """The course of a game in the replay, beside what the replay shows of every game."""

    @property
    def columns(self) -> Sequence[Column]:
        """The columns of the standings after the players and their points."""
        ...

    def moments(self, views: Sequence[Any], *, moves: Sequence[str]) -> Sequence[Any]:
        """Return a ``Moment`` for each view and the move that led to it."""
        ...

    def cells(self, moment: Any, before: Any, *, seat: int) -> Sequence[Cell]:
        """Return the entries of the columns for one seat, and their change since ``before``."""
        ...

    def chart(self, moments: Sequence[Any], *, names: Sequence[str], number: int,
              href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        """Draw the course inline: a chart that links every turn and marks position ``number``.

        ``marks`` are sentences on some rows, which the chart marks, too.  Returns "" if the game
        draws none.
        """
        ...

    def chances(self, moments: Sequence[Any], percents: Sequence[Sequence[int | None]], *,
                names: Sequence[str], href: Callable[[int], str], marks: Mapping[int, str]) -> str:
        """Draw each seat's chance of winning in percent, as ``chart`` draws the course.

        ``percents`` are those of each seat after each moment, None for seats without a line.
        Returns "" if the game draws no chart.
        """
        ...

    def frames(self, views: Sequence[Any], *, moves: Sequence[str], names: Sequence[str],
               heading: str) -> Iterable[Drawing]:
        """Draw the frames of an animation, about one a turn, as standalone pictures."""
        ...


class EmailParts(Protocol):
    """The parts of emails besides the board.

    The names of the templates have no ending: each comes as ``.txt`` and as ``.html``.  Those of
    the table show ``table``, those of the suggestions ``suggestions`` and ``turns``.  If ``legal``
    is true, the email lists the legal orders before them, and they must give no advice.
    ``example_orders`` are separated by commas.  ``turn_outline`` is a sentence that says what a
    turn consists of; ``order_hint`` is a sentence on what such orders may need besides, or "".
    Both are in the reader's language.
    """

    @property
    def table_template(self) -> str: ...

    @property
    def suggestions_template(self) -> str: ...

    @property
    def example_orders(self) -> str: ...

    @property
    def turn_outline(self) -> str: ...

    @property
    def order_hint(self) -> str: ...

    def suggestions(self, view: Any, *, names: Sequence[str], seat: int,
                    advice: bool = True) -> Mapping[str, Any]:
        """Return the suggestions for this seat's orders.

        ``turns`` among it are whole turns with what they do, from which links are made; ``title``
        names them if they are only parts of turns.  ``task`` is what the game waits for, in a
        sentence that may replace the table's.  Without ``advice``, there are only facts about the
        position.
        """
        ...

    def chart(self, states: Iterable[Any], moves: Sequence[str], *, names: Sequence[str]) -> str:
        """Draw the scores of a whole game standalone, from a state and a move a row.

        Returns "" if the game draws no chart.
        """
        ...


class Introduction(Protocol):
    """The introduction of the game to somebody who does not know it.

    ``title``     of the home page; ``headline`` and ``lead`` are its first words.
    ``about``     what other sites show beside a link to the home page, ``about_rules`` beside
                  one to the rules; ``picture_says`` describes the picture there.
    ``gist``      what players do in a sentence or two: what to know when one chooses among several
                  games.  It says how long a game takes if no ``typical_games`` were measured.
    ``credits``   whose game it is, for the foot of its pages; "" when nothing need be said.
    ``rules``     the file of the rules; ``rules_template`` stands between their opening words and
                  their first section ("" if nothing does).

    The texts are in the reader's language.
    """

    @property
    def title(self) -> str: ...

    @property
    def headline(self) -> str: ...

    @property
    def lead(self) -> str: ...

    @property
    def about(self) -> str: ...

    @property
    def about_rules(self) -> str: ...

    @property
    def picture_says(self) -> str: ...

    @property
    def gist(self) -> str: ...

    @property
    def credits(self) -> str: ...

    @property
    def rules(self) -> Path: ...

    @property
    def rules_template(self) -> str: ...

    def email_turn(self) -> EmailTurnExample | None:
        """Return a turn as it is played by email; None for none."""
        ...

    def poster(self) -> Drawing:
        """Draw the position before that turn as a standalone picture, with the game's name."""
        ...

    def figures(self, theme: str) -> Mapping[str, str]:
        """Return the pictures of the rules by their ids, standalone, in a theme of the drawing.

        The rules' template may show "game" among them, a position from the middle of a game.
        The home page shows "film", the turns before it (``games.drawing.film``); without these two,
        it shows the poster.
        """
        ...


class TurnComments(Protocol):
    """Reasons why a turn is good, in words.  Without this part, pages show only the turn."""

    def reasons(self, view: Any, moves: Sequence[Any], *, instead: Any | None, seat: int,
                names: Sequence[str], played: Sequence[Any] = ()) -> Sequence[str]:
        """Return sentences on what a turn does and what the turn played ``instead`` does not.

        The moves are legal on the view, which is that of ``seat``.  ``instead`` is the view after
        the other turn, whose moves were ``played``; if it is None, nothing has been played yet, and
        the sentences are about the turn alone.  There are none if nothing can be said that is not
        true of both turns.
        """
        ...

    def harms(self, view: Any, moves: Sequence[Any], *, seat: int, to: int,
              names: Sequence[str]) -> Sequence[str]:
        """Return sentences on what the moves of ``seat``, legal on its view, do to seat ``to``."""
        ...


class ResultCauses(Protocol):
    """What decided a finished game for a seat, in words.  Without this part, nothing says it.

    Causes of less than ``least_points`` decide nothing and are not shown.
    """

    @property
    def least_points(self) -> float: ...

    def summary(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
                winners: Collection[int]) -> str:
        """Return a sentence on where the points of the seat and its best rival came from."""
        ...

    def causes(self, played: Sequence[PlayedMove], *, seat: int, names: Sequence[str],
               winners: Collection[int], lost: Mapping[int, float]) -> Sequence[Cause]:
        """Return why the seat has won or lost, the largest cause first.

        ``played`` are all moves of the game, with the positions as everybody sees them after the
        end; ``lost`` are the points that turns of the seat gave away, as the analyst judged them.
        """
        ...


class Task(Protocol):
    """A position and something to do there, with a reply to every attempt.

    ``slug``      names it in addresses and stored progress; lower-case letters and hyphens.
    ``title``     what it is about, in a few words; ``text`` is an introduction in paragraphs.
    ``task``      what to do, in one sentence; ``hint`` helps somebody who cannot do it.
    ``solution``  orders that do it, in notation.
    ``view``      the position as ``seat`` sees it, whose turn it is; ``names`` are the players'.
    ``moves``     the moves that led to it, in notation, oldest first.
    ``turns``     how many turns of ``seat`` it has; the others answer each before the next.

    The texts are in the reader's language.
    """

    def __hash__(self) -> int:
        """Return an equal number for equal tasks, for caches of values that follow from them."""
        ...

    @property
    def slug(self) -> str: ...

    @property
    def title(self) -> str: ...

    @property
    def text(self) -> Sequence[str]: ...

    @property
    def task(self) -> str: ...

    @property
    def hint(self) -> str: ...

    @property
    def solution(self) -> str: ...

    @property
    def seat(self) -> int: ...

    @property
    def names(self) -> Sequence[str]: ...

    @property
    def view(self) -> Any: ...

    @property
    def moves(self) -> Sequence[str]: ...

    @property
    def turns(self) -> int: ...

    def evaluate(self, text: str) -> Draft:
        """Return the draft of these orders, as far as they can be played in the position."""
        ...

    def turns_left(self, draft: Draft) -> int:
        """Return how many turns of the task are not over after a draft."""
        ...

    def is_attempt(self, draft: Draft) -> bool:
        """Return whether a draft is enough to be judged."""
        ...

    def judge(self, draft: Draft) -> Verdict:
        """Return whether orders evaluated by the task do what it asks, and why or why not."""
        ...


class Landmarks(Protocol):
    """Things worth counting in games between bots, such as regions that come into play.

    The part is an object without state of a module that imports nothing but the engine, because it
    is sent to processes that play games.  Unlike the other parts it is given true states.
    """

    title: str  # what is counted, such as "bridges ever crossed"

    def names(self, board: str) -> Sequence[str]:
        """Return all landmarks of a board, from the text of its file, in the order to print."""
        ...

    def reached(self, state: Any) -> Collection[str]:
        """Return the landmarks that are reached in this position; called after every move."""
        ...


class Regions(Protocol):
    """Regions of a board, to say how often the winners of finished games hold them.

    An object without state.  It is given true states of finished games alone.
    """

    title: str  # what the winner has at the end, such as "islands with a house of the winner"

    def held(self, state: Any, *, seat: int) -> Collection[str]:
        """Return the names of the regions that a seat holds in this position, in English."""
        ...


class Training(Protocol):
    """The way in which bots learn from games that they play against each other."""

    folder: str  # of the files with what is learned, one for each board, in the repository

    def train(self, board: str, *, games: int, rounds: int, processes: int, fresh: bool,
              command: str, say: Callable[[str], None]) -> str:
        """Return the text of a board's file after ``rounds`` rounds of ``games`` of each kind.

        ``fresh`` ignores everything that was learned before.  ``command`` is written into the text.
        """
        ...
