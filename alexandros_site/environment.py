"""The environment variables with which operators configure the site.

Owns the format of these variables and the messages about invalid ones.  What the values mean for
the site is decided in the settings.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import socket
from collections.abc import Mapping, MutableMapping
from importlib.util import find_spec
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured

Environ = Mapping[str, str]

SERVICE_TIMEOUT = 10  # seconds that an email service has to answer
SQLITE_OPTIONS = {
    # Otherwise a transaction that first reads and then writes fails if another one has written
    # in between; with IMMEDIATE it waits.
    "transaction_mode": "IMMEDIATE",
    "timeout": 20,
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL;",
}


def flag(environ: Environ, name: str, *, default: bool = False) -> bool:
    """Return the variable as a boolean; ``default`` if it is not set."""
    value = environ.get(name, "").strip().lower()
    if value in {"", "1", "true", "yes", "on", "0", "false", "no", "off"}:
        return default if value == "" else value in {"1", "true", "yes", "on"}
    raise ImproperlyConfigured(f"{name} is {value!r}; write 1 for yes or 0 for no.")


def seconds(environ: Environ, name: str, *, default: float) -> float:
    """Return the variable as a number of seconds above 0; ``default`` if it is not set."""
    value = environ.get(name, "").strip()
    if not re.fullmatch(r"(\d+(\.\d+)?)?", value) or (value and not float(value)):
        raise ImproperlyConfigured(f"{name} is {value!r}; write a number of seconds, such as 5.")
    return float(value or default)


def words(environ: Environ, name: str) -> list[str]:
    """Return the variable as a list; its items are separated by commas."""
    return [word.strip() for word in environ.get(name, "").split(",") if word.strip()]


def parts(environ: Environ, name: str) -> list[str]:
    """Return the variable as a list; its items, which may have commas, end with semicolons."""
    return [part.strip() for part in environ.get(name, "").split(";") if part.strip()]


def email_address(environ: Environ, name: str) -> str:
    """Return the variable as an email address; "" if it is not set."""
    value = environ.get(name, "").strip()
    if not re.fullmatch(r"([^@\s<>]+@[^@\s<>]+)?", value):
        raise ImproperlyConfigured(f"{name} is {value!r}; write an address: ask@example.org.")
    return value


def log_format(environ: Environ, name: str, *, default: str) -> str:
    """Return the format of log lines: "json" or "text"."""
    layout = environ.get(name, "").strip().lower() or default
    if layout not in ("json", "text"):
        raise ImproperlyConfigured(f"{name} is {layout!r}; write json or text.")
    return layout


def games(names: str) -> list[str]:
    """Return the packages of games with these names, separated by blanks; [] for ""."""
    packages = names.split()
    for package in packages:
        if not _has_room(package):
            raise ImproperlyConfigured(
                f"ALEXANDROS_GAMES names {package!r}, which is not the package of a game: there is "
                f"no module {package}.room.  Separate the packages by blanks."
            )
    return list(dict.fromkeys(packages))


def _has_room(package: str) -> bool:
    try:
        return find_spec(f"{package}.room") is not None
    except (ImportError, ValueError):
        return False


def database(url: str, *, default: Path) -> dict[str, Any]:
    """Return Django's database settings for a URL; the SQLite file ``default`` for "".

    Examples: ``postgresql://user:password@host:5432/name?sslmode=require`` (with
    ``?host=/run/postgresql`` for a Unix socket) or ``sqlite:////absolute/path``.
    """
    if not url:
        return _sqlite(default)
    parts = _split(url, "DATABASE_URL")
    if parts.scheme == "sqlite":
        return _sqlite(Path(unquote(parts.path)[1:]))
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(
            "DATABASE_URL must begin with postgresql:// or sqlite://."
        )
    options: dict[str, Any] = dict(parse_qsl(parts.query))
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(parts.path.lstrip("/")),
        "USER": unquote(parts.username or ""),
        "PASSWORD": unquote(parts.password or ""),
        "HOST": options.pop("host", parts.hostname or ""),
        "PORT": str(options.pop("port", parts.port or "")),
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        # Between two statements, PgBouncer may give the server's connection to somebody else.
        "DISABLE_SERVER_SIDE_CURSORS": True,
        "OPTIONS": options,
    }


def _sqlite(path: Path) -> dict[str, Any]:
    return {"ENGINE": "django.db.backends.sqlite3", "NAME": path, "OPTIONS": dict(SQLITE_OPTIONS)}


def email(url: str) -> dict[str, Any]:
    """Return Django's email settings for a URL; the local mailbox for "".

    Examples: ``smtp://user:password@host:587?tls=1`` (STARTTLS) or ``smtps://...:465`` (TLS from
    the start).
    """
    if not url:
        return {"EMAIL_BACKEND": "games.post.outbox.local_mailbox.MailboxBackend"}
    parts = _split(url, "EMAIL_URL")
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ImproperlyConfigured(
            "EMAIL_URL is not of the form smtp://user:password@host:587?tls=1. Correct it, "
            "or leave it out to keep emails in the local mailbox."
        )
    implicit_tls = parts.scheme == "smtps"
    return {
        "EMAIL_BACKEND": "games.post.outbox.smtp_backend.EmailBackend",
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or (465 if implicit_tls else 25),
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        "EMAIL_USE_SSL": implicit_tls,
        "EMAIL_USE_TLS": not implicit_tls and flag(dict(parse_qsl(parts.query)), "tls"),
        "EMAIL_TIMEOUT": 10,  # seconds for each step; games.post.outbox.smtp_backend limits the sum
    }


def email_service(environ: Environ) -> dict[str, Any]:
    """Return Django's email settings for an email service, by django-anymail; {} for none.

    ``ALEXANDROS_ANYMAIL`` is the service, such as ``postmark``.  Each variable ``ANYMAIL_NAME``
    becomes the service's setting NAME.
    """
    service = environ.get("ALEXANDROS_ANYMAIL", "").strip().lower()
    if not service:
        return {}
    if environ.get("EMAIL_URL"):
        raise ImproperlyConfigured(
            "EMAIL_URL and ALEXANDROS_ANYMAIL are both set, but only one can send emails. Unset "
            "one of them."
        )
    _check_service(service)
    prefix = "ANYMAIL_"
    options = {name.removeprefix(prefix): value for name, value in environ.items()
               if name.startswith(prefix) and value}
    user, _, password = options.get("WEBHOOK_SECRET", "").partition(":")
    if not user or not password:
        raise ImproperlyConfigured(
            "ANYMAIL_WEBHOOK_SECRET is not of the form user:password; without it anybody could "
            "send us emails in the name of others.  Choose one and add it to the webhook URLs that "
            "you enter at the service."
        )
    timeout = options.get("REQUESTS_TIMEOUT", SERVICE_TIMEOUT)
    return {"EMAIL_BACKEND": f"anymail.backends.{service}.EmailBackend",
            "ANYMAIL": {**options, "REQUESTS_TIMEOUT": float(timeout)}}


def _check_service(service: str) -> None:
    if find_spec("anymail") is None:
        raise ImproperlyConfigured(
            "ALEXANDROS_ANYMAIL is set but django-anymail is not installed; "
            "run: python -m pip install 'django-anymail>=15,<16'"
        )
    if not service.isidentifier() or find_spec(f"anymail.backends.{service}") is None:
        raise ImproperlyConfigured(
            f"ALEXANDROS_ANYMAIL is {service!r}, which django-anymail does not know; write a name "
            "such as mailgun, postmark, brevo or amazon_ses."
        )


def address(url: str) -> SplitResult:
    """Return the site's own URL, such as ``https://play.example.org``; it must not have a path."""
    parts = _split(url, "ALEXANDROS_URL")
    if parts.scheme not in {"http", "https"} or not parts.hostname or parts.path.strip("/"):
        raise ImproperlyConfigured(
            "ALEXANDROS_URL is not of the form https://play.example.org. Correct it."
        )
    return parts


