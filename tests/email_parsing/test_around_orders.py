"""A whole turn is played whatever stands around it, but never what somebody may not have meant."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.email_parsing import around_orders
from tests.email_parsing.around_orders import Text, played


@pytest.mark.promise("R28")
@pytest.mark.parametrize(
    "texts", [around_orders.harmless, around_orders.in_doubt, around_orders.halves])
def test_signatures_never_stop_a_turn_and_doubts_and_unread_orders_always_do(
    texts: Callable[[], Iterator[Text]]
) -> None:
    wrong = {each.text: result for each in texts() if (result := played(each.text)) != each.orders}
    assert wrong == {}


@pytest.mark.promise("R28")
def test_five_hundred_texts_are_compared() -> None:
    counts = [len([*texts()]) for texts in (
        around_orders.harmless, around_orders.in_doubt, around_orders.halves)]
    assert sum(counts) >= 500


@pytest.mark.promise("R28")
@pytest.mark.parametrize("text", [
    "take horse\nthanks\nmarch A5.N via E E\ndraw\ndraw",
    "take horse; march A5.N via E E\n\nBest regards\nAlice\n\ndraw; draw",
])
def test_nothing_is_left_out_between_orders(text: str) -> None:
    assert played(text) == ""


@pytest.mark.promise("R18", "R28")
@pytest.mark.parametrize("line", [
    "Draw Twice", "Then Draw Please", "Take Horse", "Draw One Carl", "March Not", "Levy", "A5",
    "draw once more, Bob", "Draw Only If Bob Agrees",
])
def test_a_name_with_words_of_the_game_is_told_from_an_order_below_a_closing(line: str) -> None:
    assert played(f"{around_orders.WHOLE}\n\nBest regards,\nAlice Archer\n{line}") == ""


@pytest.mark.promise("R18", "R28")
def test_a_name_with_words_of_the_game_may_be_left_out_only_beside_a_whole_turn() -> None:
    assert played("take horse\n\nBest regards,\nAlice March") == ""
    assert played(f"{around_orders.WHOLE}\n\nAlice March") == around_orders.WHOLE


@pytest.mark.promise("R28")
def test_a_short_closing_may_be_left_out_beside_a_part_of_a_turn_but_no_sentence() -> None:
    assert played("take horse\n\nBest regards,\nAlice Archer\nSales Manager") == "take horse"
    assert played("take horse\n\nWhat a lovely evening we had with all of you.") == ""
    footer = ("This email is confidential. If you are not the intended recipient, please delete"
              " it and notify the sender.")
    assert played(f"take horse\n\n{footer}") == "take horse"


@pytest.mark.promise("R28")
def test_a_doubt_in_a_footer_is_still_a_doubt() -> None:
    footer = "This email and its attachments are confidential. Please delete it if you got it."
    assert played(f"{around_orders.WHOLE}\n\n{footer}") == around_orders.WHOLE
    assert played(f"{around_orders.WHOLE}\n\nNot before Bob has answered.\n{footer}") == ""
