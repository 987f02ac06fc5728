"""What pages, emails and other features show of ratings, and to whom."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.core.exceptions import ObjectDoesNotExist
from django.test import Client
from django.urls import reverse

from games.features.ratings import folding, showing
from games.features.ratings.ledger import Skill
from games.models import Game, OutgoingEmail, RatedGame, RatedPlayer, Rating, User
from games.people import account_deletion, accounts
from games.post.emails.rendering import compose
from games.post.outbox import delivery
from games.table.seats import leaving
from tests.features.ratings.conftest import beat, begin, seat_of
from tests.pages.page_reader import Sit
from tests.people.conftest import unpacked

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


def make_known(*users: User, now: datetime, mu: float = 1600) -> None:
    """Gives these people firm ratings, as if from many games, until these are folded again."""
    for user in users:
        player, _ = RatedPlayer.objects.get_or_create(user=user)
        skill = Skill(mu, 70, 30, now)
        Rating.objects.create(player=player, ruleset="alexandros", players=2, mu=mu, sigma=70,
                              games=30, at=now, standing=skill.standing,
                              firm_until=skill.firm_until)


def test_others_may_ask_for_the_ratings_that_are_shown(
    alice: User, bob: User, carol: User, now: datetime
) -> None:
    make_known(alice, now=now, mu=1612)
    make_known(bob, now=now)
    showing.hide(bob)
    people = [alice.pk, bob.pk, carol.pk]
    assert showing.strengths(people, now=now) == {
        alice.pk: {("alexandros", 2): 1612}, carol.pk: {}}
    assert showing.strengths(people, now=now + timedelta(days=999))[alice.pk] == {}


def write_in(game: Game, **columns: Any) -> None:
    """Writes what a game has changed, as if its people had played many others before."""
    RatedGame.objects.get(game=game).seats.update(
        sigma_after=70, games=30, mu_before=1598.4, mu_after=1612.4, **columns)


def text_of(email: OutgoingEmail) -> str:
    return " ".join(str(compose(email).body).split())


def test_a_rating_is_shown_with_its_uncertainty_or_as_new(now: datetime) -> None:
    assert showing.shown(Skill(1611.6, 69.7, 12, now), now=now) == "1612 ± 70"
    assert showing.shown(Skill(1611.6, 69.7, 4, now), now=now) == "new"
    assert showing.shown(None, now=now) == "new"


def test_a_new_rating_says_what_is_missing(now: datetime) -> None:
    assert showing.why_new(None, now=now) == "at least 5 more games until it is shown"
    assert showing.why_new(Skill(1600, 150, 4, now), now=now) == (
        "at least 1 more game until it is shown")
    assert showing.why_new(Skill(1600, 150, 9, now), now=now) == (
        "not certain enough yet to be shown")
    assert showing.why_new(Skill(1600, 70, 9, now), now=now) == ""


def test_the_last_email_says_what_new_means(alice: User, bob: User, now: datetime) -> None:
    game = beat(alice, bob, now=now)
    said = text_of(OutgoingEmail.objects.get(game=game, kind="over"))
    assert "+60, still new for at least 4 more games" in said
    assert "New means that a rating is not shown yet" in said


def test_the_page_of_a_finished_game_says_what_has_changed(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    assert ("Ratings: You: +60, still new for at least 4 more games Bob : −60, still new for at"
            " least 4 more games New means that a rating is not shown yet: it takes 5 rated games"
            ) in sit(alice).open(f"/games/{game.code}/").words

    RatedGame.objects.get(game=game).seats.update(games=5)
    words = sit(alice).open(f"/games/{game.code}/").words
    assert "You: +60, still new until the rating is more certain" in words

    write_in(game)
    assert "Alice : +14, now 1612 You: +14, now 1612" in sit(bob).open(
        f"/games/{game.code}/").words


def test_the_names_beside_the_changes_lead_to_the_pages_about_the_players(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    accounts.rename(bob, "Robert", now=now)
    for reader, name, called in ((bob, "Alice", "Alice"), (alice, "Robert", "Bob")):
        page = sit(reader).open(f"/games/{game.code}/")
        assert (f'<li><a class="person" href="/people/{name}/" translate="no">'
                f"<bdi>{called}</bdi></a>: ") in page.html.partition("Ratings:")[2]


def test_during_a_game_nothing_is_said(sit: Sit, alice: User, bob: User, now: datetime) -> None:
    game = begin([alice, bob], now=now)

    assert "rating" not in sit(alice).open(f"/games/{game.code}/").words.lower()


def test_until_the_ratings_are_there_the_page_says_so(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], now=now)
    leaving.leave(game, user=bob, now=now)

    assert "The new ratings will be here in a moment." in sit(alice).open(
        f"/games/{game.code}/").words


def test_the_page_says_why_a_game_does_not_count(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    showing.hide(bob)
    game = beat(alice, bob, now=now)

    assert "because somebody hides their rating" in sit(alice).open(f"/games/{game.code}/").words


def test_whoever_hides_their_rating_sees_it_alone(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    showing.hide(bob)

    assert "Bob: −60" not in sit(alice).open(f"/games/{game.code}/").words
    assert "You: −60" in sit(bob).open(f"/games/{game.code}/").words


def test_nobody_sees_the_change_of_a_deleted_account(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    account_deletion.delete_account(bob, now=now)
    words = sit(alice).open(f"/games/{game.code}/").words

    assert "You: +60" in words
    assert "−60" not in words


def test_the_last_email_says_what_has_changed_and_always_says_the_same(
    alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], now=now)
    leaving.leave(game, user=bob, now=now)
    email = OutgoingEmail.objects.get(game=game, kind="over")
    folding.fold(now=now)
    write_in(game)
    said = text_of(email)
    assert "Ratings: You: +14, now 1612 Bob: +14, now 1612" in said

    write_in(game)
    showing.hide(bob)
    folding.void(game.code, because="a test", now=now)
    folding.fold(now=now)
    assert text_of(email) == said


def test_the_last_email_waits_for_the_ratings_and_leaves_as_soon_as_they_are_there(
    alice: User, bob: User, now: datetime, office: Any
) -> None:
    game = begin([alice, bob], now=now)
    leaving.leave(game, user=bob, now=now)
    email = OutgoingEmail.objects.get(game=game, kind="over")
    assert showing.until_rated(email, now=now) is not None
    assert showing.until_rated(email, now=now + 2 * showing.PATIENCE) is None

    OutgoingEmail.objects.filter(pk=email.pk).update(status="retry", error=delivery.WAITS,
                                                     not_before=now + showing.PATIENCE)
    folding.fold(now=now)
    email.refresh_from_db()
    assert email.not_before == now
    assert showing.until_rated(email, now=now) is None


def test_an_email_that_left_before_says_that_the_ratings_will_come(
    alice: User, bob: User, now: datetime
) -> None:
    game = begin([alice, bob], now=now)
    leaving.leave(game, user=bob, now=now)
    email = OutgoingEmail.objects.get(game=game, kind="over")
    said = text_of(email)
    assert "The new ratings will be here in a moment." in said

    folding.fold(now=now)
    assert text_of(email) == said


def test_whoever_played_a_game_that_was_taken_out_is_told_why(
    alice: User, bob: User, now: datetime
) -> None:
    game = beat(alice, bob, now=now)
    folding.void(game.code, because="Alice played both sides.", now=now)
    told = list(OutgoingEmail.objects.filter(kind=folding.VOIDED).order_by("user"))
    said = text_of(told[0])

    assert [email.to for email in told] == ["alice@example.org", "bob@example.org"]
    assert "because of foul play: Alice played both sides." in said
    folding.put_back(game.code)
    assert text_of(told[0]) == said
    with pytest.raises(delivery.Obsolete):
        compose(told[1])


def test_a_list_has_the_firm_ratings_that_nobody_hides_and_the_best_first(
    alice: User, bob: User, carol: User, dave: User, now: datetime
) -> None:
    make_known(alice, now=now)
    make_known(bob, carol, now=now, mu=1700)
    make_known(dave, now=now - timedelta(weeks=30), mu=1900)
    showing.hide(carol)

    assert [row.player.user for row in showing.ladder("alexandros", 2, now=now)] == [bob, alice]
    assert not showing.ladder("alexandros", 3, now=now).exists()


def test_ratings_of_several_people_come_in_one_query(
    alice: User, bob: User, carol: User, now: datetime, django_assert_num_queries: Any
) -> None:
    make_known(alice, bob, now=now)
    showing.hide(bob)
    with django_assert_num_queries(1):
        found = showing.of([alice, bob, carol], ruleset="alexandros", players=2)

    assert {user: skill.mu for user, skill in found.items()} == {alice.pk: 1600}


def test_the_history_of_a_rating_comes_in_one_query(
    alice: User, bob: User, now: datetime, django_assert_num_queries: Any
) -> None:
    games = [beat(alice, bob, now=now + timedelta(days=day)) for day in range(2)]
    with django_assert_num_queries(1):
        rows = showing.history_of(alice)
        assert [row.rated.game_id for row in rows] == [game.pk for game in games]
    assert rows[1].mu_before == rows[0].mu_after


def test_ratings_are_in_the_data_of_a_person(alice: User, bob: User, now: datetime) -> None:
    game = beat(alice, bob, now=now)
    told, _files = unpacked(alice, now)

    (rated,) = told["ratings"]["games"]
    assert (rated["game"], rated["rank"], rated["before"]) == (game.code, 1, 1500)
    assert told["ratings"]["now"][0]["rating"] == seat_of(game, alice).mu_after
    assert told["ratings"]["hidden"] is False


def test_an_operator_takes_a_game_out_on_their_page(
    client: Client, alice: User, bob: User, now: datetime
) -> None:
    rated = RatedGame.objects.get(game=beat(alice, bob, now=now))
    client.force_login(User.objects.create_superuser("chief@example.org"),
                       backend="django.contrib.auth.backends.ModelBackend")
    page = reverse("admin:games_ratedgame_changelist")

    def act(**data: str) -> str:
        return client.post(page, {"_selected_action": [rated.pk], **data}, follow=True
                           ).content.decode()

    assert "Please say why" in act(action="take_out")
    assert "Took it out of the ratings: cheating" in act(action="take_out", because="cheating")
    folding.fold(now=now)
    with pytest.raises(ObjectDoesNotExist):
        Rating.objects.get(player__user=alice)
    assert "Put it back" in act(action="put_back")
    folding.fold(now=now)
    assert Rating.objects.filter(player__user=alice).exists()
    assert client.get(reverse("admin:games_ratedgame_change", args=[rated.pk])).status_code == 200


def test_whoever_leaves_a_rated_game_reads_what_that_means(
    alice: User, bob: User, now: datetime
) -> None:
    words = leaving.consequence(begin([alice, bob], now=now))
    assert words.endswith("For the ratings you are last, behind all who stay.")
