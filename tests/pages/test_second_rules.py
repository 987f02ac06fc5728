"""What pages and emails say in games of newer versions: known cards, options, last rounds."""

from __future__ import annotations

from typing import Any

import pytest
from django.template.loader import render_to_string

from alexandros_rules.alexandros import cards
from alexandros_rules.alexandros.state import ACT, MARCH, Options, State
from alexandros_rules.drafts import Draft
from alexandros_rules.narration import narrate
from games.rulesets.alexandros import wording
from games.rulesets.alexandros.choices import march_outcomes
from games.rulesets.alexandros.room import ROOM
from games.rulesets.alexandros.templatetags import alexandros
from tests.engine.positions import ALICE, BOB, NAMES, RULESET, decide, draw_board, of_kind, position

STRIP = draw_board("........h...l...")
FINISH = Options(finish_round=True)


def acting(**more: Any) -> State:
    return position(STRIP, **{"players": 3, "phase": ACT, "alexander": "A1.N", "turn": 4, **more})


def table(state: State, seat: int | None, *, over: bool = False) -> dict[str, Any]:
    return dict(ROOM.table.table(RULESET.view(state, seat), names=NAMES, seat=seat,
                                 open_hands=over))


def page(state: State, seat: int | None) -> str:
    """The table and the notices beside the board."""
    context = {"table": table(state, seat), "on_turn": seat == state.seat}
    return " ".join(
        " ".join(render_to_string(name, context).split())
        for name in (ROOM.table.notice_template, ROOM.table.details_template))


def turn(state: State) -> str:
    """The choices of a turn, and the sentence that says what to do."""
    view = RULESET.view(state, state.seat)
    form = ROOM.turn.turn(Draft(view, ()), seat=state.seat, names=NAMES, query={},
                          link=lambda draft, **choices: "?", moves=())
    context = {"panel": form.panel}
    names = (ROOM.turn.choices_template, ROOM.turn.aim_template)
    return " ".join(" ".join(render_to_string(name, context).split()) for name in names)


@pytest.fixture
def remembered() -> State:
    """Everybody knows three of Alice's cards and one of Bob's."""
    known = tuple(cards.read_code(some) for some in ("hll", "t", ""))
    return acting(hands=["hlls", "tt", "s"], known=known)


@pytest.mark.rule("C5")
def test_the_table_names_the_known_cards_of_the_others(remembered: State) -> None:
    seen = page(remembered, BOB)

    assert seen.count("known cards") == 1
    assert "known cards: horse, 2 lyres" in seen
    assert page(remembered, None).count("known cards") == 2


@pytest.mark.rule("C5")
def test_after_the_end_all_hands_are_open_and_nothing_more_is_said(remembered: State) -> None:
    over = acting(hands=["hll"], known=remembered.known, phase="over", winners=(ALICE,))

    assert "known cards" not in page(over, BOB)


@pytest.mark.rule("C5")
@pytest.mark.parametrize("kind", ["txt", "html"])
def test_emails_name_them_too(remembered: State, kind: str) -> None:
    text = render_to_string(f"{ROOM.emails.table_template}.{kind}",
                            {"table": table(remembered, BOB), "over": False})

    assert text.count("known cards: horse, 2 lyres") == 1


@pytest.mark.rule("C5")
def test_in_text_emails_long_lines_of_known_cards_are_wrapped() -> None:
    known = (cards.read_code("ttaahhllss"), *[cards.NONE] * 2)
    lines = alexandros.score_lines(
        table(acting(hands=["ttaahhllss"], known=known), BOB)["places"])

    assert lines[2:4] == [
        "    known cards: 2 temples, 2 amphoras, 2 horses, 2 lyres, 2 soldiers",
        lines[3],
    ]
    assert all(len(line) <= 72 for line in lines)


@pytest.mark.rule("S5")
def test_the_first_turn_of_a_balanced_start_says_that_it_has_one_action() -> None:
    options = Options(balanced_start=True)

    assert "Your only action in this turn" in turn(acting(turn=1, options=options, actions=1))
    assert "Take an action, or end your turn." in turn(acting(turn=1, options=options, actions=1))
    assert "and one action." in turn(acting(turn=1, options=options, phase="take"))
    assert "Up to two actions" in turn(acting(turn=2, options=options))
    assert "Your second action" in turn(acting(turn=2, options=options, actions=1))


@pytest.mark.rule("S5")
@pytest.mark.parametrize("kind", ["txt", "html"])
def test_emails_say_so_too(kind: str) -> None:
    for turn_number, words in ((1, "you can take one action"), (2, "take up to two actions")):
        state = acting(turn=turn_number, phase="take", options=Options(balanced_start=True))
        found = ROOM.emails.suggestions(RULESET.view(state, ALICE), names=NAMES, seat=ALICE)
        text = render_to_string(f"{ROOM.emails.suggestions_template}.{kind}",
                                {"suggestions": found, "turns": found["turns"]})
        assert words in " ".join(text.split())


@pytest.mark.rule("E6")
@pytest.mark.parametrize(("reason", "why"), [
    ("walls", "The black walls have run out and a red one is placed"),
    ("points", "A player has reached 100 points"),
])
def test_the_page_says_whose_turn_ends_the_last_round(reason: str, why: str) -> None:
    state = acting(options=FINISH, last_round=reason)

    assert f"<strong>The last round.</strong> {why}, so the game ends after Carol’s turn." in page(
        state, BOB)
    assert "The last turn." in page(acting(options=FINISH, last_round=reason, turn=6, seat=2), BOB)
    assert "The last" not in page(acting(options=FINISH), BOB)


@pytest.mark.rule("E6", "E1")
def test_a_march_with_red_walls_says_what_they_mean() -> None:
    def says(**more: Any) -> str:
        state = acting(phase=MARCH, card=2, black_left=3, **more)
        marches: Any = of_kind(state, type(RULESET.legal_moves(state, seat=ALICE)[0]))
        outcome = next(iter(march_outcomes(state, marches)))
        return wording.walls(state, outcome)

    assert says() == "Places 5 new walls, 2 of them red. This is the last turn."
    assert says(options=FINISH) == "Places 5 new walls, 2 of them red. This begins the last round."
    assert says(options=FINISH, turn=6).endswith("This is the last turn.")
    assert says(options=FINISH, last_round="points") == "Places 5 new walls, 2 of them red."


@pytest.mark.rule("E6", "E3")
def test_a_levy_that_reaches_a_hundred_points_says_when_the_game_ends() -> None:
    state = acting(options=FINISH, guards=["A9"], hands=["h"], scores=[99, 0, 0])

    assert "100 points or more: the game ends after Carol&#x27;s turn." in turn(state)
    assert "This ends the game at once." in turn(
        acting(guards=["A9"], hands=["h"], scores=[99, 0, 0]))
    assert len(narrate(RULESET, state, decide(state, "levy horse"), names=NAMES)) == 2
