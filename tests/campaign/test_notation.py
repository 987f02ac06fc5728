"""Moves as text: what is written, what is read, and how anything else is refused."""

from __future__ import annotations

import random
import re
from itertools import chain

import pytest

from alexandros_rules.campaign import moves, order_words
from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.notation import parse
from alexandros_rules.campaign.order_text import example_orders, format_move
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import ROBBER, ROLL, Offer, State, change
from alexandros_rules.errors import Ambiguous, Illegal, Refusal, Unreadable
from alexandros_rules.orders import split
from alexandros_rules.spelling import correct
from alexandros_rules.wording import plain, words
from tests.campaign.random_games import steps
from tests.campaign.scenes import ALICE, BOB, CAROL, auction, discarding, paths, places, turn


def read(text: str, state: State | None = None, seat: int = ALICE) -> str:
    """Reads an order and writes it in notation."""
    at = turn() if state is None else state
    return format_move(parse(text, at, seat=seat), at)


def robbing() -> State:
    return turn(phase=ROBBER)


def test_legal_moves_of_random_games_are_read_back_as_themselves() -> None:
    rng = random.Random(7)
    for state, seat, *_ in steps()[::5]:
        view = RULESET.view(state, seat)
        for part in RULESET.legal_moves(state, seat=seat).parts:
            for i in {0, rng.randrange(len(part))} if part else ():
                move = part[i]
                text = format_move(move, state)
                assert parse(text, view, seat=seat) == move, text
                assert parse(text.upper(), state, seat=seat) == move, text


AUCTION_ORDERS = [
    ("bid up to 5, pay wheat wheat gold 3", "bid up to 5 pay 2 wheat 3 gold"),
    ("bid up to 5 pay wheat 2 gold 3", "bid up to 5 pay 2 wheat 3 gold"),
    ("bid up to 5: wheat, 4 gold", "bid up to 5 pay 1 wheat 4 gold"),
    ("Bid 4 with 2 wheat and 2 gold.", "bid up to 4 pay 2 wheat 2 gold"),
    ("bid 5: 2 wheat 3 gold", "bid up to 5 pay 2 wheat 3 gold"),
    ("bid 3 gold", "bid up to 3 pay 3 gold"),
    ("bid 2 sheep and 3 corn", "bid up to 5 pay 2 wool 3 wheat"),
    ("bid pay 2 sheep", "bid up to 2 pay 2 wool"),
    ("bid 5", "bid up to 5 pay 5 wool"),
    ("I bid up to 4 with gold", "bid up to 4 pay 4 gold"),
    ("bid up to 6, pay wheat then gold", "bid up to 6 pay 4 wheat 2 gold"),
    ("bid 4 paid with 2 gold + 2 wheat", "bid up to 4 pay 2 gold 2 wheat"),
    ("bid up to 10", "bid up to 10 pay 8 wool 2 wheat"),
    ("bid at most three gold coins", "bid up to 3 pay 3 gold"),
    ("pass", "bid nothing"), ("bid nothing", "bid nothing"), ("no bid", "bid nothing"),
    ("bid 0", "bid nothing"), ("nothing", "bid nothing"), ("ich passe", "bid nothing"),
    ("biete höchstens 3 mit 2 Weizen und Gold", "bid up to 3 pay 2 wheat gold"),
    ("mise 3 avec 2 blé et 1 laine", "bid up to 3 pay 2 wheat wool"),
    ("pujo 3 con 2 trigo y 1 lana", "bid up to 3 pay 2 wheat wool"),
    ("punto 3 con 2 grano e 1 lana", "bid up to 3 pay 2 wheat wool"),
    ("bied 3 met 2 graan en 1 wol", "bid up to 3 pay 2 wheat wool"),
    ("licito 3 com 2 trigo e 1 ovelha", "bid up to 3 pay 2 wheat wool"),
]


@pytest.mark.rule("AU5", "AU10")
@pytest.mark.parametrize(("text", "order"), AUCTION_ORDERS)
def test_a_bid_may_be_written_in_many_forms(text: str, order: str) -> None:
    (piece,) = split(text, RULESET.verbs)

    assert read(piece, auction()) == order


