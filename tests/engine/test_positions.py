"""Positions as strings: each has one, and all other strings are refused."""

from __future__ import annotations

import random
from collections.abc import Mapping
from functools import cache

import pytest

from alexandros_rules import positions
from alexandros_rules.alexandros import continuing as alexandros
from alexandros_rules.campaign import continuing as campaign
from alexandros_rules.campaign.rules import RULESET as CAMPAIGN
from alexandros_rules.chance import SeededChance
from alexandros_rules.collection import rulesets
from alexandros_rules.errors import Unreadable
from alexandros_rules.positions import ALPHABET, Positions
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from tests.campaign.random_games import Habits, random_move
from tests.engine.continued_games import positions as positions_of
from tests.sample_games import POSITION

GAMES: Mapping[str, Positions] = {"alexandros": alexandros, "campaign": campaign}
RECORDED = ("v1-persia-4-points-31", "v2-delta-3-walls-14", "v3-persia-2-walls-20")
# Of the last sample of each game.  Addresses are kept for ever: these never change.
FROZEN = {
    "alexandros": POSITION,
    "campaign": "campaign.1.V2IW55P58BUkNnv-Kz5OO0cR9bMqDyTiFbzpYBSB44xQrStNk",
}


@cache
def texts(name: str) -> list[str]:
    """Positions of recorded games of Alexandros, or of a random one of The Campaign."""
    if name == "alexandros":
        return [one.position for game in RECORDED for one in positions_of(game)[::20]]
    rng, chance = random.Random(1), SeededChance(bytes(32))
    log = [*CAMPAIGN.start(Setup(CAMPAIGN.boards()["campaign"], 4, {}), chance)]
    state, found = fold(CAMPAIGN, None, log), []
    for number in range(160):
        seat, move = random_move(state, rng, Habits(highest_bid=6, build=True))
        made = CAMPAIGN.decide(state, move, chance, seat=seat)
        log, state = [*log, *made], fold(CAMPAIGN, state, made)
        if number % 16 == 0:
            found.append(campaign.after(log))
    return found


def string_of(name: str, text: str) -> str:
    return positions.write(name, text, GAMES[name].samples)


def refused(string: str) -> None:
    with pytest.raises(Unreadable, match="not the address of a position"):
        positions.read(string, GAMES)


@pytest.mark.parametrize("name", GAMES)
def test_a_position_is_read_as_it_was_written(name: str) -> None:
    for text in texts(name):
        found, setup = positions.read(string_of(name, text), GAMES)
        assert (found, setup.options["position"]) == (name, text)
        assert setup.board in rulesets()[name].boards().values()


@pytest.mark.parametrize("name", GAMES)
def test_a_string_is_short_and_fits_into_an_address(name: str) -> None:
    strings = [string_of(name, text) for text in texts(name)]
    assert max(map(len, strings)) < 250
    assert not {*"".join(strings)} - {*ALPHABET, "."}
    assert len({*strings}) == len({*texts(name)})


@pytest.mark.parametrize("name", GAMES)
def test_strings_never_change(name: str) -> None:
    assert string_of(name, GAMES[name].samples[-1]) == FROZEN[name]


@pytest.mark.parametrize("name", GAMES)
def test_no_other_string_means_the_same(name: str) -> None:
    string = string_of(name, texts(name)[3])
    last = string[-1]
    others = [f"{string}A", f"{string}AAAA", f"{string}B", string[:-1], string.upper(),
              f" {string}", f"{string}\n", string.replace(".1.", ".2."), f"x{string}",
              *(string[:-1] + other for other in ALPHABET[::9] if other != last)]
    for other in others:
        refused(other)


def test_strings_that_nobody_has_written_are_refused() -> None:
    rng = random.Random(3)
    for length in (0, 1, 5, 40, 400, 5000):
        for name in (*GAMES, "chess"):
            refused(f"{name}.1.{''.join(rng.choices(ALPHABET, k=length))}")
    for digit in "A_9":
        refused(f"alexandros.1.{digit * 480}")


def test_a_text_without_a_possible_position_is_refused() -> None:
    for text in ("", "[]", "null", "[[],[]]", "[" * 900, texts("campaign")[2]):
        refused(string_of("alexandros", text))
    with pytest.raises(ValueError, match="too long"):
        string_of("alexandros", "[" * 5000)


def test_a_position_after_moves_follows_from_the_string_alone() -> None:
    part = GAMES["campaign"]
    since = part.setup(texts("campaign")[4])
    view = part.view(since)
    assert part.after([], since) == since.options["position"]
    seat = CAMPAIGN.status(view).to_move[0]
    made = CAMPAIGN.decide(view, CAMPAIGN.legal_moves(view, seat=seat)[0],
                           CAMPAIGN.unknown_chance(), seat=seat)
    assert part.setup(part.after(made, since)).players == since.players
