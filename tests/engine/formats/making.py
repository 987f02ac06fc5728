"""The choice of what is asked in the test vectors: the same each time.

The games of Alexandros are golden games.  Those of The Campaign are random ones, with orders
in between that are refused.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, TypeVar

from alexandros_rules import codec
from alexandros_rules.alexandros import pools
from alexandros_rules.alexandros.cards import CARDS_PER_SYMBOL, KINDS, NONE, counts, subtract
from alexandros_rules.alexandros.marches import can_play, empty_spaces, is_stuck
from alexandros_rules.alexandros.pools import EVERY_CARD, Pool
from alexandros_rules.alexandros.rules import RULESET as ALEXANDROS
from alexandros_rules.alexandros.state import TAKE, change, dump_state
from alexandros_rules.alexandros.view import view
from alexandros_rules.campaign import continuing
from alexandros_rules.campaign.moves import End, MakeOffer, Move, Otherwise
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.campaign.state import BUILD, MOST_OFFERS, OVER, State
from alexandros_rules.campaign.things import GOLD, ORE, single
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal, Refusal
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.random_games import Habits, random_guess, random_move
from tests.engine.formats.grammars import tree
from tests.engine.formats.vectors import Data, Game, played
from tests.golden.game_files import GoldenGame, Order, read_all
from tests.golden.replays import Entry, play, read_index

T = TypeVar("T")

_PHASE = {"alexandros": 3, "campaign": 5}  # the place of the phase in the text of a position
STUCK = "v3-delta-2-82"  # a golden game that ends because no card allows a march
DEALS = 16  # random games of The Campaign to choose from
GUESSES = 20  # orders that are tried in each position
CONTINUED = 30  # the turn of a position from which a game goes on, at least
HAGGLING = range(60, 80)  # rows in which one seat makes as many offers as it may
LIMITS = (1, 2, 3, 4, 6, 7, 100, 255, 256)


def asked(name: str) -> Data:
    """The questions of a file."""
    return {"alexandros": _alexandros, "campaign": _campaign}[name]()


def _whole(name: str, games: Sequence[Data], texts: Iterable[str], draws: list[Data]) -> Data:
    data = {"ruleset": name, "boards": {codec.fingerprint(text): {"text": text} for text in texts},
            "draws": draws, "games": games, "positions": []}
    return {**data, "positions": _positions(played(data), phase=_PHASE[name])}


def covering(features: Mapping[T, set[Any]], cost: Mapping[T, int]) -> list[T]:
    """Few of these things that have all features together, the dearer ones only if needed."""
    missing, chosen = set[Any]().union(*features.values()), []
    while missing:
        best = max(features, key=lambda one: len(features[one] & missing) / cost[one])
        chosen.append(best)
        missing -= features[best]
    for one in sorted(chosen, key=lambda one: -cost[one]):
        others = set[Any]().union(*[features[other] for other in chosen if other != one])
        if features[one] <= others:
            chosen.remove(one)
    return chosen


def _alexandros() -> Data:
    index = read_index()
    every = {game.name: game for game in read_all()}
    plain = {name: _shown(game, index[name]) for name, game in every.items()
             if index[name]["ending"] != "unfinished" and not index[name]["refusals"]}
    names = covering(plain, {name: index[name]["rows"] + 20 for name in plain})
    by_hand = [game for name, game in every.items() if name.startswith("written-")]
    chosen = [*[every[name] for name in sorted(names, key=lambda name: index[name]["rows"])],
              *by_hand, _without_face_up_cards(every[STUCK])]
    texts = dict.fromkeys(game.table.board for game in chosen)
    seed = bytes(range(32)).hex()
    shuffles = [{"seed": seed, "label": f"shuffle-{number}", "shuffle": cards} for number, cards in
                enumerate(([c for c in range(5) for _ in range(11)], [4, 0, 2, 2], [1], []), 1)]
    draws = [{"seed": seed, "label": "first", "below": n} for n in LIMITS]
    return _whole("alexandros", [_golden(game) for game in chosen], texts, [*draws, *shuffles])


def _without_face_up_cards(game: GoldenGame) -> GoldenGame:
    """A game that goes on from a stuck one, but with all cards in hands (A16).

    The seat whose turn it is has only cards that do not allow a march.
    """
    states = [state for row, state, _ in play(game) if row]
    stuck = next(state for state in states
                 if state.phase == TAKE and is_stuck(state, empty_spaces(state)))
    useless = [card for card in KINDS if not can_play(stuck, card, empty_spaces(stuck))]
    own = counts(useless * CARDS_PER_SYMBOL)
    hands = [subtract(EVERY_CARD, own)] * 2
    hands[stuck.seat] = own
    state = change(stuck, hands=tuple(hands), known=tuple(hands), face_up=(), supply=(),
                   discard=NONE, shuffles=0)
    position = [json.loads(dump_state(view(state, None))), pools.data([Pool(NONE, (0, 0))])]
    options = {**game.options, "position": codec.canonical(position)}
    orders = (Order(state.seat, "stay"), Order(state.seat, "draw", "no-cards"),
              Order(state.seat, "end"))
    return replace(game, options=options, orders=orders, shows="A16: no card of the hand allows"
                   " a march, and none is face up, so Alexander stays.")


def _shown(game: GoldenGame, entry: Entry) -> set[Any]:
    """What a golden game shows: events, verbs, options, its end, its table and its version."""
    orders = [order.text for order in game.orders]
    return {
        *(("event", kind) for kind in entry["events"]),
        *(("verb", order.split()[0]) for order in orders),
        *(("option", name) for name, value in game.options.items() if value is not False),
        ("end", entry["ending"]), ("players", entry["players"]), ("board", game.board),
        ("version", game.rules), ("gift", any(" give " in order for order in orders)),
    }


def _golden(game: GoldenGame) -> Data:
    """A golden game, with its orders as the rules write them; others are left out."""
    rows: list[list[Any]] = [[None, "start"]]
    chance = SeededChance(game.seed)
    state = fold(ALEXANDROS, None, ALEXANDROS.start(game.table, chance, version=game.rules))
    for order in game.orders:
        try:
            move = ALEXANDROS.parse(order.text, state, seat=order.seat)
        except Refusal:
            continue
        rows.append([order.seat, ALEXANDROS.format(move, state)])
        if not order.code:
            events = ALEXANDROS.decide(state, move, chance, seat=order.seat)
            state = fold(ALEXANDROS, state, events)
    return {"shows": game.shows, "board": codec.fingerprint(game.table.board),
            "players": len(game.players), "options": game.options, "version": game.rules,
            "seed": game.seed.hex(), "rows": rows}


def _campaign() -> Data:
    text = CAMPAIGN.boards()["campaign"]
    games = [_random_game(number, text) for number in range(DEALS)]
    games.append(_random_game(DEALS, text, position=_position_in_a_game(text)))
    shown = {number: features for number, (_, features) in enumerate(games)}
    numbers = covering(shown, {number: len(game["rows"]) for number, (game, _) in enumerate(games)})
    chosen = sorted([games[number][0] for number in numbers], key=lambda game: len(game["rows"]))
    seed = bytes(range(32)).hex()
    draws = [{"seed": seed, "label": f"die-7-{number}", "below": 6} for number in (1, 2)]
    draws += [{"seed": seed, "label": f"theft-{number}", "below": number} for number in LIMITS]
    chits = [chit for chit in range(4) for _ in range(7)]
    draws.append({"seed": seed, "label": "shuffle-chits", "shuffle": chits})
    return _whole("campaign", chosen, [text], draws)


def _position_in_a_game(text: str) -> str:
    """A position late in a game of random moves with three players, in the middle of a turn."""
    rng, chance = Random(0), SeededChance(bytes(32))
    log = [*CAMPAIGN.start(Setup(text, 3, {}), chance)]
    state = fold(CAMPAIGN, None, log)
    while state.turn < CONTINUED or not sum(state.bought):
        seat, move = random_move(state, rng, Habits(highest_bid=6, build=True))
        made = CAMPAIGN.decide(state, move, chance, seat=seat)
        log, state = [*log, *made], fold(CAMPAIGN, state, made)
    return continuing.after(log)


def _random_game(number: int, text: str, *, position: str = "") -> tuple[Data, set[Any]]:
    """A game of random moves, with the first order of each kind of refusal; and what it shows.

    With a position of three players, the game goes on from it.
    """
    players = 3 if position else 2 + number % 3
    options: dict[str, Any] = {"open_bidding": number % 2 == 1, "bluff": number % 4 > 1,
                               "balanced_start": number % 8 > 3}
    if position:
        options = {"position": position}
    elif number % 5 == 3:
        options["first"] = 1
    seed, rng = hashlib.sha256(f"vectors {number}".encode()).digest(), Random(number)
    chance = SeededChance(seed)
    began = CAMPAIGN.start(Setup(text, players, options), chance)
    features = {("players", players), *(("option", name) for name in options if options[name])}
    rows, state = [[None, "start"]], fold(CAMPAIGN, None, began)
    while True:
        for seat, order, code in _refused(state, rng):
            if ("refused", code) not in features:
                features.add(("refused", code))
                rows.append([seat, order])
        if state.phase == OVER:
            break
        seat, move = _move(state, rng, number=len(rows))
        rows.append([seat, CAMPAIGN.format(move, state)])
        events = CAMPAIGN.decide(state, move, chance, seat=seat)
        features |= {("move", type(move)), *(("event", type(event)) for event in events)}
        state = fold(CAMPAIGN, state, events)
    features.add(("end", state.reason))
    return {"shows": "", "board": codec.fingerprint(text), "players": players, "options": options,
            "version": CAMPAIGN.version, "seed": seed.hex(), "rows": rows}, features


def _move(state: State, rng: Random, *, number: int) -> tuple[int, Move]:
    """A random move; at one time of the game, as many offers as a seat may have."""
    own = sum(offer.seat == 0 for offer in state.offers)
    if number in HAGGLING and state.phase == BUILD and state.gold(0) and own < MOST_OFFERS:
        return 0, MakeOffer(single(GOLD), single(ORE, 3), 0b10, 1, standing=True)
    if state.last_offer and state.phase == BUILD and rng.random() < 0.5:
        return state.seat, Otherwise(End())
    return random_move(state, rng, Habits(highest_bid=12, build=False))


def _refused(state: State, rng: Random) -> Iterator[tuple[int, str, str]]:
    """Yields orders that can be written, with their seats and the codes of their refusals."""
    guesses = [random_guess(state, rng) for _ in range(GUESSES)]
    guesses.append((0, MakeOffer(single(GOLD), single(ORE, 20), 0b10, 1, standing=True)))
    for seat, move in guesses:
        order = CAMPAIGN.format(move, state)
        try:
            CAMPAIGN.decide(state, CAMPAIGN.parse(order, state, seat=seat),
                            SeededChance(bytes(32)), seat=seat)
        except Illegal as refusal:
            if tree("campaign", order):
                yield seat, order, refusal.code
        except Refusal:
            continue


def _positions(games: Sequence[Game], *, phase: int) -> list[Data]:
    """Few positions in which each part of the text has changed, and is hidden, at least once."""
    features: dict[tuple[int, int], set[Any]] = {}
    for number, game in enumerate(games):
        first = json.loads(game.position(1)["position"])
        for row in range(1, len(game.rows)):
            one = game.position(row)
            parts = json.loads(one["position"])
            features[number, row] = {
                ("phase", parts[phase]),
                *(("changed", i) for i in _different(first, parts)),
                *(("hidden", i) for view in one["views"]
                  for i in _different(json.loads(view), parts)),
                *(("verb", verb) for moves in one["moves"] for verb in moves),
            }
    return [{"game": number, "row": row}
            for number, row in sorted(covering(features, dict.fromkeys(features, 1)))]


def _different(some: Sequence[Any], others: Sequence[Any]) -> Iterator[int]:
    """Yields the places of parts that differ."""
    return (i for i, (one, other) in enumerate(zip(some, others, strict=True)) if one != other)