@pytest.mark.rule("AU3")
def test_a_pass_in_an_open_auction_and_outside_of_one() -> None:
    assert read("pass", auction(open_bidding=True)) == "pass"
    assert read("bid 2 gold", auction(open_bidding=True)) == "bid 2 pay 2 gold"
    assert read("raise to 3 gold", auction(open_bidding=True)) == "bid 3 pay 3 gold"
    assert read("pass") == "end"


@pytest.mark.rule("AU7")
def test_a_bid_that_cannot_be_paid_is_read_without_a_payment() -> None:
    assert parse("bid 60", auction(bluff=True), seat=ALICE) == moves.Bid(60, ())


def test_examples_after_an_unreadable_order_can_be_given_in_the_position() -> None:
    examples = 0
    for state, seat, *_ in steps()[::9]:
        view = RULESET.view(state, seat)
        for text in ("bid", "bid 3 pay", "robber", "discard", "road", "offer", "bank", "city",
                     "play plenty", "buy ore", "otherwise", "hello"):
            with pytest.raises(Unreadable) as caught:
                parse(text, view, seat=seat)
            refusal = caught.value
            named = re.findall(r"You could write: (.*)\.|for example '(.*?)'|as in '(.*?)'",
                               refusal.sentence)
            for order in [*filter(None, chain(*named)), *refusal.allowed]:
                RULESET.decide(view, parse(order, view, seat=seat), RULESET.unknown_chance(),
                               seat=seat)
                examples += 1
    assert examples > 1000


def test_preferences_are_examples_only_if_nothing_else_can_be_ordered() -> None:
    assert not any(order.startswith("prefer") for order in example_orders(turn(), seat=ALICE))


@pytest.mark.rule("AU6", "AU7")
@pytest.mark.parametrize(("text", "sentence", "orders"), [
    ("bid 9 with gold", "With 8 gold you can bid up to 8, not 9.",
     ("bid up to 8 pay 8 gold", "bid up to 9")),
    ("bid up to 9 pay 2 gold", "With 2 gold you can bid up to 2, not 9.",
     ("bid up to 2 pay 2 gold", "bid up to 9")),
])
def test_a_bid_beyond_what_pays_it_is_answered_with_the_bid_that_fits(
    text: str, sentence: str, orders: tuple[str, ...]
) -> None:
    state = auction(hands=((0, 0, 2, 3, 0, 8, 0),) * 4)
    with pytest.raises(Illegal) as caught:
        RULESET.decide(state, parse(text, state, seat=ALICE), RULESET.unknown_chance(), seat=ALICE)

    refusal = caught.value
    assert refusal.sentence == f"{sentence} Bid less, name more, or leave the payment to us."
    assert tuple(refusal.allowed) == orders


@pytest.mark.rule("AU6")
def test_a_payment_with_soldiers_may_be_worth_more_than_the_bid() -> None:
    battle = auction(kind=th.BATTLE, soldiers=(2, 0, 0, 0))

    assert parse("bid 5 pay 2 soldiers", battle, seat=ALICE) == moves.Bid(5, ((th.SOLDIERS, 2),))
    assert parse("bid knight", battle, seat=ALICE) == moves.Bid(3, ((th.SOLDIERS, 1),))


