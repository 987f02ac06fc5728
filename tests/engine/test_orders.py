"""Orders of several moves: evaluated as a whole, on what their sender sees."""

from __future__ import annotations

import itertools
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from alexandros_rules import orders
from alexandros_rules.alexandros import moves
from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.state import ACT, OVER, TAKE, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Ambiguous, Illegal, Refusal, Unreadable
from alexandros_rules.orders import EvaluatedMove, evaluate, split
from alexandros_rules.replay import fold
from tests.engine import positions as at
from tests.engine.positions import ALICE, BOB, HORSE, RULESET, SEED, draw_board, position, started

STRIP = draw_board("....h...l...t...")


def taking(**more: Any) -> State:
    return position(STRIP, **more)


def evaluated(state: State, text: str | list[str], seat: int = ALICE) -> tuple[EvaluatedMove, ...]:
    """Evaluates orders on the sender's view."""
    return evaluate(RULESET, RULESET.view(state, seat), text, seat=seat)


def refusal(state: State, text: str | list[str], seat: int = ALICE) -> Refusal:
    """Returns the refusal of orders."""
    with pytest.raises(Refusal) as caught:
        evaluated(state, text, seat)
    assert caught.value.sentence.endswith(".")
    return caught.value


TURN = "take horse; march A5.N; draw; draw"


@pytest.mark.promise("R18")
def test_orders_of_a_whole_turn_give_a_step_each() -> None:
    steps = evaluated(taking(), TURN)

    assert [step.text for step in steps] == ["take horse", "march A5.N via E E", "draw", "draw"]
    assert steps[0].move == moves.Take(HORSE)
    assert steps[-1].after.seat == BOB


def test_each_step_goes_on_from_the_one_before() -> None:
    state = taking()
    steps = evaluated(state, TURN)

    assert steps[0].before == RULESET.view(state, ALICE)
    for step, after in itertools.pairwise(steps):
        assert step.after == after.before
        assert fold(RULESET, step.before, step.events) == step.after


@pytest.mark.parametrize("text", [
    "take horse\nmarch A5.N", "take horse; march A5.N", "1. take horse\n2. march A5.N",
    "1) take horse 2) march A5.N".replace(" 2)", "\n2)"), "- take horse\n- march A5.N",
    "take horse;;\r\n\r\n  march A5.N  ;", "* TAKE HORSE\n* MARCH A 5 N",
])
def test_orders_are_parted_by_lines_or_semicolons_and_may_be_numbered(text: str) -> None:
    assert [step.text for step in evaluated(taking(), text)] == ["take horse", "march A5.N via E E"]


@pytest.mark.parametrize("text", [
    "take horse, march A5.N, draw, draw", "Take horse. March A5.N. Draw. Draw.",
    "I take the horse and march to A5, north point. Then I draw twice.",
    "take horse -> march A5.N -> draw -> draw", "take horse / march A5.N / draw / draw",
    "1) take horse 2) march A5.N 3) draw 4) draw", "1. take horse 2. march A5 N 3. draw 4. draw",
    "please take horse; please go to A5 N; please draw 2", "take horse, march A5.N and 2x draw",
    "Take the horse from the row, go to the north point of A5, draw two cards",
    "take horse to march, move Alexander to A5 (N), draw, draw again",
    "take horse, march A5.N, draw x2", "take horse + march A5.N + draw (2)",
    "take horse; walk to the northern tip of A5; two draws", "take horse, march A5.N, draw draw",
    "take horse & march A5.N via east, then east; draw 2 more cards",
    "First take horse, next march A5.N, now draw, finally draw",
    "take horse, march A5.N, draw a card from the supply, take a card from the deck",
    "Ich nehme das Pferd, gehe nach A5 Nord und ziehe zwei Karten.",
    "Nimm Pferd. Zieh nach A5.N. Ziehe eine Karte. Ziehe noch eine Karte.",
    "je prends le cheval et je marche vers la pointe nord de A5, puis pioche deux fois",
    "Prendi il cavallo, poi marcia verso A5 nord, pesca due carte",
    "tomo el caballo, luego voy a A5 norte, robo dos veces",
    "ik neem het paard en ga naar A5 noord, trek twee kaarten",
    "tomo o cavalo, depois vou para A5 norte, compro duas vezes",
])
def test_a_turn_may_be_written_as_people_write(text: str) -> None:
    steps = evaluated(taking(), text)

    assert "; ".join(step.text for step in steps) == "take horse; march A5.N via E E; draw; draw"


@pytest.mark.parametrize(("text", "parts"), [
    ("occupy D7, D8", ["occupy D7, D8"]), ("draw, please", ["draw"]),
    ("occupy K 7. draw", ["occupy K 7", "draw"]), ("march K 7, SE and E", ["march K 7, SE and E"]),
    ("2 draw", ["2 draw"]), ("1. draw 2", ["draw", "draw"]), ("draw once", ["draw"]),
    ("ziehe nach K 2", ["ziehe nach K 2"]), ("recall K 2", ["recall K 2"]), ("draw 7", ["draw 7"]),
    ("draw 2 2", ["draw 2 2"]), ("and then?", ["and then?"]), ("then draw", ["draw"]),
])
def test_what_is_one_thing_stays_together_and_what_is_unclear_as_it_is(
    text: str, parts: list[str]
) -> None:
    assert split(text, RULESET.verbs) == parts


