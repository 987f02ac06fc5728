"""Properties of every position of every game, tested on random games."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from alexandros_rules import orders, record
from alexandros_rules.alexandros import events, order_words
from alexandros_rules.alexandros.decide import decide
from alexandros_rules.alexandros.lattice import STEPS
from alexandros_rules.alexandros.legal_moves import legal_moves
from alexandros_rules.alexandros.moves import Move
from alexandros_rules.alexandros.state import OVER, State
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal, Refusal
from alexandros_rules.replay import events_of, events_text, fold
from alexandros_rules.ruleset import Setup
from tests.engine import reference_rules
from tests.engine.candidate_moves import candidates, canonical
from tests.engine.positions import hidden_cards_shuffled
from tests.engine.random_games import RULESET, seed
from tests.engine.strategies import Game, games
from tests.seeded_chance import examples

# Other words for each word that the notation writes.  Not the letters of cards: an "a" before a
# card is an article, as in "give a lyre".
SAID = {
    **{verb: words.split() for verb, words in order_words._VERBS.items()},
    **{card: [card, *words.split()[1:]] for card, words in order_words._CARDS.items()},
    "give": sorted(order_words.GIVE),
}

WORDS = (
    *order_words.VERBS, *order_words.CARDS, *order_words.NOISE, *order_words.GIVE, *STEPS, "via",
    "Z9", "k", "7", "٣", "²", "ß", "Ⅷ", "e\u0301", "?", ".", "-", ";", "\n", "\0",
)


def refusal_of(state: State, move: Move) -> str:
    """Returns the sentence that refuses a move, or "" if it is accepted."""
    try:
        decide(state, move, SeededChance(bytes(32)))
    except Illegal as refusal:
        return refusal.sentence
    return ""


def answer(view: State, text: str) -> str:
    """Returns "Accepted", or the sentence that refuses these orders."""
    try:
        orders.evaluate(RULESET, view, text, seat=view.seat)
    except Refusal as refusal:
        return refusal.sentence
    return "Accepted"


@pytest.mark.rule("T3", "P3", "E1", "C3", "K2")
@examples(12)
@given(games())
def test_cards_walls_and_guards_neither_appear_nor_vanish(game: Game) -> None:
    for state in game.states:
        assert reference_rules.faults(state) == []
    for before, _, after in game.steps:
        assert reference_rules.step_faults(before, after) == []


@examples(60)
@given(games())
def test_every_legal_move_is_accepted_and_no_two_are_the_same(game: Game) -> None:
    for state, _ in game.sample_states(2):
        moves = legal_moves(state)
        assert moves, "somebody is on turn and can do nothing"
        assert [refusal_of(state, move) for move in moves] == [""] * len(moves)
        assert len({canonical(state, move) for move in moves}) == len(moves)


@pytest.mark.rule("A4", "A5", "A6", "A7", "A8", "A9", "A10", "A11", "A13", "E2", "P1")
@examples(40)
@given(games())
def test_a_move_is_accepted_just_when_it_is_listed(game: Game) -> None:
    for state, rng in game.sample_states(2 if game.board == "delta" else 8):
        listed = {canonical(state, move) for move in legal_moves(state)}
        for move in candidates(state, rng):
            refused = refusal_of(state, move)
            assert (canonical(state, move) in listed) == (refused == ""), (move, refused)
            assert refused == "" or refused.endswith("."), move


@pytest.mark.rule("C1")
@examples(15)
@given(games())
def test_a_view_lists_the_moves_its_seat_really_has(game: Game) -> None:
    for state, _ in game.sample_states(2):
        assert legal_moves(RULESET.view(state, state.seat)) == legal_moves(state)


@examples(15)
@given(games())
def test_a_move_written_down_is_read_as_the_same_move(game: Game) -> None:
    for state, rng in game.sample_states(6):
        moves = legal_moves(state)
        for move in rng.sample(moves, min(12, len(moves))):
            assert RULESET.parse(RULESET.format(move, state), state, seat=state.seat) == move


@examples(20)
@given(games())
def test_a_move_written_in_the_words_of_any_language_is_the_same_move(game: Game) -> None:
    for state, rng in game.sample_states(6):
        moves = legal_moves(state)
        for move in rng.sample(moves, min(6, len(moves))):
            verb, *words = RULESET.format(move, state).split()
            for said in rng.sample(SAID[verb], min(4, len(SAID[verb]))):
                foreign = [rng.choice(SAID.get(word, [word])) for word in words]
                text = " ".join([said, *foreign])
                assert RULESET.parse(text, state, seat=state.seat) == move, text


@pytest.mark.promise("R18")
@examples(12)
@given(games())
def test_whatever_is_written_is_carried_out_or_refused_in_a_sentence(game: Game) -> None:
    for state, rng in game.sample_states(6):
        view = RULESET.view(state, state.seat)
        words = [*WORDS, *rng.sample(list(state.board.space_by_name), 6)]
        for _ in range(12):
            verb = rng.choice(list(order_words.VERBS))
            text = " ".join([verb, *rng.choices(words, k=rng.randint(0, 5))])
            assert answer(view, text).endswith((".", "Accepted")), text


@pytest.mark.promise("R8", "R24")
@examples(12)
@given(games())
def test_a_games_record_comes_back_with_the_same_digests(game: Game) -> None:
    full = game.record(until=1 + game.number % (len(game.moves) + 20))
    running = replace(full, seed=None)
    for one in (full, running):
        text = record.export(one, RULESET, seed=seed(game.number))
        read = record.load(text, {RULESET.name: RULESET})
        assert read == one
        assert record.export(read, RULESET, seed=seed(game.number)) == text


@pytest.mark.promise("R18")
@examples(15)
@given(games())
def test_orders_that_pass_on_the_view_never_fail_on_the_true_state(game: Game) -> None:
    for state, rng in game.sample_states(5):
        text = _orders(RULESET.view(state, state.seat), rng)
        steps = orders.evaluate(RULESET, RULESET.view(state, state.seat), text, seat=state.seat)
        seat, chance = state.seat, SeededChance(rng.randbytes(32))
        for step in steps:
            state = fold(RULESET, state, decide(state, step.move, chance))
        assert RULESET.status(state) == RULESET.status(steps[-1].after)
        assert RULESET.view(state, None).hands == RULESET.view(steps[-1].after, None).hands or (
            state.phase == OVER and seat == steps[-1].before.seat
        )


def _orders(view: State, rng: Random) -> list[str]:
    """Returns orders for a turn that its player may write in advance."""
    turn, lines = view.turn, []
    while view.turn == turn and view.phase != OVER and len(lines) < rng.randint(1, 6):
        move = rng.choice(legal_moves(view))
        lines.append(RULESET.format(move, view))
        view = fold(RULESET, view, decide(view, move, RULESET.unknown_chance()))
    return lines


@pytest.mark.rule("C1")
@pytest.mark.promise("R10")
@examples(15)
@given(games())
def test_what_one_may_not_see_changes_nothing_one_sees(game: Game) -> None:
    for state, rng in game.sample_states(4):
        if state.phase == OVER:
            continue
        for seat in (None, *range(state.players)):
            other = hidden_cards_shuffled(state, seat, rng)
            assert RULESET.view(other, seat) == RULESET.view(state, seat)
            assert RULESET.view(RULESET.view(state, seat), seat) == RULESET.view(state, seat)
            if seat == state.seat:
                assert legal_moves(other) == legal_moves(state)


@pytest.mark.rule("C1")
@pytest.mark.promise("R10")
@examples(10)
@given(games())
def test_an_event_is_seen_as_its_view_has_it(game: Game) -> None:
    for _, produced, _ in game.steps:
        for event in produced:
            for seat in (None, *range(len(game.bots))):
                seen = RULESET.view_event(event, seat, over=False)
                if isinstance(event, events.Drew) and event.seat != seat:
                    assert seen == replace(event, card=5)
                elif isinstance(event, events.Shuffled):
                    assert set(seen.supply) <= {5}
                else:
                    assert seen == event
            assert RULESET.view_event(event, None, over=True) == event


@examples(10)
@given(games())
def test_a_state_and_its_views_survive_storage(game: Game) -> None:
    table = Setup(game.states[0].board.text, len(game.bots))
    for state, _ in game.sample_states(4):
        for seen in (state, RULESET.view(state, state.seat), RULESET.view(state, None)):
            text = RULESET.dump_state(seen)
            assert RULESET.load_state(text, table) == seen
            assert RULESET.dump_state(RULESET.load_state(text, table)) == text
    assert RULESET.load_state(RULESET.dump_state(game.states[-1]), table) == game.states[-1]


@examples(15)
@given(games())
def test_events_survive_storage_and_their_fold_is_the_state(game: Game) -> None:
    for state, produced, after in game.steps:
        text = events_text(RULESET, produced)
        assert events_of(RULESET, text, version=RULESET.version) == list(produced)
        assert fold(RULESET, state, produced) == after
        for seat in (None, state.seat):
            seen = [RULESET.view_event(event, seat, over=False) for event in produced]
            dumped = [RULESET.dump_event(event) for event in seen]
            assert [RULESET.load_event(data, RULESET.version) for data in dumped] == seen


@pytest.mark.rule("C1")
@examples(10)
@given(games())
def test_a_view_followed_by_viewed_events_shows_what_the_next_view_shows(game: Game) -> None:
    for state, produced, after in game.steps:
        for seat in (None, *range(state.players)):
            seen = [RULESET.view_event(event, seat, over=False) for event in produced]
            known = fold(RULESET, RULESET.view(state, seat), seen)
            assert after.phase == OVER or RULESET.view(known, seat) == RULESET.view(after, seat)
