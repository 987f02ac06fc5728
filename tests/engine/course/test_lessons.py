"""Each lesson of Alexandros accepts every answer, and helps whoever gives another one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from alexandros_rules import drafts
from alexandros_rules.alexandros.cards import UNKNOWN
from alexandros_rules.alexandros.course.lessons import LESSONS
from alexandros_rules.alexandros.course.positions import POSITIONS
from alexandros_rules.alexandros.events import Drew, TookOver
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import OVER, State, change
from alexandros_rules.course import Lesson
from alexandros_rules.drafts import Draft
from alexandros_rules.orders import EvaluatedMove
from alexandros_rules.replay import fold
from tests.engine.course.attempts import Attempts, check_wrong, each, judged

LESSON = each(LESSONS)
BY_SLUG = {lesson.slug: lesson for lesson in LESSONS}
WINNING = [slug for slug in BY_SLUG if slug == "the-end" or slug.startswith("win-")]

# Tempting ways to play several turns.
IDLE = (
    "take amphora; march F9.NW via SE E SE; levy temple; draw;"
    " play amphora; march F9.NW via SW W SW SW SW; draw; end;"
    " take lyre; march C14.NE via NE NE NE NE E; draw; draw")
ONE_GUARD = (
    "take amphora; march F9.NW via SE E SE; occupy C10; draw;"
    " take lyre; march C14.NW via SW; draw; draw;"
    " take horse; march F11.NW via NE E; levy temple; draw")
HOARDING = (
    "take horse; march C10.NE via NW NE; draw; draw;"
    " take temple; march D8.N via W W SW W; draw; draw;"
    " take horse; march E6.NW via SE SE SW; levy amphora; draw")
LEVYING_ONLY = (
    "take horse; march C10.NE via NW NE; levy amphora; take amphora;"
    " take temple; march G10.NW via E SE; levy amphora; draw;"
    " take amphora; march B8.SE via W; levy amphora; draw")
OCCUPYING_ONLY = (
    "take horse; march C10.NE via NW NE; occupy C12; take temple;"
    " play temple; march D8.N via W W W SW; occupy C10; draw;"
    " take horse; march F11.NW via NE E; levy horse; end")
FACE_UP_SOLDIER = (
    "take soldier; march D12.SE via E E E E; draw; draw;"
    " take soldier; march B9.NW via NW NW NW NW NE; end")
SHORT_MARCHES = (
    "take soldier; march B9.S via NE NE E; draw; draw;"
    " take lyre; march G8.NW via SW SW W SW; draw; draw")

# Typical wrong attempts, and words from the replies to them.
WRONG: Mapping[str, Attempts] = {
    "marching": [
        ("take lyre", "Now choose the space and the point"),
        ("take horse; march B4.N", "The space C6 bears a lyre: march with that card."),
        ("take lyre; march C6.NW via E SE", "the task asks for the south point of C6"),
        ("take lyre; march D10.N", "D10 is not the closest empty space with a lyre."),
    ],
    "routes": [
        ("take amphora; march D4.SW via SW SW W", "this route builds 3 new walls"),
        ("take amphora; march D4.N via W SW", "the task asks for the south-west point of D4"),
        ("take horse; march C10.NW", "The space D4 bears an amphora"),
        ("take amphora; march D4.SW", "fits 3 moves"),
    ],
    "walls": [
        ("take horse; march B4.N", "The 1 new wall is on the coast or the edge"),
        ("take lyre; march C6.NW via E SE",
         "Your 2 walls close nothing off: you can still walk around them, by way of C6."),
        ("take soldier", "There is no soldier face up"),
        ("draw", "march"),
    ],
    "provinces": [
        ("draw", "You have not occupied a province yet."),
        ("occupy F11", "a province worth 3, but one of the free provinces is worth 6."),
        ("occupy E9", "E9 bears no symbol."),
        ("occupy B14; recall B14", "You took your guard back"),
    ],
    "prices": [
        ("occupy B4", "you lack a soldier"),
        ("occupy B4 C5", "You hold the province with 2 guards, and the task asks for one."),
        ("draw", "The province of B4, worth 3, is still free."),
    ],
    "guards": [
        ("occupy B8", "you lack a soldier"),
        ("occupy B8 B9 C10", "You could pay a horse in place of a guard."),
        ("take amphora", "The province of B8, worth 6, is still free."),
    ],
    "takeovers": [
        ("draw", "The province of C10, worth 4, still belongs to Yellow."),
        ("occupy C10; recall C10", "You took your guard back"),
        ("occupy C5", "You lack 2 soldiers. Guards cannot stand in for the cards"),
        ("occupy B8 B9", "You occupied the province of B8. The task is about another one"),
    ],
    "levies": [
        ("levy temple; occupy D4", "it would have scored 4: levy last."),
        ("levy temple", "Your levy scores 2 points, and 4 are possible. Use your other action"),
        ("occupy D4 C5; levy temple", "you have more than one guard there"),
        ("levy horse", "To levy taxes, you need a temple."),
        ("draw", "You have not levied taxes, so nobody has scored."),
    ],
    "taking-back": [
        ("levy horse", "The province of B8 is worth 6, but you have more than one guard there"),
        ("levy horse; recall B9", "it would have scored 8: levy last."),
        ("recall B9", "You have not levied taxes, so nobody has scored."),
        ("recall B4; levy amphora", "Your levy scores 0 points"),
    ],
    "the-end": [
        ("take lyre; march G8.NE via W SW; end", "needs more than the 2 black walls"),
        ("take amphora; march B14.N via NW NE NE NE; levy amphora; draw",
         "The game ends, but Yellow wins: you have 16 points, and they have 19."),
        ("take lyre; march G8.S via SW SW W", "But the turn is not over yet"),
        ("take lyre; march G8.NE via W SW", "it will not end the game"),
    ],
    "idle-guards": [
        (IDLE, "You got 2 points, and the task asks for 15. You levied once. 3 of your guards"),
        ("take amphora; march F9.NW via SE E SE; levy temple; draw", "2 of its turns are left."),
        (ONE_GUARD, "2 of your guards were never on the board"),
    ],
    "hoarding": [
        (HOARDING, "You still have 10 cards, which are worth no points."),
        (LEVYING_ONLY, "You got 16 points, and the task asks for 20. You levied 3 times."),
        (OCCUPYING_ONLY, "You got 9 points, and the task asks for 20. You levied once."),
    ],
    "defence": [
        ("occupy D4; draw; take temple; march C12.NE via NE NE; levy horse",
         "You have no guard on the board, so you cannot levy taxes."),
        ("occupy D4; draw; take temple; march C12.NE via NE NE; draw; draw",
         "Yellow took the province over with 2 amphoras, because your guard stood on D4."),
        ("draw; draw; take temple; march C12.NE via NE NE; draw; draw",
         "You did not occupy the province of D4"),
        ("occupy E6; draw; take temple; march C12.NE via NE NE; draw; draw",
         "You got 0 points, and the task asks for 5. You never levied."),
    ],
    "ending-in-time": [
        (FACE_UP_SOLDIER, "Yellow wins: you have 14 points, and they have 15."),
        (SHORT_MARCHES, "the game is not, because 4 black walls are left. Build more walls"),
        ("play soldier; march D12.SE via E E E E; end", "one of its turns is left."),
    ],
    "win-with-a-levy": [
        ("take lyre; march C14.NE via NE NE E E NE NE; end", "so the win is shared"),
        ("take temple; march G10.NW via E", "it will not end the game"),
        ("take lyre", "Now choose the space and the point"),
    ],
    "win-with-a-cut": [
        ("take lyre; march D10.SE via E SE E E; occupy E6; end", "Yellow wins"),
        ("take lyre; march D10.SE via E SE E E; levy soldier; end", "Yellow wins"),
        ("take horse", "Now choose the space and the point"),
    ],
    "win-from-behind": [
        ("take amphora; march D4.SE via SW SW; levy amphora; end",
         "so the win is shared"),
        ("take amphora; march D4.SE via SW SW; occupy D4", "But the turn is not over yet"),
        ("occupy B8", "march"),
    ],
}


def test_ten_lessons_are_followed_by_four_of_several_turns_and_three_that_win_a_game() -> None:
    slugs = list(BY_SLUG)

    assert len(slugs) == len(LESSONS) == 17
    assert [lesson.turns for lesson in LESSONS] == [*[1] * 10, 3, 3, 2, 2, *[1] * 3]
    assert all(slug.startswith("win-") for slug in slugs[14:])
    assert not any(slug.startswith("win-") for slug in slugs[:14])


def test_the_first_lesson_says_how_the_game_is_won() -> None:
    assert LESSONS[0].text[0].startswith("The first player with 100 points wins, or whoever has")


def test_others_answer_each_turn_of_a_lesson_before_the_next() -> None:
    lesson = BY_SLUG["defence"]

    first = lesson.evaluate("occupy D4; draw")

    assert (lesson.turns_left(first), first.steps) == (1, ())
    assert first.text == "occupy D4; draw"
    assert any(isinstance(event, TookOver) for event in first.earlier[-1].events)
    assert first.moves[-1] == lesson.evaluate("occupy D4; draw").moves[-1]
    assert RULESET.status(first.view).to_move == (lesson.seat,)


def test_orders_of_several_turns_may_say_where_each_ends() -> None:
    lesson = BY_SLUG["defence"]

    assert judged(lesson, lesson.solution.replace("draw; take", "draw; end; take")).solved
    assert "Your last turn ends before this order." in judged(
        lesson, f"{lesson.solution}; take horse").sentence


@pytest.mark.promise("R10")
def test_the_answers_of_others_show_no_card_that_they_draw() -> None:
    draft = BY_SLUG["defence"].evaluate("occupy D4; draw")

    drawn = [event.card for event in draft.earlier[-1].events
             if isinstance(event, Drew) and event.seat != 0]
    assert drawn == [UNKNOWN]


@pytest.mark.parametrize(("slug", "orders", "kind", "places"), [
    ("walls", "take lyre; march C6.NW via E SE", "way", ["B4", "C4", "C5", "C6", "B6", "B5"]),
    ("prices", "occupy B4 C5", "spaces", ["B4", "C5"]),
    ("guards", "occupy B8 B9 C10", "spaces", ["C10"]),
    ("taking-back", "levy horse", "spaces", ["B8", "B9"]),
    ("defence", "occupy D4; draw; take temple; march C12.NE via NE NE; draw; draw",
     "spaces", ["D4"]),
])
def test_a_reply_names_the_places_that_are_wrong(
    slug: str, orders: str, kind: str, places: list[str]
) -> None:
    lesson = BY_SLUG[slug]

    found = judged(lesson, orders).places[kind]
    assert [lesson.view.board.names[space] for space in found] == places


@LESSON
def test_typical_wrong_attempts_get_different_replies_that_say_what_is_wrong(
    lesson: Lesson
) -> None:
    check_wrong(lesson, WRONG[lesson.slug])


@pytest.mark.parametrize(("slug", "orders"), [
    ("marching", "take lyre; march C6.S via SE SE E"),
    ("marching", "take lyre; march C6.S via SE E SE; draw; draw"),
    ("walls", "take lyre; march C6.NE via E SE E"),
    ("provinces", "draw; occupy B14"),
    ("provinces", "occupy C14; draw"),
    ("prices", "draw; occupy C5"),
    ("guards", "draw; occupy B8 B9"),
    ("levies", "occupy D4; levy temple"),
    ("taking-back", "recall B8; levy horse"),
    ("taking-back", "recall B9; levy amphora"),
    ("the-end", "play soldier; march F8.SW via SW W W; draw; draw"),
])
def test_another_answer_to_the_task_counts_too(slug: str, orders: str) -> None:
    assert judged(BY_SLUG[slug], orders).solved


def whole_turns(lesson: Lesson) -> Iterator[Draft]:
    """All legal turns of a lesson, as drafts."""
    start = lesson.view
    waiting: list[tuple[State, tuple[EvaluatedMove, ...]]] = [(start, ())]
    while waiting:
        state, steps = waiting.pop()
        status = RULESET.status(state)
        if status.over or status.turn != start.turn:
            yield Draft(start, steps)
            continue
        for move in RULESET.legal_moves(state, seat=lesson.seat):
            events = RULESET.decide(state, move, RULESET.unknown_chance(), seat=lesson.seat)
            after = fold(RULESET, state, events)
            step = EvaluatedMove(RULESET.format(move, state), move, state, events, after)
            waiting.append((after, (*steps, step)))


@pytest.mark.rule("E1", "E4")
@pytest.mark.parametrize("slug", WINNING)
def test_every_whole_turn_of_a_task_to_win_wins_or_gets_a_reply(slug: str) -> None:
    lesson = BY_SLUG[slug]
    solved = unsolved = 0

    for draft in whole_turns(lesson):
        verdict = lesson.judge(draft)
        won = draft.view.phase == OVER and draft.view.winners == (lesson.seat,)
        assert verdict.solved == won
        assert verdict.sentence.endswith(".")
        solved, unsolved = solved + won, unsolved + (not won)

    assert 0 < solved < unsolved


@each([lesson for lesson in LESSONS if lesson.turns == 1])
def test_every_whole_turn_is_judged_and_most_do_not_solve_a_lesson(lesson: Lesson) -> None:
    verdicts = [lesson.judge(draft) for draft in whole_turns(lesson)]

    assert all(verdict.sentence.endswith(".") for verdict in verdicts)
    assert 0 < sum(verdict.solved for verdict in verdicts) <= 0.6 * len(verdicts)
    assert len({verdict.sentence for verdict in verdicts if not verdict.solved}) >= 3


@pytest.mark.parametrize("slug", WINNING)
def test_no_hidden_card_decides_a_task_to_win(slug: str) -> None:
    lesson = BY_SLUG[slug]
    dealt = POSITIONS[lesson.position].state

    for supply in (dealt.supply, dealt.supply[::-1], dealt.supply[7:] + dealt.supply[:7]):
        state = change(dealt, supply=supply)
        draft = drafts.evaluate(RULESET, state, lesson.solution, seat=lesson.seat)
        assert not any(goal(draft) for goal in lesson.goals)
