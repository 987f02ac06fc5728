"""The services of compose.yaml, and the commands in docs/running.md that use them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
import yaml
from django.conf import settings

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
    text = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    lines = text.replace("\\\n", "")
    return [words.split() for words in re.findall(r"docker compose ([^`|<\n]+)", lines)]


def test_a_command_in_a_container_names_a_service(
    services: dict[str, object], commands: list[list[str]]
) -> None:
    for words in commands:
        if words[0] in ("run", "exec"):
            [first, *_] = [word for word in words[1:] if not word.startswith("-")]
            assert first in services, words
    assert {words[0] for words in commands} >= {"run", "exec", "up", "build", "cp"}


@pytest.mark.promise("R25")
def test_no_command_migrates_the_database_before_it_is_restored(
    commands: list[list[str]]
) -> None:
    runs = [words for words in commands if words[0] == "run"]
    assert runs
    assert all("--no-deps" in words for words in runs)


@pytest.mark.promise("R25")
def test_before_a_restore_everything_is_stopped_that_uses_the_database(
    services: dict[str, dict[str, object]], commands: list[list[str]]
) -> None:
    site = {name for name, service in services.items() if service["image"] == "alexandros"}
    [stop] = [words for words in commands if "stop" in words]
    assert {*stop[stop.index("stop") + 1 :]} == site - {"migrate"}
    assert stop[:2] == ["--profile", "door"]  # without it, the door is no service


def test_one_service_builds_the_image_and_nobody_looks_for_it_elsewhere(
    services: dict[str, dict[str, object]]
) -> None:
    ours = {name: service for name, service in services.items()
            if service["image"] == "alexandros"}
    assert [name for name, service in ours.items() if "build" in service] == ["migrate"]
    assert {service["pull_policy"] for service in ours.values()} == {"never"}


def test_a_worker_may_finish_its_task_before_it_is_killed(
    services: dict[str, dict[str, object]]
) -> None:
    limits = [limit["time_limit"] for limit in settings.CELERY_TASK_ANNOTATIONS.values()]
    assert max(limits) < 60
    assert services["worker-outbox"]["stop_grace_period"] == "1m"


@pytest.mark.promise("R3")
def test_every_worker_that_we_ship_reports_nothing_to_the_others(
    services: dict[str, dict[str, object]]
) -> None:
    unit = (ROOT / "docs" / "public-site" / "alexandros-worker@.service").read_text("utf-8")
    commands = [str(service["command"]) for name, service in services.items() if "worker" in name]
    assert len(commands) > 1
    for command in [*commands, *re.findall("ExecStart=(.*)", unit)]:
        assert {"--without-heartbeat", "--without-gossip", "--without-mingle"} <= set(
            command.split())


@pytest.mark.promise("R21")
def test_no_service_has_rights_a_changeable_system_or_all_memory(
    services: dict[str, dict[str, object]]
) -> None:
    for name, service in services.items():
        confined = {key: service.get(key) for key in ("read_only", "cap_drop", "security_opt")}
        assert confined == {"read_only": True, "cap_drop": ["ALL"],
                            "security_opt": ["no-new-privileges:true"]}, name
        assert not {"cap_add", "privileged"} & {*service}, name
        assert service["mem_limit"], name
        assert service["image"] == "alexandros" or service["user"], name


def test_every_image_from_elsewhere_can_be_pinned(services: dict[str, dict[str, object]]) -> None:
    manual = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    base = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    build: Any = services["migrate"]["build"]
    images = [str(service["image"]) for service in services.values()]
    images = [build["args"]["PYTHON_IMAGE"], *(one for one in images if one != "alexandros")]
    for image in images:
        found = re.fullmatch(r"\$\{([A-Z]+_IMAGE):-(\S+:v?\d\S*)\}", image)
        assert found, image
        assert f"`{found[1]}" in manual
    assert "ARG PYTHON_IMAGE={}\nFROM ${{PYTHON_IMAGE}}\n".format(
        images[0].partition(":-")[2].rstrip("}")) in base


def test_what_a_worker_writes_for_the_pages_is_on_a_disk_that_they_share(
    services: dict[str, dict[str, object]]
) -> None:
    for name in ("web", "worker-reviews"):
        assert "data:/data" in services[name]["volumes"], name  # type: ignore[operator]


def test_neither_settings_nor_backups_get_into_the_image() -> None:
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert {".env*", "backups", "**/*.backup", "data", ".git"} <= set(ignored)
