"""What people see of reviews, and that there is nothing to see before a game has ended."""

from __future__ import annotations

import re
from datetime import datetime

import pytest
from django.test import Client

from engine.alexandros import board_file
from games.features.review import reading, reviewing
from games.models import Game, Review, Seat, User, review_findings
from games.models.review_findings import LARGE, JudgedDecision
from games.people import accounts
from games.post.emails.rendering import texts
from games.post.outbox.queue import queue_email
from games.table.lobby import replay_links
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
    moments = [each for seat in review.seats for each in seat.moments]
    assert moments
    assert all(len(seat.moments) <= reading.MOMENTS for seat in review.seats)
    for each in moments:
        assert f'id="move-{each.first}"' in text
        assert each.orders in text.replace("&#x27;", "'")
    assert "never by hidden cards" in text


def test_an_account_is_of_whole_turns_and_shows_the_moments_that_lost_most(
    finished: Game, now: datetime
) -> None:
    found = review_findings.begin(analyst=1, seats={0}, players=2)
    found.decisions = [JudgedDecision(0, turn, row, row + 2, 0.0, loss) for turn, row, loss in (
        (1, 2, 0.012), (1, 5, 0.012), (3, 8, 0.3), (5, 11, 0.01), (7, 14, 0.05), (9, 17, 0.2),
        (11, 20, 0.1))]
    Review.objects.create(game=finished, row=finished.number, asked_at=now, done_at=now,
                          data=review_findings.dump(found))
    seat, = reading.read(finished).seats
    assert (seat.turns, seat.good) == (6, 1)
    assert seat.loss == pytest.approx(0.684 / 6)
    assert [each.first for each in seat.moments] == [8, 17, 20]


def test_the_result_stands_beside_the_luck(reviewed: Game, alice: User) -> None:
    text = page(alice, url(reviewed))
    first, second = reviewed.result["scores"]
    assert f"won by {abs(first - second)} point" in text
    assert f"lost by {abs(first - second)} point" in text
    assert re.search(r"[+−]\d|<td[^>]*>0<", text)


def test_the_best_turn_is_drawn_on_the_board(reviewed: Game, alice: User) -> None:
    for decision in reading.read(reviewed).notable[:3]:
        drawn = page(alice, url(reviewed, f"review/{decision.first}/better.svg"))
        assert drawn.startswith("<svg")
        assert "better turn" in drawn


def test_there_is_no_picture_where_nothing_was_better(reviewed: Game, alice: User) -> None:
    known = {each.first for each in reading.read(reviewed).notable}
    other = next(row for row in range(1, reviewed.number) if row not in known)
    page(alice, url(reviewed, f"review/{other}/better.svg"), status=404)


def test_the_replay_says_what_was_better_at_each_position_of_a_decision(
    reviewed: Game, alice: User
) -> None:
    decision = reading.read(reviewed).notable[0]
    for row in range(decision.first, decision.last + 1):
        text = page(alice, url(reviewed, f"replay/{row}/"))
        assert "of the chance to win" in text
        assert decision.orders in text.replace("&#x27;", "'")
    step = page(alice, url(reviewed, f"replay/{decision.first}/step.json"))
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
    assert "% are done" in text


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
    assert "checked" not in client.get("/account/").content.decode()
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
    decision = reading.read(reviewed).notable[0]
    names = frozenset({"Alice", "Bob", "Finished", "Alexandros", *regions()})
    with spoken():
        text = page(alice, url(reviewed, f"replay/{decision.first}/"))
        note = text[text.index("review-note"):]
        assert untranslated_on_page(note[note.index(">") + 1:note.index("</p>")], names=names) == []


def regions() -> set[str]:
    """The words of the names of places on the board of the sample game."""
    board = board_file.load(board_file.shipped()["delta"])
    return {word for region in board.region_of.values() for word in region.split()}