@given(st.lists(st.sampled_from(
    ["take", "horse", "draw", "march", "K7.SE", "K", "7", "2", "2x", "twice", "then", "and", "I",
     ",", ".", ";", "1.", "2)", "->", "via", "E", "a", "please", "zieh", "over", "\n", "-"]
), max_size=14))
def test_orders_once_split_are_not_split_again(words: list[str]) -> None:
    """An email is split when it is read and again when the reply to it is written."""
    parts = split(" ".join(words), RULESET.verbs)

    assert split("\n".join(parts), RULESET.verbs) == parts


def test_nothing_written_is_no_step_and_no_refusal() -> None:
    assert evaluated(taking(), "") == ()
    assert split(" ;\n; \n", RULESET.verbs) == []


@pytest.mark.promise("R18")
@pytest.mark.rule("C3")
@pytest.mark.parametrize("scene", [{"supply": "llll"}, {"supply": "", "discard": "tttt"}])
def test_a_card_is_not_known_before_it_is_drawn_also_after_a_shuffle(scene: dict[str, str]) -> None:
    state = position(STRIP, phase=ACT, alexander="A16.NE", **scene)

    (step,) = evaluated(state, "draw")

    assert step.after.hands[ALICE] == (0, 0, 0, 0, 0, 1)
    assert step.after.supply == (UNKNOWN,) * 3


@pytest.mark.promise("R18")
@pytest.mark.parametrize("top", ["l", "t"])
def test_draw_then_levy_is_refused_whatever_lies_on_top(top: str) -> None:
    state = position(STRIP, phase=ACT, alexander="A16.NE", guards=["A9"], supply=top + "ahs")

    error = refusal(state, "draw; levy lyre")

    assert isinstance(error, Illegal)
    assert error.line == 2
    assert error.sentence == "You have no lyre to levy taxes with. Your hand: an unknown card."


def levying(hand: str, guards: str = "A5 A9 A13") -> State:
    return position(STRIP, phase=ACT, alexander="A16.NE", guards=[guards], hands=[hand])


@pytest.mark.rule("L1")
@pytest.mark.parametrize(("hand", "text", "order"), [
    ("aal", "levy", "levy lyre"), ("hlllt", "levy taxes", "levy lyre"),
    ("htl", "Then I levy taxes.", "levy horse"), ("sst", "levy", "levy temple"),
])
def test_a_levy_without_a_card_is_paid_with_the_one_of_which_there_are_most(
    hand: str, text: str, order: str
) -> None:
    state = levying(hand, "A5" if order == "levy horse" else "A9 A13")
    assert evaluated(state, text)[0].text == order


@pytest.mark.rule("L1")
def test_of_equally_many_cards_the_first_one_pays_for_a_levy() -> None:
    assert evaluated(levying("llhht"), "levy; draw")[0].text == "levy horse"


@pytest.mark.parametrize("text", [
    "levy\nlyre", "lyre levy", "levy\ntaxes with the lyre", "levy; a lyre", "levy taxes, lyre"])
def test_a_levy_without_a_card_takes_no_card_from_the_words_around_it(text: str) -> None:
    assert [step.text for step in evaluated(levying("hhl"), text)] == ["levy lyre"]


@pytest.mark.parametrize(("state", "text", "code"), [
    (levying("hh", "A9"), "levy", "not-in-hand"), (levying("hh", ""), "levy", "no-guard-to-levy"),
    (levying("hh"), "levy; levy", "levied"), (taking(), "levy", "march-first"),
    (levying("hh"), "levy?", "question"), (levying("hh"), "levy or draw", "unreadable"),
])
def test_a_levy_without_a_card_may_be_refused_like_any_other(
    state: State, text: str, code: str
) -> None:
    assert refusal(state, text).code == code


@pytest.mark.promise("R18", "R10")
@pytest.mark.parametrize("text", [
    "take lyre; march A9.N via E E E E; take {0}", "draw; levy temple", "draw; occupy A5",
    "take lyre; march A9.N via E E E E; draw; levy {0}",
])
def test_no_orders_reveal_a_hidden_card(text: str) -> None:
    """Two games that differ only in the supply refuse the same orders with the same words."""
    answers = set()
    for supply in ("ttt", "sss", "aha"):
        state = taking(supply=supply, guards=["A13"], hands=[""]) if text.startswith("take") else (
            position(STRIP, phase=ACT, alexander="A1.N", guards=["A13"], supply=supply)
        )
        error = refusal(state, text.format("temple"))
        answers.add((error.code, error.line, error.sentence, error.allowed))

    assert len(answers) == 1


@pytest.mark.rule("A3")
def test_the_new_face_up_card_cannot_be_taken_by_the_orders_that_reveal_it() -> None:
    error = refusal(taking(supply="t"), "take lyre; march A9.N via E E E E; take temple")

    assert error.line == 3
    assert error.sentence == (
        "There is no temple face up; you can see a horse and an unknown card."
    )
    assert error.allowed == ("take horse",)


