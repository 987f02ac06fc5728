"""Each lesson of The Campaign accepts every answer, and helps whoever gives another one."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from alexandros_rules.campaign import things as th
from alexandros_rules.campaign.course.lessons import LESSONS
from alexandros_rules.campaign.events import AuctionWon, Founded, Rolled
from alexandros_rules.course import Lesson
from tests.engine.course.attempts import Attempts, check_wrong, each, judged

BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}
DISCARD = "discard 1 brick 2 lumber 2 wool 1 ore"
CITY_LATER = ("end; discard 2 lumber 2 wool 2 ore; bid nothing; bid nothing; bid nothing;"
              " city B2.S; end")

# Typical wrong attempts, and words from the replies to them.
WRONG: Mapping[str, Attempts] = {
    "yields": [
        ("city A1.SE", "The hexes around Philippi (A1.SE) have 9 dots together, and those around"),
        ("city B2.S", "Halicarnassus (B2.S) have 9 dots together, and those around another"),
        ("end", "You have not built a city yet."),
    ],
    "auctions": [
        ("bid nothing", "You bid nothing, so Yellow wins."),
        ("bid up to 6", "Your limit is 6, but Yellow named a higher one and wins."),
        ("standing offer wool for ore", "You have not bid yet."),
    ],
    "paying": [
        ("bid up to 4", "But then you lack 2 wheat for the city."),
        ("bid up to 4 pay 2 gold 2 wheat", "But then you lack 1 wheat for the city."),
        ("bid up to 2 pay 2 gold", "Your limit is 2, but Yellow named a higher one and wins."),
        ("bid nothing", "You bid nothing, so Yellow wins."),
    ],
    "roads": [
        ("road B2.W", "each place that it reaches is next to another settlement."),
        ("road A2.SE", "Now build the settlement, before you end the turn."),
        ("road B2.W; settlement B2.SW", "Sardis (B2.SW) is next to another building."),
        ("settlement A2.S", "Hellespont (A2.S) is next to another building."),
        ("end", "Your road does not reach a place for one yet"),
    ],
    "harbours": [
        ("bank 4 gold for ore; bank 2 wool for ore; city B2.S", "you gave 4 gold for it."),
        ("bank 2 wool for ore", "you still lack 1 ore for it."),
        ("bank 4 wool for 2 ore", "You have everything for the city now."),
        ("city B2.S", "You are short of 2 ore; gold does not pay for building."),
    ],
    "offers": [
        ("accept 2; bank 3 gold for wheat; city A1.SE", "you gave 3 gold for it."),
        ("bank 3 lumber for ore", "you still lack 1 wheat for it."),
        ("accept 2; accept 3", "You have everything for the city now."),
        ("accept 3; end", "you still lack 1 ore for it."),
    ],
    "sevens": [
        ("discard 1 lumber 2 wheat 3 ore; robber B2", "you now lack 1 wheat and 1 ore for a city."),
        (DISCARD, "You have discarded. Now move the robber"),
        (f"{DISCARD}; robber C3 from yellow", "another hex there is rolled more often"),
        (f"{DISCARD}; robber A1", "Macedonia (A1) is next to a building of your own"),
        (f"{DISCARD}; robber E7", "Nobody has a building at Persis (E7)"),
        ("discard wool", "You have to discard exactly 6 commodity cards."),
        ("prefer to discard wool", "You have not discarded yet."),
    ],
    "soldiers": [
        ("roll", "You have rolled the dice, and your soldier is still in your hand."),
        ("play soldier C3 from yellow", "but the robber is at Cilicia (C3) now"),
        ("standing offer wool for ore", "the third is still in your hand. Play it."),
        ("buy development", "The dice have not been rolled yet."),
    ],
    "counselors": [
        ("bid up to 5", "Blue has 1 gold and 4 cards, so their limit may be 5"),
        ("bid nothing", "A limit above 5 wins it for certain."),
        ("bid up to 12", "You can pay at most 11: only brick, ore and gold count."),
        ("standing offer wool for ore", "You have not bid yet."),
    ],
    "saving": [
        ("bid nothing; bid nothing; bid up to 11; end", "You have the settlement, but no chit."),
        ("bid up to 3; bid up to 3; bid up to 8; end",
         "Blue won Halicarnassus (B2.S) for 9, and your limit was 8. Before that, you had paid"),
        ("bid nothing; bid nothing; bid nothing; end", "your limit was 0."),
        ("bid up to 1; bid nothing", "one of its turns is left."),
    ],
    "full-hand": [
        (CITY_LATER, "The seven cost you 6 cards, because you had more than 11."),
        ("city B2.S; end; bid nothing; bid up to 7; bid up to 5; end", "In auctions, you paid"),
        ("city B2.S; end; bid nothing; bid nothing; bid nothing; end",
         "You have 1 city, and the task asks for 2. You have everything for another one"),
        ("city A1.SE; buy development; end; bid nothing; bid nothing; roll; bid nothing; end",
         "For another one, you lack 1 wheat and 1 ore."),
        ("end", "3 of its turns are left."),
    ],
    "fourteen": [
        ("city D3.N", "For another city, you still lack 2 wheat and 1 ore."),
        ("bank 2 wool for wheat", "You have everything for another city, so build it."),
        ("accept 2; city D3.N; end", "You have ended the turn with 13 points, and 14 win."),
        ("accept 2; city D3.N; city E2.NE", "You are short of 2 wheat"),
    ],
}


def test_there_are_twelve_lessons() -> None:
    assert len(BY_SLUG) == len(LESSONS) == 12


@each(LESSONS)
def test_typical_wrong_attempts_get_different_replies_that_say_what_is_wrong(
    lesson: Lesson
) -> None:
    check_wrong(lesson, WRONG[lesson.slug])


@pytest.mark.parametrize(("slug", "orders"), [
    ("yields", "bank 2 wool for ore; city D3.N"),
    ("yields", "city D3.N; end"),
    ("auctions", "bid up to 7"),
    ("auctions", "bid up to 12"),
    ("paying", "bid up to 3 pay 2 wool 1 gold"),
    ("paying", "bid up to 4 pay 4 gold"),
    ("harbours", "bank 2 wool for ore; bank 2 wool for ore; city B2.S"),
    ("offers", "accept 3; offer lumber for ore; city A1.SE; end"),
    ("sevens", "discard 2 lumber 2 wool 2 ore; robber B2"),
    ("soldiers", "play soldier A1 from yellow; roll"),
    ("soldiers", "play soldier E7"),
    ("counselors", "bid up to 11"),
    ("saving", "bid up to 1; bid up to 1; bid up to 9; end"),
    ("saving", "bid nothing; bid up to 2; bid up to 9; end"),
    ("full-hand", "city B2.S; end; bid nothing; bid nothing; bid up to 3; city A1.SE; end"),
    ("fourteen", "bank 3 lumber for ore; bank 4 wool for 2 wheat; city E2.NE; city D3.N"),
])
def test_another_answer_to_the_task_counts_too(slug: str, orders: str) -> None:
    assert judged(BY_SLUG[slug], orders).solved


@pytest.mark.rule("YI1", "SE1")
def test_the_dice_of_a_lesson_of_several_turns_are_the_same_for_everybody() -> None:
    draft = BY_SLUG["full-hand"].evaluate("end; discard 2 lumber 2 wool 2 ore; bid nothing")

    rolled = [sum(event.dice) for step in draft.all_steps for event in step.events
              if isinstance(event, Rolled)]
    assert rolled == [7, 11]


def test_a_turn_in_which_the_others_bid_goes_on_afterwards() -> None:
    draft = BY_SLUG["saving"].evaluate("bid nothing; bid nothing; bid up to 9")

    assert draft.start.turn == draft.view.turn
    assert [step.move.limit for step in draft.steps] == [9]


@pytest.mark.rule("AU5", "AU8", "AU10")
def test_a_solution_shows_what_follows_from_the_secret_limits_of_the_others() -> None:
    outcome = judged(BY_SLUG["auctions"], "bid up to 8 pay 8 gold").outcome

    assert outcome is not None
    events = outcome.steps[-1].events
    assert [event.price for event in events if isinstance(event, AuctionWon)] == [7]
    assert any(isinstance(event, Founded) for event in events)
    assert outcome.view.points(0) == 1
    assert outcome.view.hands[1][:th.GOLD] == (0,) * 5  # Yellow's cards remain hidden


@pytest.mark.promise("R10")
@each(LESSONS)
def test_the_learner_sees_no_secret_of_the_others(lesson: Lesson) -> None:
    view = lesson.view

    assert {*view.supply, *view.deck} <= {th.UNKNOWN, th.HIDDEN}
    assert not any(any(view.hands[seat][:th.GOLD]) for seat in (1, 2))


@pytest.mark.promise("R10")
def test_the_moves_before_a_lesson_do_not_tell_what_others_bid() -> None:
    assert BY_SLUG["auctions"].moves == ("bid", "bid")


def test_the_lessons_say_how_the_game_stands() -> None:
    counselors, last = BY_SLUG["counselors"].view, BY_SLUG["fourteen"].view

    assert th.cards(BY_SLUG["sevens"].view.hands[0]) == 13
    assert [(th.cards(counselors.hands[seat]), counselors.gold(seat)) for seat in (1, 2)] == [
        (3, 1), (4, 1)]
    assert counselors.auction.opener == 1  # so that the learner bids last
    assert counselors.chits_of(0) == 2
    assert last.point_sources(0) == (2, 4, 4, 0, 0, 2)
