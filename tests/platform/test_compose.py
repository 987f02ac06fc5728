"""The services of compose.yaml, and the commands in docs/running.md that use them."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def services() -> dict[str, dict[str, object]]:
    """The services, by name."""
    found: dict[str, dict[str, object]] = yaml.safe_load(
        (ROOT / "compose.yaml").read_text(encoding="utf-8"))["services"]
    return found


@pytest.fixture
def commands() -> list[list[str]]:
    """The words of each command in the documentation, after ``docker compose``."""
    text = " ".join((ROOT / "docs" / "running.md").read_text(encoding="utf-8").split())
    return [words.split() for words in re.findall("`docker compose ([^`]+)`", text)]


def test_a_command_in_a_container_names_a_service(
    services: dict[str, object], commands: list[list[str]]
) -> None:
    run = [words[words.index("--rm") + 1] for words in commands if "run" in words]
    copied = [words[1].partition(":")[0] for words in commands if words[0] == "cp"]
    assert {*run, *copied} == {"web"}
    assert "web" in services


@pytest.mark.promise("R25")
def test_before_a_restore_everything_is_stopped_that_uses_the_database(
    services: dict[str, dict[str, object]], commands: list[list[str]]
) -> None:
    site = {name for name, service in services.items() if service["image"] == "alexandros"}
    [stop] = [words for words in commands if "stop" in words]
    assert {*stop[stop.index("stop") + 1 :]} == site - {"migrate"}
    assert stop[:2] == ["--profile", "door"]  # without it, the door is no service
