"""New tables that go on from a position of a finished game."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from games.base.refusals import BadRecord, Closed, TableRefusal
from games.features.play_on import pages
from games.models import Game, LoggedMove, OutgoingEmail, Seat, StoredSetup, User
from games.post.emails.rendering import compose
from games.table.lobby import open_tables, rematches
from games.table.play import continued_games, event_log, history, records, verification
from games.table.seats import leaving
from tests.sample_games import FINISHED, HALFWAY, RULES, advance, import_sample, seat_table

pytestmark = pytest.mark.django_db

MIDDLE = 21  # a position in which a turn begins


def test_a_table_full_of_bots_starts_at_once(
    finished: Game, guest: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=guest, seat=1, bots={0: "greedy"}, now=now)

    assert (game.status, game.name) == (Game.Status.RUNNING, "Against bots")
    assert [seat.bot for seat in game.seats.order_by("index")] == ["greedy", ""]
    assert game.seats.get(index=1).user == guest
    assert (game.rated, game.match, game.listed, game.pace) == (False, "", False, "none")
    assert (game.origin, game.origin_number) == (finished, MIDDLE)


@pytest.mark.rule("S6")
def test_it_begins_with_what_everybody_saw_there(
    finished: Game, alice: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={1: "greedy"}, now=now)

    old, new = history.state(finished, MIDDLE), history.state(game)
    for name in ("walls", "guards", "scores", "face_up", "discard", "seat", "turn", "phase"):
        assert getattr(new, name) == getattr(old, name), name
    assert [sum(hand) for hand in new.hands] == [sum(hand) for hand in old.hands]
    assert (game.rules_version, finished.rules_version) == (RULES.version, 1)
    assert game.turn == old.turn
    assert [seat.score for seat in game.seats.order_by("index")] == list(old.scores)
    assert game.commitment not in ("", finished.commitment)


@pytest.mark.parametrize("number", [1, 2, 3, 20, 38])
def test_every_position_before_the_end_can_be_played_to_another_end(
    finished: Game, guest: User, now: datetime, number: int, worker: Callable[[Game], None]
) -> None:
    game = pages.create_table(finished, number, by=guest, seat=0, bots={1: "greedy"}, now=now)
    leaving.leave(game, user=guest, now=now)
    game.refresh_from_db()

    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None


def test_friends_join_an_open_seat_and_the_game_starts(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=1, bots={}, pace="day", now=now)
    assert (game.status, game.name, game.pace) == (Game.Status.OPEN, "Alice’s table", "day")

    open_tables.join(game, user=bob, token=game.invite_token, now=now)

    game.refresh_from_db()
    assert game.status == Game.Status.RUNNING
    assert game.seats.get(index=0).user == bob
    advance(game, now=now, moves=5)
    assert verification.first_fault(game) is None


def test_an_invitation_says_from_where_the_game_goes_on_and_names_no_other_game(
    finished: Game, alice: User, carol: User, now: datetime
) -> None:
    Game.objects.filter(pk=finished.pk).update(name="Granicus")
    finished.refresh_from_db()
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    open_tables.invite(game, by=alice, email=carol.email, now=now)

    email = compose(OutgoingEmail.objects.get(kind="invitation"))
    text = " ".join(email.body.split())
    turn = history.turn_at(finished, MIDDLE)
    assert (f"This game goes on from a position in turn {turn} of another game. The hidden cards"
            " are dealt again.") in text
    assert "Granicus" not in str(email.message())
    assert finished.code not in str(email.message())


def test_emails_about_the_start_name_the_option_and_the_turn(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)

    turn = history.turn_at(finished, MIDDLE)
    for kind in ("started", "turn"):
        text = " ".join(compose(OutgoingEmail.objects.get(kind=kind)).body.split())
        assert "Continued game" in text.partition("Options of this table:")[2][:40]
        assert f"(turn {turn})" in text or "The game goes on from a position in another" in text


def test_a_rematch_goes_on_from_the_same_position(
    finished: Game, guest: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=guest, seat=0, bots={1: "greedy"}, now=now)
    leaving.leave(game, user=guest, now=now)
    Seat.objects.filter(game=game, index=0).update(user=guest, bot="", left_by=None)

    again = rematches.join_or_create(game, by=guest, now=now)

    assert (again.setup_id, again.origin, again.origin_number) == (
        game.setup_id, finished, MIDDLE)
    assert history.state(again).turn == history.state(finished, MIDDLE).turn
    assert not again.rated


def test_it_can_be_cancelled_until_somebody_begins_their_second_turn_in_it(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    game.refresh_from_db()
    assert (game.turn, leaving.may_cancel(game, seats=2)) == (6, True)

    while game.turn < 8:
        assert leaving.may_cancel(game, seats=2)
        advance(game, now=now)
        game.refresh_from_db()
    assert not leaving.may_cancel(game, seats=2)


def test_games_in_progress_never_can_be_gone_on_from(
    running: Game, alice: User, now: datetime
) -> None:
    with pytest.raises(Closed, match="only when the game is over"):
        pages.create_table(running, 3, by=alice, seat=0, bots={}, now=now)
    assert not Game.objects.exclude(pk=running.pk).exists()


def test_cancelled_games_cannot_be_gone_on_from(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    leaving.cancel(game, user=alice, now=now)
    game.refresh_from_db()
    assert game.status == Game.Status.CANCELLED

    with pytest.raises(Closed):
        pages.create_table(game, 1, by=alice, seat=0, bots={}, now=now)


def test_nobody_plays_on_after_the_end(finished: Game, alice: User, now: datetime) -> None:
    with pytest.raises(Closed, match="The game was over in this position"):
        pages.create_table(finished, finished.number, by=alice, seat=0, bots={}, now=now)


def test_nobody_plays_on_after_somebody_has_resigned(
    fresh: Game, alice: User, now: datetime
) -> None:
    advance(fresh, now=now, moves=12)
    leaving.leave(fresh, user=alice, now=now)
    fresh.refresh_from_db()
    last = event_log.last_row(fresh)
    assert last.move == event_log.ENDED

    with pytest.raises(Closed, match="The game was over in this position"):
        continued_games.setup_at(fresh, last.number)
    assert continued_games.setup_at(fresh, last.number - 1).players == 2


@pytest.mark.parametrize(("seat", "bots"), [(2, {}), (-1, {}), (0, {0: "greedy"}),
                                            (0, {2: "greedy"})])
def test_wrong_seats_are_refused(
    finished: Game, alice: User, now: datetime, seat: int, bots: dict[int, str]
) -> None:
    with pytest.raises(TableRefusal, match="choose one of the seats for yourself"):
        pages.create_table(finished, MIDDLE, by=alice, seat=seat, bots=bots, now=now)


@pytest.mark.promise("R30")
def test_whoever_deletes_their_account_meanwhile_leaves_nothing_behind(
    finished: Game, guest: User, now: datetime
) -> None:
    by, before = User.objects.get(pk=guest.pk), StoredSetup.objects.count()
    guest.delete()
    with pytest.raises(TableRefusal, match="just been deleted"):
        pages.create_table(finished, MIDDLE, by=by, seat=1, bots={0: "greedy"}, now=now)
    assert not Game.objects.filter(origin=finished).exists()
    assert StoredSetup.objects.count() == before


def test_an_unknown_bot_is_refused(finished: Game, alice: User, now: datetime) -> None:
    with pytest.raises(TableRefusal, match="There is no such bot"):
        pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={1: "xerxes"}, now=now)


def test_nobody_can_set_the_position_of_a_new_table(
    finished: Game, alice: User, now: datetime
) -> None:
    position = continued_games.setup_at(finished, MIDDLE).options["position"]
    with pytest.raises(TableRefusal, match="no option “position”"):
        open_tables.create_table(by=alice, players=2, board="delta", options={"position": position},
                            now=now)


@pytest.mark.promise("R8", "R9")
def test_a_game_that_names_another_position_is_found(
    finished: Game, guest: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=guest, seat=0, bots={1: "greedy"}, now=now)
    assert verification.first_fault(game) is None

    Game.objects.filter(pk=game.pk).update(origin_number=MIDDLE + 5)

    fault = verification.first_fault(game)
    assert fault.reason == "it does not go on from the position of the game that it names"


@pytest.mark.promise("R9")
def test_a_record_of_it_can_be_imported(
    finished: Game, alice: User, bob: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=alice, seat=0, bots={}, now=now)
    open_tables.join(game, user=bob, token=game.invite_token, now=now)
    game.refresh_from_db()
    advance(game, now=now, moves=6)
    text = records.export_record(game, with_seed=True)

    imported = records.import_record(text, now=now)

    assert history.state(imported) == history.state(game)
    assert imported.origin is None
    assert verification.first_fault(imported) is None
    assert set(LoggedMove.objects.filter(game=imported).values_list("digest", flat=True)) == set(
        LoggedMove.objects.filter(game=game).values_list("digest", flat=True))


def test_a_record_whose_position_is_none_is_refused(
    finished: Game, guest: User, now: datetime
) -> None:
    game = pages.create_table(finished, MIDDLE, by=guest, seat=0, bots={1: "greedy"}, now=now)
    text = records.export_record(game, with_seed=True)

    with pytest.raises(BadRecord) as refused:
        records.import_record(text.replace('"position":"[[', '"position":"[[1,'), now=now)
    assert "must be the text of a position" in refused.value.sentence


@pytest.mark.promise("R10")
def test_the_old_games_hidden_cards_say_nothing_about_the_new_ones(
    alice: User, bob: User, now: datetime
) -> None:
    game = import_sample(FINISHED, now=now)
    new = pages.create_table(game, MIDDLE, by=alice, seat=0, bots={1: "greedy"}, now=now)

    position = event_log.setup_of(new).options["position"]
    old = history.state(game, MIDDLE)
    assert "?" in position
    assert f'"{RULES.dump_state(old)}"' not in position
    assert history.view(new, 1) != history.state(new)


def test_a_game_of_three_goes_on_with_three(alice: User, now: datetime) -> None:
    game = import_sample(HALFWAY, now=now)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.OVER)
    game.refresh_from_db()

    new = pages.create_table(game, 12, by=alice, seat=2, bots={0: "greedy", 1: "random"}, now=now)

    assert [(seat.bot, seat.user_id) for seat in new.seats.order_by("index")] == [
        ("greedy", None), ("random", None), ("", alice.pk)]
