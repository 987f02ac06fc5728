"""Every sentence of The Campaign can be translated: events, refusals, the text board."""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from alexandros_rules.addressing import for_reader
from alexandros_rules.campaign import deals, reading, refusals
from alexandros_rules.campaign import decide as decisions
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.moves import Bid, MakeOffer, Move
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import OVER, ROBBER, ROLL, State
from alexandros_rules.errors import Refusal
from alexandros_rules.narration import narrate, narrate_for
from tests.campaign.random_games import steps
from tests.campaign.scenes import ALICE, BOB, NAMES, auction, discarding, places, turn
from tests.campaign.test_notation import UNREADABLE
from tests.campaign.test_text_board import widest
from tests.pseudo_language import spoken, untranslated

NOTATION = frozenset(("NE", "NW", "SE", "SW"))  # the same in every language
DRAWING = re.compile(r"^.*?\n\n", re.DOTALL)


def missed(sentence: str, *notation: str) -> list[str]:
    """The words of a sentence that were not translated, apart from notation and names."""
    for text in notation:
        sentence = sentence.replace(text, "")
    return untranslated(sentence, names=frozenset(NAMES))


def missed_in_refusal(refusal: Refusal, order: str | Move) -> list[str]:
    """The same for a refusal, which may quote the order and others."""
    sentence = re.sub(r"'[^']*'", "", refusal.sentence.replace(repr(order), ""))
    return [word for word in missed(sentence, *refusal.allowed) if word not in NOTATION]


def test_the_events_of_random_games_are_described_in_the_readers_language() -> None:
    with spoken():
        for state, _seat, _move, events, _after in steps():
            told = [*narrate(RULESET, state, events, names=NAMES),
                    *narrate_for(RULESET, None, state, events, names=for_reader(NAMES, 0))]
            for sentence in told:
                assert missed(re.sub(r"\b[A-Z]\d+\.[NESW]+", "", sentence)) == [], sentence


@pytest.mark.parametrize("state", [
    widest(), turn(), auction(), auction(open_bidding=True), discarding(), turn(phase=OVER),
    turn(phase=ROLL), turn(phase=ROBBER),
])
def test_the_text_board_is_in_the_readers_language(state: State) -> None:
    with spoken():
        text = RULESET.text_board(state)
    lists = re.sub(r"\b[A-Z]\d+(\.[NESW]+)?", "", DRAWING.sub("", text))
    assert missed(lists) == []


def rich(**changes: Any) -> State:
    """Alice can pay for everything."""
    return turn(hands=((9, 9, 9, 9, 9, 9, 0), *turn().hands[1:]), **changes)


def poor() -> State:
    """Alice has one card."""
    return turn(hands=((1, 0, 0, 0, 0, 0, 0), *turn().hands[1:]))


def all_built(**changes: Any) -> State:
    """Alice has no road, settlement or city left."""
    homes = ("A1.N", "A2.N", "A5.N", "A8.N", "A9.N", "B2.N", "B3.N", "B4.N", "B5.N")
    state = turn()
    return rich(**{
        "roads": (2**15 - 1, 0, 0, 0), "settlements": (places(state, *homes[:5]), 0, 0, 0),
        "cities": (places(state, *homes[5:]), 0, 0, 0), "deck": (), **changes})