ORDERS = [
    ("road C4.E", "road C4.E"), ("road C4 E", "road C4.E"), ("road c4e", "road C4.E"),
    ("build a road C4 east", "road C4.E"), ("road from C4.N to C4.NE", "road B4.SW"),
    ("buy road C4.E", "road C4.E"),
    ("road on the eastern side of Upper Syria", "road C4.E"),
    ("road C4.N C4.NE", "road B4.SW"), ("Straße von C4 Nord nach C4 Nordost", "road B4.SW"),
    ("settlement C4.S", "settlement C4.S"), ("settlement Tyre", "settlement E3.N"),
    ("settlement at the northern corner of Babylonia", "settlement D5.N"),
    ("found a village at Alexandria by Issus", "settlement D3.N"),
    ("baue Siedlung C4 Süd", "settlement C4.S"), ("put a settlement on Gaza", "settlement D3.S"),
    ("city C4.N", "city C4.N"), ("upgrade settlement C4.N", "city C4.N"),
    ("build city Alexandria", "city E2.NE"), ("bouw stad C4 noord", "city C4.N"),
    ("buy card", "buy development"), ("develop", "buy development"),
    ("dev card", "buy development"), ("devcard", "buy development"),
    ("buy a development card", "buy development"), ("kaufe Entwicklungskarte", "buy development"),
    ("achète une carte", "buy development"), ("build development card", "buy development"),
    ("play soldier C4 from green", "play soldier C4 from green"),
    ("soldier C4", "play soldier C4 from green"), ("play knight A1", "play soldier A1"),
    ("play soldier to Babylonia and steal from blue", "play soldier D5 from blue"),
    ("joue chevalier D5 bleu", "play soldier D5 from blue"),
    ("play roads C4.E C4.SE", "play roads C4.E C4.SE"),
    ("play two roads C4.E, C4.SE", "play roads C4.E C4.SE"),
    ("play road building: C4.E and C4.SE", "play roads C4.E C4.SE"),
    ("play roads from C4.N to C4.NE", "play roads B4.SW"),
    ("play plenty ore wheat", "play plenty wheat ore"), ("plenty: 2 ore", "play plenty 2 ore"),
    ("year of plenty, take ore and wheat", "play plenty wheat ore"),
    ("play monopoly wool", "play monopoly wool"), ("monopoly on sheep", "play monopoly wool"),
    ("joga monopólio de ovelhas", "play monopoly wool"),
    ("offer 2 wool for ore to blue", "offer 2 wool for ore to blue"),
    ("offer wool 2 for ore", "offer 2 wool for ore"),
    ("offer wool wool for ore", "offer 2 wool for ore"),
    ("trade wool, 3 ore for gold", "offer 1 wool 3 ore for gold"),
    ("trade 2 wool with blue for ore", "offer 2 wool for ore to blue"),
    ("exchange 2 wool for ore with everybody", "offer 2 wool for ore"),
    ("give blue 2 wool for ore", "offer 2 wool for ore to blue"),
    ("standing offer wool for ore, twice to red blue",
     "standing offer wool for ore twice to red blue"),
    ("offer wool for ore standing 3 times", "standing offer wool for ore 3 times"),
    ("tausche 2 Wolle gegen Erz mit Blau", "offer 2 wool for ore to blue"),
    ("échange 2 laine contre minerai avec le bleu", "offer 2 wool for ore to blue"),
    ("cambio 2 lana per minerale con blu", "offer 2 wool for ore to blue"),
    ("ofrezco 2 lana por mineral a azul", "offer 2 wool for ore to blue"),
    ("ruil 2 wol voor erts met blauw", "offer 2 wool for ore to blue"),
    ("troco 2 ovelhas por minério com azul", "offer 2 wool for ore to blue"),
    ("bank 4 wool for ore", "bank 4 wool for ore"), ("bank wool for ore", "bank 4 wool for ore"),
    ("bank wool for 2 ore", "bank 8 wool for 2 ore"),
    ("bank 4 wool -> ore", "bank 4 wool for ore"),
    ("swap 4 wool => 1 ore (bank)", "bank 4 wool for ore"),
    ("bank 8 sheep for stone", "bank 8 wool for 2 ore"),
    ("trade 4 wool for ore with the bank", "bank 4 wool for ore"),
    ("tausche 4 Wolle gegen Erz mit der Bank", "bank 4 wool for ore"),
    ("accept 3", "accept 3"), ("accept", "accept 3"), ("accept yellow's offer", "accept 3"),
    ("take offer number 3", "accept 3"), ("nehme Angebot 3", "accept 3"),
    ("withdraw 3", "withdraw 3"), ("cancel offer 3", "withdraw 3"),
    ("discard wool first, ore", "prefer to discard wool ore"),
    ("prefer to discard wool, then ore", "prefer to discard wool ore"),
    ("prefer to choose discards", "prefer to choose discards"),
    ("prefer to roll at once", "prefer to roll at once"),
    ("prefer rolling immediately", "prefer to roll at once"),
    ("prefer to roll myself", "prefer to roll myself"),
    ("roll", "roll"), ("dice", "roll"), ("roll the dice", "roll"), ("würfle", "roll"),
    ("otherwise bank wool for ore", "otherwise bank 4 wool for ore"),
    ("else end", "otherwise end"), ("sonst Ende", "otherwise end"),
    ("end", "end"), ("done", "end"), ("end my turn", "end"), ("finish", "end"), ("fin", "end"),
    ("fine turno", "end"), ("Fertig!", "end"), ("I end my turn, thanks", "end"),
]


