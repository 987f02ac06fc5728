"""What people see of reviews, and that there is nothing to see before a game has ended."""

from __future__ import annotations

import re
from datetime import datetime
from html import unescape
from itertools import chain

import pytest
from django.test import Client

from alexandros_rules import drafts
from alexandros_rules.alexandros import board_file
from games.features.review import reading, reviewing, turn_again
from games.models import Game, Review, Seat, User, review_findings
from games.models.review_findings import LARGE, JudgedTurn
from games.people import accounts
from games.post.emails.rendering import texts
from games.post.outbox.queue import queue_email
from games.rulesets import registry
from games.table.lobby import replay_links
from games.table.play import history
from tests.pseudo_language import spoken, untranslated_on_page

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
LOGIN = "django.contrib.auth.backends.ModelBackend"


def signed_in(user: User | None) -> Client:
    client = Client(headers={"host": "localhost"})
    if user is not None:
        client.force_login(user, backend=LOGIN)
    return client


def page(user: User | None, path: str, *, status: int = 200) -> str:
    response = signed_in(user).get(path)
    assert response.status_code == status
    return response.content.decode()


def url(game: Game, path: str = "review/") -> str:
    return f"/games/{game.code}/{path}"


def test_the_review_shows_up_to_three_moments_of_each_player(reviewed: Game, alice: User) -> None:
    text = page(alice, url(reviewed))
    review = reading.read(reviewed)
    past = history.read(reviewed, 0)
    moments = [reading.moments(past, seat) for seat in review.seats]
    assert all(0 < len(some) <= reading.MOMENTS for some in moments)
    for each in chain(*moments):
        assert f'id="move-{each.turn.first}"' in text
        assert each.orders in text.replace("&#x27;", "'")
        assert each.says_why
    assert "never by hidden cards" in text


def test_only_turns_with_something_to_lose_count_in_an_average(
    finished: Game, now: datetime
) -> None:
    found = review_findings.begin(analyst=1, seats={0}, players=2)
    found.turns = [
        JudgedTurn(0, turn, row, row + 2, row, best - loss, best, "draw" if loss > 0.02 else "")
        for turn, row, best, loss in (
            (1, 2, 0.5, 0.024), (3, 5, 0.4, 0.3), (5, 8, 0.4, 0.01), (7, 11, 0.03, 0.03))]
    Review.objects.create(game=finished, row=finished.number, asked_at=now, done_at=now,
                          data=review_findings.dump(found))
    seat, = reading.read(finished).seats
    assert (seat.turns, seat.good) == (3, 1)
    assert seat.loss == pytest.approx(0.334 / 3)


def test_the_result_stands_beside_the_luck(reviewed: Game, alice: User) -> None:
    text = page(alice, url(reviewed))
    first, second = reviewed.result["scores"]
    assert f"won by {abs(first - second)} point" in text
    assert f"lost by {abs(first - second)} point" in text
    assert re.search(r"[+−]\d|<td[^>]*>0<", text)


@pytest.mark.parametrize(("points", "why", "result"), [
    (7, "Why you share the win", "shares the win"), (0, "Why nobody won", "nobody won")])
def test_a_tie_is_called_so(
    reviewed: Game, alice: User, points: int, why: str, result: str
) -> None:
    Game.objects.filter(pk=reviewed.pk).update(
        result={**reviewed.result, "winners": [0, 1], "scores": [points, points]})
    text = page(alice, url(reviewed))
    assert why in text
    assert text.count(f"  {result}\n") == 2
    assert "Why you won" not in text


def test_the_best_turn_is_drawn_on_the_board(reviewed: Game, alice: User) -> None:
    for turn in reading.read(reviewed).notable[:3]:
        drawn = page(alice, url(reviewed, f"review/{turn.first}/better.svg"))
        assert drawn.startswith("<svg")
        assert "better turn" in drawn


def test_the_turn_that_was_played_is_marked_on_its_board_like_the_best_one(
    reviewed: Game, alice: User
) -> None:
    moves = history.read(reviewed, 0).moves
    turn = next(one for one in reading.read(reviewed).notable
                if any(" via " in move for move in moves[one.start - 1:one.last]))
    played = page(alice, url(reviewed, f"replay/{turn.last}/board.svg"))
    assert 'class="ax-way"' in played
    assert f"{reviewed.name}, turn {turn.turn}<" in played