DAVES = (None, None, None, Bid(3, ((th.GOLD, 3),)))  # the highest bid so far
# An order that the rules refuse in a position, by the code of the refusal.
REFUSALS: list[tuple[str, Callable[[], State], str | Move]] = [
    ("game-over", lambda: turn(phase=OVER), "end"),
    ("not-your-turn", lambda: turn(seat=BOB), "end"),
    ("not-now", lambda: turn(phase=ROLL), "end"),
    ("not-now", turn, "roll"),
    ("not-now", auction, "end"),
    ("not-now", discarding, "end"),
    ("not-now", lambda: turn(phase=ROBBER), "end"),
    ("not-now", turn, "bid 3"),
    ("not-now", turn, "discard wool"),
    ("not-now", lambda: auction(bids=(Bid(0, ()),)), "bid 3"),
    ("not-now", lambda: auction(bids=(Bid(0, ()),)), "end"),
    ("not-now", lambda: discarding(discards=((0,) * 7,) * 4), "discard wool"),
    ("wrong-discard", discarding, "discard 2 wool"),
    ("not-in-hand", discarding, "discard 10 ore"),
    ("not-in-hand", auction, "bid 5 pay 5 brick"),
    ("not-in-hand", lambda: auction(kind=th.BATTLE, soldiers=(1, 0, 0, 0)), "bid 6 pay 2 soldiers"),
    ("not-in-hand", turn, "offer 9 wool for ore"),
    ("not-in-hand", poor, "accept 3"),
    ("too-expensive", poor, "city C4.N"),
    ("too-expensive", turn, "bank 4 ore for wool"),
    ("bank-short", lambda: turn(bank=(0,) * 7), "bank 4 wool for ore"),
    ("robber-stays", lambda: turn(phase=ROBBER), "robber F6"),
    ("robber-at-sea", lambda: turn(phase=ROBBER), "robber A3"),
    ("no-victim", lambda: turn(phase=ROBBER), "robber A1 from blue"),
    ("wrong-victim", lambda: turn(phase=ROBBER), "robber D5 from green"),
    ("none-left", all_built, "road C4.E"),
    ("none-left", all_built, "settlement C4.S"),
    ("none-left", all_built, "city A1.N"),
    ("none-left", all_built, "buy development"),
    ("none-left", all_built, "play roads C4.E"),
    ("no-road-site", turn, "road A1.E"),
    ("no-road-site", lambda: turn(roads=(1, 0, 0, 0)), "road A1.NW"),
    ("no-settlement-site", turn, "settlement C4.N"),
    ("no-settlement-site", turn, "settlement Persepolis"),
    ("no-settlement-site", turn, "settlement C4.NE"),
    ("no-settlement-site", turn, "settlement A1.N"),
    ("no-city-site", rich, "city A1.N"),
    ("second-development", lambda: turn(played=True), "play monopoly wool"),
    ("no-development", lambda: turn(bought=(0, 0, 0, 0, 2, 0)), "play monopoly wool"),
    ("no-development", lambda: turn(cards=((0,) * 6,) * 4), "play monopoly wool"),
    ("wrong-roads", turn, "play roads C4.NE C4.NW C4.E"),
    ("wrong-plenty", turn, "play plenty wool"),
    ("no-monopoly", turn, "play monopoly gold"),
    ("same-kind", turn, "bank 4 wool for wool"),
    ("same-kind", turn, "offer wool for wool"),
    ("nothing-for-nothing", turn, MakeOffer(th.NOTHING, th.NOTHING, 2, 1, standing=False)),
    ("too-much", turn, "offer wool for 20 ore"),
    ("wrong-preference", turn, "prefer to discard wool wool"),
    ("low-bid", lambda: auction(bids=DAVES, open_bidding=True), "bid 2 gold"),
    ("high-bid", auction, "bid 40"),
    ("high-bid", lambda: auction(hands=((0, 0, 0, 0, 3, 0, 0),) * 4), "bid 1"),
    ("wrong-bluff", lambda: auction(bluff=True), "bid 100"),
    ("does-not-count", auction, "bid 2 pay 2 ore"),
    ("wrong-payment", auction, "bid 3 pay 4 wool"),
    ("wrong-payment", lambda: auction(kind=th.BATTLE, soldiers=(2, 0, 0, 0)),
     "bid 2 pay 2 soldiers"),
    ("too-many-offers", lambda: turn(offers=six_offers()), "offer wool for ore"),
    ("wrong-recipients", turn, "offer wool for ore to red"),
    ("wrong-times", turn, "offer wool for ore twice"),
    ("no-offer", turn, "accept 9"),
    ("not-for-you", lambda: turn(offers=(replace(turn().offers[0], to=4),)), "accept 3"),
    ("not-own-offer", turn, "withdraw 3"),
    ("perhaps-lapsed", lambda: turn(
        offers=six_offers()[:1], hands=((0, 0, 0, 0, 0, 5, 2), *turn().hands[1:])), "withdraw 0"),
    ("no-trade-now", lambda: turn(phase=ROLL), "accept 3"),
    ("nothing-to-replace", turn, "otherwise end"),
    ("wrong-rate", turn, "bank 5 wool for ore"),
    ("ambiguous", lambda: turn(phase=ROBBER), "robber D5"),
]


def six_offers() -> tuple[Any, ...]:
    return tuple([replace(turn().offers[0], number=i, seat=ALICE, to=14) for i in range(6)])


def refused(state: State, order: str | Move) -> Refusal:
    def give() -> None:
        move = RULESET.parse(order, state, seat=ALICE) if isinstance(order, str) else order
        RULESET.decide(state, move, RULESET.unknown_chance(), seat=ALICE)

    with pytest.raises(Refusal) as caught:
        give()
    return caught.value


@pytest.mark.parametrize(("code", "make", "order"), REFUSALS)
def test_a_refused_order_is_answered_in_the_readers_language(
    code: str, make: Callable[[], State], order: str | Move
) -> None:
    state = make()
    with spoken():
        refusal = refused(state, order)
    assert refusal.code == code, refusal.sentence
    assert missed_in_refusal(refusal, order) == [], refusal.sentence


def test_every_refusal_of_the_rules_is_among_those_above() -> None:
    """Finds the codes in the source, so that a new refusal needs an entry."""
    modules = (decisions, refusals, deals, reading, refusals)
    codes = {
        node.args[0].value
        for module in modules
        for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
        and node.func.id in ("Illegal", "Ambiguous") and isinstance(node.args[0], ast.Constant)
    }
    assert codes == {code for code, *_ in REFUSALS}


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_an_order_that_cannot_be_read_is_answered_in_the_readers_language(
    text: str, why: str
) -> None:
    with spoken():
        refusal = refused(turn(), text)
    sentence = re.sub(r"(?<=: )[a-z][\w .]*\.$", "", refusal.sentence)  # an order to write
    assert missed_in_refusal(type(refusal)(refusal.code, sentence), text) == [], sentence
