"""What-if boards: trying turns for everyone as a tree that loses nothing."""

from __future__ import annotations

from datetime import datetime
from urllib.parse import urlsplit

import pytest

from alexandros_rules import drafts
from alexandros_rules.alexandros import cards
from games.features.what_if import open_tree, trees
from games.features.what_if.open_tree import OpenTree, outline
from games.features.what_if.panel import seat_to_move
from games.models import Game, LoggedMove, Plan, User, WhatIfNode, WhatIfTree
from games.table.play import continued_games, history
from games.table.play.turns import submit
from tests.engine.positions import HORSE
from tests.features.what_if.what_if_trees import add, address, legal_turn, sent, suppose, view_of
from tests.pages.every_request import TURN
from tests.pages.page_reader import Sit
from tests.sample_games import RULES, advance, seat_table

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


# ---------- from the game to a board, and around in it ----------
def test_a_player_begins_a_board_from_the_game_and_tries_a_turn(
    fresh: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{fresh.code}/")
    browser.follow("What if…")
    page = browser.press("New board from the current position")
    assert "What-if board: nothing here is played. Nobody else can see it." in page.words
    page = browser.open(f"{urlsplit(page.url).path}?draft={TURN.replace('; ', '%3B+')}")
    assert "What you are trying" in page.words
    page = browser.press("Add to the tree")
    assert TURN in page.words
    assert "Try a turn for Bob. In the choices, “you” means Bob." in page.words
    assert LoggedMove.objects.filter(game=fresh).count() == 1


def test_a_board_can_begin_at_any_position_of_the_replay(
    running: Game, alice: User, sit: Sit
) -> None:
    browser = sit(alice)
    browser.open(f"/games/{running.code}/replay/9/")
    page = browser.press("What if from here")
    assert "From position 9" in page.words
    assert WhatIfTree.objects.get().seat == 0


def test_a_turn_can_be_tried_for_every_seat_in_its_order(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    node, seats = root, []
    for seat in (0, 1, 0, 1):
        seats.append(OpenTree(node.tree).base.ruleset.status(view_of(node)).to_move)
        node = add(node, legal_turn(node, "take", "march", "draw", "end"), seat=seat, now=now)
        if 5 in view_of(node).face_up:
            node = suppose(node, "row lyre", now=now)
        if 5 in view_of(node).face_up:
            node = suppose(node, "row temple", now=now)
    assert seats == [(0,), (1,), (0,), (1,)]
    assert sit(alice).open(address(node)).status == 200


def test_of_several_seats_to_move_the_one_that_was_asked_for_is_tried() -> None:
    assert [seat_to_move(wanted, (0, 2)) for wanted in ("2", "1", "")] == [2, 0, 0]


def test_part_of_a_turn_can_be_added_and_continued(root: WhatIfNode, now: datetime) -> None:
    first, *rest = TURN.split("; ")
    node = add(root, first, now=now)
    after = add(node, "; ".join(rest), now=now)
    assert view_of(after) == view_of(add(root, TURN, now=now))


# ---------- a tree that loses nothing ----------
def test_another_line_is_another_branch(root: WhatIfNode, alice: User, now: datetime,
                                        sit: Sit) -> None:
    one = add(root, "take temple", now=now)
    two = add(root, legal_turn(root, "take", "march", "end"), now=now)
    three = add(one, legal_turn(one, "march", "end"), now=now)
    page = sit(alice).open(address(two))
    for node in (root, one, two, three):
        assert address(node) in {urlsplit(link.href).path for link in page.links}


def test_adding_the_same_again_leads_to_the_same_place(root: WhatIfNode, now: datetime) -> None:
    assert add(root, "take temple", now=now) == add(root, "Take temple.", now=now)
    assert WhatIfNode.objects.count() == 2


def test_it_shows_the_same_when_the_game_has_moved_on(
    fresh: Game, root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    node = suppose(add(root, TURN, now=now), "hand 2 horse", now=now)
    before = view_of(node)
    advance(fresh, now=now, moves=12)
    fresh.refresh_from_db()
    assert view_of(WhatIfNode.objects.select_related("tree__game").get(pk=node.pk)) == before
    page = sit(alice).open(address(node))
    assert page.words.count("Suppose that Bob holds a horse.") > 1
    back = next(link.href for link in page.links if "take back" in link.words)
    assert back == address(node).replace("/3/", "/2/")


def test_only_the_branch_that_somebody_deletes_is_deleted(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    kept, gone = add(root, "take temple", now=now), add(root, TURN, now=now)
    below = suppose(gone, "hand 2 lyre", now=now)
    browser = sit(alice)
    page = browser.open(f"{address(gone)}delete/")
    assert "1 entry that follows will be deleted with it. All other lines stay as they are." in (
        page.words)
    assert WhatIfNode.objects.filter(pk=below.pk).exists()
    page = browser.press("Delete it")
    assert "2 entries have been deleted." in page.words
    assert list(WhatIfNode.objects.order_by("number")) == [root, kept]


def test_a_whole_board_is_deleted_at_its_start(root: WhatIfNode, alice: User, now: datetime,
                                               sit: Sit) -> None:
    add(root, TURN, now=now)
    browser = sit(alice)
    browser.open(f"{address(root)}delete/")
    assert "The what-if board has been deleted." in browser.press("Delete it").words
    assert not WhatIfNode.objects.exists()


def test_a_line_that_cannot_be_played_is_shown_with_the_reason_and_its_siblings(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    good, bad = add(root, "take temple", now=now), add(root, TURN, now=now)
    below = suppose(bad, "hand 2 lyre", now=now)
    WhatIfNode.objects.filter(pk=bad.pk).update(text="levy horse")
    for node in (good, bad, below):
        page = sit(alice).open(address(node))
        assert page.status == 200
        assert "This cannot be played any more: First move Alexander" in page.words
        assert address(good) in {urlsplit(link.href).path for link in page.links}
    assert WhatIfNode.objects.count() == 4


def test_a_long_line_stays_on_one_level_of_the_tree(root: WhatIfNode, now: datetime) -> None:
    one = add(root, "take temple", now=now)
    add(one, legal_turn(one, "march"), now=now)
    kinds = [mark.kind for mark in outline(OpenTree(root.tree))]
    assert kinds == ["line", "node", "node", "node", "end"]
    add(root, TURN, now=now)
    kinds = [mark.kind for mark in outline(OpenTree(root.tree))]
    assert kinds == ["line", "node", "fork", "line", "node", "node", "end", "line", "node", "end",
                     "join"]


def test_the_tree_shows_the_points_and_what_was_gained_since_the_start(
    finished: Game, alice: User, now: datetime, sit: Sit
) -> None:
    past = history.read(finished, 0)
    levy = next(n for n, move in enumerate(past.moves, 1) if move.startswith("levy"))
    seat = past.entry(levy).seat
    assert seat is not None
    tree = trees.begin(finished, user=alice, seat=0, number=levy - 1, now=now)
    node = add(tree.nodes.get(), past.moves[levy - 1], seat=seat, now=now)
    was, scores = (OpenTree(tree).scores(one) for one in (tree.nodes.get(number=1), node))
    page = sit(alice).open(address(node))
    for before, after in zip(was, scores, strict=True):
        assert (f"{after} +{after - before}" if after > before else f"{after}") in page.words
    assert sum(scores) > sum(was)


def test_positions_and_boards_can_be_named(root: WhatIfNode, alice: User, now: datetime,
                                           sit: Sit) -> None:
    node = add(root, TURN, now=now)
    browser = sit(alice)
    browser.open(address(node))
    assert "Greedy" in browser.press("Save the name", name=" Greedy\n").words
    browser.open(address(root))
    browser.press("Save the name", name="Opening")
    assert "Opening" in browser.open(f"/games/{root.tree.game.code}/what-if/").words
    assert "at most 60 letters" in sent(browser, f"{address(node)}name/", name="x" * 61).words


# ---------- suppositions ----------
def test_an_unknown_card_is_supposed_with_a_button(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    browser = sit(alice)
    page = browser.open(address(root))
    assert "Bob’s hand: an unknown card" in page.words
    form = next(form for form in page.forms if form.action.endswith("suppose/"))
    (_, text, *_rest) = next(button for button in form.buttons if button[1] == "hand 2 horse")
    page = sent(browser, form.action, text=text)
    assert "Suppose that Bob holds a horse." in page.words
    assert view_of(WhatIfNode.objects.get(number=2)).hands[1][2] == 1


def test_a_draft_stays_when_a_supposition_before_it_is_taken_back(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    node = suppose(root, "hand 2 horse", now=now)
    page = sit(alice).open(f"{address(node)}?seat=0&draft=take+temple")
    back = next(link.href for link in page.links if "take back" in link.words)
    assert back == f"{address(root)}?draft=take+temple&seat=0"


def test_a_card_turned_up_in_a_draft_is_supposed_after_the_draft(
    root: WhatIfNode, alice: User, sit: Sit
) -> None:
    page = sent(sit(alice), f"{address(root)}suppose/", draft="take temple", seat="0",
                           text="row lyre")
    assert "Suppose that the new face-up card is a lyre." in page.words
    assert [node.text for node in WhatIfNode.objects.all()] == ["", "take temple", "row lyre"]


def test_a_card_that_was_drawn_is_supposed_in_ones_own_hand(
    root: WhatIfNode, alice: User, now: datetime, sit: Sit
) -> None:
    node = add(root, TURN.removesuffix("; draw"), now=now)
    page = sit(alice).open(address(node))
    assert "Your hand:" in page.words
    page = sent(sit(alice), f"{address(node)}suppose/", text="hand 1 horse")
    assert "Suppose that Alice holds a horse." in page.words


@pytest.mark.parametrize(("text", "sentence"), [
    ("hand 2 dragon", "This cannot be supposed. Choose one of the cards listed under the board."),
    ("row horse", "All the face-up cards are known, so there is nothing to suppose."),
    ("hand 1 horse", "There is no unknown card in this hand, so there is nothing to suppose."),
    ("hand 9 horse", "There is no unknown card in this hand, so there is nothing to suppose."),
])
def test_what_contradicts_the_board_is_refused(
    root: WhatIfNode, alice: User, sit: Sit, text: str, sentence: str
) -> None:
    page = sent(sit(alice), f"{address(root)}suppose/", text=text)
    assert page.status == 400
    assert sentence in page.words
    assert WhatIfNode.objects.count() == 1


def test_a_card_that_another_player_took_face_up_is_known_from_the_start(
    fresh: Game, alice: User, bob: User, now: datetime
) -> None:
    submit(fresh, seat=0, text=TURN, number=1, key="turn", actor=LoggedMove.Actor.PAGE,
           user_id=alice.pk, now=now)
    fresh.refresh_from_db()
    root = trees.begin(fresh, user=bob, seat=1, number=fresh.number, now=now).nodes.get()
    assert view_of(root).hands[0] == cards.add(cards.read_code("t"), cards.read_code("???"))


# ---------- orders for a plan ----------
def test_the_owners_orders_on_a_path_are_those_of_their_seat(
    alice: User, bob: User, now: datetime
) -> None:
    game = seat_table([alice, bob], now=now, options={"first": 0})
    tree = trees.begin(game, user=alice, seat=0, number=1, now=now)
    node = suppose(add(tree.nodes.get(), TURN, now=now), "row lyre", now=now)
    if 5 in view_of(node).face_up:
        node = suppose(node, "row lyre", now=now)
    node = add(node, legal_turn(node, "take", "march", "end"), seat=1, now=now)
    assert {turn: "; ".join(orders) for turn, orders in open_tree.own_turns(
        OpenTree(node.tree), node).items()} == {1: TURN}


def board_with_two_turns(game: Game, user: User, *, now: datetime) -> WhatIfNode:
    """The end of a line on Alice's board: her present turn, Bob's, and her next one."""
    node = trees.begin(game, user=user, seat=0, number=1, now=now).nodes.get()
    for seat in (0, 1, 0):
        while 5 in view_of(node).face_up:
            node = suppose(node, "row lyre", now=now)
        text = TURN if node.parent_id is None else legal_turn(node, "take", "march", "end")
        node = add(node, text, seat=seat, now=now)
    return node


def test_the_present_turn_can_be_taken_to_the_game_where_it_is_only_a_draft(
    fresh: Game, alice: User, now: datetime, sit: Sit
) -> None:
    node = board_with_two_turns(fresh, alice, now=now)
    browser = sit(alice)
    browser.open(address(node))
    page = browser.follow("Take your present turn to the game as a draft")
    assert "Check your draft and confirm it." in page.words
    assert LoggedMove.objects.filter(game=fresh).count() == 1


def test_later_turns_become_a_plan_that_is_not_saved_yet(
    fresh: Game, alice: User, now: datetime, sit: Sit
) -> None:
    node = board_with_two_turns(fresh, alice, now=now)
    browser = sit(alice)
    browser.open(address(node))
    page = browser.follow("Make a plan of your turns on the way here")
    assert node.text in page.html.replace("&#x27;", "'")
    assert TURN not in page.words
    assert not Plan.objects.exists()
    browser.press("Save")
    assert node.text in Plan.objects.get().text


def test_a_line_without_own_turns_offers_nothing_to_use(
    fresh: Game, alice: User, now: datetime, sit: Sit
) -> None:
    root = trees.begin(fresh, user=alice, seat=0, number=1, now=now).nodes.get()
    assert "Use it in the game" not in sit(alice).open(address(root)).words


def test_a_what_if_board_of_a_finished_game_leads_to_the_address_of_a_node(
    finished: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = trees.begin(finished, user=alice, seat=0, number=21, now=now)
    browser, path = sit(alice), f"/games/{finished.code}/what-if/{tree.key}/"
    root = browser.open(f"{path}1/")
    string = continued_games.string_at(finished, 21)
    assert root.link("Address of this position").href == f"/position/{string}/"

    board = OpenTree(tree)
    orders = drafts.example_turn(RULES, board.position(board.root).view, seat=0)
    node = open_tree.add_orders(board, board.root, seat=0, text=orders, now=now)
    address = browser.open(f"{path}{node.number}/").link("Address of this position").href
    assert address not in (f"/position/{string}/", "")
    assert browser.open(address).status == 200


def test_a_board_that_began_during_the_game_has_an_address_when_its_new_card_is_supposed(
    finished: Game, alice: User, sit: Sit, now: datetime
) -> None:
    tree = trees.begin(finished, user=alice, seat=0, number=1, now=now)
    WhatIfTree.objects.update(seat=0)
    tree.refresh_from_db()
    root = tree.nodes.get()
    seat = OpenTree(tree).base.ruleset.status(view_of(root)).to_move[0]
    taken = add(root, legal_turn(root, "take"), seat=seat, now=now)
    browser = sit(alice)
    assert "Address of this position" not in browser.open(address(taken)).words
    page = browser.open(address(suppose(taken, "row horse", now=now)))
    room, setup = continued_games.read(page.link("Address of this position").href.split("/")[2])
    assert continued_games.positions_of(room).view(setup).face_up[-1] == HORSE
