"""The small game in docs/new-game.md is complete: its text is played here as it stands there."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as site_settings

from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Illegal, Unreadable
from alexandros_rules.ruleset import Setup
from games.models import Game, LoggedMove, User
from games.rulesets import registry
from games.table.lobby import open_tables
from games.table.play import bots, history, records, turns, verification
from tests.features.plans.saved_plans import save_plan
from tests.inbox.email_replies import PostOffice, html_of, text_of
from tests.pages.page_reader import Sit

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]

TEXT = Path(site_settings.BASE_DIR) / "docs" / "new-game.md"
FILE = re.compile(r"^### nim/(?P<name>\S+)$\n\n[^\n]+:\n\n"
                  r"(?P<fence>`{3,4})\w+\n(?P<text>.*?)^(?P=fence)$", re.MULTILINE | re.DOTALL)


def files() -> dict[str, str]:
    """Return the files of the game as the document shows them, by their names."""
    return {found["name"]: found["text"] for found in FILE.finditer(TEXT.read_text("utf-8"))}


@pytest.fixture(autouse=True)
def _nim(settings: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    package = tmp_path / "nim"
    package.mkdir()
    for name, text in {"__init__.py": "", **files()}.items():
        (package / name).write_text(text, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    settings.GAMES = [settings.GAMES[0], "nim"]
    settings.INSTALLED_APPS = [*settings.INSTALLED_APPS, "nim"]
    yield
    registry.rooms_of.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "nim"]:
        del sys.modules[name]


@pytest.fixture
def game(alice: User, bob: User, now: datetime) -> Game:
    """Return a game of Alice, Bob and a bot on the board that is proposed."""
    made = open_tables.create_table(by=alice, name="Friends", ruleset="nim", players=3,
                                    bots=["random"], listed=True, now=now)
    open_tables.join(made, user=bob, now=now)
    made.refresh_from_db()
    made.emails.all().delete()
    return made


def mover(game: Game) -> int:
    """Return the seat that is to move."""
    return game.seats.get(to_move=True).index


def submit(game: Game, text: str, *, now: datetime) -> None:
    """Play orders of the person who is to move."""
    seat = game.seats.get(to_move=True)
    turns.submit(game, seat=seat.index, user_id=seat.user_id, text=text, number=game.number,
                 key=str(game.number), actor=LoggedMove.Actor.PAGE, now=now)
    game.refresh_from_db()


def play_until_persons_turn(game: Game, *, now: datetime) -> None:
    """Let the bot play if it is to move."""
    bots.play(game.pk, now=now)
    game.refresh_from_db()


def person_to_move(game: Game, *, now: datetime) -> User:
    """Return Alice or Bob, whoever is to move after the bot."""
    play_until_persons_turn(game, now=now)
    user = game.seats.get(index=mover(game)).user
    assert user is not None
    return user


def play_on(game: Game, *, now: datetime) -> None:
    """Play to the end; people always take their first possible move."""
    while True:
        play_until_persons_turn(game, now=now)
        if game.status != Game.Status.RUNNING:
            return
        rules, view = registry.get("nim").ruleset, history.view(game, mover(game))
        move = rules.legal_moves(view, seat=mover(game))[0]
        submit(game, rules.format(move, view), now=now)


def begun(players: int = 2) -> Any:
    """Return a position before the first move."""
    rules = registry.get("nim").ruleset
    (began,) = rules.start(Setup("3 4 5\n", players), SeededChance(bytes(32)))
    return rules.evolve(None, began)


def test_the_document_shows_a_whole_game_in_three_files() -> None:
    assert sorted(files()) == ["room.py", "rules.md", "rules.py"]


def test_a_game_is_played_to_its_end_and_its_log_verifies(game: Game, now: datetime) -> None:
    play_on(game, now=now)
    assert game.status == Game.Status.OVER
    assert verification.first_fault(game) is None
    last = LoggedMove.objects.filter(game=game).order_by("-number")[0]
    assert game.result["winners"] == [last.seat]
    told = [sentence for entry in history.read(game, None).entries()
            for sentence in entry.sentences]
    assert told[0].endswith(" begins.")
    assert re.fullmatch(r"\w+ takes \d match(es)? from heap [ABC]\.", told[-1])


def test_its_record_comes_back_and_verifies(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    text = sit(alice).client.get(f"/games/{game.code}/record.txt").content.decode()
    back = records.import_record(text, now=now)
    assert history.state(back) == history.state(game)
    assert verification.first_fault(back) is None


def test_its_page_lists_the_moves_and_plays_the_one_that_is_chosen(
    game: Game, sit: Sit, now: datetime
) -> None:
    browser = sit(person_to_move(game, now=now))
    page = browser.open(f"/games/{game.code}/")
    assert page.status == 200
    assert "Choose your move" in page.words
    browser.follow("take 1 from A")
    assert "takes 1 match from heap A." in browser.press("Confirm").words


@pytest.mark.parametrize("path", [
    "/?game=nim", "/rules/nim/", "/opponents/nim/", "/games/{code}/replay/"])
def test_its_other_pages_open(game: Game, alice: User, sit: Sit, path: str) -> None:
    page = sit(alice).open(path.format(code=game.code))
    assert page.status == 200
    assert "Nim" in page.words


def test_its_turn_email_shows_the_heaps_and_the_moves(game: Game, now: datetime) -> None:
    email = PostOffice(now).turn_email(game, person_to_move(game, now=now))
    assert "A: |" in text_of(email)
    assert "\n  take 1 from A\n" in text_of(email)
    assert "take 1 from A" in html_of(email)
    assert [part.get_content_type() for part in email.walk()].count("image/png") == 1


def test_its_page_offers_only_keys_that_do_something(game: Game, alice: User, sit: Sit) -> None:
    page = sit(alice).open(f"/games/{game.code}/")
    assert "choose a move; the first nine show their keys" in page.words
    assert "go to the board" in page.words
    assert "arrow keys" not in page.html
    assert "end the turn here" not in page.words


def test_its_table_and_its_emails_show_no_points(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    page = sit(alice).open(f"/games/{game.code}/")
    assert 'class="points"' not in page.html
    email = PostOffice(now).turn_email(game, person_to_move(game, now=now))
    assert re.search(r"\n(Alice \(you\)\nBob|Alice\nBob \(you\))\nPebble\n", text_of(email))
    assert "Points" not in html_of(email)


def test_a_plan_is_offered_only_conditions_that_the_game_has(
    game: Game, alice: User, sit: Sit
) -> None:
    page = sit(alice).open(f"/games/{game.code}/plan/")
    assert "my score" not in page.words
    assert "if it is turn 12 or later: …" in page.words


def test_a_condition_on_points_is_refused_in_a_game_without_points(
    game: Game, now: datetime
) -> None:
    with pytest.raises(Unreadable) as refused:
        save_plan(game, "if my score is 3: take 1 from A", now=now)
    assert refused.value.sentence == (
        "We cannot read the condition 'my score is 3'. Write conditions like these: it is turn 12"
        " or later.")


def test_emails_about_plans_name_only_conditions_that_the_game_has(
    game: Game, now: datetime
) -> None:
    office, user = PostOffice(now), person_to_move(game, now=now)
    answer = office.answer(office.turn_email(game, user), "plan\n", sender=user.email or "")
    assert "my score" not in text_of(answer)
    assert "  if it is turn 12 or later: take 2 from B\n" in text_of(answer)
    for text in (text_of(answer), html_of(answer)):
        assert "Conditions look like these:" in text
        assert "it is turn 12 or later" in text.partition("Conditions look like these:")[2]


def test_the_help_on_plans_says_which_games_have_points(sit: Sit) -> None:
    words = sit(None).open("/plans/").words
    everywhere, _, alone = words.partition("In every game")[2].partition("In Alexandros:")
    assert "it is turn 12 or later" in everywhere
    assert "my score" not in everywhere
    assert "my score is at least 20 Bob has at most 30 points" in alone


def test_an_order_that_is_not_possible_is_refused_with_some_that_are() -> None:
    rules, state = registry.get("nim").ruleset, begun()
    with pytest.raises(Illegal) as refused:
        rules.parse("take 4 from A", state, seat=state.seat)
    assert refused.value.sentence == (
        "'take 4 from A' is not possible now. Choose one of the possible moves.")
    assert refused.value.allowed == ("take 1 from A", "take 2 from A", "take 3 from A")


def test_a_text_that_is_not_an_order_is_refused_with_the_verbs() -> None:
    rules, state = registry.get("nim").ruleset, begun()
    with pytest.raises(Unreadable) as refused:
        rules.parse("burn A", state, seat=state.seat)
    assert refused.value.sentence == "'burn A' is not an order. Orders begin with take."


def test_a_move_of_another_seat_or_beyond_the_heap_is_refused() -> None:
    rules, state = registry.get("nim").ruleset, begun()
    other, chance = 1 - state.seat, SeededChance(bytes(32))
    move = rules.legal_moves(state, seat=state.seat)[0]
    with pytest.raises(Illegal, match="It is not your turn"):
        rules.decide(state, move, chance, seat=other)
    (took,) = rules.decide(state, rules.parse("take 3 from A", state, seat=state.seat), chance,
                           seat=state.seat)
    with pytest.raises(Illegal, match="'take 1 from A' is not possible now"):
        rules.decide(rules.evolve(state, took), move, chance, seat=other)


@pytest.mark.parametrize(("setup", "sentence"), [
    (Setup("3 4 5\n", 5), "Nim is for 2 to 4 players, not 5."),
    (Setup("3 4 5\n", 2, {"first": 0}), "There is no option first."),
    (Setup("many\n", 2), "Write up to six heaps of one to nine matches: 3 4 5."),
])
def test_a_bad_setup_is_refused(setup: Setup, sentence: str) -> None:
    with pytest.raises(Illegal) as refused:
        registry.get("nim").ruleset.start(setup, SeededChance(bytes(32)))
    assert refused.value.sentence == sentence


def test_events_and_positions_come_back_from_storage() -> None:
    rules, state = registry.get("nim").ruleset, begun(players=4)
    (began,) = rules.start(Setup("1 3 5 7\n", 4), SeededChance(bytes(32)))
    assert rules.dump_event(began)["type"] == "began"
    assert rules.load_event(rules.dump_event(began), 1) == began
    assert rules.load_state(rules.dump_state(state), Setup("3 4 5\n", 4)) == state


def test_nothing_can_be_drawn_on_a_view_of_a_game_without_draws() -> None:
    chance = registry.get("nim").ruleset.unknown_chance()
    for draw in (lambda: chance.below(6, "die"), lambda: chance.shuffle((1, 2), "shuffle-cards")):
        with pytest.raises(LookupError, match="this game needs an unknown_chance"):
            draw()