@pytest.mark.promise("R18")
@pytest.mark.parametrize(("text", "line", "kind"), [
    ("fly", 1, Unreadable),
    ("take horse; fly", 2, Unreadable),
    ("take horse; march A9.N", 2, Illegal),
    ("take horse; march A5", 2, Ambiguous),
    ("take horse; march A5.N; draw; levy lyre", 4, Illegal),
    ("1. take horse\n\n2. march A5.N\n3. occupy A1", 3, Illegal),
])
def test_the_refusal_names_the_order(text: str, line: int, kind: type[Refusal]) -> None:
    error = refusal(taking(), text)

    assert type(error) is kind
    assert error.line == line


@pytest.mark.promise("R18")
@pytest.mark.rule("F2")
@pytest.mark.parametrize(("text", "line"), [
    (f"{TURN}; take lyre", 5),
    ("take horse; march A5.N; end; draw", 4),
    ("take horse; march A5.N; end; end", 4),
    (f"{TURN}; end; end", 5),  # only one needless end is ignored
    (f"{TURN}; end; draw", 5),
    ("take horse, then march A5.N and draw twice, draw", 5),  # orders are counted, not lines
])
def test_an_order_after_the_end_of_the_turn_is_refused(text: str, line: int) -> None:
    error = refusal(taking(), text)

    assert (error.code, error.line) == ("turn-over", line)
    assert error.sentence == "Your turn ends before this order. Leave it out."


@pytest.mark.parametrize(("text", "seat"), [("take horse", BOB), ("end", BOB), ("take horse", 7)])
def test_orders_of_a_seat_that_is_not_on_turn_are_refused(text: str, seat: int) -> None:
    error = refusal(taking(), text, seat=seat)

    assert (error.code, error.line) == ("not-your-turn", 1)


@pytest.mark.parametrize("end", ["end", "End.", "pass", "fertig"])
def test_a_needless_end_after_the_last_action_is_ignored(end: str) -> None:
    state = taking()

    assert evaluated(state, f"{TURN}; {end}") == evaluated(state, TURN)


@pytest.mark.rule("E3")
def test_after_the_end_of_the_game_a_needless_end_is_ignored_and_an_order_refused() -> None:
    state = position(STRIP, phase=ACT, alexander="A1.N", guards=["A9"], hands=["l"], scores=[99, 0])

    (step,) = evaluated(state, "levy lyre; end")
    error = refusal(state, "levy lyre; draw")

    assert step.after.phase == OVER
    assert (error.code, error.line) == ("game-over", 2)
    assert error.sentence == "The game is over; no more orders can be given."


@pytest.mark.promise("R17")
@pytest.mark.parametrize("as_list", [False, True])
@pytest.mark.parametrize(("lines", "code", "sentence"), [
    (["take horse " * (orders.MAX_LENGTH // 10)], "too-long",
     "These orders are longer than 4000 characters. Write the orders of one turn only."),
    (["draw"] * 21, "too-many", "A turn has at most 20 orders, but you have written 21."),
])
def test_orders_that_are_too_long_or_too_many_are_refused(
    lines: list[str], code: str, sentence: str, *, as_list: bool
) -> None:
    error = refusal(taking(), lines if as_list else "\n".join(lines))

    assert (error.code, error.sentence) == (code, sentence)
    assert isinstance(error, Unreadable)


def test_orders_may_come_as_a_list() -> None:
    assert evaluated(taking(), ["take horse", "march A5.N"]) == evaluated(
        taking(), "take horse; march A5.N")


@pytest.mark.promise("R18")
def test_what_passes_on_the_view_passes_on_the_state() -> None:
    state = started(board="persia", players=3, first=0)
    card = RULESET.format(moves.Take(state.face_up[0]), state)
    marching = at.play(state, card)
    way = RULESET.format(RULESET.legal_moves(marching, seat=marching.seat)[0], state)

    steps = evaluated(state, f"{card}; {way}; draw; draw")

    true = state
    for step in steps:
        events = RULESET.decide(true, step.move, SeededChance(SEED), seat=true.seat)
        true = fold(RULESET, true, events)
    assert (true.phase, true.seat) == (TAKE, 1)
    assert RULESET.view(true, None).scores == steps[-1].after.scores


@pytest.mark.promise("R18")
def test_judging_changes_nothing() -> None:
    state = taking()
    before = RULESET.dump_state(state)

    evaluated(state, TURN)
    refusal(state, "take horse; fly")

    assert RULESET.dump_state(state) == before


def test_a_full_stop_is_not_doubled_where_an_order_is_quoted() -> None:
    error = refusal(taking(), "please wait with this.")
    assert error.sentence.startswith("We cannot read 'please wait with this'. 'please' is not")


def test_an_order_that_cannot_be_read_is_answered_shortly_with_examples_apart() -> None:
    error = refusal(taking(), "take horse, march A5.N, drwa")

    assert error.sentence == (
        "We cannot read 'march A5.N, drwa'. 'DRWA' is not a step. The steps are E, SE, SW, W, NW,"
        " NE."
    )
    assert error.allowed