@pytest.mark.rule("TR1", "TR2", "TR3", "BU1", "DE1", "DE2", "DE3")
@pytest.mark.parametrize(("text", "order"), ORDERS)
def test_an_order_may_be_written_in_many_forms(text: str, order: str) -> None:
    (piece,) = split(text, RULESET.verbs)

    assert read(piece) == order
    assert read(piece.upper()) == order


@pytest.mark.rule("SE2")
@pytest.mark.parametrize(("text", "order"), [
    ("robber Babylonia from blue", "robber D5 from blue"),
    ("move the robber to D5 and steal from yellow", "robber D5 from yellow"),
    ("rob green at Upper Syria", "robber C4 from green"),
    ("steal from green at C4", "robber C4 from green"),
    ("robber Upper Syria", "robber C4 from green"), ("place robber on A1", "robber A1"),
    ("Räuber nach C4", "robber C4 from green"), ("robber A1, nobody", "robber A1"),
])
def test_the_robber_may_be_moved_in_many_forms(text: str, order: str) -> None:
    (piece,) = split(text, RULESET.verbs)

    assert read(piece, robbing()) == order


@pytest.mark.rule("SE2")
def test_a_victim_must_be_named_if_there_are_several() -> None:
    with pytest.raises(Ambiguous) as caught:
        parse("robber Babylonia", robbing(), seat=ALICE)

    assert caught.value.sentence == (
        "'robber Babylonia' fits 2 moves. Write one of these: robber D5 from yellow; robber D5"
        " from blue."
    )
    assert caught.value.allowed == ("robber D5 from yellow", "robber D5 from blue")


@pytest.mark.rule("SE1")
@pytest.mark.parametrize("text", [
    "discard 4 wool 6 wheat", "discard wool 4, wheat 6", "wirf 4 Wolle und 6 Weizen ab",
    "discard four wool and six grain"])
def test_discards_may_be_written_in_many_forms(text: str) -> None:
    assert read(text, discarding()) == "discard 6 wheat 4 wool"


@pytest.mark.parametrize(("text", "allowed"), [
    ("discard wool 2 ore", ("discard 1 wool 2 ore", "discard 2 wool ore")),
    ("trade wool 3 ore for gold", ("offer 1 wool 3 ore for gold", "offer 3 wool ore for gold")),
    ("bid up to 4 pay wheat 3 gold",
     ("bid up to 4 pay 1 wheat 3 gold", "bid up to 4 pay 3 wheat gold")),
    ("bid 2 wool wheat", ("bid up to 3 pay 2 wool wheat", "bid up to 2 pay wool wheat")),
])
def test_a_number_between_two_things_is_ambiguous(text: str, allowed: tuple[str, ...]) -> None:
    state = auction() if text.startswith("bid") else turn()
    with pytest.raises(Ambiguous) as caught:
        parse(text, state, seat=ALICE)

    assert caught.value.allowed == allowed


@pytest.mark.rule("TR3")
def test_an_offer_needs_its_number_if_there_are_several() -> None:
    state = turn()
    other = Offer(4, CAROL, th.single(th.ORE), th.single(th.WOOL), 15, 1, standing=True)
    several = change(state, offers=(*state.offers, other))

    with pytest.raises(Ambiguous) as caught:
        parse("accept", several, seat=ALICE)

    assert caught.value.allowed == ("accept 3", "accept 4")
    assert read("accept blue", several) == "accept 4"
    assert read("withdraw", several, seat=BOB) == "withdraw 3"


def test_whole_turns_are_split_into_orders() -> None:
    text = ("road C4.E, settlement C4.N; offer 2 wool for ore; otherwise bank 4 wool for ore, end")

    assert split(text, RULESET.verbs) == [
        "road C4.E", "settlement C4.N", "offer 2 wool for ore", "otherwise bank 4 wool for ore",
        "end",
    ]