def test_every_moment_can_be_played_again(reviewed: Game, alice: User) -> None:
    past, review = history.read(reviewed, 0), reading.read(reviewed)
    moment, *_ = reading.moments(past, review.seats[0])
    again = url(reviewed, f"review/{moment.turn.first}/again/")
    assert f'href="{again}"' in page(alice, url(reviewed))
    assert "Find a better one" in page(alice, again)
    client = signed_in(alice)
    better = client.post(again, {"orders": moment.turn.orders})
    assert "Well done!" in better.content.decode()
    start = drafts.SEPARATOR.join(moment.turn.orders.split(drafts.SEPARATOR)[:1])
    half = client.post(again, {"orders": start}).content.decode()
    assert "not a whole turn yet" in half
    assert client.post(again, {"orders": "levy nonsense"}).status_code == 400


def test_the_turn_that_was_played_is_no_solution(reviewed: Game, alice: User) -> None:
    past = history.read(reviewed, 0)
    worst = max(reading.read(reviewed).notable, key=lambda one: one.loss)
    task = turn_again.task_of(past, worst)
    played = drafts.SEPARATOR.join(past.moves[worst.start - 1:worst.last])
    draft = drafts.evaluate(task.ruleset, task.view, played, seat=task.seat)
    assert task.is_attempt(draft)
    verdict = task.judge(draft)
    assert not verdict.solved
    assert task.judge(task.best).solved


def test_a_wrong_turn_played_again_is_told_its_answer_and_the_reasons_for_the_better_one(
    reviewed: Game, alice: User
) -> None:
    past = history.read(reviewed, 0)
    worst = max(reading.read(reviewed).notable, key=lambda one: one.loss)
    task = turn_again.task_of(past, worst)
    played = drafts.SEPARATOR.join(past.moves[worst.start - 1:worst.last])
    draft = drafts.evaluate(task.ruleset, task.view, played, seat=task.seat)

    answer = signed_in(alice).post(url(reviewed, f"review/{worst.first}/again/"),
                                   {"orders": played})
    shown = unescape(answer.content.decode())
    assert "Not yet." in shown
    assert task.reasons(draft)
    assert all(sentence in shown for sentence in [*task.refutation(draft), *task.reasons(draft)])


def test_a_choice_of_a_turn_that_is_played_again_is_added_to_its_draft(
    reviewed: Game, alice: User
) -> None:
    turn = reading.read(reviewed).notable[0]
    again = url(reviewed, f"review/{turn.first}/again/")
    response = signed_in(alice).get(f"{again}draft/?do=look")
    assert response.status_code == 302
    assert response["Location"].startswith(again)


def test_only_turns_of_the_review_can_be_played_again(
    reviewed: Game, running: Game, alice: User
) -> None:
    page(alice, url(reviewed, "review/1/again/"), status=404)
    page(alice, url(running, "review/5/again/"), status=404)


def test_no_reason_is_as_true_of_what_was_played(reviewed: Game) -> None:
    past, comments = history.read(reviewed, 0), registry.get(reviewed.ruleset).comments
    assert comments is not None
    compared = 0
    for turn in reading.read(reviewed).notable:
        words = reading.describe_turn(past, turn)
        task = turn_again.task_of(past, turn)
        played = drafts.evaluate(task.ruleset, task.view, drafts.SEPARATOR.join(
            past.moves[turn.start - 1:turn.last]), seat=turn.seat)
        if played.refusal is None:
            alone = comments.reasons(task.view, [step.move for step in played.steps],
                                     instead=None, seat=turn.seat, names=past.names_for_reader(1))
            assert not {*words.reasons} & {*alone}
            compared += 1
    assert compared


def test_there_is_no_picture_where_nothing_was_better(reviewed: Game, alice: User) -> None:
    known = {each.first for each in reading.read(reviewed).notable}
    other = next(row for row in range(1, reviewed.number) if row not in known)
    page(alice, url(reviewed, f"review/{other}/better.svg"), status=404)


