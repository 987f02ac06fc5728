"""Commands for games between bots, and for the coverage of rules and promises."""

from __future__ import annotations

import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from alexandros_rules.alexandros.rules import RULESET
from games.models import Game
from tests.commands import run_command

RULES = """
| id | statement |
|---|---|
| T1 | Two players. |
| A10 | He walks. |
| FIG3 | Three walls. |

A1 in a sentence is no rule, nor is `| K5 |` in the middle of a line.
"""
CAMPAIGN_RULES = """
| id | statement |
|---|---|
| AU10 | Limits are sealed. |
| TH2 | Five commodities. |
"""
PROMISES = """
| id | promise |
|---|---|
| R1 | No email is lost. |
| R2 | Readers see no duplicates. |
| R3 | Not yet: a deadline fires once. |
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


@pytest.mark.parametrize(("arguments", "table"), [
    (["verify_games"], "games_game"), (["export_game", "abc"], "games_game"),
    (["import_game", "tests/golden/records/v1-delta-2-walls-5.record"], "games_storedsetup"),
])
def test_an_empty_database_is_answered_with_what_to_do(
    tmp_path: Path, arguments: list[str], table: str
) -> None:
    """As in reality: the operator's shell does not know where the site stores its data."""
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(tmp_path)}
    ended = run_command(*arguments, environment=plain)
    assert ended.returncode == 1
    assert ended.stderr == (
        f"CommandError: The database cannot be used (no such table: {table}). Set"
        " DATABASE_URL or ALEXANDROS_DATA to its location, or create its tables: python manage.py"
        " migrate.\n"
    )


@pytest.mark.parametrize("port", ["80000", "0", "-1", "http"])
def test_what_is_no_port_is_refused(port: str) -> None:
    with pytest.raises(CommandError, match=f"{port} is not a port. Choose a number"):
        call_command("play", f"--port={port}")


def test_the_same_seed_gives_the_same_games() -> None:
    assert simulated("--seed", "a") == simulated("--seed", "a")
    assert simulated("--seed", "a") != simulated("--seed", "b")


