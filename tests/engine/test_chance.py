"""Random draws that anyone can check with the published algorithm and a few lines of code."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter

import pytest

from alexandros_rules.alexandros import cards
from alexandros_rules.chance import (
    ChanceRecorder,
    RecordedChance,
    ScriptedChance,
    SeededChance,
    UnknownChance,
    commitment,
)
from alexandros_rules.errors import Unreadable
from tests.engine.positions import SEED, started

DECK = sorted([*range(5)] * 11)


def stream(seed: bytes, label: str) -> list[int]:
    """Returns the bytes of the algorithm, more than any shuffle here needs."""
    blocks = (hmac.new(seed, f"{label}:{i}".encode(), hashlib.sha256) for i in range(20))
    return [byte for block in blocks for byte in block.digest()]


def number_below(n: int, numbers: list[int]) -> int:
    while (byte := numbers.pop(0)) >= 256 - 256 % n:
        pass
    return byte % n


def shuffled(seed: bytes, cards: list[int], label: str) -> tuple[int, ...]:
    """Shuffles by the documented algorithm, written independently."""
    numbers, order = stream(seed, label), sorted(cards)
    for i in reversed(range(1, len(order))):
        j = number_below(i + 1, numbers)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


@pytest.mark.promise("R24")
@pytest.mark.parametrize("label", ["shuffle-1", "shuffle-2", "shuffle-17"])
@pytest.mark.parametrize("seed", [SEED, bytes(32), b"\xff" * 32])
def test_a_shuffle_is_what_the_published_algorithm_gives(seed: bytes, label: str) -> None:
    assert SeededChance(seed).shuffle(DECK, label) == shuffled(seed, DECK, label)


@pytest.mark.promise("R24")
def test_the_first_player_is_what_the_published_algorithm_gives() -> None:
    for n in (2, 3, 4):
        assert SeededChance(SEED).below(n, "first") == number_below(n, stream(SEED, "first"))


@pytest.mark.rule("S1")
def test_the_deal_of_a_game_can_be_done_again_by_hand() -> None:
    state = started(players=4)
    deck = shuffled(SEED, DECK, "shuffle-1")

    assert [cards.expand(hand) for hand in state.hands] == [(card,) for card in deck[:4]]
    assert state.face_up == deck[4:6]
    assert state.supply == deck[6:]


@pytest.mark.promise("R24")
def test_the_commitment_is_the_seeds_sha256() -> None:
    assert commitment(SEED) == hashlib.sha256(SEED).hexdigest()
    assert commitment(bytes(32)) != commitment(SEED)


def test_the_order_the_cards_came_in_does_not_matter() -> None:
    assert SeededChance(SEED).shuffle(DECK[::-1], "x") == SeededChance(SEED).shuffle(DECK, "x")


def test_another_label_or_seed_is_another_shuffle() -> None:
    shuffles = {
        SeededChance(seed).shuffle(DECK, label)
        for seed in (SEED, bytes(32)) for label in ("a", "b")
    }

    assert len(shuffles) == 4


def test_a_shuffle_keeps_the_cards() -> None:
    assert Counter(SeededChance(SEED).shuffle(DECK, "x")) == Counter(DECK)
    assert SeededChance(SEED).shuffle([], "x") == ()
    assert SeededChance(SEED).shuffle([3], "x") == (3,)


def test_every_order_of_three_cards_comes_about_equally_often() -> None:
    found = Counter(SeededChance(SEED).shuffle([0, 1, 2], str(i)) for i in range(3000))

    assert len(found) == 6
    assert all(400 < n < 600 for n in found.values())


def test_every_number_below_three_comes_about_equally_often() -> None:
    found = Counter(SeededChance(SEED).below(3, str(i)) for i in range(3000))

    assert sorted(found) == [0, 1, 2]
    assert all(900 < n < 1100 for n in found.values())


@pytest.mark.parametrize("n", [0, 257, -1])
def test_numbers_beyond_a_byte_are_no_question(n: int) -> None:
    with pytest.raises(ValueError, match="n must be 1 to 256"):
        SeededChance(SEED).below(n, "x")


@pytest.mark.parametrize("seed", [b"", b"x" * 31, b"x" * 33])
def test_a_seed_has_32_bytes(seed: bytes) -> None:
    with pytest.raises(ValueError, match="a seed has 32 bytes"):
        SeededChance(seed)


@pytest.mark.promise("R10")
def test_unknown_chance_reveals_no_card_and_no_number() -> None:
    assert UnknownChance(5).shuffle([1, 2, 3], "x") == (5, 5, 5)
    with pytest.raises(LookupError):
        UnknownChance(5).below(3, "first")


def test_scripted_chance_repeats_what_it_was_given() -> None:
    chance = ScriptedChance({"first": 1, "s": (2, 1)})

    assert chance.below(2, "first") == 1
    assert chance.shuffle([1, 2], "s") == (2, 1)


def test_scripted_chance_refuses_what_cannot_have_come_of_the_cards() -> None:
    chance = ScriptedChance({"first": 3, "s": (2, 2), "n": (1,)})

    with pytest.raises(ValueError, match="not a number below 2"):
        chance.below(2, "first")
    with pytest.raises(ValueError, match="not a number below 2"):
        chance.below(2, "n")
    with pytest.raises(ValueError, match="not a shuffle of the cards"):
        chance.shuffle([1, 2], "s")
    with pytest.raises(ValueError, match="not a shuffle of the cards"):
        chance.shuffle([1, 2], "first")


def test_recorded_results_are_replayed() -> None:
    recording = ChanceRecorder(SEED)
    first, order = recording.below(3, "first"), recording.shuffle(DECK, "shuffle-1")

    recorded = RecordedChance(recording.text(), SEED)

    assert (recorded.below(3, "first"), recorded.shuffle(DECK, "shuffle-1")) == (first, order)
    recorded.check_all_used()
    assert RecordedChance(recording.text(), None).shuffle(DECK, "shuffle-1") == order


@pytest.mark.promise("R24")
def test_recorded_results_are_checked_against_the_seed() -> None:
    recorded = RecordedChance("first:0", SEED)
    other = RecordedChance("first:1", SEED)
    truth = SeededChance(SEED).below(2, "first")

    assert (recorded if truth == 0 else other).below(2, "first") == truth
    with pytest.raises(Unreadable, match="do not follow from the seed"):
        (other if truth == 0 else recorded).below(2, "first")
    assert RecordedChance("first:1", None).below(2, "first") == 1


def test_unused_results_are_refused() -> None:
    with pytest.raises(Unreadable, match="does not use the random result 'first'"):
        RecordedChance("first:0", None).check_all_used()