@pytest.mark.parametrize("text", [
    "bid up to 5, pay wheat, soldier, gold 3", "play plenty, take ore and wheat",
    "move the robber to C4 and steal from blue", "offer wool, 2 ore for gold to red and blue",
    "play roads C4.E, C4.SE", "standing offer: wool for ore, twice",
])
def test_what_belongs_to_one_order_is_not_split(text: str) -> None:
    assert split(text, RULESET.verbs) == [text]


def test_then_and_numbering_separate_orders() -> None:
    assert split("1. roll 2. road C4.E and then settlement Tyre. Then I end my turn",
                 RULESET.verbs) == ["roll", "road C4.E", "settlement Tyre", "end my turn"]


UNREADABLE = [
    ("", "It contains no order."),
    ("bid up to -3", "A number cannot be negative."),
    ("bank \u22124 gold for ore", "A number cannot be negative."),
    ("hello", (
        "'hello' is not an order. Each order begins with a word such as 'road', 'settlement',"
        " 'city', 'buy', 'bank', 'offer', 'play' or 'end'.")),
    ("I want ore", (
        "It does not begin with an order. Each order begins with a word such as 'road',"
        " 'settlement', 'city', 'buy', 'bank', 'offer', 'play' or 'end'.")),
    ("yes", "'yes' is not an order. To accept an offer, write for example 'accept 3'."),
    ("no", "You need not answer an offer that you do not want."),
    ("discard", "Name the cards that you discard. You cannot give such an order now."),
    ("discard 3 soldiers", "'soldiers' is not a commodity."),
    ("discard 2", "Name the cards that you discard. You cannot give such an order now."),
    ("discard 2 wool 3", "Write each number next to what it counts, as in '2 wool ore'."),
    ("discard fish",
     "'fish' is not one of these: brick, lumber, wheat, wool, ore, gold."),
    ("bid", "Name a number for your bid, or pass."),
    ("bid 5 pay", "After 'pay', name what you pay."),
    ("bid 5 6", "Name one number for your bid."),
    ("bid five hundred", "'hundred' does not belong here."),
    ("prefer to roll", "Write 'prefer to roll at once' or 'prefer to roll myself'."),
    ("prefer wine", "'wine' does not belong here."),
    ("prefer to discard",
     "Write what you would discard first, as in 'prefer to discard wool ore'."),
    ("road", "Name the path for the road. You could write: road B3.E."),
    ("road C4.E C4.SE", "Write an order for each road: 'road C4.E; road C4.SE'."),
    ("road C4", (
        "Say which side of C4 you mean: NE, E, SE, SW, W, NW. Or name two junctions, as in"
        " 'road C4.N C4.NE'.")),
    ("road from C4.N to C4.S", "C4.N and C4.S are not neighbours."),
    ("road C1.W", "No land touches C1.W."),
    ("road Z9.E", "'Z9' is not a hex of this map."),
    ("settlement", "Name one junction for the settlement. You cannot give such an order now."),
    ("settlement C4", "Say which corner of C4 you mean: N, NE, SE, S, SW, NW."),
    ("settlement C4.E", "Say which corner of C4 you mean: N, NE, SE, S, SW, NW."),
    ("settlement C1.NW", "No land touches C1.NW."),
    ("settlement Rome", "'rome' is not a place on this map."),
    ("settlement north", "'N' does not belong here."),
    ("city", "Name one of your settlements for the city. You could write: city C4.N."),
    ("robber", (
        "Name one hex for the robber, and one player to steal from. You cannot give"
        " such an order now.")),
    ("robber C4 C5", (
        "Name one hex for the robber, and one player to steal from. You cannot give"
        " such an order now.")),
    ("robber C4 from Bob", "'bob' is neither a hex nor the colour of a player."),
    ("build", "Say what you build: road, settlement or city."),
    ("buy ore", (
        "To buy a development card, write 'buy development'. To trade with the bank, write"
        " for example 'bank 4 wheat for brick'.")),
    ("play", "Say which development card you play: soldier, roads, plenty, monopoly."),
    ("play point", "Say which development card you play: soldier, roads, plenty, monopoly."),
    ("play soldier", (
        "Name one hex for the robber, and one player to steal from. You could write:"
        " play soldier A1.")),
    ("play roads", "Name the paths for your free roads. You could write: play roads B3.E."),
    ("play roads C4.E C4.E", "Name two different paths for your free roads, or only one."),
    ("play plenty",
     "Name the two commodities that you take. You could write: play plenty 2 brick."),
    ("play monopoly", "Name one commodity. You could write: play monopoly brick."),
    ("play monopoly wool ore", "Name one commodity. You could write: play monopoly brick."),
    ("offer 2 wool",
     "Write what you give, then 'for', then what you get. You could write: offer ore for gold."),
    ("offer for ore",
     "Write what you give, then 'for', then what you get. You could write: offer ore for gold."),
    ("offer 2 wool for ore for gold",
     "Write what you give, then 'for', then what you get. You could write: offer ore for gold."),
    ("offer wool for ore to Bob", (
        "'bob' is neither a thing to be traded (brick, lumber, wheat,"
        " wool, ore, gold) nor the colour of a player (red, yellow, blue, green).")),
    ("offer soldier for ore", "'soldier' cannot be traded."),
    ("bank", (
        "Write what you give, then 'for', then what you get. You could write: bank 4 wheat"
        " for brick.")),
    ("bank wool ore for gold",
     "The bank gives one kind of thing for another. You could write: bank 4 wheat for brick."),
    ("accept 3 4", "Name one offer in each order."),
    ("accept blue", "There is no such offer now. Offers are named by their numbers."),
    ("withdraw", "There is no such offer now. Offers are named by their numbers."),
    ("otherwise", "After 'otherwise', write one other order."),
    ("otherwise otherwise end",
     "After 'otherwise', write one other order."),
    ("if we end", "The only condition for an order is 'otherwise', after an offer."),
    ("end tomorrow", "'tomorrow' does not belong here."),
    ("fine", "To end your turn, write 'end'; if not, leave this out."),
    ("roll 7", "'7' does not belong here."),
]


