"""Handles: unique names of members, however they are spelled."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest

from games.base.refusals import TableRefusal
from games.models import Handle, User
from games.models.handle import fit, keys
from games.people import accounts, handles
from games.rulesets import registry
from tests.pages.page_reader import Sit
from tests.sample_games import seat_table

MONTH = handles.BETWEEN_CHANGES


def refusal(user: User, name: str, now: datetime) -> TableRefusal:
    with pytest.raises(TableRefusal) as caught:
        accounts.rename(user, name, now=now)
    return caught.value


@pytest.mark.parametrize(("name", "other"), [
    ("Anna", "anna"), ("Anna", "ANNA"), ("Anna", "\N{GREEK CAPITAL LETTER ALPHA}nna"),
    ("anna", "\N{CYRILLIC SMALL LETTER A}nn\N{CYRILLIC SMALL LETTER A}"),
    ("Alice", "AIice"), ("Alice", "A1ice"), ("Bob", "B0b"), ("Bernd", "Bemd"),
    ("Вова", "вова"), ("Straße", "STRASSE"), ("José", "Jose\N{COMBINING ACUTE ACCENT}"),
    ("Anna", "Ánna"), ("Bob", "Bøb"), ("Lukasz", "Łukasz"), ("Müller", "Muller"),
    ("Anna-Lena", "Annalena"),
    ("Anna", "\N{FULLWIDTH LATIN CAPITAL LETTER A}nna"),
])
def test_names_that_look_alike_are_the_same(name: str, other: str) -> None:
    assert not {*zip((0, 1), keys(name), strict=True)}.isdisjoint(
        zip((0, 1), keys(other), strict=True))


@pytest.mark.parametrize(("name", "other"), [
    ("Elia", "Ella"), ("Nina", "Vina"), ("Bo", "Bob"), ("कि", "की"),
])
def test_names_that_only_resemble_each_other_are_different(name: str, other: str) -> None:
    assert {*zip((0, 1), keys(name), strict=True)}.isdisjoint(
        zip((0, 1), keys(other), strict=True))


@pytest.mark.parametrize(("text", "name"), [
    ("Alice of Tyre", "Alice-of-Tyre"), ("  -Bob--", "Bob"), ("x" * 30, "x" * 24),
    ("Ζωή", "Ζωή"), ("<b>Eve</b>", "b-Eve-b"), ("\u202eevE", "evE"), ("a\u3164b", "ab"),
    ("Ann\u200ba", "Anna"), ("e\u200d\u0301", "é"), ("Al\u00adice", "Alice"), ("a\tb", "a-b"),
    ("z\u0335\u0336\u0337\u0338z", "z\u0335\u0336-z"), ("\u0301a", "a"), ("☺", ""), ("", ""),
])
def test_a_text_becomes_a_name_of_letters_digits_and_hyphens(text: str, name: str) -> None:
    assert fit(text) == name == fit(name)


def test_each_account_has_a_name_from_the_start(db: None) -> None:
    users = [User.objects.create_user(f"{number}@example.org") for number in range(5)]
    assert len({user.name for user in users}) == 5
    assert all(user.name.startswith("Player-") and not user.has_chosen_name for user in users)
    assert [handles.find(user.name).user for user in users] == users


def test_nobody_can_take_a_name_that_looks_like_somebody_elses(
    alice: User, bob: User, now: datetime
) -> None:
    for name in ("alice", "AIice", "A1ice"):
        assert "Somebody else has this name" in refusal(bob, name, now).sentence
    assert Handle.objects.get(user=bob, given_up_at=None).name == bob.name == "Bob"


@pytest.mark.parametrize("name", ["Guest", "Guest-3", "former-player", "FormerPlayer", "Alexandros",
                                  "Player-77", "Bucephalus-2", "The-Campaign", "campaign", "admin",
                                  "Seat-2"])
def test_names_of_the_service_are_nobodys(alice: User, now: datetime, name: str) -> None:
    assert "has a meaning on this site" in refusal(alice, name, now).sentence


@pytest.mark.parametrize("name", ["campa1gn", "Adm1n", "ADM1N-7", "Ca111sthenes", "Ca11istheneS-11",
                                  "Adm\N{RUNIC LETTER ISAZ IS ISS I}n"])
def test_a_one_in_a_name_of_the_service_can_be_an_l_or_an_i(
    alice: User, guest: User, now: datetime, name: str
) -> None:
    for person in (alice, guest):
        assert "has a meaning on this site" in refusal(person, name, now).sentence


@pytest.mark.parametrize("name", ["campaIgner", "Adm1ral", "111", "E1la", "campalgn"])
def test_no_other_names_with_ones_are_of_the_service(db: None, name: str) -> None:
    assert not handles.is_reserved(name)


def test_the_names_of_bots_are_nobodys(alice: User, now: datetime) -> None:
    names = [name for room in registry.rooms().values() for bot in room.ruleset.bots.values()
             for name in bot.seat_names]
    assert "Bucephalus" in names
    assert all(handles.is_reserved(name) for name in names)


def test_a_guest_is_called_one_and_may_not_have_the_name_of_a_bot_or_a_member(
    guest: User, now: datetime
) -> None:
    accounts.rename(guest, "Alice of Tyre", now=now)
    assert guest.shown_name == "Alice of Tyre (guest)"
    assert "has a meaning" in refusal(guest, "Bucephalus", now).sentence
    User.objects.create_user("carol@example.org", name="Carol")
    assert "Somebody else has this name" in refusal(guest, "CAROL", now).sentence


def test_a_name_with_other_characters_is_refused_with_a_better_one(
    alice: User, now: datetime
) -> None:
    assert "How about “Alice-of-Tyre”?" in refusal(alice, "Alice of Tyre", now).sentence
    assert "How about “Anna”?" in refusal(alice, "An\u200bna", now).sentence
    assert "How about" not in refusal(alice, "!", now).sentence
    assert "2 to 24 letters" in refusal(alice, "x" * 25, now).sentence


@pytest.mark.parametrize("name", ["\N{CIRCLED LATIN CAPITAL LETTER B}ob", "A lice-2", "Guest 3",
                                  "Player-7 7", "Alex\u200bandros"])
def test_no_name_is_proposed_that_would_be_refused(
    alice: User, bob: User, dave: User, now: datetime, name: str
) -> None:
    Handle.objects.filter(user=dave).update(name="Alice2", key=keys("Alice2")[0],
                                            look=keys("Alice2")[1])
    sentence = refusal(alice, name, now).sentence
    assert "2 to 24 letters" in sentence
    assert "How about" not in sentence


def test_no_name_is_proposed_before_the_month_is_over(alice: User, now: datetime) -> None:
    accounts.rename(alice, "Alexa", now=now)
    assert "How about" not in refusal(alice, "Allie of Tyre", now).sentence
    assert "How about “Alex-a”?" in refusal(alice, "Alex a", now).sentence  # the same name
    assert "How about “Allie-of-Tyre”?" in refusal(alice, "Allie of Tyre", now + MONTH).sentence


def test_a_name_can_be_changed_once_a_month_and_the_old_one_still_leads_to_them(
    alice: User, bob: User, now: datetime
) -> None:
    accounts.rename(alice, "Alexa", now=now)
    assert "once in 30 days" in refusal(alice, "Allie", now + MONTH - timedelta(hours=1)).sentence
    assert handles.find("ALICE").user == handles.find("alexa").user == alice
    assert "Somebody else" in refusal(bob, "Alice", now).sentence
    assert "once in 30 days" in refusal(alice, "Alice", now).sentence
    accounts.rename(alice, "alexa", now=now)  # another spelling is no other name
    accounts.rename(alice, "Alice", now=now + MONTH)  # one's own old name can be had back
    assert {each.name for each in alice.handles.all()} == {"Alice", "alexa"}
    assert handles.forget_old(now + MONTH + timedelta(days=366)) == 1
    accounts.rename(bob, "Alexa", now=now + MONTH)


def test_the_first_name_that_somebody_chooses_replaces_the_drawn_one(
    db: None, now: datetime
) -> None:
    user = User.objects.create_user("erin@example.org")
    accounts.rename(user, "Erin", now=now)
    accounts.rename(user, "Erina", now=now)
    assert [each.name for each in user.handles.order_by("pk")] == ["Erin", "Erina"]


def test_a_guest_who_becomes_a_member_gets_a_name_like_theirs(
    alice: User, guest: User, now: datetime
) -> None:
    User.objects.filter(pk=guest.pk).update(name="Alice")
    guest.refresh_from_db()
    user = User.objects.create_user("new@example.org")
    accounts.merge_guest(guest, user, now=now)
    assert user.name == "Alice-2"
    assert user.has_chosen_name


def test_the_handles_of_a_deleted_account_go_with_it(alice: User, now: datetime) -> None:
    accounts.rename(alice, "Alexa", now=now)
    alice.delete()
    assert handles.find("Alexa") is handles.find("Alice") is None


def test_operators_take_an_unseemly_name_away_everywhere(
    sit: Sit, alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now)
    root = User.objects.create_superuser("root@example.org", name="Root")
    sit(root).client.post("/admin/games/user/", {
        "action": "take_name_away", "_selected_action": [alice.pk]})
    alice.refresh_from_db()
    assert not alice.has_chosen_name
    assert game.seats.get(index=0).name == alice.name
    assert handles.find("Alice") is None


def test_a_member_whom_an_operator_adds_gets_a_handle(sit: Sit, alice: User, now: datetime) -> None:
    root = User.objects.create_superuser("root@example.org", name="Root")
    sit(root).client.post("/admin/games/user/add/", {
        "email": "erin@example.org", "name": "Alice", "is_active": "on"})
    erin = User.objects.get(email="erin@example.org")
    assert handles.find(erin.name).user == erin
    assert erin.name == "Alice-2"


def test_the_page_of_the_account_shows_the_name_that_was_drawn(sit: Sit, db: None) -> None:
    user = User.objects.create_user("erin@example.org")
    browser = sit(user)
    page = browser.open("/account/")
    assert page.form("Save the name").data()["name"] == [user.name]
    assert "We have drawn this name for you." in page.words
    assert "Welcome" not in browser.press("Save the name").words  # nothing was chosen
    page = browser.press("Save the name", name="Guest")
    assert page.status == 400
    assert "has a meaning on this site" in page.words
    assert browser.press("Save the name", name="").status == 400
    page = browser.press("Save the name", name="Erin")
    assert "Welcome, Erin." in page.words
    assert "We have drawn this name" not in page.words
