"""Everything that the room of Alexandros shows can be translated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path
from types import SimpleNamespace
from urllib.parse import urlencode

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from alexandros_rules import drafts, record, replay
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, MARCH, OVER, TAKE, State
from alexandros_rules.errors import Refusal
from alexandros_rules.replay import LogRow
from games.rulesets.alexandros import introduction
from games.rulesets.alexandros.drawing import draw_card, draw_glyph
from games.rulesets.alexandros.room import ROOM
from tests.engine.positions import draw_board, position
from tests.pseudo_language import spoken, untranslated, untranslated_on_page

NAMES = ("Alice", "Bob", "Carol", "Dave")
RECORDS = sorted((Path(__file__).parents[1] / "golden" / "records").glob("*.record"))
EVERY = 6  # positions of a recorded game that are tried
PAGES = 12  # pages of one turn that are followed

# Labels and names are the same in every language.
STEPS = {"NE", "NW", "SE", "SW"}
# The names of players, points and games, and the title of a board that nobody translates.
KEPT = frozenset({*NAMES, *STEPS, "Alexandros", "board", "of", "this", "test"})
LETTERS = {letter * count for letter in "tahls" for count in range(2, 12)}  # prices in text emails

recorded = pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)


def positions(path: Path) -> Iterator[tuple[State, list[LogRow]]]:
    """Some positions of a recorded game, among them all of the last turns, and the rows so far."""
    game = record.load(path.read_text(encoding="utf-8"), {RULESET.name: RULESET})
    states = list(replay.states(RULESET, game.rows, version=game.version))
    for i, state in enumerate(states):
        if i % EVERY == 0 or i + 5 > len(states):
            yield state, list(game.rows[: i + 1])


def link(draft: str, **choices: str | list[str]) -> str:
    return "?" + urlencode({"draft": draft, **choices}, doseq=True)


def turn_pages(view: State) -> Iterator[str]:
    """The panels and boards of a turn, following the links from one to the next."""
    todo, seen = ["?"], {"?"}
    while todo and len(seen) < PAGES:
        query = QueryDict(todo.pop()[1:])
        draft = drafts.evaluate(RULESET, view, query.get("draft", ""), seat=view.seat)
        turn = ROOM.turn.turn(
            draft, names=NAMES, seat=view.seat, query=query, link=link, moves=()
        )
        context = {"panel": turn.panel, "game": SimpleNamespace(code="abc"), "on_turn": True}
        panel = render_to_string(ROOM.turn.choices_template, context)
        yield turn.board
        yield panel
        yield render_to_string(ROOM.turn.aim_template, context)
        yield turn.reveal
        yield turn.submit.label if turn.submit else ""
        yield from drafts.describe(draft, ruleset=RULESET, names=NAMES, seat=0)
        links = dict.fromkeys(map(unescape, re.findall(r'href="(\?[^"]+)', panel)))
        fresh = [address for address in links if address not in seen]
        chosen = fresh[:: max(1, len(fresh) // 4)]
        todo += chosen
        seen.update(chosen)


@recorded
def test_the_choices_of_a_turn(path: Path) -> None:
    for state, _ in positions(path):
        if state.phase != OVER:
            with spoken():
                pages = list(turn_pages(RULESET.view(state, state.seat)))
            for page in pages:
                assert untranslated_on_page(page, names=KEPT) == []


STRIP = draw_board("th..t...ls..ta....hlsh....tt..")
MAZE = draw_board("\n".join(["." * 16] * 6 + ["." * 12 + "h..."]))


@pytest.mark.parametrize(
    ("state", "query"),
    [
        (position(STRIP, face_up="hl", black_left=0, red_left=0), ""),
        (position(STRIP, face_up="??", hands=["tt"]), ""),
        (position(draw_board(".h.."), routes=["A2.NW: SE"], supply="", face_up=""), ""),
        (position(draw_board(".h.."), routes=["A2.NW: SE"], supply="", face_up="hl"), ""),
        (position(draw_board("....h...l..."), face_up="hs"), "draft=take+soldier"),
        (position(MAZE), "draft=take+horse"),
        (position(MAZE), "draft=take+horse&space=G13"),
        (position(MAZE), "draft=take+horse&space=G13&point=S"),
        (position(MAZE), "draft=take+horse&space=G13&point=S&by=side"),
        (position(MAZE), "draft=take+horse&space=G13&point=S&by=side&via=SE+SE"),
        (position(STRIP, phase=ACT, closed=["A1 A2 A3"], guards=["A5 A9 A10 A13"]), ""),
        (position(STRIP, phase=ACT, closed=["A1 A2"], hands=["h"]), ""),
        (position(STRIP, phase=ACT, closed=["A1 A2"], hands=["h"]), "province=A1"),
        (position(STRIP, phase=ACT, closed=["A1 A2"]), "province=A1&picked=yes"),
        (position(STRIP, phase=ACT, closed=["A1 A2"]), "province=A1&picked=yes&guard=A1&guard=A2"),
        (position(STRIP, phase=ACT, closed=["A1 A2"], guards=["A5 A9 A10"]),
         "province=A1&picked=yes&guard=A1&guard=A2"),
        (position(STRIP, phase=ACT, players=3, closed=["A1 A2 A3"], guards=["", "A1"],
                  hands=["tth"]), "province=A1"),
        (position(STRIP, phase=ACT, players=3, closed=["A1 A2 A3"], guards=["", "A1"]), ""),
        (position(STRIP, phase=ACT, closed=["A1 A2 A3"], guards=["A1", "A5"], hands=["t"],
                  scores=[98, 99]), ""),
        (position(STRIP, phase=ACT, closed=["A1 A2 A3"], guards=["A1", "A5"], hands=["t"],
                  scores=[99, 40]), ""),
        (position(STRIP, phase=ACT, guards=["A5"], levied=True), ""),
        (position(STRIP, phase=ACT, closed=["A1 A2 A3"], guards=["A1 A2 A5"]), ""),
    ],
)
def test_rare_choices(state: State, query: str) -> None:
    fields = QueryDict(query)
    with spoken():
        draft = drafts.evaluate(RULESET, state, fields.get("draft", ""), seat=0)
        turn = ROOM.turn.turn(
            draft, names=NAMES, seat=0, query=fields, link=link, moves=()
        )
        panel = render_to_string(ROOM.turn.choices_template, {
            "panel": turn.panel, "game": SimpleNamespace(code="abc"),
        })
    assert draft.refusal is None
    for page in (panel, turn.board, turn.reveal):
        assert untranslated_on_page(page, names=KEPT) == []


def test_the_keyboard_shortcuts_and_a_form_without_a_guard() -> None:
    with spoken():
        assert untranslated_on_page(render_to_string(ROOM.turn.keys_template)) == []
        with pytest.raises(Refusal) as refusal:
            ROOM.turn.order(QueryDict(""))
    assert untranslated(refusal.value.sentence) == []


@recorded
def test_the_table_beside_the_board(path: Path) -> None:
    for state, _ in positions(path):
        for seat in (0, 1, None):
            view = RULESET.view(state, seat)
            with spoken():
                context = {
                    "table": ROOM.table.table(view, names=NAMES, seat=seat, open_hands=seat == 1),
                    "panel": {}, "on_turn": seat == state.seat,
                }
                pages = [render_to_string(template, context) for template in (
                    "games/_players.html", ROOM.table.details_template,
                    ROOM.table.strip_template, ROOM.table.notice_template,
                )]
            for page in pages:
                assert untranslated_on_page(page, names=KEPT) == []


@recorded
def test_what_emails_show_of_the_table_and_of_possible_orders(path: Path) -> None:
    for state, _ in positions(path):
        view, seat = RULESET.view(state, state.seat), state.seat
        with spoken():
            context = {
                "table": ROOM.table.table(view, names=NAMES, seat=seat),
                "suggestions": ROOM.emails.suggestions(view, names=NAMES, seat=seat),
                "turns": [], "over": state.phase == OVER,
            }
            for template in (ROOM.emails.table_template, ROOM.emails.suggestions_template):
                page = render_to_string(f"{template}.html", context)
                text = render_to_string(f"{template}.txt", context)
                names = KEPT | LETTERS
                assert untranslated_on_page(page, names=names) == []
                assert untranslated(text, names=names) == []


def test_the_outline_of_a_turn_and_the_introduction() -> None:
    with spoken():
        about = ROOM.introduction
        texts = [
            ROOM.emails.turn_outline, ROOM.emails.order_hint, about.title, about.headline,
            about.lead, about.about, about.about_rules, about.picture_says, about.gist,
            about.credits, *about.email_turn().news, *about.email_turn().receipt,
        ]
        pictures = [about.figures("light")["film"], about.poster()]
    players = introduction.demo().names
    names = KEPT | {"via", "Leo", "Colovini", *players}
    for text in texts:
        assert untranslated(text, names=names) == [], text
    for picture in pictures:
        assert untranslated_on_page(str(picture), names=names) == []


@recorded
def test_pictures_describe_themselves(path: Path) -> None:
    for state, _ in positions(path):
        view = RULESET.view(state, None)
        with spoken():
            pictures = [
                ROOM.boards.board(view, names=NAMES), ROOM.boards.thumbnail(view),
                ROOM.boards.standalone_board(view, names=(), heading=""),
                *ROOM.replay.frames([view], moves=[""], names=(), heading=""),
                *(ROOM.boards.badge(seat) for seat in range(4)),
            ]
        for picture in pictures:
            assert untranslated_on_page(str(picture), names=KEPT) == []


def test_cards_describe_themselves() -> None:
    with spoken():
        pieces = [*(draw_card(card) for card in range(6)), *(draw_glyph(card) for card in range(5))]
    for piece in pieces:
        assert untranslated_on_page(piece) == []


@recorded
def test_the_columns_and_the_chart_of_the_replay(path: Path) -> None:
    game = record.load(path.read_text(encoding="utf-8"), {RULESET.name: RULESET})
    states = list(replay.states(RULESET, game.rows, version=game.version))
    moves = [row.move for row in game.rows]
    with spoken():
        moments = ROOM.replay.moments(states, moves=moves)
        charts = [
            ROOM.replay.chart(moments, names=(), number=1, href=lambda number: "?",
                              marks={}),
            ROOM.emails.chart(states, moves, names=()),
        ]
        columns = [*(column.title for column in ROOM.replay.columns),
                   *(column.meaning for column in ROOM.replay.columns)]
    for chart in charts:
        assert untranslated_on_page(chart) == []
    for text in columns:
        assert untranslated(text) == []


def test_options_and_bots_are_marked_for_translation() -> None:
    """They are constants of the engine, which whoever shows them translates."""
    source = "".join(path.read_text(encoding="utf-8")
                     for path in Path("engine").rglob("*.py"))
    joined = re.sub(r'"\n\s+"', "", source)  # a sentence may take several lines
    for bot in RULESET.bots.values():
        assert f'gettext_noop("{bot.title}")' in source
        assert f'gettext_noop("{bot.about}")' in joined
    for option in RULESET.options:
        assert f'gettext_noop("{option.title}")' in source


def test_every_step_of_a_turn_is_rendered_above() -> None:
    """The positions of the recorded games include all phases."""
    phases = {state.phase for path in RECORDS for state, _ in positions(path)}
    assert phases == {TAKE, MARCH, ACT, OVER}