@pytest.mark.parametrize(("text", "why"), UNREADABLE)
def test_what_cannot_be_read_is_answered_with_the_reason_and_examples(text: str, why: str) -> None:
    with pytest.raises(Unreadable) as caught:
        parse(text, turn(), seat=ALICE)

    assert caught.value.code == "unreadable"
    assert caught.value.sentence == f"We cannot read {text!r}. {why}"
    assert caught.value.allowed == tuple(example_orders(turn(), seat=ALICE))


@pytest.mark.parametrize(("state", "why"), [
    (auction(), "To bid, write for example 'bid up to 3'. To bid nothing, write 'bid nothing'."),
    (auction(open_bidding=True),
     "To bid, write for example 'bid 3'. To bid nothing, write 'pass'."),
    (auction(hands=((0,) * 7,) * 4), "To bid nothing, write 'bid nothing'."),
    (discarding(), "Write which cards you discard, as in 'discard 1 brick lumber 2 wheat 6 wool'."),
    (turn(phase=ROBBER), "Write where the robber goes and whom you rob, as in 'robber A1'."),
    (turn(phase=ROLL), "Write 'roll', or first play a development card."),
    (turn(seat=BOB), ("The game does not wait for you now, but you can make an offer, as in"
                      " 'standing offer ore for gold'.")),
])
def test_whoever_writes_something_else_is_told_what_the_game_waits_for(
    state: State, why: str
) -> None:
    with pytest.raises(Unreadable) as caught:
        parse("up to 5", state, seat=ALICE)

    assert caught.value.sentence == (
        f"We cannot read 'up to 5'. It does not begin with an order. {why}")


def test_a_bid_of_everything_is_refused_with_what_that_is() -> None:
    with pytest.raises(Unreadable, match="The most that you can pay here is 23"):
        parse("bid all", auction(), seat=ALICE)


def test_a_colour_that_nobody_plays_is_refused() -> None:
    with pytest.raises(Unreadable, match=r"Nobody plays green in this game\."):
        parse("offer wool for ore to green", turn(players=3), seat=ALICE)


