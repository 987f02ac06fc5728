"""What a page says about a choice is what the engine does with it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest
from django.template.loader import render_to_string
from django.utils.html import strip_tags

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.alexandros.moves import Levy, March, Occupy
from alexandros_rules.alexandros.provinces import (
    closed_provinces,
    is_open_land,
    levy_gains,
    owner,
    provinces,
)
from alexandros_rules.alexandros.rules import RULESET as RULES
from alexandros_rules.alexandros.state import ACT, MARCH
from alexandros_rules.bot_games import play_out
from alexandros_rules.chance import UnknownChance
from alexandros_rules.errors import Illegal
from alexandros_rules.ruleset import Setup
from games.rulesets.alexandros import choices as choices
from games.rulesets.alexandros.march_step import CardChoice
from games.rulesets.alexandros.templatetags.alexandros import card_choice
from games.rulesets.alexandros.wording import Effect


def positions(players: int = 3) -> Iterator[Any]:
    """Views of the seat to move, from games between bots on the small board."""
    setup = Setup(RULES.boards()["delta"], players)
    bot = RULES.bots["greedy"]
    for seed in range(3):
        game = play_out(RULES, setup, seed=bytes([seed]) * 32, bots=[bot] * players)
        for state, move, _ in game:
            if move is not None:
                yield RULES.view(state, state.seat)


def after(view: Any, move: Any) -> Any:
    """The view after a move."""
    for event in RULES.decide(view, move, UnknownChance(cards.UNKNOWN), seat=view.seat):
        view = RULES.evolve(view, event)
    return view


@pytest.mark.rule("A11", "A15", "P5", "E1")
def test_a_marchs_outcome_is_what_the_march_does() -> None:
    seen = 0
    for view in positions():
        if view.phase != MARCH:
            continue
        for march in RULES.legal_moves(view, seat=view.seat)[:6]:
            outcome = choices.march_outcome(view, march)
            then = after(view, march)
            assert then.black_left == view.black_left - outcome.black
            assert then.red_left == view.red_left - outcome.red
            assert then.walls == view.walls | sum(1 << side for side in outcome.walls)
            parts = {part.province for d in outcome.divisions for part in d.parts}
            new = set(provinces(view.board, then.walls)) - set(provinces(view.board, view.walls))
            assert parts == new
            seen += 1
    assert seen > 50


@pytest.mark.rule("A15", "P5")
def test_what_a_march_closes_off_is_what_the_board_shows_after_it() -> None:
    closing = 0
    for view in positions():
        if view.phase != MARCH:
            continue
        for march in RULES.legal_moves(view, seat=view.seat)[:6]:
            outcome = choices.march_outcome(view, march)
            then = after(view, march)
            new = {p for p in closed_provinces(then)
                   if owner(then, p) is None and p not in provinces(view.board, view.walls)}
            rests = {d.parts[0].province for d in outcome.divisions
                     if d.owner is None and not is_open_land(view, d.province)}
            assert {part.province for part in outcome.closed} == new - rests
            closing += bool(outcome.closed)
    assert closing > 20


@pytest.mark.rule("L2", "P5")
def test_what_a_cut_costs_its_owner_is_what_a_levy_pays_less() -> None:
    cuts = 0
    for view in positions():
        if view.phase != MARCH:
            continue
        for march in RULES.legal_moves(view, seat=view.seat)[:6]:
            outcome = choices.march_outcome(view, march)
            then = levy_gains(after(view, march))
            for seat, before in enumerate(levy_gains(view)):
                loss = sum(d.loss for d in outcome.divisions if d.owner == seat)
                assert before - then[seat] == loss
                cuts += bool(loss)
    assert cuts > 5


@pytest.mark.rule("A8", "A9")
def test_every_legal_march_stands_under_a_space_and_a_point() -> None:
    for view in positions():
        if view.phase != MARCH:
            continue
        listed = {
            (march.point, march.steps)
            for points in choices.marches_by_space(view).values()
            for ways in points.values() for march in ways
        }
        moves = RULES.legal_moves(view, seat=view.seat)
        legal = {(m.point, m.steps) for m in moves if isinstance(m, March)}
        assert legal <= listed


@pytest.mark.rule("O1", "O2", "O3", "K1")
def test_the_proposed_payment_can_be_made_and_no_cheaper_one_exists() -> None:
    proposed = 0
    for view in positions():
        if view.phase != ACT:
            continue
        moves = RULES.legal_moves(view, seat=view.seat)
        legal = [move for move in moves if isinstance(move, Occupy)]
        for offer in choices.offers(view):
            fitting = [m for m in legal if all(offer.province >> s & 1 for s in m.spaces)]
            assert bool(offer.guards) == bool(fitting)
            if offer.guards:
                assert len(offer.guards) == min(len(move.spaces) for move in fitting)
                assert any(move.spaces == offer.guards for move in fitting)
                proposed += 1
    assert proposed > 10


@pytest.mark.rule("K3")
def test_the_proposed_gift_is_a_legal_one() -> None:
    gifts = 0
    for view in positions():
        if view.phase != ACT:
            continue
        for offer in choices.offers(view):
            if offer.loser is None or not offer.guards:
                continue
            made = choices.bill_for(view, offer.province, offer.guards)
            for give in islice(choices.gift_choices(view, made), 3):
                after(view, Occupy(offer.guards, give))
                gifts += 1
    assert gifts > 0


@pytest.mark.rule("L1", "L2", "L3")
def test_a_levys_gains_are_what_everyone_scores() -> None:
    levies = 0
    for view in positions():
        if view.phase != ACT:
            continue
        levy = choices.levy(view)
        for card in levy.cards:
            then = after(view, Levy(card))
            gained = tuple(b - a for a, b in zip(view.scores, then.scores, strict=True))
            assert gained == levy.gains
            levies += 1
        if not levy.cards and not view.levied:
            for card in cards.KINDS:
                with pytest.raises(Illegal):
                    RULES.decide(view, Levy(card), UnknownChance(cards.UNKNOWN), seat=view.seat)
    assert levies > 10


@pytest.mark.rule("A4", "A5", "A13", "A14")
def test_where_a_card_leads_is_where_it_may_march() -> None:
    for view in positions():
        if view.phase != MARCH or view.card is None:
            continue
        goal = choices.destination(view, view.card, joker=view.joker)
        assert goal is not None
        spaces = {m.space for m in RULES.legal_moves(view, seat=view.seat)}
        assert spaces <= set(goal.spaces)
        assert all(view.board.distance[view.alexander][p] >= goal.distance
                   for s in goal.spaces for p in view.board.corners[s])
        assert bits(sum(1 << s for s in goal.spaces)) == list(goal.spaces)


def test_sentences_on_what_a_march_does_do_not_run_into_each_other() -> None:
    effects = [Effect("Divides a province.", "loss"), Effect("Closes off another.", "gain")]
    shown = strip_tags(render_to_string("alexandros/_effects.html", {"way": {"effects": effects}}))
    assert " ".join(shown.split()) == "Divides a province. Closes off another."


def test_a_card_shows_how_many_there_are_even_if_it_cannot_be_played() -> None:
    for href in ("", "/somewhere"):
        page = str(card_choice(CardChoice(2, "horse", href, "too few walls left", count=3), 1))
        assert '<span class="times">3</span>' in page
