"""The bots of The Campaign play legally, fairly and, one of them, to win, as was measured."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.bot_games import play_out
from engine.bot_plans import always, next_move
from engine.campaign import things as th
from engine.campaign.bots.counselor import CounselorBot
from engine.campaign.bots.random_bot import RandomBot
from engine.campaign.moves import Accept, Bid, End
from engine.campaign.rules import RULESET
from engine.campaign.state import Offer, State, change
from engine.campaign.view import view
from engine.chance import SeededChance
from engine.ruleset import AnsweringBot, Bot, Setup
from games.rulesets import opponents
from games.rulesets.campaign.room import ROOM
from tests.campaign import scenes
from tests.campaign.balance import games, questions_per_turn
from tests.campaign.positions import setup
from tests.campaign.scenes import ALICE, BOB

BOTS = tuple(RULESET.bots.values())
SALT = b"salt"


def _positions(bot: Bot, players: int, seed: bytes, **options: Any) -> Iterator[Any]:
    """Yields each state of a game, with the seat and the move that the bots chose."""
    board = RULESET.boards()["campaign"]
    for state, move, _ in play_out(RULESET, Setup(board, players, options), seed=seed,
                                   bots=[bot] * players):
        yield state, move


def test_the_bot_that_plays_to_win_comes_first() -> None:
    assert list(RULESET.bots) == ["counselor", "random"]
    assert isinstance(RULESET.bots["counselor"], AnsweringBot)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("players", RULESET.seats)
@pytest.mark.parametrize("options", [{}, {"open_bidding": True}, {"bluff": True}], ids=str)
def test_every_game_comes_to_an_end_by_legal_moves(
    bot: Bot, players: int, options: dict[str, bool]
) -> None:
    *_, (last, _) = _positions(bot, players, bytes([players] * 32), **options)
    assert RULESET.status(last).over


def test_its_moves_are_legal_as_far_as_it_can_see() -> None:
    for state, move in _positions(CounselorBot(), 3, b"legal".ljust(32)):
        if move is not None:
            seat = RULESET.status(state).to_move[0]
            assert RULESET.decide(view(state, seat), move, RULESET.unknown_chance(), seat=seat)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_the_same_view_and_salt_give_the_same_move(bot: Bot) -> None:
    seen = view(scenes.turn(), ALICE)
    assert {next_move(bot, seen, seat=ALICE, salt=SALT) for _ in range(3)} == {
        next_move(type(bot)(), seen, seat=ALICE, salt=SALT)}


def test_random_moves_depend_on_the_salt() -> None:
    seen = view(scenes.turn(), ALICE)
    assert len({next_move(RandomBot(), seen, seat=ALICE, salt=bytes([i])) for i in range(9)}) > 1


def _otherwise_hidden(state: State, seat: int) -> State:
    """Returns the state with other things wherever the seat cannot see them."""
    others = [other for other in range(state.players) if other != seat]
    hands, cards = list(state.hands), list(state.cards)
    for other in others:
        *commodities, gold, unknown = hands[other]
        hands[other] = (*commodities[1:], commodities[0], gold, unknown)
        *known, hidden = cards[other]
        cards[other] = (*known[1:], known[0], hidden)
    return change(state, hands=tuple(hands), cards=tuple(cards), supply=state.supply[::-1],
                  deck=state.deck[::-1], chits=state.chits[::-1])


@pytest.mark.promise("R10")
@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_plans_do_not_depend_on_what_is_hidden(bot: Bot) -> None:
    differences = 0
    for state, move in _positions(bot, 3, b"hidden".ljust(32)):
        if move is None:
            break
        seat = RULESET.status(state).to_move[0]
        other = _otherwise_hidden(state, seat)
        differences += other != state
        plans = {bot.plan(view(some, seat), seat=seat, salt=SALT, has_time=always)
                 for some in (state, other)}
        assert len(plans) == 1
    assert differences > 20


@pytest.mark.parametrize("players", RULESET.seats)
def test_it_beats_players_who_move_at_random(players: int) -> None:
    played = list(games(["counselor", *["random"] * (players - 1)], players, range(12)))
    won = sum(game.winners == (game.bots.index("counselor"),) for game in played)
    assert won >= 10


def test_others_are_asked_at_most_once_in_a_turn_on_average() -> None:
    assert 0 < questions_per_turn(list(games(["counselor"], 4, range(3)))) <= 1


def test_it_bids_all_it_can_for_the_point_that_wins() -> None:
    state = change(scenes.auction(), cities=(0b1010101 << 40, 0, 0, 0),
                   cards=((0, 5, 0, 0, 0, 0), *[th.NO_DEVELOPMENTS] * 3))
    bid = CounselorBot().choose(view(state, ALICE), seat=ALICE, salt=SALT)
    assert state.points(ALICE) == 13
    assert bid.limit == 3 + 3 + 4 + 8 + 5


def test_it_does_not_bid_for_a_settlement_that_it_cannot_put_up() -> None:
    state = change(scenes.auction(), settlements=(0b1010101010 << 40, 0, 0, 0))
    assert CounselorBot().choose(view(state, ALICE), seat=ALICE, salt=SALT) == Bid(0, ())


def test_it_saves_its_gold_for_its_first_settlement() -> None:
    hand = (1, 2, 1, 0, 1, 8, 0)
    state = scenes.turn(settlements=(0, 0, 0, 0), cards=(th.NO_DEVELOPMENTS,) * 4, offers=(),
                        hands=(hand, *[scenes.HAND] * 3))
    assert CounselorBot().choose(view(state, ALICE), seat=ALICE, salt=SALT) == End()


def test_it_accepts_an_offer_of_what_it_needs_for_what_it_does_not() -> None:
    give, get = th.single(th.ORE), th.single(th.WOOL)
    offer = Offer(4, BOB, give, get, 0b1111, 1, standing=False)
    hand = (0, 0, 2, 3, 2, 0, 0)
    state = scenes.turn(seat=BOB, offers=(offer,), hands=(hand, *[scenes.HAND] * 3))
    assert CounselorBot().answer(view(state, ALICE), seat=ALICE, salt=SALT, has_time=always) == (
        Accept(4),)


def test_it_refuses_an_offer_that_costs_what_it_needs() -> None:
    offer = Offer(4, BOB, th.single(th.WOOL), th.single(th.ORE), 0b1111, 1, standing=False)
    hand = (0, 0, 2, 3, 2, 0, 0)
    state = scenes.turn(seat=BOB, offers=(offer,), hands=(hand, *[scenes.HAND] * 3))
    assert not CounselorBot().answer(view(state, ALICE), seat=ALICE, salt=SALT, has_time=always)


@pytest.mark.rule("SU3")
@pytest.mark.parametrize(("players", "gold"), [(2, (9, 8)), (3, (7, 8, 10)), (4, (8, 8, 8, 8))])
@pytest.mark.parametrize("first", [0, 1])
def test_a_balanced_start_gives_gold_by_place_in_the_turn_order(
    players: int, gold: tuple[int, ...], first: int
) -> None:
    table = setup(players, first=first, balanced_start=True)
    started = RULESET.start(table, SeededChance(scenes.SEED))[0]
    assert tuple(started.gold[(first + i) % players] for i in range(players)) == gold


DOCUMENT = Path(__file__).parents[2] / "docs" / "bots.md"


def test_both_bots_have_been_measured_the_weaker_first() -> None:
    assert list(opponents.read(ROOM.strengths).bots) == [RandomBot.name, CounselorBot.name]


def test_the_document_says_how_strong_the_random_bot_is() -> None:
    measured = opponents.read(ROOM.strengths).bots["random"]
    words = " ".join(DOCUMENT.read_text("utf-8").split())
    assert f"`random` has {measured.points} ({measured.low} to {measured.high})" in words
