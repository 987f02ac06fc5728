"""Which games are in the archive, with which facts, and what becomes of them."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from django.core.management import call_command
from django.test import Client

from games.base import events
from games.features.archive import facts, search, sums
from games.features.ratings import folding
from games.models import (
    ArchivedGame,
    ArchiveSums,
    Game,
    RatedPlayer,
    Review,
    User,
    review_findings,
)
from games.people import account_deletion
from games.rulesets.alexandros.owned_land import HeldRegions
from games.table.events import ListingChanged
from games.table.play import history
from games.table.seats import leaving
from tests.features.archive.conftest import count, played, show
from tests.features.ratings.conftest import begin
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

pytestmark = pytest.mark.django_db


def counts() -> dict[str, object]:
    """The sums of games of two."""
    row = ArchiveSums.objects.get(ruleset="alexandros", players=2)
    return {"games": row.games, **row.counts}


def test_a_listed_game_is_archived_when_it_ends(alice: User, bob: User, now: datetime) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 1})
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=alice, now=now)
    row = ArchivedGame.objects.get(game=game)
    assert (row.ruleset, row.board, row.players) == ("alexandros", "alexandros-delta", 2)
    assert (row.reason, row.lead, row.margin, row.won) == ("resigned", None, 0, "1")
    assert row.ended_at == now


def test_a_private_and_a_cancelled_game_are_not(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    leaving.leave(seat_table([alice, bob], now=now), user=alice, now=now)
    played([alice, bob], now=now, listed=False)
    facts.fill()
    assert not ArchivedGame.objects.exists()


def test_the_facts_of_a_whole_game_follow_from_its_log(finished: Game) -> None:
    row = show(finished)
    assert finished.result is not None
    scores = sorted(finished.result["scores"])
    first = history.read(finished, None).transitions[1].row.seat
    assert row.lead == scores[-1] - scores[-2]
    assert row.won == str(1 + (finished.result["winners"][0] - (first or 0)) % 2)
    assert row.turns == finished.turn
    assert row.whole
    assert row.held == sorted(HeldRegions().held(
        history.state(finished), seat=finished.result["winners"][0]))
    assert row.held
    assert {*row.held} <= {"Alexandria", "Memphis", "Pelusium", "Sais"}


def reviewed(game: Game, *luck: float, judged: int, now: datetime) -> None:
    """Reviews a game: only so many of its seats are judged, with this luck."""
    found = review_findings.begin(analyst=1, seats=range(judged), players=len(luck))
    found.add_luck(luck)
    Review.objects.update_or_create(game=game, defaults={
        "row": game.number, "asked_at": now, "done_at": now,
        "data": review_findings.dump(found)})
    sums.reviewed(game.pk, now=now)


def test_the_luck_of_a_game_comes_with_its_review(
    alice: User, bob: User, now: datetime
) -> None:
    game = played([alice, bob], now=now)
    reviewed(game, 5.4, -3, judged=2, now=now)
    assert ArchivedGame.objects.get().luck == 8
    count(now)
    assert counts()["luck"] == {"8": 1}
    reviewed(game, 5.4, 7, judged=2, now=now)  # again, by a better analyst
    assert counts()["luck"] == {"-2": 1}
    assert counts()["games"] == 1


def test_luck_counts_only_if_everybody_is_judged_and_somebody_has_won_by_playing(
    alice: User, bob: User, now: datetime
) -> None:
    reviewed(played([alice, bob], now=now), 5, 3, judged=1, now=now)
    reviewed(played([alice, bob], now=now, reason="resigned"), 5, 3, judged=2, now=now)
    assert not ArchivedGame.objects.exclude(luck=None).exists()


@pytest.mark.parametrize(("turns", "length"), [(20, 1), (21, 2), (60, 3), (61, 4)])
def test_a_length_is_a_step(alice: User, bob: User, now: datetime, turns: int,
                            length: int) -> None:
    assert played([alice, bob], now=now, turns=turns).archived.length == length


@pytest.mark.parametrize(("scores", "margin"), [
    ((50, 50), 1), ((50, 49), 2), ((50, 46), 3), ((50, 39), 4), ((50, 9), 5), ((40, 50), 1)])
def test_a_margin_is_a_step(alice: User, bob: User, now: datetime, scores: tuple[int, int],
                            margin: int) -> None:
    assert played([alice, bob], now=now, scores=scores).archived.margin == margin


def test_an_operator_takes_a_game_out_and_puts_it_back(
    alice: User, bob: User, now: datetime, finished: Game
) -> None:
    show(finished)
    count(now)
    before = counts()
    played([alice, bob], now=now)
    for listed in (False, True):
        Game.objects.filter(pk=finished.pk).update(listed=listed)
        finished.refresh_from_db()
        events.publish(ListingChanged(game=finished))
        assert ArchivedGame.objects.filter(game=finished).exists() == listed
    count(now)
    assert counts()["games"] == before["games"] + 1  # type: ignore[operator]


def test_the_admin_publishes_that_a_game_is_listed(
    finished: Game, sit: Sit, now: datetime
) -> None:
    staff = User.objects.create_superuser("operator@example.org", name="Operator")
    client: Client = sit(staff).client
    address = f"/admin/games/game/{finished.pk}/change/"
    for form in ({"listed": "on"}, {}):
        sent = {"name": finished.name, "note": "", "seats-TOTAL_FORMS": "0",
                "seats-INITIAL_FORMS": "0", **form}
        assert client.post(address, sent).status_code == 302
        assert ArchivedGame.objects.filter(game=finished).exists() == bool(form)


def test_a_game_that_was_not_counted_is_not_taken_off(finished: Game) -> None:
    show(finished)
    sums.remove(finished)
    assert not ArchivedGame.objects.exists()
    assert not ArchiveSums.objects.exists()


def test_each_game_is_counted_once(alice: User, bob: User, now: datetime) -> None:
    for scores in ((50, 40), (50, 48)):
        played([alice, bob], now=now, scores=scores)
    count(now)
    count(now)
    assert counts() == {"games": 2, "won": {"1": 2}, "turns": {"30": 2},
                        "lead": {"10": 1, "2": 1}, "reason": {"walls": 2}, "luck": {}, "held": {}}


def test_a_game_from_the_middle_is_listed_and_not_counted(
    alice: User, bob: User, now: datetime
) -> None:
    played([alice, bob], now=now, whole=False)
    count(now)
    assert not ArchiveSums.objects.exists()
    assert search.find({}, reader=None).count() == 1


def test_a_rebuilt_archive_is_the_same(
    alice: User, bob: User, now: datetime, finished: Game, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    for fact, value in (("first_seat", 0), ("held", ["Sais"])):  # one of the games has no log
        monkeypatch.setattr(facts, fact, lambda game, value=value: value)
    show(finished)
    played([alice, bob], now=now, held=["Sais"])
    reviewed(finished, 3, -4, judged=2, now=now)
    count(now)

    def everything() -> list[object]:
        return [counts(), *ArchivedGame.objects.order_by("game").values(*(
            field.name for field in ArchivedGame._meta.fields if field.name != "id"))]

    before = everything()
    call_command("archive", "--rebuild")
    assert everything() == before
    call_command("archive")
    assert "Games added to the archive: 0." in capsys.readouterr().out


# Ratings.

def rated(alice: User, bob: User, now: datetime) -> Game:
    """A rated game that Alice has won."""
    game = begin([alice, bob], now=now)
    Game.objects.filter(pk=game.pk).update(listed=True)
    game.refresh_from_db()
    leaving.leave(game, user=bob, now=now)
    return game


@pytest.fixture
def every_game_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that is left counts for ratings, however short it was."""
    monkeypatch.setattr("games.features.ratings.facts.FEWEST_TURNS", 0)