def secret_key(data: Path) -> str:
    """Return the secret key in the data directory; the first call creates it for us only.

    If several processes start at once, one of them creates the key and the others wait.
    """
    path = data / "secret-key"
    if path.exists() and (key := path.read_text(encoding="ascii").strip()):
        return key
    data.mkdir(mode=0o700, parents=True, exist_ok=True)
    handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    with os.fdopen(handle, "r+", encoding="ascii") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        key = file.read().strip()
        if not key:
            key = secrets.token_urlsafe(50)
            file.write(key)
    return key


def metrics_directory(environ: MutableMapping[str, str], name: str, *,
                      default: Path | None) -> str:
    """Return the directory for the counters of processes; "" if there is none.

    Gives prometheus_client, by the same variable, a part of that directory for this host.
    """
    # Ids of processes are the same in several containers.
    chosen = environ.pop(name, "")
    if default is None:
        return ""
    directory, host = Path(chosen or default), f"host-{socket.gethostname()}"
    if directory.name == host:  # we were started by a process of ours
        directory = directory.parent
    try:
        (directory / host).mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return ""
    environ[name] = str(directory / host)
    return str(directory)


def _split(url: str, name: str) -> SplitResult:
    try:
        parts = urlsplit(url)
        parts.port  # noqa: B018 - reading it raises ValueError if it is invalid
    except ValueError as error:
        raise ImproperlyConfigured(f"{name} is not a URL: {error}") from None
    return parts
