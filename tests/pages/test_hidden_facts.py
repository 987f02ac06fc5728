"""No page shows what its reader may not see: to spectators, to opponents, in lists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime

import pytest

from alexandros_rules import codec
from alexandros_rules.alexandros.lattice import bits
from alexandros_rules.chance import commitment
from games.models import Game, LoggedMove, Seat, Snapshot, User
from games.table.play import event_log
from games.table.play.event_log import Transition
from tests.pages.page_reader import Sit
from tests.sample_games import advance, seat_table

pytestmark = pytest.mark.any_database

_TOKEN = re.compile(r'name="(csrfmiddlewaretoken|key)" value="\w+"|data-stamp="\w+"')


def test_spectators_see_the_table_without_hands(running: Game, dave: User, sit: Sit) -> None:
    for user in (dave, None):
        page = sit(user).open(f"/games/{running.code}/")
        assert page.status == 200
        assert "You are watching." in page.words
        assert "Your hand" not in page.words
        assert "Face up" in page.words
        posts = [form.action for form in page.forms if form.method == "post"]
        assert not [action for action in posts
                    if "/talk/" not in action and "/language/" not in action]


def test_a_player_sees_his_own_hand_and_only_the_size_of_others(
    fresh: Game, alice: User, bob: User, sit: Sit, now: datetime
) -> None:
    page = sit(bob).open(f"/games/{fresh.code}/")
    assert "Your cards:" in page.words
    assert page.words.count("Alice is dealt") == 0
    assert page.words.count("You are dealt") >= 1


def _twin(users: list[User], now: datetime, *, other: bool) -> Game:
    """A table of Alice and Bob; its twin differs in what only Alice and the supply know."""
    game = seat_table(users, now=now, options={"first": 0})
    if other:
        _swap(game)
    return game


def _swap(game: Game) -> None:
    """Gives Alice another card and reverses the supply, as another deal might have."""
    ruleset = event_log.ruleset_of(game)
    state = event_log.state_at(game)
    mine = next(i for i, n in enumerate(state.hands[0]) if n)
    where = next(i for i, card in enumerate(state.supply) if card != mine)
    supply = list(state.supply)
    other, supply[where] = supply[where], mine
    supply.reverse()
    hand = tuple(int(i == other) for i in range(6))
    changed = replace(state, supply=tuple(supply), hands=(hand, *state.hands[1:]))
    text = ruleset.dump_state(changed)
    digest = codec.keyed_digest(event_log.key_of(game), text)
    Snapshot.objects.filter(game=game).update(state=text)
    _FORGED[game.pk] = (changed, digest)


_FORGED: dict[int, tuple[object, str]] = {}


@pytest.fixture
def twins(
    alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[Game, Game]]:
    """Two games whose states differ only in Alice's card and the order of the supply."""
    pair = tuple(_twin([alice, bob], now, other=other) for other in (False, True))
    latest_state, transitions = event_log.latest_state, event_log.transitions

    def latest(game: Game) -> tuple[object, LoggedMove]:
        state, row = latest_state(game)
        return (_FORGED[game.pk][0], row) if game.pk in _FORGED else (state, row)

    def forged(game: Game, rows: list[LoggedMove], *,
               after: Transition | None = None) -> Iterator[Transition]:
        for each in transitions(game, rows, after=after):
            yield replace(each, after=_FORGED[game.pk][0]) if game.pk in _FORGED else each

    monkeypatch.setattr(event_log, "latest_state", latest)
    monkeypatch.setattr(event_log, "transitions", forged)
    Game.objects.filter(pk__in=[g.pk for g in pair]).update(listed=True)
    yield pair[0], pair[1]
    _FORGED.clear()


def _plain(html: str, game: Game) -> str:
    return _TOKEN.sub("", html).replace(game.code, "CODE").replace(game.commitment, "SEED")


@pytest.mark.promise("R10")
@pytest.mark.parametrize("path", ["", "?draft=march", "replay/1/", "replay/1/board.svg"])
@pytest.mark.parametrize("viewer", ["bob", "carol", "nobody"])
def test_pages_do_not_depend_on_what_the_viewer_may_not_see(
    twins: tuple[Game, Game], bob: User, carol: User, sit: Sit, path: str, viewer: str
) -> None:
    user = {"bob": bob, "carol": carol, "nobody": None}[viewer]
    one, two = (
        _plain(sit(user).client.get(f"/games/{game.code}/{path}").content.decode(), game)
        for game in twins
    )
    assert "CODE" in one or path.endswith(".svg")
    assert one == two


@pytest.mark.promise("R10")
def test_the_twins_do_differ_for_the_one_who_may_see_it(
    twins: tuple[Game, Game], alice: User, sit: Sit
) -> None:
    one, two = (
        _plain(sit(alice).client.get(f"/games/{game.code}/").content.decode(), game)
        for game in twins
    )
    assert one != two


@pytest.mark.promise("R10")
def test_a_draft_that_draws_shows_an_unknown_card(
    twins: tuple[Game, Game], alice: User, sit: Sit
) -> None:
    for game in twins:
        browser = sit(alice)
        browser.open(f"/games/{game.code}/")
        browser.follow("take it:")
        assert "A new card is turned up." in browser.page.words


@pytest.mark.promise("R24")
def test_no_page_of_a_running_game_holds_its_seed(running: Game, sit: Sit) -> None:
    seed = bytes(running.seed).hex()
    assert commitment(bytes(running.seed)) == running.commitment
    for seat in Seat.objects.filter(game=running):
        for path in ("", "replay/1/", f"replay/{running.number}/", "stream/"):
            response = sit(seat.user).client.get(f"/games/{running.code}/{path}")
            assert response.status_code == 200
            assert seed not in response.content.decode()


def test_lists_show_no_more_than_the_board(running: Game, sit: Sit, now: datetime) -> None:
    advance(running, now=now)
    state = event_log.state_at(running)
    assert bits(state.walls)
    seat = running.seats.get(index=0)
    page = sit(seat.user).open("/games/")
    assert "Running" in page.words
    assert "hand" not in page.words.lower()


@pytest.mark.promise("R10")
@pytest.mark.parametrize("viewer", ["alice", "dave", "nobody"])
def test_nobody_sees_more_of_a_vacant_seat_than_a_spectator_before_they_have_it(
    twins: tuple[Game, Game], alice: User, dave: User, sit: Sit, viewer: str, now: datetime
) -> None:
    """Neither those who may take it over nor its former player."""
    user = {"alice": alice, "dave": dave, "nobody": None}[viewer]
    seats = Seat.objects.filter(game__in=twins, index=0)
    seats.update(user=None, left_by=alice, bot="greedy", left_at=now, offered_at=now)
    for path in ("", "take-over/0/", "replay/1/", "replay/1/board.svg"):
        one, two = (
            _plain(sit(user).client.get(f"/games/{game.code}/{path}").content.decode(), game)
            for game in twins
        )
        assert one == two, path


@pytest.mark.promise("R10")
def test_the_successor_sees_what_the_seat_sees_and_the_former_player_does_not(
    twins: tuple[Game, Game], alice: User, dave: User, sit: Sit, now: datetime
) -> None:
    Seat.objects.filter(game__in=twins, index=0).update(user=dave, name="Dave")
    for path in ("", "replay/1/"):
        for user, same in ((alice, True), (dave, False)):
            one, two = (
                _plain(sit(user).client.get(f"/games/{game.code}/{path}").content.decode(), game)
                for game in twins
            )
            assert (one == two) is same, (path, user)
