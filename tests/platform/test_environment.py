"""The ways to run the site with environment variables, and the messages about invalid ones."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from alexandros_site import environment
from games.base.loopback import is_loopback

ROOT = Path(__file__).resolve().parents[2]
PUBLIC = {
    "ALEXANDROS_URL": "https://play.example.org",
    "SECRET_KEY": "k" * 25 + "0123456789abcdefghijklmno",
    "DATABASE_URL": "postgresql://alex:p%40ss@db.example.org:5433/games?sslmode=require",
    "REDIS_URL": "redis://redis.example.org/0",
    "EMAIL_URL": "smtp://me:secret@mail.example.org:587?tls=1",
}


def settings_with(tmp_path: Path, *names: str, **variables: str) -> dict[str, object]:
    """These settings in a process with these environment variables and no others of ours."""
    code = (
        "import json, sys; from alexandros_site import settings;"
        "print(json.dumps({n: getattr(settings, n, None) for n in sys.argv[1:]}, default=str))"
    )
    plain = {"PATH": os.environ["PATH"], "ALEXANDROS_DATA": str(tmp_path), **variables}
    ended = subprocess.run([sys.executable, "-c", code, *names], cwd=ROOT, env=plain, check=True,
                           capture_output=True, text=True)
    return json.loads(ended.stdout)


def test_without_variables_everything_stays_on_this_machine(tmp_path):
    values = settings_with(tmp_path, "ALLOWED_HOSTS", "DEBUG", "PUBLIC", "LOCAL_MAILBOX",
                          "CELERY_BROKER_URL", "DATABASES")
    assert set(values["ALLOWED_HOSTS"]) == {"127.0.0.1", "localhost", "[::1]"}
    assert not values["DEBUG"]
    assert not values["PUBLIC"]
    assert values["LOCAL_MAILBOX"]
    assert values["CELERY_BROKER_URL"] == "memory://localhost"
    assert values["DATABASES"]["default"]["OPTIONS"]["transaction_mode"] == "IMMEDIATE"


def test_the_games_are_those_that_the_variable_names() -> None:
    assert environment.games("") == []
    twice = " games.rulesets.alexandros  games.rulesets.alexandros "
    assert environment.games(twice) == ["games.rulesets.alexandros"]


@pytest.mark.parametrize("package", ["chess", "games", "games.nowhere", "json", ".x", "1"])
def test_a_package_that_is_no_game_is_refused(package: str) -> None:
    with pytest.raises(ImproperlyConfigured, match=f"'{package}', which is not the package of a"):
        environment.games(f"games.rulesets.alexandros {package}")


def test_with_variables_the_same_code_is_a_public_service(tmp_path):
    values = settings_with(tmp_path, "ALLOWED_HOSTS", "PUBLIC", "LOCAL_MAILBOX", "DATABASES",
                          "CELERY_BROKER_URL", "EMAIL_HOST", "EMAIL_USE_TLS",
                          "SESSION_COOKIE_SECURE", "SECRET_KEY", **PUBLIC)
    assert values["ALLOWED_HOSTS"] == ["play.example.org"]
    assert values["PUBLIC"]
    assert not values["LOCAL_MAILBOX"]
    assert values["DATABASES"]["default"]["PASSWORD"] == "p@ss"
    assert values["CELERY_BROKER_URL"] == PUBLIC["REDIS_URL"]
    assert values["EMAIL_HOST"] == "mail.example.org"
    assert values["EMAIL_USE_TLS"]
    assert values["SESSION_COOKIE_SECURE"]
    assert not (tmp_path / "secret-key").exists()


def test_a_database_url_gives_every_part(tmp_path):
    values = environment.database(PUBLIC["DATABASE_URL"], default=tmp_path)
    assert (values["USER"], values["PASSWORD"], values["HOST"], values["PORT"], values["NAME"]) == (
        "alex", "p@ss", "db.example.org", "5433", "games",
    )
    assert values["OPTIONS"] == {"sslmode": "require"}


def test_a_unix_socket_is_named_in_the_query(tmp_path):
    values = environment.database("postgresql:///games?host=/run/postgresql", default=tmp_path)
    assert (values["HOST"], values["PORT"], values["NAME"]) == ("/run/postgresql", "", "games")


def test_a_sqlite_file_can_be_named(tmp_path):
    assert environment.database("sqlite:////srv/games.db", default=tmp_path)["NAME"] == Path(
        "/srv/games.db"
    )


def test_smtps_means_tls_from_the_start():
    values = environment.email("smtps://mail.example.org")
    assert values["EMAIL_PORT"] == 465
    assert values["EMAIL_USE_SSL"]
    assert not values["EMAIL_USE_TLS"]


@pytest.mark.parametrize(("value", "seconds"), [("", 5.0), ("2", 2.0), (" 0.5 ", 0.5)])
def test_a_time_is_a_number_of_seconds(value: str, seconds: float) -> None:
    assert environment.seconds({"X": value}, "X", default=5) == seconds


@pytest.mark.parametrize(("read", "sentence"), [
    (lambda: environment.database("mysql://x", default=Path()), "must begin with postgresql://"),
    (lambda: environment.email("imap://x"), "EMAIL_URL is not of the form"),
    (lambda: environment.address("play.example.org"), "ALEXANDROS_URL is not of the form"),
    (lambda: environment.address("http://x:port"), "ALEXANDROS_URL is not a URL"),
    (lambda: environment.flag({"X": "perhaps"}, "X"), "write 1 for yes or 0 for no"),
    (lambda: environment.seconds({"X": "long"}, "X", default=5), "write a number of seconds"),
    (lambda: environment.seconds({"X": "0"}, "X", default=5), "write a number of seconds"),
])
def test_an_invalid_variable_is_named_in_a_sentence(read, sentence):
    with pytest.raises(ImproperlyConfigured, match=sentence):
        read()


@pytest.mark.parametrize(("host", "loopback"), [
    ("localhost", True), ("127.0.0.1", True), ("127.8.8.8", True), ("[::1]", True),
    ("play.example.org", False), ("192.168.1.2", False), ("0.0.0.0", False),  # noqa: S104
])
def test_loopback_hosts_are_recognized(host, loopback):
    assert is_loopback(host) is loopback


def test_proxy_headers_are_trusted_only_behind_a_proxy(tmp_path):
    names = ("SECURE_PROXY_SSL_HEADER", "ALLAUTH_TRUSTED_PROXY_COUNT")
    assert set(settings_with(tmp_path, *names, **PUBLIC).values()) == {None}
    behind = settings_with(tmp_path, *names, **PUBLIC, ALEXANDROS_BEHIND_PROXY="1")
    assert behind["ALLAUTH_TRUSTED_PROXY_COUNT"] == 1
    assert behind["SECURE_PROXY_SSL_HEADER"] == ["HTTP_X_FORWARDED_PROTO", "https"]


def test_the_compose_files_variables_are_known_and_documented():
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    services = compose.partition("\nservices:")[0]
    names = re.findall(r"^    ([A-Z_]+): ", services, re.MULTILINE)
    code = (ROOT / "alexandros_site" / "settings.py").read_text(encoding="utf-8")
    manual = (ROOT / "docs" / "running.md").read_text(encoding="utf-8")
    assert "DATABASE_URL" in names
    for name in names:
        assert f'"{name}"' in code, name
        assert f"`{name}`" in manual, name


def test_the_compose_file_opens_ports_to_this_machine_only():
    compose = (ROOT / "compose.yaml").read_text(encoding="utf-8")
    ports = re.findall(r"^    ports: (.*)$", compose, re.MULTILINE)
    assert ports == ['["127.0.0.1:8000:8000"]', '["127.0.0.1:2525:2525"]',
                     '["127.0.0.1:8025:8025"]']
    # Incoming email and catching what is sent are optional.
    assert re.findall(r"^    profiles: (.*)$", compose, re.MULTILINE) == ['["door"]', '["trial"]']


@pytest.mark.parametrize(("value", "seconds"), [("", 10.0), ("3.5", 3.5)])
def test_an_email_service_must_answer_in_time(value: str, seconds: float) -> None:
    pytest.importorskip("anymail")
    variables = {"ALEXANDROS_ANYMAIL": "postmark", "ANYMAIL_WEBHOOK_SECRET": "user:password",
                 "ANYMAIL_REQUESTS_TIMEOUT": value}
    assert environment.email_service(variables)["ANYMAIL"]["REQUESTS_TIMEOUT"] == seconds


def test_a_mail_server_must_answer_each_step_in_time() -> None:
    found = environment.email("smtp://mail.example.org")
    assert found["EMAIL_BACKEND"] == "games.post.outbox.smtp_backend.EmailBackend"
    assert found["EMAIL_TIMEOUT"] == 10
