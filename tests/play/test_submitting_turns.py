"""Submitting turns: what is played, what is refused, and what changes as a result."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.db import DatabaseError, connection, transaction
from django.test.utils import CaptureQueriesContext

from alexandros_rules.errors import Illegal, Refusal, Stale, Unreadable
from alexandros_rules.ruleset import Status
from games.base.refusals import Closed, Foreign, status_code
from games.models import Game, LoggedMove, Seat, User
from games.table.play import event_log, history, turns
from games.table.play.turns import Receipt
from games.table.seats import leaving
from tests.sample_games import RULES, advance, legal, mover, submit


def play(game: Game, text: str, *, now: datetime, **changes: Any) -> Receipt:
    """A submission of the seat to move for the current position, unless arguments differ."""
    wanted: dict[str, Any] = {"seat": mover(game), "number": game.number, "key": text,
                              "actor": LoggedMove.Actor.PAGE, **changes}
    return submit(game, text=text, now=now, **wanted)


def facts(game: Game) -> tuple[Any, ...]:
    """Everything that a refused submission must not change."""
    return (list(LoggedMove.objects.filter(game=game).values_list()), game.emails.count(),
            Game.objects.filter(pk=game.pk).values_list().get(),
            list(Seat.objects.filter(game=game).values_list()))


def test_a_move_becomes_a_row_and_a_receipt(fresh: Game, now: datetime) -> None:
    move = legal(fresh)[0]
    receipt = play(fresh, move.upper(), now=now)
    assert (receipt.first, receipt.last) == (2, 2)
    assert [(played.number, played.move) for played in receipt.rows] == [(2, move)]
    row = LoggedMove.objects.get(game=fresh, number=2)
    assert (row.seat, row.actor, row.move, row.key) == (0, "page", move, move.upper())
    assert row.created_at == now


def test_what_follows_from_the_log_is_updated(fresh: Game, now: datetime) -> None:
    later = now + timedelta(hours=1)
    while fresh.turn == 1:
        advance(fresh, now=later)
    status = RULES.status(history.state(fresh))
    assert fresh.number == LoggedMove.objects.filter(game=fresh).count()
    assert (fresh.turn, mover(fresh), fresh.moved_at) == (2, status.to_move[0], later)


def test_only_scores_that_change_are_written(fresh: Game, now: datetime) -> None:
    Seat.objects.filter(game=fresh, index=1).update(score=7)  # not what follows from the log
    with CaptureQueriesContext(connection) as asked:
        play(fresh, legal(fresh)[0], now=now)
    written = [query["sql"] for query in asked if query["sql"].startswith('UPDATE "games_seat"')]
    assert len(written) == 1
    assert list(Seat.objects.filter(game=fresh).values_list("score", flat=True)) == [0, 0]


def test_a_seat_that_is_gone_is_not_saved_in_silence(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    Seat.objects.filter(game=fresh, index=1).update(score=7)  # so that the turn changes the seat
    before = facts(fresh)
    monkeypatch.setattr(event_log, "store",
                        lambda game_id, **_: Seat.objects.get(game=game_id, index=1).delete())

    with pytest.raises(DatabaseError, match="is gone"):
        play(fresh, legal(fresh)[0], now=now)

    assert facts(fresh) == before


@pytest.mark.promise("R18")
def test_a_whole_turn_is_played_by_one_text(fresh: Game, now: datetime) -> None:
    take = legal(fresh)[0]
    step = turns.orders.evaluate(RULES, history.view(fresh, 0), take, seat=0)[0]
    march = RULES.format(RULES.legal_moves(step.after, seat=step.after.seat)[0], step.after)
    receipt = play(fresh, f"1. {take}\n2. {march}\n3. draw\n4. end", now=now)
    assert [played.move for played in receipt.rows] == [take, march, "draw", "end"]
    assert (receipt.first, receipt.last) == (2, 5)
    assert mover(fresh) == 1


@pytest.mark.promise("R18")
@pytest.mark.parametrize(
    ("text", "refusal", "line"),
    [
        ("{take}\njump", Unreadable, 2),
        ("{take}\n{take}\nend", Illegal, 2),
        ("end", Illegal, 1),
        ("", Unreadable, 0),
        (" \n;; ", Unreadable, 0),
        ("{take}\n\x00", Unreadable, 2),
        ("x" * 5000, Unreadable, 0),
        ("draw;" * 21, Unreadable, 0),
    ],
)
def test_orders_with_a_bad_line_apply_nothing_and_name_it(
    fresh: Game, now: datetime, text: str, refusal: type[Refusal], line: int
) -> None:
    before = facts(fresh)
    with pytest.raises(refusal) as refused:
        play(fresh, text.format(take=legal(fresh)[0]), now=now)
    assert refused.value.line == line
    assert refused.value.sentence.endswith(".")
    assert status_code(refused.value) == 400
    assert facts(fresh) == before


def test_a_card_yet_to_be_drawn_cannot_be_used(running: Game, now: datetime) -> None:
    """The answer must not depend on what lies on top of the supply."""
    while not {"draw", "levy"} <= {move.partition(" ")[0] for move in legal(running)}:
        advance(running, now=now)
    hand = RULES.view(history.state(running), mover(running))
    levies = {move for move in legal(running) if move.startswith("levy")}
    missing = [f"levy {name}" for name in ("temple", "amphora", "horse", "lyre", "soldier")
               if f"levy {name}" not in levies]
    before = facts(running)
    for order in missing:
        with pytest.raises(Refusal):
            play(running, f"draw\n{order}", now=now)
    assert missing
    assert hand == RULES.view(history.state(running), mover(running))
    assert facts(running) == before


@pytest.mark.promise("R5")
def test_orders_for_a_position_that_has_passed_are_stale(fresh: Game, now: datetime) -> None:
    seen = fresh.number
    advance(fresh, now=now)
    before = facts(fresh)
    with pytest.raises(Stale, match="moved on to position 2") as refused:
        play(fresh, legal(fresh)[0], number=seen, now=now)
    assert status_code(refused.value) == 409
    with pytest.raises(Stale):
        play(fresh, legal(fresh)[0], number=99, now=now)
    assert facts(fresh) == before


@pytest.mark.parametrize(("seat", "refusal", "words", "status"), [
    (1, Illegal, "not your turn", 400), (2, Foreign, "no seat", 403), (-1, Foreign, "no seat", 403),
])
def test_only_the_seat_to_move_at_this_table_takes_orders(
    fresh: Game, now: datetime, seat: int, refusal: type[Refusal], words: str, status: int
) -> None:
    with pytest.raises(refusal, match=words) as refused:
        play(fresh, legal(fresh)[0], seat=seat, now=now)
    assert status_code(refused.value) == status


def test_nobody_plays_a_bots_seat_and_no_bot_a_persons(
    running: Game, alice: User, bob: User, carol: User, now: datetime
) -> None:
    player = [alice, bob, carol][mover(running)]
    with pytest.raises(Foreign, match="Somebody else"):
        play(running, legal(running)[0], user_id=None, actor=LoggedMove.Actor.BOT, now=now)
    leaving.leave(running, user=player, now=now)
    with pytest.raises(Foreign, match="Somebody else"):
        play(running, legal(running)[0], user_id=player.pk, now=now)


def test_nobody_plays_the_seat_of_another_person(running: Game, dave: User, now: datetime) -> None:
    with pytest.raises(Foreign, match="Somebody else"):
        play(running, legal(running)[0], user_id=dave.pk, now=now)


@pytest.mark.parametrize(
    ("status", "words"),
    [("open", "not started"), ("over", "is over"), ("cancelled", "cancelled")],
)
def test_only_a_running_game_takes_orders(
    fresh: Game, now: datetime, status: str, words: str
) -> None:
    Game.objects.filter(pk=fresh.pk).update(status=status)
    with pytest.raises(Closed, match=words) as refused:
        play(fresh, "end", now=now)
    assert status_code(refused.value) == 409


@pytest.mark.promise("R6")
def test_the_same_key_again_changes_nothing_and_gives_the_same_receipt(
    fresh: Game, now: datetime
) -> None:
    move = legal(fresh)[0]
    receipt = play(fresh, move, key="form-1", number=1, now=now)
    before = facts(fresh)
    assert play(fresh, move, key="form-1", number=1, seat=0, now=now) == receipt
    advance(fresh, now=now)
    assert play(fresh, move, key="form-1", number=1, seat=0, actor="mail", now=now) == receipt
    assert facts(fresh)[0][: len(before[0])] == before[0]


@pytest.mark.promise("R6")
def test_a_receipt_is_given_again_after_the_game_is_over(
    finished: Game, now: datetime
) -> None:
    last = LoggedMove.objects.get(game=finished, number=finished.number)
    LoggedMove.objects.create(
        game=finished,
        number=last.number + 1,
        seat=0,
        actor="page",
        move="end",
        stored_events="[]",
        digest="",
        chain="",
        key="late",
        created_at=now,
    )
    Game.objects.filter(pk=finished.pk).update(number=last.number + 1)
    again = play(finished, "end", seat=0, number=last.number, key="late", now=now)
    assert again.last == last.number + 1


def test_nobody_uses_up_anothers_key(fresh: Game, now: datetime) -> None:
    play(fresh, legal(fresh)[0], key="same", now=now)
    while mover(fresh) == 0:
        advance(fresh, now=now)
    receipt = play(fresh, legal(fresh)[0], key="same", now=now)
    assert receipt.last == fresh.number


def test_a_long_or_odd_key_is_as_good_as_any(fresh: Game, now: datetime) -> None:
    keys = ["<" + "x" * 900 + "@example.org>", "nul\x00", "\ud800", "ключ"]
    for key in keys:
        number = fresh.number
        receipt = play(fresh, legal(fresh)[0], key=key, now=now)
        assert play(fresh, "end", key=key, number=number, seat=LoggedMove.objects.get(
            game=fresh, number=receipt.first).seat, now=now) == receipt


def test_an_odd_key_is_logged_as_its_digest_which_never_changes(
    fresh: Game, now: datetime
) -> None:
    receipt = play(fresh, legal(fresh)[0], key="ключ", now=now)
    assert LoggedMove.objects.get(game=fresh, number=receipt.last).key == "HeNqMq95jaDB"


@pytest.mark.promise("R6")
def test_a_long_key_is_recognised_by_its_beginning_alone(fresh: Game, now: datetime) -> None:
    receipt = play(fresh, legal(fresh)[0], key="x" * 64, number=1, now=now)
    assert len(LoggedMove.objects.get(game=fresh, number=receipt.last).key) == turns.KEY_LENGTH
    assert play(fresh, "end", key="x" * 64, number=1, seat=0, now=now) == receipt
    with pytest.raises(Stale):
        play(fresh, "end", key="x" * 63 + "y", number=1, seat=0, now=now)


def test_looking_for_a_key_reads_no_rows_that_were_there_before(
    fresh: Game, now: datetime
) -> None:
    advance(fresh, now=now, moves=3)
    number, order, seat = fresh.number, legal(fresh)[0], mover(fresh)
    with CaptureQueriesContext(connection) as queries:
        for _ in range(2):
            play(fresh, order, seat=seat, number=number, key="new", now=now)
    [search] = [query["sql"] for query in queries if '"key" =' in query["sql"]]
    assert f'"number" > {number}' in search


def test_moves_without_a_key_are_all_played(fresh: Game, now: datetime) -> None:
    for expected in (2, 3):
        assert play(fresh, legal(fresh)[0], key="", now=now).last == expected


def test_the_next_player_gets_a_turn_mail_in_the_same_transaction(
    fresh: Game, bob: User, now: datetime
) -> None:
    while mover(fresh) == 0:
        assert not fresh.emails.exists()
        advance(fresh, now=now)
    mail = fresh.emails.get()
    assert (mail.kind, mail.user, mail.to, mail.number) == ("turn", bob, bob.email, fresh.number)
    assert mail.seat == fresh.seats.get(index=1)
    advance(fresh, now=now)
    assert fresh.emails.count() == 1


def test_everybody_gets_a_mail_when_the_game_is_over(
    running: Game, now: datetime
) -> None:
    while running.status == Game.Status.RUNNING:
        advance(running, now=now)
    mails = running.emails.filter(kind="over", number=running.number)
    assert sorted(mail.to for mail in mails) == [
        "alice@example.org", "bob@example.org", "carol@example.org"]
    status = RULES.status(history.state(running))
    assert running.result == {"winners": list(status.winners), "scores": list(status.scores),
                              "reason": status.reason}
    assert mover(running) is None
    assert running.finished_at == now
    assert tuple(running.seats.values_list("score", flat=True)) == status.scores


def test_a_failure_after_the_move_takes_the_move_back(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(game: Game, before: Status, after: Status, **rest: Any) -> None:
        raise RuntimeError("no outbox")

    monkeypatch.setattr(turns, "announce", broken)
    before = facts(fresh)
    with pytest.raises(RuntimeError, match="no outbox"):
        play(fresh, legal(fresh)[0], now=now)
    assert facts(fresh) == before
    assert history.state(fresh) == event_log.state_at(fresh)


def test_orders_the_view_allows_but_not_the_state_are_a_fault_of_the_program(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*args: Any, **options: Any) -> None:
        raise Illegal("no", "Never.")

    monkeypatch.setattr(turns.replay, "play", refuse)
    before = facts(fresh)
    with pytest.raises(RuntimeError, match="the view allowed"):
        play(fresh, legal(fresh)[0], now=now)
    assert facts(fresh) == before


@pytest.mark.promise("R5")
def test_a_race_lost_at_the_database_is_stale_too(
    fresh: Game, now: datetime, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the lock failed, UNIQUE(game, number) lets one writer through."""
    monkeypatch.setattr(turns, "_check_not_stale", lambda game, number, *, seat: None)
    state, first = history.state(fresh), LoggedMove.objects.get(game=fresh, number=1)
    move = legal(fresh)[0]
    play(fresh, move, key="a", now=now)
    monkeypatch.setattr(turns.event_log, "latest_state", lambda game: (state, first))
    with transaction.atomic(), pytest.raises(Stale):
        play(fresh, move, key="b", number=1, seat=0, now=now)
    assert LoggedMove.objects.filter(game=fresh).count() == 2


def test_a_draft_outlives_somebodys_leaving(running: Game, finished: Game, alice: User, bob: User,
                                            carol: User, now: datetime) -> None:
    seen, seat = running.number, mover(running)
    assert finished.number > seen + 1  # moves in other games change nothing
    assert seat is not None
    away = [alice, bob, carol][(seat + 1) % 3]
    leaving.leave(running, user=away, now=now)
    assert running.number == seen + 1
    receipt = play(running, legal(running)[0], number=seen, now=now)
    assert receipt.first == seen + 2
