"""`check --deploy` names what a public site lacks, and says what to do next."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.core import checks

from games.operations import system_checks
from tests.platform.web_servers import ROOT, manage

pytestmark = pytest.mark.promise("R21")

COMPLETE = {
    "ALEXANDROS_URL": "https://play.example.org",
    "ALEXANDROS_BEHIND_PROXY": "1",
    "ALEXANDROS_REPLY_DOMAIN": "play.example.org",
    "SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmno",
    "DATABASE_URL": "postgresql://alex:secret@db.example.org/games",
    "REDIS_URL": "redis://redis.example.org/0",
    "EMAIL_URL": "smtp://me:secret@mail.example.org:587?tls=1",
    "ALEXANDROS_OPERATOR": "Alice Example",
    "ALEXANDROS_OPERATOR_ADDRESS": "1 High Street; 12345 Sampleton",
    "ALEXANDROS_OPERATOR_EMAIL": "alice@example.org",
    "ALEXANDROS_AUTHORITY": "Data Protection Office, Sampleton",
    "ALEXANDROS_PROCESSORS": "Example Hosting (servers)",
    "ALEXANDROS_LAW": "Germany",
}


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data directory with the static files collected."""
    path = tmp_path_factory.mktemp("public")
    assert manage(path, "collectstatic", "--noinput", "--verbosity", "0").returncode == 0
    return path


def complaints(data: Path, **variables: str) -> str:
    """What the command prints with these variables; "" if it has no complaint."""
    ended = manage(data, "check", "--deploy", "--fail-level", "WARNING", **variables)
    assert ended.returncode == (1 if "alexandros." in ended.stderr else 0), ended.stderr
    return ended.stderr


def test_a_complete_public_site_passes(data: Path) -> None:
    assert complaints(data, **COMPLETE) == ""


@pytest.mark.parametrize(("missing", "ids", "next_step"), [
    ("ALEXANDROS_URL", {"W001", "W009"}, "Set ALEXANDROS_URL to the address"),
    ("ALEXANDROS_BEHIND_PROXY", {"W004"}, "Set ALEXANDROS_BEHIND_PROXY=1"),
    ("ALEXANDROS_REPLY_DOMAIN", {"W011"}, "Set ALEXANDROS_REPLY_DOMAIN"),
    ("SECRET_KEY", {"W008"}, "Set SECRET_KEY to the same 50 random characters"),
    ("DATABASE_URL", {"W006"}, "Set DATABASE_URL to a PostgreSQL database"),
    ("REDIS_URL", {"W007"}, "Set REDIS_URL"),
    ("EMAIL_URL", {"E001"}, "Set EMAIL_URL to your mail server"),
    ("ALEXANDROS_OPERATOR_ADDRESS", {"W013"}, "Set ALEXANDROS_OPERATOR_ADDRESS;"),
    ("ALEXANDROS_OPERATOR_EMAIL", {"W014"}, "Set ALEXANDROS_OPERATOR_EMAIL"),
    ("ALEXANDROS_PROCESSORS", {"W015"}, "Set ALEXANDROS_PROCESSORS"),
    ("ALEXANDROS_LAW", {"W016"}, "Set ALEXANDROS_LAW"),
])
def test_each_missing_variable_is_reported_with_the_next_step(
    data: Path, missing: str, ids: set[str], next_step: str
) -> None:
    said = complaints(data, **{name: value for name, value in COMPLETE.items() if name != missing})
    assert {number for number in ids if f"(alexandros.{number})" in said} == ids
    assert said.count("(alexandros.") == len(ids)
    assert next_step in said


@pytest.mark.parametrize(("variables", "number", "next_step"), [
    ({"ALEXANDROS_HOSTS": "*"}, "W005", "Name the hosts in ALEXANDROS_HOSTS"),
    ({"ALEXANDROS_URL": "http://play.example.org"}, "W003", "begins with https://"),
    ({"EMAIL_URL": "smtp://me:secret@mail.example.org"}, "W010", "Add ?tls=1"),
    ({"ALEXANDROS_FROM": "Alexandros <post@games.local>"}, "W009", "Set ALEXANDROS_FROM"),
])
def test_a_doubtful_value_is_reported_with_the_next_step(
    data: Path, variables: dict[str, str], number: str, next_step: str
) -> None:
    said = complaints(data, **COMPLETE | variables)
    assert f"(alexandros.{number})" in said
    assert next_step in said


def test_no_password_is_printed(data: Path) -> None:
    assert "secret@" not in complaints(data, **COMPLETE | {"EMAIL_URL": "smtp://me:secret@mail"})


def test_static_files_that_were_not_collected_are_reported(tmp_path: Path) -> None:
    said = complaints(tmp_path, **COMPLETE)
    assert "(alexandros.E003)" in said
    assert "python manage.py collectstatic" in said


def test_advice_that_an_operator_has_decided_against_can_be_silenced(data: Path) -> None:
    without = {name: value for name, value in COMPLETE.items() if name != "REDIS_URL"}
    assert complaints(data, **without, ALEXANDROS_SILENCED_CHECKS="alexandros.W007") == ""


def test_a_site_for_this_machine_needs_nothing_and_knows_what_a_public_one_needs(
    tmp_path: Path
) -> None:
    plain = manage(tmp_path, "check")
    assert (plain.returncode, "no issues" in plain.stdout) == (0, True)
    assert "Set ALEXANDROS_URL to the address" in complaints(tmp_path)


def test_a_site_must_answer_to_its_own_address(settings: object) -> None:
    settings.BASE_URL = "https://play.example.org"  # type: ignore[attr-defined]
    settings.ALLOWED_HOSTS = ["other.example.org"]  # type: ignore[attr-defined]
    found = system_checks.check_address(None)
    assert [one.hint for one in found if one.id == "alexandros.E002"] == [
        "Add play.example.org to ALEXANDROS_HOSTS."
    ]


def test_a_public_site_without_a_mail_server_is_an_error_of_every_command(settings: object) -> None:
    settings.PUBLIC, settings.LOCAL_MAILBOX = True, True  # type: ignore[attr-defined]
    assert system_checks.check_exposure(None)[0].level == checks.ERROR
    settings.PUBLIC = False  # type: ignore[attr-defined]
    assert system_checks.check_exposure(None) == []


@pytest.mark.parametrize(("domain", "public"), [
    ("play.example.org", True), ("localhost", False), ("alexandros.localhost", False),
    ("10.0.0.1", False), ("", False), ("box.lan", False), (".org", False),
])
def test_a_public_domain_is_one_that_other_mail_servers_could_find(
    domain: str, *, public: bool
) -> None:
    assert system_checks._is_public_domain(domain) is public


def test_every_check_is_documented() -> None:
    manual = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    code = Path(system_checks.__file__).read_text(encoding="utf-8")
    ids = {line.split('"')[1] for line in code.splitlines() if 'id="alexandros.' in line}
    assert ids
    assert {number for number in ids if number.removeprefix("alexandros.") not in manual} == set()