@pytest.mark.rule("TR1")
def test_a_number_that_does_not_fit_the_rate_is_refused_with_one_that_does() -> None:
    with pytest.raises(Illegal) as caught:
        parse("bank 5 wool for ore", turn(), seat=ALICE)

    assert caught.value.code == "wrong-rate"
    assert caught.value.sentence == (
        "The bank wants 4 wool for each ore that it gives you. 5 wool does not pay for that"
        " exactly."
    )
    assert caught.value.allowed == ("bank 4 wool for ore",)


@pytest.mark.rule("TR1")
def test_the_rate_of_a_harbour_says_the_number() -> None:
    state = turn()
    home = places(state, "C2.SE")  # Halicarnassus, the harbour for wool
    at_harbour = change(state, settlements=(home, *state.settlements[1:]))

    assert read("bank wool for 2 ore", at_harbour) == "bank 4 wool for 2 ore"


def test_a_road_may_be_named_by_either_of_its_hexes() -> None:
    state = turn()

    for text in ("road C4.E", "road C5.W"):
        move = parse(text, state, seat=ALICE)
        assert isinstance(move, moves.BuildRoad)
        assert 1 << move.path == paths(state, "C4.E")


@pytest.mark.parametrize(("text", "corrected"), [
    ("setlement Tyr", None), ("rooad B3.E", "road B3.E"), ("bnak woll for ore", ("bank 4 wool for"
     " ore")), ("citty C4.N", "city C4.N"), ("robber Babylonai", None),
])
def test_misspelled_orders_are_corrected_if_they_can_be_played(
    text: str, corrected: str | None
) -> None:
    correction = correct(RULESET, RULESET.view(turn(), ALICE), [text], seat=ALICE)

    orders = correction.orders if correction else ()
    assert orders == (() if corrected is None else (corrected,))


@pytest.mark.parametrize("text", [
    "road " + "C4 " * 900, "otherwise " * 400, "bid " + "9" * 3000, "offer " * 500, "\x00",
    "discard x99999999", "play soldier C4.N", "robber C4.N", "road C٤.E", "C4", "7",
    "bid 5 pay 5 pay 5", "bank 0 wool for 0 ore", "offer 0 wool for 0 ore", "accept 0", "settle",
    "take", "if", "no", "year", "give", "standing", "standing offer", "steal", "soldier", "ﷺ" * 99,
    "bank soldier for ore", "bid 99999 gold", "otherwise roll", "offer wool for wool to red",
])
def test_odd_orders_meet_a_refusal_or_a_move_and_never_an_accident(text: str) -> None:
    for state in (turn(), auction(), robbing(), discarding()):
        for seat in (ALICE, BOB):
            answer = answered(text, RULESET.view(state, seat), seat)
            assert answer.endswith(".")
            assert len(answer) < 700


def answered(text: str, view: State, seat: int) -> str:
    """Returns the sentence with which an order is refused, or its move with a full stop."""
    try:
        move = RULESET.parse(text, view, seat=seat)
        RULESET.decide(view, move, RULESET.unknown_chance(), seat=seat)
    except Refusal as refusal:
        return refusal.sentence
    return f"{move}."


def test_no_word_has_two_meanings() -> None:
    for meanings in (order_words._VERBS, order_words._KINDS, order_words._COLOURS):
        found = [word for said in meanings.values() for word in said.split()]
        assert len(found) == len({*found})
    things, verbs = {*order_words.KINDS}, {*order_words.VERBS}
    assert not things & {*order_words.COLOURS}
    assert not (things | {*order_words.COLOURS}) & (
        verbs | order_words.NOISE | order_words.FOR | order_words.PAY | order_words.WITH)
    assert not verbs & {*order_words.OPENINGS}


def test_every_word_is_written_as_orders_are_compared() -> None:
    for word in order_words.WORDS:
        assert plain(word) == word
        assert words(word) == [word]


def test_an_order_that_lacks_its_place_is_not_completed_by_guessing() -> None:
    assert correct(RULESET, turn(), ["play soldier"], seat=ALICE) is None
    fixed = correct(RULESET, turn(), ["play soldire C5"], seat=ALICE)
    assert fixed is not None
    assert fixed.orders == ("play soldier C5 from blue",)
