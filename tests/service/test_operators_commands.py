"""Commands for bots' games and for the coverage of the rules."""

from __future__ import annotations

import os
import subprocess
import sys
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from engine import registry

RULES = """
| id | statement |
|---|---|
| T1 | Two players. |
| A10 | He walks. |
| FIG3 | Three walls. |

A1 in a sentence is no rule, nor is `| K5 |` in the middle of a line.
"""


def output(command: str, *arguments: Any) -> str:
    out = StringIO()
    call_command(command, *arguments, stdout=out)
    return out.getvalue()


def simulated(*arguments: Any) -> str:
    return output("simulate", "--board", "delta", "-n", "3", *arguments)


def test_a_simulation_tells_turns_ends_scores_and_wins() -> None:
    lines = simulated("--players", "2", "--bots", "greedy", "random", "--each").splitlines()
    assert [line.split(":")[0] for line in lines[:3]] == ["game 1", "game 2", "game 3"]
    assert [line.split()[0] for line in lines[3:8]] == ["games", "turns", "moves", "ends", "winner"]
    assert lines[8].startswith("seat 1  greedy: wins ")
    assert lines[9].startswith("seat 2  random: wins ")
    assert len(lines) == 10


def test_a_board_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    path.write_bytes(b"\x89PNG\xff")
    with pytest.raises(CommandError, match="The board cannot be read"):
        output("simulate", "--board", path)


@pytest.mark.parametrize("arguments", [
    ["verify_games"], ["export_game", "abc"],
    ["import_game", "tests/engine/golden/v1-delta-2-walls-5.record"],
])
def test_an_empty_database_is_answered_with_what_to_do(
    tmp_path: Path, arguments: list[str]
) -> None:
    """As in life: the operator's shell does not know where the site keeps its data."""
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(tmp_path)}
    ended = subprocess.run([sys.executable, "manage.py", *arguments], cwd=settings.BASE_DIR,
                           env=plain, capture_output=True, text=True, check=False)
    assert ended.returncode == 1
    assert ended.stderr == (
        "CommandError: The database cannot be used (no such table: games_game). Say with"
        " DATABASE_URL or ALEXANDROS_DATA where it is, or make its tables: python manage.py"
        " migrate.\n"
    )


@pytest.mark.parametrize("port", ["80000", "0", "-1", "http"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match=f"{port} is no port; choose a number from 1 to 65535"):
        call_command("play", f"--port={port}")


def test_the_same_seed_gives_the_same_games() -> None:
    assert simulated("--seed", "a") == simulated("--seed", "a")
    assert simulated("--seed", "a") != simulated("--seed", "b")


def test_a_board_file_can_be_simulated(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(registry.get("alexandros").boards()["delta"])
    assert output("simulate", "--board", path, "-n", "3") == simulated()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--board", "atlantis"], "no board atlantis"),
        (["--bots", "hal"], "no bot hal"),
        (["--bots", "greedy", "greedy"], "or 3 bots"),
        (["--players", "7"], "2 to 4 players"),
        (["-n", "0"], "at least one"),
    ],
)
def test_a_faulty_simulation_is_refused_with_a_sentence(arguments: list[str], words: str) -> None:
    with pytest.raises(CommandError, match=words):
        output("simulate", *arguments)


@pytest.fixture
def project(tmp_path: Path) -> list[Any]:
    """Three rules and the options that point to them and their tests."""
    (tmp_path / "rules.md").write_text(RULES)
    (tmp_path / "tests").mkdir()
    return ["--rules", tmp_path / "rules.md", "--tests", tmp_path / "tests"]


def write_test(project: list[Any], name: str, text: str) -> None:
    (project[3] / name).write_text(f"import pytest\nfrom pytest import mark\n{text}")


def test_uncovered_rules_are_listed(project: list[Any]) -> None:
    write_test(project, "test_one.py", '@pytest.mark.rule("T1")\ndef test_two(): assert 2\n')
    out = StringIO()
    with pytest.raises(CommandError, match="2 rules uncovered, 0 ids unknown") as failed:
        call_command("rule_coverage", *project, stdout=out)
    assert failed.value.returncode == 1
    assert out.getvalue() == "A10: no test covers it\nFIG3: no test covers it\n"


def test_all_forms_of_a_mark_count(project: list[Any]) -> None:
    write_test(project, "test_one.py", """
pytestmark = [mark.rule("FIG3")]

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("A10"))])
@pytest.mark.rule("T1", "FIG3")
def test_two(n): assert n
""")
    assert output("rule_coverage", *project) == "Tests cover all 3 rules.\n"


def test_an_unknown_id_is_named_with_its_place(project: list[Any]) -> None:
    write_test(project, "test_one.py", '@mark.rule("T1", "A10", "FIG3", "Z9")\ndef test_a(): ...\n')
    out = StringIO()
    with pytest.raises(CommandError, match="0 rules uncovered, 1 ids unknown"):
        call_command("rule_coverage", *project, stdout=out)
    assert out.getvalue() == "Z9: no such rule, but test_one.py:3 is marked with it\n"


def test_words_and_comments_are_no_marks(project: list[Any]) -> None:
    write_test(project, "test_one.py", '# pytest.mark.rule("A10")\nx = "rule(T1)"\nrule("FIG3")\n')
    with pytest.raises(CommandError, match="3 rules uncovered"):
        output("rule_coverage", *project)


def test_rules_that_cannot_be_read_are_a_fault(project: list[Any], tmp_path: Path) -> None:
    (tmp_path / "rules.md").write_text("No table.")
    with pytest.raises(CommandError, match="states no rule"):
        output("rule_coverage", *project)
    with pytest.raises(CommandError, match="cannot be read"):
        output("rule_coverage", "--rules", tmp_path / "none.md")
