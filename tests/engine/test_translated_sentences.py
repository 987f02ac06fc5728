"""Every sentence of the engine can be translated: events, refusals, faults, the text board."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules import orders, record
from alexandros_rules.addressing import for_reader
from alexandros_rules.alexandros import decide as decisions
from alexandros_rules.alexandros import notation, occupying
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import ACT, OVER, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal
from alexandros_rules.narration import narrate, narrate_for
from alexandros_rules.replay import events_of
from alexandros_rules.ruleset import Setup
from tests.engine.positions import NAMES, draw_board, play, position, refused, setup
from tests.engine.test_board_faults import FAULTS
from tests.engine.test_notation import UNREADABLE, acting
from tests.golden.game_files import RECORDS, read_record, record_text
from tests.pseudo_language import spoken, untranslated

STRIP = draw_board("t.h.l...h.ta....")
FIELD = draw_board("....h...l...\n............")
WEST = "A1 A2 A3 A4 A5 A6"

# Notation that is the same in every language.
NOTATION = ("E, SE, SW, W, NW, NE", "N, SW, SE")
POINTS = frozenset({"NE", "NW", "SE", "SW"})


def missed(sentence: str, *notation: str, names: frozenset[str] = frozenset()) -> list[str]:
    """The words of a sentence that were not translated, apart from notation and names."""
    for text in (*notation, *NOTATION):
        sentence = sentence.replace(text, "")
    return untranslated(sentence, names=names | POINTS | set(NAMES))


def words(texts: Any) -> frozenset[str]:
    return frozenset(word for text in texts for word in re.findall(r"\w+", text))


@pytest.mark.parametrize("name", sorted(path.stem for path in RECORDS.glob("*.record")))
def test_the_events_of_recorded_games_are_described_in_the_readers_language(name: str) -> None:
    game = read_record(name)
    state = None
    with spoken():
        for row in game.rows:
            events = events_of(RULESET, row.events, version=game.version)
            sentences = narrate(RULESET, state, events, names=NAMES)
            sentences += narrate_for(RULESET, None, state, events, names=for_reader(NAMES, 0))
            for event in events:
                state = RULESET.evolve(state, event)
            for sentence in sentences:
                assert missed(sentence) == [], sentence
        assert state is not None
        assert missed(RULESET.text_board(state)) == []


def taking(**more: Any) -> State:
    return position(STRIP, hands=["h"], **more)


def stuck(**more: Any) -> State:
    return position(draw_board(".h.."), routes=["A2.NW: SE"], supply="", **more)


def west(**more: Any) -> State:
    return position(STRIP, phase=ACT, alexander="A16.NE", closed=[WEST], **more)


# An order that the rules refuse in a position, by the code of the refusal.
REFUSALS: list[tuple[str, Callable[[], State], str]] = [
    ("game-over", lambda: position(STRIP, phase=OVER), "draw"),
    ("not-face-up", taking, "take soldier"),
    ("not-face-up", lambda: west(face_up=""), "take soldier"),
    ("not-in-hand", taking, "play lyre"),
    ("not-in-hand", lambda: position(STRIP), "play lyre"),
    ("not-in-hand", lambda: west(guards=["A1"], hands=["h"]), "levy temple"),
    ("no-joker-from-hand", lambda: position(STRIP, hands=["s"]), "play soldier"),
    ("must-march", taking, "stay"),
    ("take-a-card", lambda: stuck(face_up="hl"), "stay"),
    ("not-closest", lambda: play(taking(), "take horse"), "march A9.SE"),
    ("not-closest", lambda: play(taking(), "take horse"), "march A1.N"),
    ("not-closest", lambda: play(taking(guards=["A9"]), "take horse"), "march A9.SE"),
    ("not-closest", lambda: play(taking(), "take horse"), "march A2.S"),
    ("not-closest", lambda: play(taking(face_up="sl"), "take soldier"), "march A8.S"),
    ("not-a-shortest-way", lambda: play(position(FIELD), "take horse"),
     "march A5.SW via SW E E"),
    ("not-enough-walls", lambda: play(
        position(draw_board("............\n.....h......\n............"), alexander="B3.NW",
                 black_left=1, red_left=1), "take horse"), "march B6.SE"),
    ("no-cards", lambda: west(supply="", discard=""), "draw"),
    ("cannot-pay", lambda: west(hands=["h"]), "occupy A3"),
    ("no-gift", lambda: west(guards=["", "A1"], hands=["tthl"]), "occupy A1 give temple"),
    ("wrong-gift", lambda: west(players=3, guards=["", "A1"], hands=["tthl"]),
     "occupy A1 give temple"),
    ("levied", lambda: west(guards=["A1"], hands=["t"], levied=True), "levy temple"),
    ("no-guard-to-levy", lambda: west(hands=["t"]), "levy temple"),
    ("levy-symbol", lambda: west(guards=["A1 A3"], hands=["s"]), "levy soldier"),
    ("no-guard-there", west, "recall A1"),
    ("no-guard-there", lambda: west(guards=["A3"]), "recall A1"),
    ("march-first", taking, "draw"),
    ("march-now", lambda: play(taking(), "take horse"), "draw"),
    ("march-now", lambda: play(taking(face_up="sl"), "take soldier"), "draw"),
    ("marched", west, "stay"),
    ("no-march", lambda: position(draw_board("........h...l..."), black_left=1, red_left=1,
                                  alexander="A7.N"), "take lyre"),
    ("no-guard", west, "occupy A3 A3"),
    ("no-guards-left", lambda: west(guards=["A9 A11 A12"]), "occupy A1 A3"),
    ("no-guards-left", lambda: west(guards=["A3 A9 A11 A12"]), "occupy A11"),
    ("open-space", west, "occupy A2"),
    ("two-provinces", west, "occupy A1 A9"),
    ("already-yours", lambda: west(guards=["A1"]), "occupy A3"),
    ("ambiguous", lambda: play(
        position(draw_board("............\n.....h......\n............"), alexander="B3.NW"),
        "take horse"), "march B6.SW"),
    ("ambiguous", lambda: play(
        position(draw_board("\n".join(["." * 16] * 6 + ["." * 12 + "h..."]))), "take horse"),
     "march G13"),
]


@pytest.mark.parametrize(("code", "make", "order"), REFUSALS)
def test_a_refused_order_is_answered_in_the_readers_language(
    code: str, make: Callable[[], State], order: str
) -> None:
    state = make()
    with spoken():
        refusal = refused(state, order)
    assert refusal.code == code
    assert missed(refusal.sentence, repr(order), *refusal.allowed) == [], refusal.sentence


def test_every_refusal_of_the_rules_is_among_those_above() -> None:
    """Finds the codes in the source, so that a new refusal needs an entry."""
    codes = {
        node.args[0].value
        for module in (decisions, occupying, notation)
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in ("Illegal", "Ambiguous") and isinstance(node.args[0], ast.Constant)
    }
    assert codes == {code for code, *_ in REFUSALS}


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_an_order_that_cannot_be_read_is_answered_in_the_readers_language(
    text: str, why: str
) -> None:
    state = acting()
    quoted = [repr(text), *re.findall(r"'\w+'", why)]
    with spoken():
        refusal = refused(state, text)
    assert missed(refusal.sentence, *quoted, *refusal.allowed) == [], refusal.sentence


@pytest.mark.parametrize(("view", "text"), [
    (position(STRIP), "x" * (orders.MAX_LENGTH + 1)),
    (position(STRIP), "draw\n" * (orders.MAX_MOVES + 1)),
    (position(STRIP, phase=OVER), "draw"),
    (position(STRIP, seat=1), "draw"),
    (west(), "end; draw"),
])
def test_orders_refused_as_a_whole_are_answered_in_the_readers_language(
    view: State, text: str
) -> None:
    with spoken(), pytest.raises(Refusal) as refusal:
        orders.evaluate(RULESET, view, text, seat=0)
    assert missed(refusal.value.sentence) == [], refusal.value.sentence


@pytest.mark.parametrize(("text", "code", "sentence"), FAULTS)
def test_a_faulty_board_is_refused_in_the_readers_language(
    text: str, code: str, sentence: str
) -> None:
    with spoken(), pytest.raises(Refusal) as refusal:
        RULESET.start(Setup(text, 2), SeededChance(bytes(32)))
    quoted = re.findall(r"\(.*\)|'[^']*'|\[\w+\]|\w+ = \"...\"|\w+_walls|regions",
                        refusal.value.sentence)
    assert missed(refusal.value.sentence, *quoted) == [], refusal.value.sentence


@pytest.mark.parametrize(
    "chosen", [setup(players=5), setup(colour=1), setup(half_of_occupying=3), setup(first=7)]
)
def test_an_impossible_setup_is_refused_in_the_readers_language(chosen: Setup) -> None:
    names = frozenset({"Alexandros", *chosen.options, "half_of_occupying"})
    with spoken(), pytest.raises(Refusal) as refusal:
        RULESET.start(chosen, SeededChance(bytes(32)))
    assert missed(refusal.value.sentence, *names) == [], refusal.value.sentence


GOLDEN = record_text("v1-delta-2-walls-5")


@pytest.mark.parametrize("text", [
    "x" * (record.MAX_LENGTH + 1),
    GOLDEN.replace("game record", "record of a game", 1),
    GOLDEN.replace("moves:", "orders:", 1),
    GOLDEN.replace("options:", "choices:", 1),
    re.sub("options: .*", "options: []", GOLDEN),
    re.sub("seed: ..", "seed: 00", GOLDEN),
    GOLDEN.replace("ruleset: alexandros", "ruleset: chess", 1),
    re.sub(r"ruleset: alexandros \d+", "ruleset: alexandros 99", GOLDEN),
    GOLDEN[: GOLDEN.index("moves:")] + "moves:\n",
    GOLDEN.replace("moves:\n", "moves:\nnonsense\n", 1),
    re.sub(r"\n1 - start", "\n1 1 start", GOLDEN),
    re.sub(r"\n2 (\d) ", "\n2 9 ", GOLDEN),
    re.sub(r"(\n2 .*= )....", r"\g<1>0000", GOLDEN),
])
def test_a_faulty_record_is_refused_in_the_readers_language(text: str) -> None:
    with spoken(), pytest.raises(Refusal) as refusal:
        record.load(text, {RULESET.name: RULESET})
    quoted = re.findall(r"'[^']*'", refusal.value.sentence)
    assert missed(refusal.value.sentence, *quoted, "alexandros") == [], refusal.value.sentence