@pytest.mark.usefixtures("every_game_counts")
def test_a_rated_game_waits_for_its_ratings(alice: User, bob: User, now: datetime) -> None:
    game = rated(alice, bob, now)
    assert sums.sweep(now) == 0
    folding.fold(now=now)
    assert sums.sweep(now) == 1
    assert ArchivedGame.objects.get(game=game).band == 3  # both began with 1500


@pytest.mark.usefixtures("every_game_counts")
def test_whoever_hides_their_rating_is_not_in_the_mean(
    alice: User, bob: User, now: datetime
) -> None:
    game = rated(alice, bob, now)
    folding.fold(now=now)
    RatedPlayer.objects.update(hidden=True)
    count(now)
    assert ArchivedGame.objects.get(game=game).band == 0


def test_an_unrated_game_has_no_step(alice: User, bob: User, now: datetime) -> None:
    game = played([alice, bob], now=now)
    count(now)
    assert ArchivedGame.objects.get(game=game).band == 0


# People.

def test_whoever_deletes_their_account_vanishes_as_a_person(
    alice: User, bob: User, now: datetime, sit: Sit
) -> None:
    played([alice, bob], now=now)
    assert "Bob" in sit(alice).open("/archive/").words
    account_deletion.delete_account(bob, now=now + timedelta(days=1))
    words = sit(alice).open("/archive/").words
    assert "Bob" not in words
    assert "Former player" in words


