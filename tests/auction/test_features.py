"""Features of the service that the game uses, or does without."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import datetime, timedelta
from io import StringIO
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command

from alexandros_rules import codec
from alexandros_rules.chance import SeededChance
from alexandros_rules.errors import Refusal, Unreadable
from alexandros_rules.ruleset import Setup
from games.base.refusals import Missing, TableRefusal
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree
from games.models import Game, LoggedMove, User, WhatIfTree
from games.operations.comparison import comparing, runner
from games.operations.comparison.comparing import Difference, first_difference
from games.operations.comparison.replayer import Replayed
from games.rulesets import registry
from games.table.play import continued_games, history, records
from tests.auction.conftest import play_on, submit, to_move
from tests.auction.rules import AUCTION, Auction
from tests.checker.page_script import check, verdicts
from tests.features.plans.saved_plans import look, save_plan
from tests.pages.page_reader import Sit
from tests.sample_puzzles import todays, wrong_turn

pytestmark = pytest.mark.django_db


def test_bids_of_everybody_can_be_tried_in_any_order(
    game: Game, alice: User, now: datetime, sit: Sit
) -> None:
    submit(game, 0, "offer", now=now)
    game.refresh_from_db()
    browser = sit(alice)
    browser.open(f"/games/{game.code}/what-if/")
    page = browser.press("New board from the current position")
    assert "Suppose what you cannot see" not in page.words
    browser.follow("Try for Bob instead")
    browser.follow("Pass")
    browser.press("Add to the tree")
    assert [(node.seat, node.text) for node in WhatIfTree.objects.get().nodes.all()] == [
        (None, ""), (1, "pass")]


def test_a_decision_that_depends_on_secret_ones_ends_its_line(
    game: Game, alice: User, bob: User, now: datetime, sit: Sit
) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 2, "pass", now=now)
    submit(game, 0, "bid 1", now=now)
    game.refresh_from_db()
    tree = trees.begin(game, user=bob, seat=1, number=game.number, now=now)
    board = OpenTree(tree)
    node = open_tree.add_orders(board, board.root, seat=1, text="bid 2", now=now)
    page = sit(bob).open(f"/games/{game.code}/what-if/{tree.key}/{node.number}/")
    assert "so this line ends here." in page.words


def test_nothing_can_be_supposed(game: Game, alice: User, now: datetime) -> None:
    board = OpenTree(trees.begin(game, user=alice, seat=0, number=1, now=now))
    assert registry.get("lots").assumptions is None
    with pytest.raises(TableRefusal, match="Nothing can be supposed in this game"):
        open_tree.add_assumption(board, board.root, text="hand 2 horse", now=now)


HOUR = timedelta(hours=1)


def test_a_planned_bid_is_made_when_a_lot_is_offered(game: Game, now: datetime) -> None:
    save_plan(game, "if it is turn 1 and my score is 0: bid 3", now=now)
    submit(game, 0, "offer", now=now)
    assert look(now) == ["played"]
    assert to_move(Game.objects.get(pk=game.pk)) == [0, 2]
    last = LoggedMove.objects.filter(game=game).order_by("number").last()
    assert last is not None
    assert (last.seat, last.move) == (1, "bid 3")


def test_a_bid_of_somebody_else_does_not_overtake_a_plan_that_waits(
    game: Game, now: datetime
) -> None:
    save_plan(game, "bid 3", now=now, grace=HOUR)
    submit(game, 0, "offer", now=now)
    assert look(now) == ["waiting"]
    submit(game, 0, "bid 5", now=now)
    assert look(now + HOUR) == ["played"]


@pytest.mark.promise("R10")
def test_a_planned_bid_stays_secret(game: Game, sit: Sit, now: datetime) -> None:
    save_plan(game, "bid 3", now=now)
    submit(game, 0, "offer", now=now)
    look(now)
    assert "bid 3" not in [row.move for row in history.read(
        Game.objects.get(pk=game.pk), 0, names=["Alice", "Bob", "Bot"]).entries(after=2)]
    alice = game.seats.get(index=0).user
    assert "bid 3" not in sit(alice).open(f"/games/{game.code}/replay/3/").words


def test_a_plan_plays_the_whole_part_of_a_seat_or_nothing(game: Game, now: datetime) -> None:
    save_plan(game, "pass", now=now)
    submit(game, 0, "offer", now=now)
    look(now)
    submit(game, 0, "pass", now=now)
    assert to_move(game) == [2]


def test_a_condition_of_another_game_is_refused_with_those_of_every_game(
    game: Game, now: datetime
) -> None:
    with pytest.raises(Unreadable) as refused:
        save_plan(game, "if C7 is free: bid 3", now=now)
    assert refused.value.sentence == (
        "We cannot read the condition 'C7 is free'. Write conditions like these: my score is at"
        " least 20; it is turn 12 or later.")


def test_the_page_offers_a_plan_without_conditions_of_the_game(
    game: Game, sit: Sit, now: datetime
) -> None:
    bob = game.seats.get(index=1).user
    words = sit(bob).open(f"/games/{game.code}/plan/").words
    assert "if my score is at least 20: …" in words


def test_its_replay_has_no_link_to_play_on(
    game: Game, alice: User, sit: Sit, now: datetime
) -> None:
    play_on(game, now=now)
    browser = sit(alice)

    page = browser.open(f"/games/{game.code}/replay/3/")
    assert page.status == 200
    assert "Play on" not in page.words
    page = browser.open(f"/games/{game.code}/replay/3/play-on/")
    assert page.status == 404
    assert "A game of this kind cannot go on from a position." in page.words


def test_no_setup_is_made_for_it(game: Game, now: datetime) -> None:
    play_on(game, now=now)

    with pytest.raises(Missing, match="cannot go on from a position"):
        continued_games.setup_at(game, 3)
    assert continued_games.first_view(game) is None
    assert continued_games.first_turn(game) == 1


def test_a_game_without_a_course_has_no_page_for_it_and_no_link(sit: Sit) -> None:
    page = sit(None).open(f"/rules/{AUCTION.name}/")

    assert registry.get(AUCTION.name).course is None
    assert not list(page.find("Course"))
    missing = sit(None).open(f"/learn/games/{AUCTION.name}/")
    assert missing.status == 404
    assert "There is no course for this game." in missing.words


def test_the_course_of_a_game_that_is_not_the_default_names_its_game(
    sit: Sit, settings: object
) -> None:
    settings.GAMES = settings.GAMES[::-1]  # type: ignore[attr-defined]
    browser = sit(None)

    page = browser.open("/learn/games/alexandros/")
    assert page.link("Start with the first lesson").href == "/learn/games/alexandros/marching/"
    browser.open("/learn/games/alexandros/marching/")
    solved = browser.press("Check", orders="take lyre\nmarch C6.S via E SE SE")
    assert solved.link("Go on with lesson 2: Routes").href == "/learn/games/alexandros/routes/"
    assert browser.open("/learn/").status == 404


def test_a_game_without_puzzles_has_no_pages_for_them_and_no_link(sit: Sit) -> None:
    todays()

    assert not list(sit(None).open(f"/rules/{AUCTION.name}/").find("Puzzles"))
    assert "Today’s puzzles" not in sit(None).open(f"/?game={AUCTION.name}").words
    missing = sit(None).open(f"/puzzles/games/{AUCTION.name}/")
    assert missing.status == 404
    assert "There are no puzzles for this game." in missing.words


def test_the_puzzles_of_a_game_that_is_not_the_default_name_their_game(
    sit: Sit, settings: object
) -> None:
    easy, browser = todays()[0], sit(None)
    wrong = wrong_turn(easy)
    settings.GAMES = settings.GAMES[::-1]  # type: ignore[attr-defined]
    path = f"/puzzles/games/alexandros/{easy.key}/"

    assert path in [link.href for link in browser.open("/puzzles/games/alexandros/").links]
    browser.open(path)
    assert "Not yet." in browser.press("Check", orders=wrong).words
    assert browser.open("/puzzles/").status == 404


@pytest.mark.promise("R9", "R24")
def test_the_seed_and_the_hashes_are_checked_and_nothing_else(game: Game, now: datetime) -> None:
    play_on(game, now=now)
    log = json.loads(records.export_log(game))
    report = check(log)
    assert report["first"] is None
    assert verdicts(report) == {"commitment": "good", "rows": "good", "draws": "unknown",
                                "positions": "unknown", "emails": "unknown"}
    draws = next(one for one in report["checks"] if one["name"] == "draws")
    assert draws["values"] == {"ruleset": "lots", "version": 1}
    assert report["scores"] is None
    log["rows"][4]["events"] = log["rows"][4]["events"].replace("numbers", "numbert")
    assert check(log)["first"] == {"row": 5, "code": "row-hash", "values": {"found": 5}}


class WithOpenBids(Auction):
    """Everybody sees every bid at once."""

    def view(self, state: Any, seat: int | None, *, sealed: bool = False) -> Any:
        return replace(super().view(state, seat, sealed=sealed), bids=state.bids)


def replayed(game: Game, rules: Auction) -> Replayed:
    parts = runner.Parts(codec, SeededChance, Setup, Refusal, {rules.name: rules})
    stored = comparing.stored_game(game.pk)
    assert stored is not None
    return Replayed(list(runner.Replay(parts, stored).rows()))


@pytest.mark.promise("R8")
def test_the_same_code_makes_the_same_of_the_games_of_all_rules(
    game: Game, finished: Game, now: datetime
) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 1, "bid 3", now=now)
    out = StringIO()
    call_command("verify_games", against=str(settings.BASE_DIR), stdout=out)
    assert out.getvalue().startswith(
        f"Games compared: 2, with {finished.number + 3} rows. Games that differ: 0.\n")


@pytest.mark.promise("R10")
def test_a_bid_that_others_can_see_is_found_and_not_named(game: Game, now: datetime) -> None:
    submit(game, 0, "offer", now=now)
    submit(game, 1, "bid 3", now=now)
    found = first_difference(replayed(game, AUCTION), replayed(game, WithOpenBids()),
                             same_rules=True)
    assert found == Difference(
        3, "different after it: what seat 1 sees of the position, what seat 3 sees of the"
        " position, what spectators see of the position.")