def test_the_replay_says_what_was_better_at_each_position_of_a_turn(
    reviewed: Game, alice: User
) -> None:
    turn = reading.read(reviewed).notable[0]
    for row in range(turn.first, turn.last + 1):
        text = page(alice, url(reviewed, f"replay/{row}/"))
        assert "of the chance to win" in text
        assert turn.orders in text.replace("&#x27;", "'")
    step = page(alice, url(reviewed, f"replay/{turn.first}/step.json"))
    assert "of the chance to win" in step


def test_the_chart_marks_large_losses_only(reviewed: Game, alice: User) -> None:
    large = [each for each in reading.read(reviewed).notable if each.loss >= LARGE]
    chart = page(alice, url(reviewed, "replay/1/"))
    chart = chart[chart.index("ax-chart"):]
    assert chart.count("of the chance to win") == len(large) > 0


def test_a_position_without_a_loss_has_no_note(reviewed: Game, alice: User) -> None:
    assert "review-note" not in page(alice, url(reviewed, "replay/1/"))


@pytest.mark.promise("R10")
def test_a_running_game_has_no_review_and_does_not_mention_any(
    running: Game, alice: User, now: datetime
) -> None:
    page(alice, url(running), status=404)
    page(alice, url(running, "review/5/better.svg"), status=404)
    for path in ("", "replay/5/", "replay/5/step.json"):
        assert not re.search(r"\breview", page(alice, url(running, path)), re.IGNORECASE)


@pytest.mark.promise("R10")
def test_even_a_stored_review_of_a_running_game_would_not_be_shown(
    running: Game, alice: User, now: datetime
) -> None:
    Review.objects.create(game=running, asked_at=now, done_at=now, row=20)
    page(alice, url(running), status=404)
    assert "review-note" not in page(alice, url(running, "replay/5/"))


