"""The occupying form shows what the province will pay with the chosen number of guards."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from django.http import QueryDict
from django.template.loader import render_to_string

from alexandros_rules.alexandros.state import ACT, State
from alexandros_rules.drafts import Draft
from games.rulesets.alexandros.turn_form import AlexandrosTurnForm
from games.rulesets.protocols import Turn
from tests.drawing.sample_positions import SVG, root
from tests.engine.positions import draw_board, position

BOARD = draw_board("..th...thls.ahlsahlsahlsahls")
PAIR, FOUR = "A1 A2 A3 A4", "A5 A6 A7 A8 A9 A10 A11 A12"

pytestmark = pytest.mark.rule("L2")


def built(state: State, query: str) -> Turn:
    return AlexandrosTurnForm().turn(
        Draft(state, ()), seat=0, names=["Alice", "Bob"], query=QueryDict(query), moves=(),
        link=lambda draft, **choices: "/",
    )


def panel(state: State, query: str) -> Any:
    return built(state, query).panel


def page(query: str, **more: Any) -> str:
    """The page of a turn after these choices."""
    state = position(BOARD, phase=ACT, closed=[PAIR, FOUR], hands=["th"], **more)
    return render_to_string("alexandros/turn.html", {
        "panel": panel(state, query), "game": SimpleNamespace(code="abc"),
    })


def test_a_single_guard_makes_it_pay_its_value_in_each_levy() -> None:
    assert "pays 2 each levy" in page("province=A1&picked=yes&guard=A3")


def test_a_second_guard_makes_it_pay_nothing() -> None:
    told = page("province=A1&picked=yes&guard=A3&guard=A4")

    assert "pays nothing: it would hold more than one guard" in told
    assert "each levy" not in told


def test_without_a_guard_nothing_is_said_of_what_it_pays() -> None:
    told = page("province=A1&picked=yes")

    assert "Put at least one guard on a symbol space." in told
    assert "pays" not in told


def test_a_province_without_an_open_space_pays_nothing() -> None:
    state = position(draw_board("th.ahlsahlsahlsahls"), phase=ACT, closed=["A1 A2"], hands=["h"])

    assert panel(state, "province=A1")["pays"] == (
        "It pays nothing: it has no open space."
    )


def test_the_list_of_actions_warns_of_a_province_that_needs_several_guards() -> None:
    told = page("")

    assert "2 guards" in " ".join(told.split())
    assert told.count("It pays nothing: it would hold more than one guard.") == 1


def test_the_board_marks_only_land_within_reach() -> None:
    state = position(BOARD, phase=ACT, closed=[PAIR, FOUR], hands=["th"], guards=["A17 A18 A19"])
    board = root(built(state, "").board)
    assert [one.get("aria-label") for one in board.iter(f"{SVG}a")] == [
        "Occupy the province worth 2."]


def test_the_open_land_has_no_form() -> None:
    assert "Occupy or take over" in page("province=A28")


def test_the_form_of_land_beyond_reach_says_what_is_lacking_at_the_price_of_the_list() -> None:
    told = " ".join(page("province=A5", guards=["A17 A18 A19"]).split())

    assert "1 guard" in told
    assert "You lack a lyre or a soldier." in told
    assert "Put at least one guard" not in told
    assert "Occupy it" not in told
