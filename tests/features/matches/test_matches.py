"""Matches: the second game starts by itself, with the same deal and the seats swapped."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from alexandros_rules.alexandros.rules import RULESET as RULES
from games.base.refusals import Closed, TableRefusal
from games.features.matches import matches, tasks
from games.models import Failure, Game, Match, OutgoingEmail, Seat, User
from games.operations import sweeps
from games.people import account_deletion
from games.table.lobby import open_tables, rematches
from games.table.play import bots, event_log, history, records, verification
from games.table.seats import leaving, seating
from tests.sample_games import clocked_table, seat_table

pytestmark = pytest.mark.django_db

Announced = list[Any]


@pytest.fixture
def first(alice: User, bob: User, now: datetime) -> Game:
    """The first game of a match of Alice and Bob, in which Bob moves first."""
    return seat_table([alice, bob], now=now, match=Match.FIRST, options={"first": 1})


def resigned(game: Game, user: User, *, now: datetime) -> Game:
    """The game after this person has resigned it."""
    leaving.leave(game, user=user, now=now)
    game.refresh_from_db()
    return game


def second_of(game: Game, *, now: datetime) -> Game:
    second = matches.start_second(game.pk, now=now)
    assert second is not None
    return second


def players(game: Game) -> list[str]:
    return [seat.name for seat in game.seats.order_by("index")]


def ended(game: Game, *, winners: list[int], scores: list[int], reason: str = "walls") -> None:
    """Gives a game this end, whatever its log says."""
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER, result={
        "winners": winners, "scores": scores, "reason": reason})
    game.refresh_from_db()


@pytest.fixture
def pair(first: Game, bob: User, now: datetime) -> tuple[Game, Game]:
    """Both games of a match; the first is over."""
    return first, second_of(resigned(first, bob, now=now), now=now)


def test_a_table_for_two_can_be_a_match(alice: User, now: datetime) -> None:
    game = open_tables.create_table(by=alice, players=2, match=True, now=now)

    assert (game.match, game.match_of) == (Match.FIRST, None)
    assert open_tables.create_table(by=alice, players=2, now=now).match == Match.NONE


def test_a_match_is_for_two_players(alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="A match is for two players"):
        open_tables.create_table(by=alice, players=3, match=True, now=now)


def test_nobody_can_choose_a_deal(alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="no option “deal”") as refused:
        open_tables.create_table(by=alice, players=2, options={"deal": "00" * 32}, now=now)

    assert "deal" not in refused.value.allowed


def test_the_end_of_the_first_game_wakes_a_worker(
    first: Game, bob: User, now: datetime, announced: Announced,
    django_capture_on_commit_callbacks: Any
) -> None:
    with django_capture_on_commit_callbacks(execute=True):
        resigned(first, bob, now=now)

    assert ("continue_match", first.pk) in announced


def test_the_task_starts_the_second_game_only_once(first: Game, bob: User, now: datetime) -> None:
    tasks.continue_match(first.pk)
    assert Game.objects.count() == 1  # it is not over
    resigned(first, bob, now=now)
    tasks.continue_match(first.pk)
    tasks.continue_match(first.pk)

    second = Game.objects.get(match_of=first)
    assert (second.status, second.match) == (Game.Status.RUNNING, Match.SECOND)
    first.refresh_from_db()
    assert first.match == Match.CONTINUED


def test_a_sweep_finds_what_no_worker_has_started(first: Game, bob: User, now: datetime) -> None:
    assert sweeps.run_all(now, only=["matches continued"])["matches continued"] == 0
    resigned(first, bob, now=now)

    assert sweeps.run_all(now, only=["matches continued"])["matches continued"] == 1
    assert Game.objects.filter(match_of=first).exists()
    assert sweeps.run_all(now, only=["matches continued"])["matches continued"] == 0


def test_a_match_that_fails_holds_up_no_other_and_is_kept(
    first: Game, alice: User, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    other = seat_table([alice, bob], now=now, match=Match.FIRST)
    for game in (first, other):
        resigned(game, bob, now=now)
    create = matches._create

    def fail_for_other(game: Game, *, now: datetime) -> Game:
        if game.pk == other.pk:
            raise LookupError
        return create(game, now=now)

    monkeypatch.setattr(matches, "_create", fail_for_other)
    matches.sweep(now)

    assert Game.objects.filter(match_of=first).exists()
    other.refresh_from_db()
    assert other.match == Match.FIRST  # the next sweep tries again
    assert Failure.objects.get().game == other
    monkeypatch.undo()
    matches.sweep(now)
    assert Game.objects.filter(match_of=other).exists()


@pytest.mark.rule("S1", "C5")
@pytest.mark.parametrize("options", [{}, {"balanced_start": True}, {"first": 0}])
def test_everybody_gets_the_cards_that_the_other_was_dealt(
    alice: User, bob: User, now: datetime, options: dict[str, Any]
) -> None:
    first = seat_table([alice, bob], now=now, match=Match.FIRST, options=options)
    second = second_of(resigned(first, bob, now=now), now=now)

    assert (players(first), players(second)) == (["Alice", "Bob"], ["Bob", "Alice"])
    old, new = (event_log.state_at(game, number=1) for game in (first, second))
    assert (new.hands, new.face_up, new.seat) == (old.hands, old.face_up, old.seat)
    assert new.known == old.hands
    assert new.supply != old.supply
    assert new.options == old.options


def test_the_second_game_has_the_settings_of_the_first(alice: User, bob: User,
                                                       now: datetime) -> None:
    first = clocked_table([alice, bob], now=now)
    Game.objects.filter(pk=first.pk).update(match=Match.FIRST, listed=True, note="Hello",
                                            rated=True)
    second = second_of(resigned(first, bob, now=now), now=now)

    for name in ("ruleset", "rules_version", "listed", "note", "rated", "pace", "bank_at_start",
                 "bank_per_turn", "bank_limit", "grace", "created_by"):
        assert getattr(second, name) == getattr(first, name), name
    assert second.name == "Friends (2)"
    assert second.commitment != first.commitment


def test_the_second_game_is_played_by_the_version_of_the_first(
    first: Game, bob: User, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    resigned(first, bob, now=now)
    began_by = RULES.version
    monkeypatch.setattr(type(RULES), "version", began_by + 1)

    assert second_of(first, now=now).rules_version == began_by


def test_bots_play_matches(first: Game, now: datetime) -> None:
    first.seats.update(user=None, bot="random", name="Roxane")
    for _ in range(2000):
        if not bots.play(first.pk, now=now):
            break
    second = second_of(first, now=now)

    assert [seat.bot for seat in second.seats.order_by("index")] == ["random", "random"]
    assert len(set(players(second))) == 2
    assert verification.first_fault(second) is None


def test_emails_tell_of_the_second_game(pair: tuple[Game, Game]) -> None:
    first, second = pair

    told = {(email.game_id, email.kind, email.to) for email in OutgoingEmail.objects.all()}
    assert (first.pk, "over", "alice@example.org") in told
    assert (second.pk, "turn", "alice@example.org") in told  # who now moves first
    assert (second.pk, "started", "bob@example.org") in told


def test_a_cancelled_game_has_no_second(first: Game, bob: User, now: datetime) -> None:
    leaving.cancel(first, user=bob, now=now)

    assert matches.start_second(first.pk, now=now) is None
    assert matches.sweep(now) == 0
    assert not Game.objects.filter(match_of=first).exists()


def test_there_is_no_second_game_if_a_bot_keeps_a_seat(first: Game, bob: User,
                                                       now: datetime) -> None:
    seating.hand_to_bot(first.seats.get(user=bob), resigned=True, now=now)
    ended(first, winners=[0], scores=[50, 20])

    assert matches.start_second(first.pk, now=now) is None
    first.refresh_from_db()
    assert first.match == Match.BROKEN_OFF
    assert matches.sentences(first, over=True) == [
        "Game 1 of a match. There is no game 2, because somebody has left the table."]
    assert matches.sweep(now) == 0


def test_nor_if_an_account_has_been_deleted(first: Game, alice: User, bob: User,
                                            now: datetime) -> None:
    resigned(first, bob, now=now)
    account_deletion.delete_account(bob, now=now)

    assert matches.start_second(first.pk, now=now) is None
    first.refresh_from_db()
    assert first.match == Match.BROKEN_OFF


def test_whoever_has_taken_over_a_seat_plays_the_second_game(
    first: Game, bob: User, carol: User, now: datetime
) -> None:
    seat = first.seats.get(user=bob)
    seating.hand_to_bot(seat, resigned=True, now=now)
    seating.take_over(seat, carol, now=now)
    ended(first, winners=[0], scores=[50, 20])

    assert players(second_of(first, now=now)) == ["Carol", "Alice"]


def test_the_rematch_of_a_match_is_a_match_with_a_new_deal(
    pair: tuple[Game, Game], alice: User, bob: User, now: datetime
) -> None:
    first, second = pair
    with pytest.raises(Closed, match="The second game of this match comes first"):
        rematches.join_or_create(first, by=alice, now=now)
    resigned(second, alice, now=now)
    again = rematches.join_or_create(second, by=alice, now=now)

    assert (again.match, again.match_of) == (Match.FIRST, None)
    assert event_log.setup_of(again).options == {"first": 1}
    rematches.join_or_create(second, by=bob, now=now)
    again.refresh_from_db()
    assert again.status == Game.Status.RUNNING


@pytest.mark.promise("R8", "R9")
def test_a_second_game_verifies_until_its_deal_is_another(
    pair: tuple[Game, Game], alice: User, bob: User, now: datetime
) -> None:
    second = pair[1]
    assert verification.first_fault(second) is None
    other = seat_table([alice, bob], now=now, seed=bytes([7]) * 32)
    Game.objects.filter(pk=second.pk).update(match_of=other)

    fault = verification.first_fault(second)
    assert (fault.number, fault.reason) == (
        1, "its deal is not that of the first game of the match")


@pytest.mark.promise("R8", "R24")
def test_the_draws_of_a_second_game_can_be_checked_by_its_players(
    pair: tuple[Game, Game], alice: User, now: datetime
) -> None:
    revealed = verification.reveal_deal(resigned(pair[1], alice, now=now))

    assert (revealed.kept, revealed.follows) == (True, True)
    assert [draw.label for draw in revealed.draws] == ["shuffle-1"]


def test_a_record_of_a_second_game_can_be_imported(pair: tuple[Game, Game], now: datetime) -> None:
    text = records.export_record(pair[1], with_seed=True)
    copy = records.import_record(text, now=now)

    assert (copy.match, copy.match_of) == (Match.NONE, None)
    assert verification.first_fault(copy) is None
    assert event_log.state_at(copy) == event_log.state_at(pair[1])


def test_the_log_says_which_cards_were_dealt(pair: tuple[Game, Game]) -> None:
    (entry,) = history.read(pair[1], None).entries()

    assert "The cards are dealt as in the first game of the match." in " ".join(entry.sentences)


POINTS_DECIDE = "Both have won equally many games, so the points decide: "


# Alice has seat 1 in the first game and seat 2 in the second.
@pytest.mark.parametrize(("one", "two", "sentence"), [
    (([0], [60, 50], "walls"), ([1], [40, 41], "walls"), "Alice wins the match by 2 games to 0."),
    (([0], [60, 50], "walls"), ([0], [40, 39], "walls"),
     f"{POINTS_DECIDE}Alice wins the match by 99 points to 90."),
    (([0], [60, 50], "walls"), ([0], [90, 39], "walls"),
     f"{POINTS_DECIDE}Bob wins the match by 140 points to 99."),
    (([0], [60, 50], "walls"), ([0], [60, 50], "walls"),
     "The match is drawn: both have won equally many games and scored equally many points."),
    (([0, 1], [50, 50], "walls"), ([1], [39, 40], "walls"),
     "Alice wins the match by 1½ games to ½."),
    (([0, 1], [50, 50], "walls"), ([0, 1], [50, 50], "stuck"),
     "The match is drawn: both have won equally many games and scored equally many points."),
    (([0], [60, 1], "walls"), ([0], [3, 2], "resigned"),
     "Each has won one game, but Alice has resigned one, so Bob wins the match."),
    (([1], [6, 1], "resigned"), ([1], [3, 2], "walls"),
     "Each has won one game, but Alice has resigned one, so Bob wins the match."),
    (([1], [6, 1], "resigned"), ([1], [3, 2], "resigned"),
     "The match is drawn: each has resigned one game."),
    (([1], [6, 1], "resigned"), ([0], [3, 2], "resigned"), "Bob wins the match by 2 games to 0."),
])
def test_how_a_match_ends(pair: tuple[Game, Game], one: Any, two: Any, sentence: str) -> None:
    for game, (winners, scores, reason) in zip(pair, (one, two), strict=True):
        ended(game, winners=winners, scores=scores, reason=reason)

    assert matches.final_sentence(*pair) == sentence
    assert matches.sentences(pair[1], over=True)[-1] == sentence
    for seat, name in enumerate(history.seat_names(pair[1])):
        read = matches.final_sentence(*pair, seat=seat)
        assert matches.sentences(pair[1], over=True, seat=seat)[-1] == read
        assert name not in read
        assert (read == sentence) == (name not in sentence)


@pytest.mark.parametrize(("winners", "scores", "reason", "sentence"), [
    ([0], [60, 50], "walls", "Alice won game 1 by 60 points to 50."),
    ([1], [60, 50], "resigned", "Bob won game 1, because Alice resigned."),
    ([0, 1], [1, 1], "stuck", "Game 1 was a shared win with 1 point each."),
    ([0, 1], [0, 0], "stuck", "Nobody had a point in game 1, so nobody won it."),
])
def test_the_second_game_says_how_the_first_ended(
    pair: tuple[Game, Game], winners: list[int], scores: list[int], reason: str, sentence: str
) -> None:
    first, second = pair
    ended(first, winners=winners, scores=scores, reason=reason)
    second.refresh_from_db()

    assert matches.sentences(second, over=False) == [
        "Game 2 of 2 of a match, with the deal of game 1 and the seats swapped.", sentence]
    for seat, name in enumerate(history.seat_names(second)):
        read = matches.sentences(second, over=False, seat=seat)[-1]
        assert name not in read
        assert (read == sentence) == (name not in sentence)
    assert matches.final_sentence(first, second) == ""


def test_a_match_whose_second_game_is_cancelled_has_no_result(
    pair: tuple[Game, Game], alice: User, now: datetime
) -> None:
    first, second = pair
    leaving.cancel(second, user=alice, now=now)

    assert matches.result(first, second) is None
    assert matches.final_sentence(first, second) == (
        "Game 2 was cancelled, so the match has no result.")


def test_leaving_says_what_it_means_for_the_match(pair: tuple[Game, Game], alice: User, bob: User,
                                                  now: datetime) -> None:
    new = seat_table([alice, bob], now=now, match=Match.FIRST)

    assert leaving.consequence(new).endswith("The second game of the match is played nevertheless.")
    assert leaving.consequence(pair[1]).endswith(
        "If each of you then has won one game, you lose the match.")


def test_second_games_begin_whenever_the_first_ends(first: Game, bob: User, now: datetime) -> None:
    later = now + timedelta(days=3)
    second = second_of(resigned(first, bob, now=later), now=later)

    assert (second.created_at, second.started_at) == (later, later)
    assert Seat.objects.filter(game=second, to_move=True).count() == 1
