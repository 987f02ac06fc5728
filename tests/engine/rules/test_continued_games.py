"""A game goes on from a position in another game, with the hidden cards dealt again (S6)."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

import pytest

from alexandros_rules import replay
from alexandros_rules.alexandros import cards, continuing, events, memory, pools
from alexandros_rules.alexandros.evolve import evolve
from alexandros_rules.alexandros.pools import Pool
from alexandros_rules.alexandros.state import State, change
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal
from alexandros_rules.ruleset import Setup, position_option
from tests.engine import positions as at
from tests.engine.continued_games import Origin, begun, positions, start
from tests.engine.positions import ALICE, BOB, HORSE, NAMES, RULESET, TEMPLE

RECORDS = (
    "v1-delta-2-walls-5", "v1-persia-3-points-6", "v2-persia-4-walls-3", "v2-delta-3-walls-14",
    "v3-persia-2-walls-20", "v3-persia-4-points-3", "v3-delta-2-walls-15",
)
SHUFFLED = positions("v3-persia-2-walls-4")  # its supply has been used up several times
STUCK = positions("v1-delta-3-stuck-65")
BOARD = SHUFFLED[0].state.board


def every(step: int) -> list[Origin]:
    """Every so manieth position of records of all versions and numbers of players."""
    return [origin for name in RECORDS for origin in positions(name)[::step]]


def public(state: State) -> State:
    """What everybody sees of a position, without what counts only for digests."""
    seen: State = RULESET.view(state, None)
    return change(seen, shuffles=0, rules=0)


@pytest.mark.rule("S6")
def test_everybody_sees_the_position_that_they_saw_in_the_other_game() -> None:
    for origin in every(7):
        new, old = public(begun(origin)), public(origin.state)
        if origin.state.rules == 1:
            new = change(new, known=old.known, eventful=old.eventful)
        assert new == old
        assert json.loads(origin.position)[0][22] == 0, "shuffles are not told"


@pytest.mark.rule("S6", "T3")
def test_no_card_is_lost_and_every_hand_has_the_cards_known_to_be_in_it() -> None:
    for origin in every(5):
        new = begun(origin)
        assert at.count_cards(new) == 55
        assert reduce(cards.add, (*new.hands, cards.counts(new.supply), new.discard,
                                  cards.counts(new.face_up))) == (11, 11, 11, 11, 11, 0)
        for hand, known, true in zip(new.hands, new.known, origin.state.hands, strict=True):
            assert cards.covers(hand, known)
            assert cards.covers(true, known)


@pytest.mark.rule("S6", "C5")
def test_cards_taken_in_a_game_of_the_original_rules_are_known() -> None:
    origin = positions("v1-persia-3-points-6")[40]

    assert origin.state.known == (cards.NONE,) * 3
    assert any(map(any, begun(origin).known))


@pytest.mark.rule("S6", "E5")
def test_rounds_under_the_original_rules_do_not_count_as_quiet() -> None:
    for origin in STUCK[::-9]:
        assert begun(origin).eventful == origin.state.turn - 1
    for origin in positions("v3-delta-2-quiet-11"):
        assert begun(origin).eventful == origin.state.eventful


@pytest.mark.rule("S6")
def test_the_true_cards_are_one_of_the_possible_deals() -> None:
    for origin in (*SHUFFLED[::3], *every(6)):
        pools = continuing.read_pools(origin.position)
        hidden = [cards.subtract(hand, known) for hand, known in zip(
            origin.state.hands, begun(origin).known, strict=True)]
        assert all(any(pool.held) for pool in pools[:-1])
        assert [sum(pool.held[seat] for pool in pools) for seat in range(len(hidden))] == [
            cards.total(some) for some in hidden]
        in_hands = reduce(cards.add, hidden)
        assert reduce(cards.add, [pool.cards for pool in pools]) == cards.add(
            in_hands, cards.counts(origin.state.supply))
        assert cards.covers(pools[-1].cards, cards.counts(origin.state.supply))


@pytest.mark.rule("S6")
def test_cards_known_to_be_in_hands_since_a_shuffle_stay_out_of_the_supply() -> None:
    origin = SHUFFLED[104]
    older = reduce(cards.add, [pool.cards for pool in continuing.read_pools(origin.position)[:-1]])
    supply = origin.state.supply

    assert cards.total(older)
    for number in range(20):
        new = begun(origin, bytes([number]) * 32)
        assert cards.covers(reduce(cards.add, new.hands), older)
        assert len(new.supply) == len(supply)


@pytest.mark.rule("S6")
def test_every_deal_is_about_equally_frequent() -> None:
    some = (Pool(cards.read_code("th"), (1, 1)), Pool(cards.read_code("als"), (1, 0)))
    position = json.dumps([[["l", ""]], pools.data(some)])
    dealt = Counter(
        continuing.continued(position, SeededChance(number.to_bytes(32))).hands
        for number in range(3000))

    expected = [(f"{old}{new}l", other) for old, other in ("th", "ht") for new in "als"]
    assert set(dealt) == {(cards.read_code(one), cards.read_code(other)) for one, other in expected}
    assert all(410 < times < 590 for times in dealt.values())  # 500 each, four deviations


@pytest.mark.rule("S6")
def test_a_card_that_no_pool_can_explain_joins_the_pools() -> None:
    rest = cards.subtract(pools.EVERY_CARD, cards.read_code("hhtl"))
    state = change(
        at.position(at.draw_board("........h...l..."), hands=["ht", "h"], face_up=""),
        discard=rest, older=(Pool(cards.read_code("ht"), (1, 1)),))
    assert memory.pools(state)[-1] == Pool(cards.read_code("hl"), (1, 0))

    state = evolve(state, events.Played(ALICE, HORSE))
    assert state.older == (Pool(cards.read_code("t"), (0, 1)),)
    state = evolve(state, events.Played(ALICE, TEMPLE))
    assert memory.pools(state) == (Pool(cards.read_code("hl"), (0, 1)),)


@pytest.mark.rule("S6")
def test_the_first_seat_stays_the_first() -> None:
    for origin in positions("v3-persia-4-points-3")[::10]:
        assert continuing.first_seat(origin.state) == origin.setup.options["first"]


@pytest.mark.rule("S6")
def test_the_hidden_cards_follow_from_the_games_own_seed() -> None:
    origin = positions("v3-persia-4-points-3")[60]
    one, other = begun(origin), begun(origin, bytes(32))

    assert one == begun(origin)
    assert (one.hands, one.supply) != (other.hands, other.supply)
    assert public(one) == public(other)
    assert cards.code(one.hands[0]) == "ll"


@pytest.mark.rule("S6")
@pytest.mark.promise("R10")
def test_nobody_sees_the_cards_of_others() -> None:
    origin = positions("v3-persia-4-points-3")[60]
    for seat in (*range(4), None):
        seen = [RULESET.view_event(event, seat, over=False) for event in start(origin)]
        view, true = replay.fold(RULESET, None, seen), begun(origin)
        assert view == RULESET.view(true, seat)
        assert [hand == true_hand for hand, true_hand in zip(view.hands, true.hands, strict=True)
                if any(true_hand)].count(True) == (seat is not None and any(true.hands[seat]))


def test_a_sentence_says_from_where_the_game_goes_on_and_what_the_reader_has() -> None:
    origin = positions("v3-delta-2-walls-15")[15]
    told, state = [], None
    for event in start(origin):
        told.append((RULESET.view_event(event, BOB, over=False), state))
        state = RULESET.evolve(state, event)
    assert state is not None
    has = cards.code(state.hands[BOB])

    (sentence,) = RULESET.describe_events(told, NAMES)
    assert sentence.startswith(
        f"The game goes on from a position in turn {state.turn} of another game; it is"
        f" {NAMES[state.seat]}'s turn. The hidden cards have been dealt again. Bob has ")
    assert "Alice has" not in sentence
    assert has


@pytest.mark.rule("S6", "S5", "E6")
@pytest.mark.parametrize("phase", ["take", "march", "act"])
def test_a_turn_goes_on_where_it_was(phase: str) -> None:
    for origin in every(1):
        if origin.phase == phase:
            new, old = begun(origin), origin.state
            assert (new.phase, new.seat, new.turn, new.actions, new.levied, new.card) == (
                old.phase, old.seat, old.turn, old.actions, old.levied, old.card)
            assert len(RULESET.legal_moves(new, seat=new.seat))
            break
    else:
        pytest.fail("no record has this phase")


@pytest.mark.rule("S6")
def test_a_game_that_went_on_can_be_gone_on_from_again() -> None:
    first = positions("v3-persia-2-walls-4")[104]

    assert Origin(first.table, start(first), begun(first)).position == first.position


def test_no_game_goes_on_from_its_end() -> None:
    origin = SHUFFLED[-1]
    over = (*origin.log, events.Ended("walls", (BOB,)))

    with pytest.raises(ValueError, match="this game is over"):
        continuing.after(over)


def test_the_option_is_the_one_for_positions() -> None:
    assert position_option(RULESET) == "position"


@pytest.mark.parametrize("version", [1, 2])
def test_earlier_versions_cannot_go_on_from_a_position(version: int) -> None:
    with pytest.raises(Illegal, match="no option position"):
        RULESET.start(SHUFFLED[9].table, SeededChance(bytes(32)), version=version)


@pytest.mark.parametrize(("name", "value"), [("first", 0), ("deal", "00" * 32)])
def test_a_position_goes_with_no_other_start(name: str, value: Any) -> None:
    table = SHUFFLED[9].table
    setup = Setup(table.board, table.players, {**table.options, name: value})

    with pytest.raises(Illegal, match=f"cannot have the option {name}"):
        RULESET.start(setup, SeededChance(bytes(32)))


def _with(part: int, value: Any) -> Callable[[list[Any], list[Any]], object]:
    def put(parts: list[Any], pools: list[Any]) -> None:
        parts[part] = value
    return put


def _build_everything(parts: list[Any]) -> None:
    """Builds walls on all sides, so that fewer than none are left."""
    board = SHUFFLED[104].state.board
    walls = sum(1 << side for side in board.sides)
    parts[11], black = f"{walls:x}", walls & ~int(parts[12], 16)
    parts[13] = board.black_walls - black.bit_count()


@pytest.mark.rule("S6")
@pytest.mark.parametrize("damage", [
    _with(0, "0" * 16), _with(1, 3), _with(1, True), _with(2, True), _with(3, "over"),
    _with(3, "march"), _with(4, 2), _with(4, -1), _with(5, 0), _with(5, 10**9), _with(6, 7),
    _with(7, 0), _with(8, 2), _with(9, True), _with(10, 10**6), _with(10, "a"), _with(11, "1"),
    _with(11, "-1"), _with(12, "10"), _with(13, 66), _with(14, -1), _with(15, ["0"]),
    _with(15, ["1", "0"]), _with(16, ["?", "?"]), _with(16, ["a", "?"]), _with(17, "tahls"),
    _with(18, "t"), _with(19, "t"), _with(20, [0]), _with(20, [0, "x"]), _with(21, 9),
    _with(22, 1), _with(23, [0]), _with(24, "walls"), _with(25, 2), _with(26, True),
    _with(28, "soon"), _with(29, 10**6), _with(30, ["", ""]), _with(30, ["x", ""]),
    lambda parts, pools: parts.__setitem__(13, float(parts[13])),
    lambda parts, pools: _build_everything(parts),
    lambda parts, pools: parts.pop(), lambda parts, pools: parts.append(1),
    lambda parts, pools: pools.clear(), lambda parts, pools: pools.append(["", [0]]),
    lambda parts, pools: pools[0].append(1), lambda parts, pools: pools[0].__setitem__(0, "t"),
    lambda parts, pools: pools[0].__setitem__(1, [-1, 1]),
    lambda parts, pools: pools.append(["", [1, -1]]),
])
def test_what_is_no_position_is_refused(damage: Callable[[Any, Any], object]) -> None:
    _refused_with(SHUFFLED[104], damage)


def _a_turn_before_the_first(parts: list[Any], pools: list[Any]) -> None:
    parts[5] = parts[29] = 0


def _a_wall_outside_the_board(parts: list[Any], pools: list[Any]) -> None:
    outside = next(bit for bit in range(1000) if bit not in BOARD.sides)
    parts[11] = f"{int(parts[11], 16) | 1 << outside:x}"
    parts[13] -= 1


def _a_red_side_without_a_wall(parts: list[Any], pools: list[Any]) -> None:
    free = next(side for side in BOARD.sides if not int(parts[11], 16) >> side & 1)
    parts[12] = f"{1 << free:x}"
    parts[14] -= 1


def _two_players_in_one_province(parts: list[Any], pools: list[Any]) -> None:
    alice, bob = (int(mask, 16) for mask in parts[15])
    parts[15][1] = f"{bob | alice & -alice:x}"


def _more_walls_than_there_are(parts: list[Any], pools: list[Any]) -> None:
    free = [side for side in BOARD.sides if not int(parts[11], 16) >> side & 1]
    parts[11] = f"{int(parts[11], 16) | sum(1 << side for side in free[:parts[13] + 1]):x}"
    parts[13] = -1


def _three_cards_face_up(parts: list[Any], pools: list[Any]) -> None:
    parts[17], parts[18] = f"{parts[17]}s", parts[18][1:]
    pools[-1][0] = pools[-1][0].removesuffix("s")


def _a_card_left_in_an_older_pool(parts: list[Any], pools: list[Any]) -> None:
    pools[-2][0], pools[-1][0] = f"{pools[-2][0]}s", pools[-1][0].removesuffix("s")
    parts[18] = parts[18][1:]


def _a_card_lost(parts: list[Any], pools: list[Any]) -> None:
    pools[-1][0], parts[18] = pools[-1][0].removesuffix("s"), parts[18][1:]


def _a_third_hand(parts: list[Any], pools: list[Any]) -> None:
    for held in (parts[16], parts[30]):
        held.append("")
    for pool in pools:
        pool[1].append(0)


def _less_than_no_cards_in_a_hand(parts: list[Any], pools: list[Any]) -> None:
    alice, bob = pools[0][1]
    pools[0][1] = [alice + bob + 1, -1]
    parts[16] = [f"{parts[16][0]}{'?' * (bob + 1)}", parts[16][1][bob + 1:]]


@pytest.mark.rule("S6")
@pytest.mark.parametrize("damage", [
    _a_turn_before_the_first, _a_wall_outside_the_board, _a_red_side_without_a_wall,
    _two_players_in_one_province, _more_walls_than_there_are, _three_cards_face_up,
    _a_card_left_in_an_older_pool, _less_than_no_cards_in_a_hand, _a_card_lost, _a_third_hand,
    lambda parts, pools: parts[15].append("0"),
    lambda parts, pools: pools[0].__setitem__(1, [9.0, 6]),
    _with(1, 2.0), _with(2, 0), _with(4, False), _with(10, 111.0),
    _with(10, len(BOARD.coordinates)), _with(11, "-1"), _with(12, "-1"), _with(13, 9.0),
    _with(13, 8), _with(14, 9), _with(14, 11), _with(15, ["-1", "0"]), _with(18, "?" * 8),
    _with(18, "?" * 10), _with(20, [0, False]), _with(20, [0, 0, 0]), _with(25, 3.0),
    _with(25, events.VERSION + 1),
])
def test_a_position_with_one_thing_that_cannot_be_is_refused(
    damage: Callable[[Any, Any], object]
) -> None:
    _refused_with(SHUFFLED[104], damage)


def test_a_turn_has_actions_left_or_a_card_and_a_way_for_alexander() -> None:
    _refused_with(SHUFFLED[106], _with(6, 0))
    for card in (4.0, 9, None):
        _refused_with(SHUFFLED[105], _with(8, card))

    def march(parts: list[Any], pools: list[Any]) -> None:
        parts[3], parts[6], parts[8] = "march", 0, 0

    _refused_with(STUCK[-1], march)


def _refused_with(origin: Origin, damage: Callable[[Any, Any], object]) -> None:
    table = origin.table
    parts, pools = json.loads(table.options["position"])
    damage(parts, pools)
    _refused(table, json.dumps([parts, pools], separators=(",", ":")))


@pytest.mark.rule("S6")
@pytest.mark.parametrize(("players", "options"), [
    (3, {}), (2, {"half_of_occupying": True}), (2, {"balanced_start": True}),
    (2, {"finish_round": True}),
])
def test_a_position_fits_only_its_own_number_of_players_and_options(
    players: int, options: dict[str, bool]
) -> None:
    table = SHUFFLED[104].table
    _refused(Setup(table.board, players, options), table.options["position"])
    table = positions("v2-delta-3-walls-14")[20].table  # a last round is finished in this game
    for number in (2, 3):
        _refused(Setup(table.board, number, {}), table.options["position"])


@pytest.mark.parametrize("value", ["", "x", "[]", "[1,2]", "{}", "null", "[" * 5000, 7, True, []])
def test_what_is_no_text_of_a_position_is_refused(value: Any) -> None:
    _refused(SHUFFLED[104].table, value)


def test_a_position_written_otherwise_is_refused() -> None:
    table = SHUFFLED[104].table
    _refused(table, table.options["position"].replace(",", ", "))


def _refused(table: Setup, position: Any) -> None:
    setup = Setup(table.board, table.players, {**table.options, "position": position})
    with pytest.raises(Illegal) as refused:
        RULESET.start(setup, SeededChance(bytes(32)))
    assert refused.value.sentence == (
        "The option position must be the text of a position with the board, the players and the"
        " options of this game.")


@pytest.mark.rule("S6")
@pytest.mark.promise("R8", "R9")
def test_a_log_from_another_position_than_its_setup_is_found() -> None:
    key, chance = bytes(32), SeededChance(bytes(32))
    true, forged = SHUFFLED[50].table, SHUFFLED[51].table
    row, _ = replay.start(RULESET, forged, chance, key)

    assert _fault([row], forged) is None
    assert _fault([row], true) == "the rules now give other events"


def _fault(rows: Sequence[replay.LogRow], setup: Setup) -> str | None:
    fault = replay.verify(RULESET, setup, rows, SeededChance(bytes(32)), bytes(32),
                          version=RULESET.version)
    return fault and fault.reason
