"""The score chart: lines, columns that are links, the present position, budget, style."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise

import pytest

from alexandros_rules.alexandros.provinces import levy_gains
from alexandros_rules.alexandros.rules import RULESET
from alexandros_rules.alexandros.state import COLOURS, State
from games.drawing.png import png
from games.rulesets.alexandros.drawing.stylesheet import THEMES
from games.rulesets.alexandros.replay_chart import (
    Moment,
    draw_chances,
    draw_scores,
    history,
    last_rows,
)
from tests.drawing.sample_positions import SVG, of_class, root
from tests.engine.random_games import played, seed, setup

NAMES = ("Alice", "Bob", "Carol", "Dave")


def moments(turns: int = 45, players: int = 4) -> list[Moment]:
    """Four rows a turn; everybody scores more with each levy, which comes every third turn."""
    found: list[Moment] = []
    scores = [0] * players
    for number in range(1, 4 * turns + 1):
        turn = (number - 1) // 4 + 1
        levied = turn % players if number % 4 == 3 and turn % 3 == 0 else None
        if levied is not None:
            scores = [score + 2 + seat for seat, score in enumerate(scores)]
        found.append(Moment(number, turn, turn % players, tuple(scores),
                            tuple(turn // 3 % 9 + seat for seat in range(players)), levied=levied))
    return found


def address(number: int) -> str:
    return f"/games/abcdefghij/replay/{number}/"


def test_every_turn_is_a_link_to_its_last_position() -> None:
    svg = draw_scores(moments(6), href=address)
    links = list(root(svg).iter(f"{SVG}a"))
    assert [a.get("href") for a in links] == [address(4 * turn) for turn in range(1, 7)]


def test_a_column_tells_scores_levy_and_what_a_levy_would_give() -> None:
    svg = draw_scores(moments(3, 2), names=["Alice", "Bob"], href=address)
    third = list(root(svg).iter(f"{SVG}a"))[2].find(f"{SVG}title")
    assert third is not None
    assert third.text == "Turn 3: Alice 2, Bob 3. Bob levied. A levy: 1, 2."


def test_the_present_position_is_marked_and_its_turn_is_the_current_step() -> None:
    svg = draw_scores(moments(6), current=10, href=address)
    assert [a.get("aria-current") for a in root(svg).iter(f"{SVG}a")] == [
        None, None, "step", None, None, None,
    ]
    assert len(of_class(svg, "ax-now")) == len(of_class(svg, "ax-grip")) == 1
    assert of_class(draw_scores(moments(6)), "ax-now") == []
    at = [of_class(draw_scores(moments(6), current=n), "ax-now")[0].get("d") for n in range(1, 25)]
    assert len(set(at)) == 24


def test_players_are_told_apart_by_colour_and_shape() -> None:
    svg = draw_scores(moments(12))
    for colour in COLOURS:
        lines = [e for e in of_class(svg, "ax-line") if f"ax-{colour}" in (e.get("class") or "")]
        assert len(lines) == 2  # one of scores, one of incomes
    assert len({e.get("d") for e in of_class(svg, "ax-shield")[-4:]}) == 4


def test_without_incomes_there_is_one_field() -> None:
    svg = draw_scores(moments(12), incomes=False)
    assert len(of_class(svg, "ax-line")) == 4
    assert "A levy would give" not in svg
    assert len(svg) < len(draw_scores(moments(12)))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_chart_of_45_turns_takes_at_most_15_kilobytes(players: int) -> None:
    svg = draw_scores(moments(45, players), names=["Bartholomew the Elder"] * players,
                      current=90, href=address, stylesheet="none")
    assert len(svg.encode()) <= 15 * 1024


def test_the_same_history_gives_the_same_bytes() -> None:
    assert draw_scores(moments(), current=7) == draw_scores(moments(), current=7)


def test_for_a_page_the_chart_has_no_style_and_no_script() -> None:
    svg = draw_scores(moments(), href=address, stylesheet="none")
    assert not re.search(r"<style|style=|<script|\son\w+=|url\(", svg)


@pytest.mark.parametrize("theme", THEMES)
def test_a_chart_without_links_can_be_a_png(theme: str) -> None:
    assert png(draw_scores(moments(), theme=theme), width=400).startswith(b"\x89PNG")


@pytest.mark.promise("R19")
@pytest.mark.parametrize("href", ["https://example.org/", "//example.org", "javascript:x", ""])
def test_a_link_that_leaves_the_site_is_a_mistake(href: str) -> None:
    with pytest.raises(ValueError, match="must begin with"):
        draw_scores(moments(2), href=lambda number: href)


def test_names_are_escaped() -> None:
    assert "&lt;b&gt;&amp;" in draw_scores(moments(2), names=["<b>&", "Bob", "Carol", "Dave"])


def test_an_empty_history_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one"):
        draw_scores([])


def test_a_game_at_its_start_has_a_chart_already() -> None:
    svg = draw_scores(moments(1)[:1], current=1, href=address)
    assert len(list(root(svg).iter(f"{SVG}a"))) == 1


def test_numbers_at_the_end_do_not_run_into_each_other() -> None:
    level = [replace(m, scores=(5, 5, 5, 5)) for m in moments(4)]
    ys = sorted(int(e.get("y") or 0) for e in of_class(draw_scores(level), "ax-total"))
    assert all(b - a >= 20 for a, b in pairwise(ys))


# The history that a game gives.


def states(players: int) -> list[State]:
    game = played(setup("delta", players=players), seed=seed(1), bots=["greedy"] * players)
    return [state for state, _, _ in game]


@pytest.mark.promise("R10")
def test_a_history_tells_scores_and_gains_of_every_row_and_everybodys_view_gives_the_same() -> None:
    game = states(3)
    found = history(game)
    assert [m.number for m in found] == list(range(1, len(game) + 1))
    assert [m.scores for m in found] == [s.scores for s in game]
    assert [m.incomes for m in found] == [levy_gains(s) for s in game]
    assert [m.seat for m in found[1:]] == [s.seat for s in game[:-1]]
    assert last_rows(found)[-1] == len(game)
    assert len(last_rows(found)) == found[-1].turn
    for seat in (None, 0, 1, 2):
        assert history([RULESET.view(s, seat) for s in game]) == found


def test_a_levy_is_told_by_its_move() -> None:
    game = states(2)[:3]
    found = history(game, ["start", "take horse", "levy horse"])
    assert [m.levied for m in found] == [None, None, game[1].seat]


def test_chances_are_drawn_on_a_field_of_100_percent_without_those_that_are_none() -> None:
    some = moments(turns=6, players=3)
    percents = [(number % 50, None, 100 - number % 50) for number in range(len(some))]
    text = draw_chances(some, percents, names=NAMES[:3], href=lambda number: f"/{number}/",
                        marks={8: "Alice: from 50 % to 20 %."})
    svg = root(text)
    assert len(of_class(text, "ax-line")) == 2
    assert svg.get("aria-label") == "Chances of winning in percent, over 6 turns."
    titles = [each.text for each in svg.iter(f"{SVG}title")]
    assert "Turn 2: Alice 7, Carol 93. Alice: from 50 % to 20 %." in titles
    assert "A levy" not in text
