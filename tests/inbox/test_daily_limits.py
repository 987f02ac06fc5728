"""How many emails about mistakes somebody gets in a day, and who uses them up (R16)."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games.models import Game, OutgoingEmail, User
from tests.inbox.email_replies import PostOffice, text_of, words
from tests.sample_games import seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.promise("R16")]

LAST = "We will not reply to further mistakes in this game today."


def refusals(user: User) -> int:
    return OutgoingEmail.objects.filter(kind="refusal", to=user.email).count()


def mistakes(office: PostOffice, game: Game, user: User, *, times: int, sender: str = "") -> None:
    email = office.turn_email(game, user)
    for n in range(times):
        office.reply(email, f"nonsense {n}", sender=sender or user.email or "")


def test_mistakes_in_one_game_leave_the_answers_about_another_alone(
    game: Game, office: PostOffice, alice: User, bob: User
) -> None:
    other = seat_table([alice, bob], now=office.now, options={"first": 0})
    mistakes(office, game, alice, times=7)
    assert refusals(alice) == 5
    mistakes(office, other, alice, times=1)
    assert refusals(alice) == 6


def test_a_stranger_cannot_use_up_the_answers_of_a_player(
    game: Game, office: PostOffice, alice: User
) -> None:
    mistakes(office, game, alice, times=7, sender="eve@example.net")
    assert refusals(alice) == 5
    mistakes(office, game, alice, times=6)
    assert refusals(alice) == 10
    mistakes(office, game, alice, times=1, sender="mallory@example.net")
    assert refusals(alice) == 10, "all strangers together count as one"


def test_a_command_for_the_site_counts_as_no_mistake_in_the_game(
    game: Game, office: PostOffice, alice: User
) -> None:
    email = office.turn_email(game, alice)
    for _ in range(6):
        assert "is a command for the whole site" in words(office.answer(email, "my games"))
    assert LAST not in words(office.answer(email, "draw away"))


def test_there_is_a_limit_for_all_games_together(
    game: Game, office: PostOffice, alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.post.inbox.answers.MAX_REFUSALS_PER_DAY", 6)
    others = [seat_table([alice, bob], now=office.now, options={"first": 0}) for _ in range(2)]
    for each in (game, *others):
        mistakes(office, each, alice, times=3)
    assert refusals(alice) == 6
    office.deliver()
    *others, last = (" ".join(text_of(each).split()) for each in office.delivered
                     if each["X-Game-Post"] == "refusal")
    assert "We will not reply to further mistakes today, whatever the game." in last
    assert not any("further mistakes" in each for each in others)
    office.now += timedelta(hours=25)
    mistakes(office, game, alice, times=1)
    assert refusals(alice) == 7


def test_the_last_answer_for_a_game_says_so_and_a_strangers_does_not(
    game: Game, office: PostOffice, alice: User
) -> None:
    mistakes(office, game, alice, times=5, sender="eve@example.net")
    mistakes(office, game, alice, times=5)
    office.deliver()
    said = [LAST in " ".join(text_of(email).split()) for email in office.delivered
            if email["X-Game-Post"] == "refusal"]
    assert said == [False] * 9 + [True]
