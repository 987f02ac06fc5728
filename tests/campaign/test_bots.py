"""The bots of The Campaign play legally, fairly and, all but one, to win, as was measured."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from typing import Any

import pytest

from alexandros_rules.bot_games import play_out
from alexandros_rules.bot_plans import always, next_move
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.bots.characters import COUNSELOR, REGENT, SATRAP, TREASURER
from alexandros_rules.campaign.bots.random_bot import RandomBot
from alexandros_rules.campaign.bots.sparring import SPARRING
from alexandros_rules.campaign.moves import Accept, BankTrade, Bid, MakeOffer
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import Offer, State, change
from alexandros_rules.campaign.view import view
from alexandros_rules.chance import SeededChance
from alexandros_rules.ruleset import AnsweringBot, Bot, Setup
from games.rulesets import opponents
from games.rulesets.campaign.room import ROOM
from tests.campaign import scenes
from tests.campaign.balance import games, questions_per_turn
from tests.campaign.positions import setup
from tests.campaign.scenes import ALICE, BOB

BOTS = tuple(RULESET.bots.values())
CHARACTERS = (SATRAP, TREASURER, COUNSELOR, REGENT)  # from the weakest to the strongest
SALT = b"salt"


def _positions(bot: Bot, players: int, seed: bytes, **options: Any) -> Iterator[Any]:
    """Yields each state of a game, with the seat and the move that the bots chose."""
    board = RULESET.boards()["campaign"]
    for state, move, _ in play_out(RULESET, Setup(board, players, options), seed=seed,
                                   bots=[bot] * players):
        yield state, move


def test_a_bot_that_plays_to_win_comes_first() -> None:
    assert next(iter(RULESET.bots.values())) is COUNSELOR


@pytest.mark.parametrize("bot", CHARACTERS, ids=lambda bot: bot.name)
def test_characters_answer_offers(bot: Bot) -> None:
    assert isinstance(bot, AnsweringBot)


def test_the_names_of_bots_at_the_table_differ() -> None:
    names = [name for bot in BOTS for name in bot.seat_names]
    assert len({name.casefold() for name in names}) == len(names)
    assert all(len(bot.seat_names) >= RULESET.seats[-1] for bot in BOTS)


# Digests of all moves of a game between first counselors, by players and options.
FIRST_GAMES = {
    (2, "balanced_start"): "164e8ccfb6078dd0", (2, "open_bidding"): "459db8cb62f0a0e5",
    (2, "bluff"): "f30c712a07dc18fb",
    (3, "balanced_start"): "b4afe3ec870c3876", (3, "open_bidding"): "b103de514f9d4874",
    (3, "bluff"): "879085bd6d8a9564",
    (4, "balanced_start"): "44225c1cd62927f1", (4, "open_bidding"): "9ecfd8fbf1d6087f",
    (4, "bluff"): "ec09e245d0d47a6a",
}


@pytest.mark.parametrize(("players", "option"), FIRST_GAMES)
def test_the_first_counselor_plays_as_it_always_has(players: int, option: str) -> None:
    steps = _positions(SPARRING["first-counselor"], players, bytes([players] * 32),
                       **{option: True})
    text = "\n".join(RULESET.format(move, state) for state, move in steps if move is not None)
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == FIRST_GAMES[players, option]


@pytest.mark.parametrize("bot", SPARRING.values(), ids=lambda bot: bot.name)
@pytest.mark.parametrize("options", [{}, {"open_bidding": True}], ids=str)
def test_bots_for_measurements_make_legal_moves(bot: Bot, options: dict[str, bool]) -> None:
    *_, (last, _) = _positions(bot, 3, b"sparring".ljust(32), **options)
    assert RULESET.status(last).over


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
@pytest.mark.parametrize("players", RULESET.seats)
@pytest.mark.parametrize("options", [{}, {"open_bidding": True}, {"bluff": True}], ids=str)
def test_every_game_comes_to_an_end_by_legal_moves(
    bot: Bot, players: int, options: dict[str, bool]
) -> None:
    *_, (last, _) = _positions(bot, players, bytes([players] * 32), **options)
    assert RULESET.status(last).over


@pytest.mark.parametrize("bot", CHARACTERS, ids=lambda bot: bot.name)
def test_their_moves_are_legal_as_far_as_they_can_see(bot: Bot) -> None:
    for state, move in _positions(bot, 3, b"legal".ljust(32)):
        if move is not None:
            seat = RULESET.status(state).to_move[0]
            assert RULESET.decide(view(state, seat), move, RULESET.unknown_chance(), seat=seat)


@pytest.mark.parametrize("bot", BOTS, ids=lambda bot: bot.name)
def test_the_same_view_and_salt_give_the_same_move(bot: Bot) -> None:
    seen = view(scenes.turn(), ALICE)
    assert len({next_move(bot, seen, seat=ALICE, salt=SALT) for _ in range(3)}) == 1


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
def test_even_the_weakest_character_beats_players_who_move_at_random(players: int) -> None:
    played = list(games(["satrap", *["random"] * (players - 1)], players, range(12)))
    won = sum(game.winners == (game.bots.index("satrap"),) for game in played)
    assert won >= 10


def test_others_are_asked_at_most_once_in_a_turn_on_average() -> None:
    assert 0 < questions_per_turn(list(games(["regent"], 4, range(3)))) <= 1


def test_it_bids_all_it_can_for_the_point_that_wins() -> None:
    state = change(scenes.auction(), cities=(0b1010101 << 40, 0, 0, 0),
                   cards=((0, 5, 0, 0, 0, 0), *[th.NO_DEVELOPMENTS] * 3))
    bid = REGENT.choose(view(state, ALICE), seat=ALICE, salt=SALT)
    assert state.points(ALICE) == 13
    assert bid.limit == 3 + 3 + 4 + 8 + 5


def test_it_does_not_bid_for_a_settlement_that_it_cannot_put_up() -> None:
    state = change(scenes.auction(), settlements=(0b1010101010 << 40, 0, 0, 0))
    assert REGENT.choose(view(state, ALICE), seat=ALICE, salt=SALT) == Bid(0, ())


def test_it_keeps_its_gold_for_its_first_settlement() -> None:
    hand = (1, 2, 1, 0, 1, 8, 0)
    state = scenes.turn(settlements=(0, 0, 0, 0), cards=(th.NO_DEVELOPMENTS,) * 4, offers=(),
                        hands=(hand, *[scenes.HAND] * 3))
    move = REGENT.choose(view(state, ALICE), seat=ALICE, salt=SALT)
    assert isinstance(move, MakeOffer)
    assert not move.give[th.GOLD]


def test_it_buys_gold_with_cards_that_it_does_not_need() -> None:
    hand = (0, 18, 0, 0, 0, 0, 0)
    state = scenes.turn(settlements=(0, 0, 0, 0), cities=(0, 0, 0, 0), roads=(0, 0, 0, 0),
                        cards=(th.NO_DEVELOPMENTS,) * 4, offers=(), deck=(),
                        hands=(hand, *[scenes.HAND] * 3))
    assert REGENT.choose(view(state, ALICE), seat=ALICE, salt=SALT) == BankTrade(
        th.LUMBER, th.GOLD, 1)


def test_it_does_not_sell_gold_for_a_card_that_it_does_not_need() -> None:
    offer = Offer(4, BOB, th.single(th.LUMBER), th.single(th.GOLD), 0b1111, 1, standing=False)
    hand = (0, 3, 0, 0, 0, 4, 0)
    state = scenes.turn(seat=BOB, offers=(offer,), hands=(hand, *[scenes.HAND] * 3))
    assert not REGENT.answer(view(state, ALICE), seat=ALICE, salt=SALT, has_time=always)


def test_it_accepts_an_offer_of_what_it_needs_for_what_it_does_not() -> None:
    give, get = th.single(th.ORE), th.single(th.WOOL)
    offer = Offer(4, BOB, give, get, 0b1111, 1, standing=False)
    hand = (0, 0, 2, 3, 2, 0, 0)
    state = scenes.turn(seat=BOB, offers=(offer,), hands=(hand, *[scenes.HAND] * 3))
    assert REGENT.answer(view(state, ALICE), seat=ALICE, salt=SALT, has_time=always) == (
        Accept(4),)


def test_it_refuses_an_offer_that_costs_what_it_needs() -> None:
    offer = Offer(4, BOB, th.single(th.WOOL), th.single(th.ORE), 0b1111, 1, standing=False)
    hand = (0, 0, 2, 3, 2, 0, 0)
    state = scenes.turn(seat=BOB, offers=(offer,), hands=(hand, *[scenes.HAND] * 3))
    assert not REGENT.answer(view(state, ALICE), seat=ALICE, salt=SALT, has_time=always)


@pytest.mark.rule("SU3")
@pytest.mark.parametrize(("players", "gold"), [(2, (9, 8)), (3, (7, 8, 10)), (4, (8, 8, 8, 8))])
@pytest.mark.parametrize("first", [0, 1])
def test_a_balanced_start_gives_gold_by_place_in_the_turn_order(
    players: int, gold: tuple[int, ...], first: int
) -> None:
    table = setup(players, first=first, balanced_start=True)
    started = RULESET.start(table, SeededChance(scenes.SEED))[0]
    assert tuple(started.gold[(first + i) % players] for i in range(players)) == gold


def test_all_bots_have_been_measured_the_weaker_first() -> None:
    assert list(opponents.read(ROOM.strengths).bots) == [
        RandomBot.name, *[bot.name for bot in CHARACTERS]]
