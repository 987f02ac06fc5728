"""Twin tables that differ in hidden things look the same to everybody who may not know them.

Whatever Bob, Dave and visitors get of the two tables must be the same byte for byte, apart from
the tables' codes, random tokens, and what the secret seed is published as.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cache

import pytest

from alexandros_rules.campaign.events import Event
from alexandros_rules.campaign.rules import RULESET
from alexandros_rules.campaign.state import State
from alexandros_rules.chance import SeededChance
from alexandros_rules.replay import fold
from alexandros_rules.ruleset import Setup
from games.models import Game, User
from games.table.lobby import open_tables
from tests.auction.test_hidden_bids import Twins
from tests.auction.test_hidden_bids import alike as bids_alike
from tests.campaign.room.conftest import Table, short_map, submit
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R10"), pytest.mark.any_database]

ALICE, BOB, CAROL = range(3)
PATHS = ("", "stream/", "?draft=bid+up+to+3", "replay/2/", "replay/2/step.json",
         "replay/2/board.svg", "log.json", "record.txt")
COMMITMENT = re.compile(r"\b[0-9a-f]{64}\b")  # of the seed, which differs


def alike(twins: Twins, shown: Callable[[Game], str]) -> bool:
    return bids_alike(twins, lambda game: COMMITMENT.sub("", shown(game)))


def beginning(seed: bytes) -> tuple[Event, ...]:
    """The events with which a game with this seed begins."""
    return RULESET.start(Setup(short_map(), 3, {"first": ALICE}), SeededChance(seed))


def seen_by(events: Sequence[Event], seat: int | None) -> list[Event]:
    return [RULESET.view_event(event, seat, over=False) for event in events]


@cache
def twin_seeds() -> tuple[bytes, bytes]:
    """Two seeds of games that look the same to Bob and to spectators.

    What each reader may see is the same; Alice's cards and the first chit are not.
    """
    known: dict[str, tuple[bytes, State]] = {}
    for n in range(3000):
        seed = n.to_bytes(32, "big")
        events = beginning(seed)
        state: State = fold(RULESET, None, events)
        before, twin = known.setdefault(repr(seen_by(events, BOB)), (seed, state))
        if state.hands[ALICE] != twin.hands[ALICE] and state.chits[0] != twin.chits[0]:
            return before, seed
    raise AssertionError("there are no twins among these seeds")


@pytest.fixture
def bids(table: Table, now: datetime) -> Twins:
    """Two tables with the same cards, at which Alice has bid differently."""
    made = table(), table()
    for game, bid in zip(made, ("bid nothing", "bid up to 5"), strict=True):
        submit(game, ALICE, bid, now=now)
    return made


@pytest.fixture
def deals(table: Table, now: datetime, monkeypatch: pytest.MonkeyPatch) -> Twins:
    """Two tables with other cards and chits; Alice has bid at both."""
    made = []
    for seed in twin_seeds():
        monkeypatch.setattr(open_tables.secrets, "token_bytes", lambda n, seed=seed: seed[:n])
        game = table()
        submit(game, ALICE, "bid up to 1 pay gold", now=now)
        made.append(game)
    return made[0], made[1]


@pytest.fixture(params=["bids", "deals"])
def twins(request: pytest.FixtureRequest) -> Twins:
    pair: Twins = request.getfixturevalue(request.param)
    return pair


def test_the_twins_differ_in_what_is_hidden() -> None:
    one, other = map(beginning, twin_seeds())
    assert one != other
    for seat in (BOB, None):
        assert seen_by(one, seat) == seen_by(other, seat)


@pytest.mark.parametrize("who", ["bob", "nobody"])
def test_no_page_and_no_picture_shows_it(
    twins: Twins, sit: Sit, request: pytest.FixtureRequest, who: str
) -> None:
    client = sit(None if who == "nobody" else request.getfixturevalue(who)).client
    for path in PATHS:
        def shown(game: Game, path: str = path) -> str:
            response = client.get(f"/games/{game.code}/{path}")
            return f"{response.status_code} {response.content!r}"

        assert alike(twins, shown), path


def test_the_player_sees_it(twins: Twins, sit: Sit, alice: User) -> None:
    client = sit(alice).client
    assert not alike(twins, lambda game: client.get(f"/games/{game.code}/").content.decode())


def test_no_email_shows_it(twins: Twins, bob: User, now: datetime) -> None:
    office = PostOffice(now + timedelta(minutes=1))
    office.deliver()
    mine = {game.pk: office.turn_email(game, bob) for game in twins}

    def shown(game: Game) -> str:
        email = mine[game.pk]
        pictures = [part.get_content() for part in email.walk()
                    if part.get_content_maintype() == "image"]
        return f"{text_of(email)} {html_of(email)} {pictures}"

    assert alike(twins, shown)