def test_a_board_file_can_be_simulated(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(RULESET.boards()["delta"])
    assert output("simulate", "--board", path, "-n", "3") == simulated()


@pytest.mark.django_db
def test_simulated_games_can_be_stored_and_verified() -> None:
    assert simulated("--store") == simulated()
    assert [game.status for game in Game.objects.all()] == [Game.Status.OVER] * 3
    assert output("verify_games") == "All 3 games are valid.\n"


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
def project(tmp_path: Path) -> Path:
    """A project with three rules, two promises and one that is not kept yet."""
    for folder in ("docs", "games", "tests"):
        (tmp_path / folder).mkdir()
    (tmp_path / "docs" / "rules.md").write_text(RULES)
    (tmp_path / "docs" / "campaign-rules.md").write_text(CAMPAIGN_RULES)
    (tmp_path / "docs" / "reliability.md").write_text(PROMISES)
    return tmp_path


def write_test(project: Path, text: str) -> None:
    (project / "tests" / "test_one.py").write_text(
        f"import pytest\nfrom pytest import mark\n{text}")


def complaints(project: Path) -> list[str]:
    """What the command prints before it fails."""
    out = StringIO()
    with pytest.raises(CommandError, match="to fix") as failed:
        call_command("check_coverage", "--root", project, stdout=out)
    assert failed.value.returncode == 1
    return out.getvalue().splitlines()


COVERED = """@mark.rule("T1", "A10", "FIG3", "AU10", "TH2")
@mark.promise("R1", "R2")
def test_a(): ...
"""


def test_rules_and_promises_without_a_test_are_listed(project: Path) -> None:
    write_test(project, '@pytest.mark.rule("T1")\ndef test_two(): assert 2\n')
    assert complaints(project) == [
        "A10: no test covers it.", "FIG3: no test covers it.", "AU10: no test covers it.",
        "TH2: no test covers it.", "R1: no test covers it.", "R2: no test covers it.",
    ]


def test_all_forms_of_a_mark_count(project: Path) -> None:
    write_test(project, """
pytestmark = [mark.rule("FIG3"), mark.promise("R1", "R2")]

@pytest.mark.parametrize("n", [pytest.param(1, marks=pytest.mark.rule("A10"))])
@pytest.mark.rule("T1", "FIG3", "AU10", "TH2")
def test_two(n): assert n
""")
    assert output("check_coverage", "--root", project) == (
        "Tests cover 3 rules in docs/rules.md, 2 rules in docs/campaign-rules.md and 2 promises"
        " (not yet: R3).\n"
    )


UNDEFINED = ("is marked with it, but it is not defined in docs/rules.md or"
             " docs/campaign-rules.md.")


@pytest.mark.parametrize(("marked", "complaint"), [
    (COVERED.replace('"T1"', '"T1", "Z9"'), f"Z9: test_one.py:3 {UNDEFINED}"),
    (COVERED.replace('"T1"', '"T1", "R1"'), f"R1: test_one.py:3 {UNDEFINED}"),
    (COVERED.replace('"R2"', '"R2", "R3"'),
     'R3: test_one.py:4 covers it, so remove "Not yet:" from its row in docs/reliability.md.'),
], ids=["an id that is not defined", "a promise is no rule", "a promise that is not kept yet"])
def test_a_mark_that_is_wrong_is_named_with_its_place(
    project: Path, marked: str, complaint: str
) -> None:
    write_test(project, marked)
    assert complaints(project) == [complaint]


def cited(*ids: str) -> str:
    """Return a comment that cites these ids, which this file itself does not cite."""
    return f"# Plays a turn.\n# Repeated, it changes nothing ({', '.join(ids)}).\n"


@pytest.mark.parametrize(("name", "ids"), [
    ("games/turns.py", ("T1", "R99")), ("docs/guide.md", ("T1", "R99")),
    ("README.md", ("T1", "R99")), ("games/bids.py", ("AU10", "AU99")),
])
def test_an_undefined_id_that_code_or_a_document_cites_is_named_with_its_place(
    project: Path, name: str, ids: tuple[str, str]
) -> None:
    write_test(project, COVERED)
    (project / name).write_text(cited(*ids))
    assert complaints(project) == [f"{ids[1]}: {name}:2 cites it, but no document defines it."]


def test_hexes_of_the_campaign_are_not_citations_in_its_files(project: Path) -> None:
    write_test(project, COVERED)
    text = "# In Babylonia ({}), nothing yields ({}).\n".format("D5", "YI99")
    (project / "games" / "campaign_places.py").write_text(text)
    assert complaints(project) == [
        "YI99: games/campaign_places.py:1 cites it, but no document defines it."]


def test_no_id_belongs_to_two_documents(project: Path) -> None:
    write_test(project, COVERED)
    (project / "docs" / "campaign-rules.md").write_text(CAMPAIGN_RULES + "| T1 | Again. |\n")
    assert complaints(project) == ["T1: docs/rules.md and docs/campaign-rules.md define it."]


def test_spaces_of_the_board_are_not_citations(project: Path) -> None:
    write_test(project, COVERED)
    (project / "games" / "orders.py").write_text("# Alexander marches to K7 (from K6 or so).\n")
    assert output("check_coverage", "--root", project).startswith("Tests cover")


def test_words_and_comments_are_not_marks(project: Path) -> None:
    write_test(project, '# pytest.mark.rule("A10")\nx = "rule(T1)"\nrule("FIG3")\n')
    assert len(complaints(project)) == 7


def test_a_document_that_cannot_be_read_is_a_fault(project: Path) -> None:
    (project / "docs" / "rules.md").write_text("No table.")
    with pytest.raises(CommandError, match=r"docs/rules\.md has no table row"):
        output("check_coverage", "--root", project)
    (project / "docs" / "rules.md").write_text(RULES)
    (project / "docs" / "reliability.md").unlink()
    with pytest.raises(CommandError, match="The promises cannot be read"):
        output("check_coverage", "--root", project)
