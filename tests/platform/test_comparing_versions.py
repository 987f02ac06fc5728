"""`verify_games --against`: every stored game, replayed with this code and with another one."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from datetime import datetime
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command
from django.db import connection

from games.models import Game, User
from games.operations.comparison import comparing, replayer
from games.operations.comparison.replayer import Replayed, Replayer
from games.table.lobby import open_tables

RULES = "engine/alexandros_rules/alexandros/rules.py"
VIEW = "engine/alexandros_rules/alexandros/view.py"
DECIDE = "        return decide(state, move, chance)\n"
STATUS = "        over = state.phase == OVER\n"


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """A checkout with the same engine."""
    root = tmp_path / "other"
    # Other tests may be writing compiled files, under names that are gone a moment later.
    shutil.copytree(settings.BASE_DIR / "engine", root / "engine",
                    ignore=shutil.ignore_patterns("*.pyc.*"))
    (root / "manage.py").touch()
    return root


def change(root: Path, old: str, new: str, *, file: str = RULES) -> None:
    """Changes one place in the code of a checkout."""
    path = root / file
    text = path.read_text("utf-8")
    assert text.count(old) == 1
    path.write_text(text.replace(old, new), "utf-8")


def compared(other: object, *arguments: str) -> str:
    """What the command prints if no game differs."""
    out = StringIO()
    call_command("verify_games", *arguments, against=str(other), stdout=out)
    return out.getvalue()


def differing(other: object, *arguments: str) -> list[str]:
    """The lines of the command that finds a difference."""
    out = StringIO()
    with pytest.raises(CommandError, match=r"differ\. Find out why before you deploy") as failed:
        call_command("verify_games", *arguments, against=str(other), stdout=out)
    assert failed.value.returncode == 1
    return out.getvalue().splitlines()


def refused(other: object) -> str:
    """The sentence of the command that cannot compare anything."""
    with pytest.raises(CommandError) as failed:
        call_command("verify_games", against=str(other), stdout=StringIO())
    return str(failed.value)


def first_draw(game: Game) -> int:
    number = game.rows.filter(move="draw").order_by("number").values_list("number", flat=True)[0]
    return int(number)


@pytest.mark.promise("R8")
def test_the_same_code_makes_the_same_of_every_game(
    copy: Path, running: Game, finished: Game, alice: User, now: datetime
) -> None:
    """Whatever the other code prints is not mixed with its answers."""
    open_tables.create_table(by=alice, players=2, now=now)
    change(copy, STATUS, f'{STATUS}        print("A stray line")\n')
    summary, total, heading, *slowest = compared(copy).splitlines()
    rows = running.number + finished.number
    assert summary == f"Games compared: 3, with {rows} rows. Games that differ: 0."
    assert total.startswith("CPU time: ")
    assert total.endswith(" times as long).")
    assert heading == "The games that took longest, with this code and with the other:"
    assert {running.code, finished.code} < {line.split()[0] for line in slowest}


@pytest.mark.promise("R8")
def test_a_changed_rule_is_found_with_the_row_and_what_differs(
    copy: Path, running: Game, finished: Game
) -> None:
    change(copy, DECIDE, '        if type(move).__name__ == "Draw":\n'
                         '            raise Illegal("mended", "Nobody draws any more.")\n' + DECIDE)
    first, summary, *_ = differing(copy, running.code)
    assert first == (f"game {running.code}, row {first_draw(running)}: the other code refuses the"
                     " move (mended).")
    assert summary == (f"Games compared: 1, with {running.number} rows. Games that"
                       " differ: 1.")


def test_the_other_games_are_compared_after_one_that_crashes_the_other_code(
    copy: Path, running: Game, finished: Game
) -> None:
    change(copy, STATUS, f"{STATUS}        if state.players == 3:\n"
                         "            import os\n            os._exit(3)\n")
    first, summary, *_ = differing(copy)
    assert first == (f"game {running.code}: the process of the other code ended with exit code 3.")
    assert summary.startswith("Games compared: 2, ")
    assert summary.endswith(" Games that differ: 1.")


def test_a_game_over_which_the_other_code_never_ends_is_given_up(
    copy: Path, running: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    change(copy, STATUS, f"{STATUS}        import time\n        time.sleep(9999)\n")
    other = replayer.in_checkout(copy)
    game = comparing.stored_game(running.pk)
    assert game is not None
    with Replayer(other, comparing.modules(), name="The other code") as there:
        there.wait_until_ready()
        monkeypatch.setattr(replayer, "SECONDS_A_GAME", 0.1)
        there.send(game)
        assert there.receive() == Replayed(failure="took too long")


@pytest.mark.promise("R24")
def test_no_secret_is_in_the_report_or_in_arguments_or_environment_of_the_other_process(
    copy: Path, running: Game, tmp_path: Path
) -> None:
    """Not even if the other code shows everybody the hand of the first seat."""
    change(copy, "hand if i == seat else", "hand if i == (seat or 0) else", file=VIEW)
    seen = tmp_path / "seen"
    change(copy, STATUS, f"{STATUS}        import os, sys, pathlib\n"
                         f"        pathlib.Path({str(seen)!r}).write_text(\n"
                         "            ' '.join([*sys.orig_argv, *map(str, os.environ.items())]))\n")
    out = StringIO()
    with pytest.raises(CommandError, match="1 of 1 games differ"):
        call_command("verify_games", against=str(copy), json=True, stdout=out)
    (found,) = json.loads(out.getvalue())["different"]
    assert found.pop("number") > 0
    assert found == {"game": running.code,
                     "sentence": "different after it: what spectators see of the position."}
    text = seen.read_text()
    assert "runner.py" in text
    assert bytes(running.seed).hex() not in text
    assert settings.SECRET_KEY not in text


@pytest.fixture
def repository(copy: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., str]:
    """The command git, in a repository with one commit, from which the code seems to run."""
    def git(*arguments: str) -> str:
        names = ("-c", "user.name=Alice", "-c", "user.email=alice@example.org")
        return subprocess.run(["git", *names, *arguments], cwd=copy, check=True,
                              capture_output=True, text=True).stdout

    git("init", "--quiet")
    git("add", ".")
    git("commit", "--quiet", "--message", "Begin")
    monkeypatch.setattr(replayer, "ROOT", copy)
    monkeypatch.setattr(replayer, "RULES", copy / "engine")
    return git


def test_a_revision_is_compared_without_a_trace(
    copy: Path, repository: Callable[..., str], running: Game, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The checkout has a change that its last commit does not have."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    change(copy, "scores=state.scores", "scores=state.scores + (0,)")
    before = repository("status", "--porcelain")
    assert "different after it: the scores." in differing("HEAD")[0]
    assert repository("status", "--porcelain") == before
    assert repository("worktree", "list").count("\n") == 1
    assert list(scratch.iterdir()) == []


@pytest.mark.parametrize("name", ["v9.9", "--all", ""])
def test_an_unknown_revision_is_answered_with_what_to_do(
    repository: Callable[..., str], running: Game, name: str
) -> None:
    sentence = refused(name)
    assert sentence.startswith(f"There is no directory and no revision {name}")
    assert "`git log` lists the revisions" in sentence


def test_installed_code_knows_no_revisions(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, running: Game
) -> None:
    monkeypatch.setattr(replayer, "ROOT", tmp_path)
    assert refused("HEAD~3") == (
        "There is no directory HEAD~3, and this code does not run from a checkout, so it knows no"
        " revisions. Name the directory into which you have installed the other version.")


def test_a_directory_without_code_is_answered_with_what_to_do(
    tmp_path: Path, running: Game
) -> None:
    assert refused(tmp_path).startswith(
        f"{tmp_path} is neither a checkout nor a virtual environment. Name the directory")


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """A virtual environment, into which nothing has been installed yet."""
    root = tmp_path / "installed"
    (root / "bin").mkdir(parents=True)
    (root / "bin" / "python").symlink_to(sys.executable)
    (root / "pyvenv.cfg").write_text(f"home = {Path(sys.base_prefix) / 'bin'}\n")
    return root


def packages(environment: Path) -> Path:
    """Where the virtual environment has what is installed in it."""
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return environment / "lib" / version / "site-packages"


def test_what_is_installed_in_a_virtual_environment_is_compared(
    copy: Path, environment: Path, running: Game
) -> None:
    change(copy, "scores=state.scores", "scores=state.scores + (0,)")
    shutil.copytree(copy / "engine", packages(environment))
    assert "different after it: the scores." in differing(environment)[0]


def test_an_empty_virtual_environment_is_answered_with_what_to_do(
    environment: Path, running: Game
) -> None:
    assert refused(environment) == (
        f"The code of {environment} cannot replay these games: it cannot be imported"
        " (ModuleNotFoundError: No module named 'alexandros_rules'). Install it with everything it"
        " requires, take a newer version, or name games that it knows.")


def test_a_python_that_cannot_be_run_is_answered_with_what_to_do(
    environment: Path, running: Game
) -> None:
    (environment / "bin" / "python").unlink()
    assert "bin/python cannot be run (No such file or directory)." in refused(environment)


def test_code_that_cannot_be_imported_is_answered_with_the_reason(
    copy: Path, running: Game
) -> None:
    change(copy, "from __future__ import annotations", "import absent")
    assert refused(copy).startswith(
        f"The code of {copy} cannot replay these games: the rules of alexandros cannot be imported"
        " (ModuleNotFoundError: No module named 'absent'). Install it with everything")


def test_an_old_checkout_whose_rules_are_in_the_package_engine_is_compared(
    copy: Path, running: Game
) -> None:
    change(copy, "scores=state.scores", "scores=state.scores + (0,)")
    for path in (copy / "engine" / "alexandros_rules").iterdir():
        path.rename(copy / "engine" / path.name)
    (copy / "engine" / "alexandros_rules").rmdir()
    for path in (copy / "engine").rglob("*.py"):
        path.write_text(re.sub(r"\balexandros_rules\b", "engine", path.read_text("utf-8")), "utf-8")
    assert "different after it: the scores." in differing(copy)[0]


def test_a_directory_without_the_rules_is_not_replaced_by_this_code(
    copy: Path, running: Game
) -> None:
    shutil.rmtree(copy / "engine" / "alexandros_rules" / "alexandros")
    assert "No module named 'alexandros_rules.alexandros'" in refused(copy)


def test_games_without_a_package_here_are_left_out_and_counted(
    copy: Path, running: Game
) -> None:
    Game.objects.filter(pk=running.pk).update(ruleset="chess")
    assert compared(copy).splitlines() == [
        "Games left out because no package in ALEXANDROS_GAMES knows chess: 1.",
        "Games compared: 0, with 0 rows. Games that differ: 0.",
    ]


class Watching:
    """Stands in for a process, and sees that no transaction is open while it is at work."""

    def __init__(self) -> None:
        self.versions = {"alexandros": 1}
        self.seen: list[str] = []

    def send(self, game: Mapping[str, Any]) -> None:
        assert not connection.in_atomic_block
        self.seen.append(game["code"])

    def receive(self) -> Replayed:
        return Replayed()


def test_no_game_is_locked_while_it_is_replayed(games: list[Game]) -> None:
    """People may play on, however long the other code takes; a game may even be deleted."""
    here, there = Watching(), Watching()
    ids = [*(game.pk for game in games), 999_999]
    compared = list(comparing.compare(ids, here=here, there=there))  # type: ignore[arg-type]
    assert [each.difference for each in compared] == [None, None]
    assert here.seen == there.seen == [game.code for game in games]


def test_json_needs_something_to_compare_with(db: None) -> None:
    with pytest.raises(CommandError, match="--json is for comparisons"):
        call_command("verify_games", json=True, stdout=StringIO())