def test_the_page_refreshes_itself_until_the_review_is_done(
    finished: Game, alice: User, now: datetime
) -> None:
    Review.objects.create(game=finished, asked_at=now, row=finished.number // 2)
    text = page(alice, url(finished))
    assert '<meta http-equiv="refresh"' in text
    assert "% is done" in text


def test_the_page_says_so_when_a_review_has_failed(
    finished: Game, alice: User, now: datetime
) -> None:
    Review.objects.create(game=finished, asked_at=now, failures=reviewing.ATTEMPTS)
    text = page(alice, url(finished))
    assert "The mistake is ours" in text
    assert "Review this game" in text
    assert "refresh" not in text


def test_a_player_can_ask_for_the_review_of_an_old_game(finished: Game, alice: User) -> None:
    assert "has not been reviewed" in page(alice, url(finished))
    assert not Review.objects.exists()
    response = signed_in(alice).post(url(finished, "review/ask/"))
    assert response.status_code == 302
    assert Review.objects.get().game_id == finished.pk
    assert "is being reviewed" in page(alice, url(finished))


def test_a_review_in_an_older_form_can_be_asked_for_anew(reviewed: Game, alice: User) -> None:
    Review.objects.filter(game=reviewed).update(data={"schema": 0})
    assert "Review this game" in page(alice, url(reviewed))
    signed_in(alice).post(url(reviewed, "review/ask/"))
    assert Review.objects.get(game=reviewed).done_at is None


def test_asking_again_does_not_throw_a_review_away(reviewed: Game, alice: User) -> None:
    signed_in(alice).post(url(reviewed, "review/ask/"))
    assert Review.objects.get(game=reviewed).done_at is not None


def test_others_cannot_ask_for_a_review(finished: Game, carol: User) -> None:
    Game.objects.filter(pk=finished.pk).update(listed=True)
    response = signed_in(carol).post(url(finished, "review/ask/"))
    assert response.status_code == 403
    assert "You have no seat at this table" in response.content.decode()
    assert not Review.objects.exists()


def test_nobody_can_ask_for_the_review_of_a_running_game(running: Game, alice: User) -> None:
    assert signed_in(alice).post(url(running, "review/ask/")).status_code == 404
    assert not Review.objects.exists()


def test_a_shared_link_opens_the_review(reviewed: Game) -> None:
    key = replay_links.sharing_key(reviewed)
    text = page(None, f"/shared/{reviewed.code}/{key}/review/")
    pictures = re.findall(r'src="([^"]*better\.svg)"', text)
    assert pictures
    assert all(one.startswith(f"/shared/{reviewed.code}/{key}/") for one in pictures)
    assert page(None, pictures[0]).startswith("<svg")
    assert url(reviewed, "") not in text


def test_somebody_who_turns_reviews_off_is_no_longer_shown(
    reviewed: Game, alice: User, bob: User
) -> None:
    shown = [each for each in reading.read(reviewed).notable if each.seat == 0]
    assert shown
    signed_in(alice).post("/account/reviews/", {})
    alice.refresh_from_db()
    assert not alice.wants_reviews
    assert {each.seat for each in reading.read(reviewed).notable} <= {1}
    text = page(bob, url(reviewed))
    assert "The moves of Alice are not reviewed" in text
    assert f'id="move-{shown[0].first}"' not in text
    assert "review-note" not in page(bob, url(reviewed, f"replay/{shown[0].first}/"))
    page(bob, url(reviewed, f"review/{shown[0].first}/better.svg"), status=404)


def test_somebody_can_turn_reviews_on_again(alice: User) -> None:
    client = signed_in(alice)
    client.post("/account/reviews/", {})
    assert 'name="reviews">' in client.get("/account/").content.decode()  # not checked
    client.post("/account/reviews/", {"reviews": "on"})
    alice.refresh_from_db()
    assert alice.wants_reviews


def test_a_seat_that_changed_hands_is_hidden_if_one_of_its_people_wants_that(
    reviewed: Game, carol: User
) -> None:
    User.objects.filter(pk=carol.pk).update(wants_reviews=False)
    Seat.objects.filter(game=reviewed, index=1).update(left_by=carol)
    assert {seat.seat for seat in reading.read(reviewed).seats} == {0}


@pytest.mark.parametrize("wanted", [True, False])
def test_the_last_email_links_to_the_review(
    finished: Game, alice: User, bob: User, now: datetime, wanted: bool
) -> None:
    User.objects.filter(pk__in=[alice.pk, bob.pk]).update(wants_reviews=wanted)
    seat = Seat.objects.select_related("user").get(game=finished, index=0)
    email = queue_email("over", game=finished, seat=seat, user=alice, number=finished.number,
                        to=alice.email, now=now)
    text, html = texts(email)
    assert (f"/games/{finished.code}/review/" in html) == wanted
    assert ("have been better:\nhttp" in text) == wanted
    assert "\n\n\n\n" not in text


def test_the_page_of_a_finished_game_links_to_its_review(finished: Game, alice: User) -> None:
    assert f'href="{url(finished)}"' in page(alice, url(finished, ""))


def test_a_guest_who_did_not_want_reviews_does_not_get_them_by_signing_in(
    alice: User, guest: User, now: datetime
) -> None:
    accounts.choose_reviews(guest, wanted=False)
    accounts.merge_guest(guest, alice, now=now)
    alice.refresh_from_db()
    assert not alice.wants_reviews


@pytest.mark.parametrize("state", ["done", "computing", "failed", "none"])
def test_every_state_of_the_page_is_translated(
    reviewed: Game, alice: User, now: datetime, state: str
) -> None:
    columns = {"done": {}, "computing": {"done_at": None},
               "failed": {"done_at": None, "failures": reviewing.ATTEMPTS}}
    if state == "none":
        Review.objects.all().delete()
    else:
        Review.objects.filter(game=reviewed).update(**columns[state])
    names = frozenset({"Alice", "Bob", "Finished", "Alexandros", *regions()})
    with spoken():
        assert untranslated_on_page(page(alice, url(reviewed)), names=names) == []


def test_the_note_in_the_replay_is_translated(reviewed: Game, alice: User) -> None:
    turn = reading.read(reviewed).notable[0]
    names = frozenset({"Alice", "Bob", "Finished", "Alexandros", *regions()})
    with spoken():
        text = page(alice, url(reviewed, f"replay/{turn.first}/"))
        note = text[text.index("review-note"):]
        assert untranslated_on_page(note[note.index(">") + 1:note.index("</p>")], names=names) == []


def regions() -> set[str]:
    """The words of the names of places on the board of the sample game."""
    board = board_file.load(board_file.shipped()["delta"])
    return {word for region in board.region_of.values() for word in region.split()}
