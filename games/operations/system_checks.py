"""Django system checks of the configuration; each hint says what to do next.

Some run with every command: a public site must be able to send sign-in codes.  The others belong to
``check --deploy``: the needs of a public site beside Django's own security settings, collected
static files, and who may read the data.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from email.utils import parseaddr
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core import checks
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest

from games.base.loopback import is_loopback

TAG = "configuration"


SQLITE = "django.db.backends.sqlite3"
# Names that no mail server finds (RFC 2606, RFC 6762), apart from those that examples use.
NOT_IN_DNS = (".localhost", ".local", ".localdomain", ".invalid", ".test", ".internal", ".lan")


@checks.register(TAG, deploy=True)
def check_address(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check the address, its hosts and HTTPS: W002 to W005, E002."""
    return list(_address())


def _address() -> Iterator[checks.CheckMessage]:
    host = urlsplit(settings.BASE_URL).hostname or ""
    if not settings.PUBLIC:
        yield checks.Warning(
            "The site serves this machine only.",
            hint="Set ALEXANDROS_URL to the address that people open, such as"
                 " https://play.example.org.",
            id="alexandros.W002",
        )
    if settings.PUBLIC and not settings.HTTPS and not is_loopback(host):
        yield checks.Warning(
            "The address of the site is not https, so sign-in codes and sessions can be read on"
            " their way.",
            hint="Let your proxy handle HTTPS and set ALEXANDROS_URL to an address that begins"
                 " with https://.",
            id="alexandros.W003",
        )
    if settings.HTTPS and not settings.BEHIND_PROXY:
        yield checks.Warning(
            "The address of the site is https, but no proxy is trusted to handle HTTPS, so every"
            " page behind one redirects to itself.",
            hint="Set ALEXANDROS_BEHIND_PROXY=1, and let the proxy set X-Forwarded-Proto and"
                 " X-Forwarded-For.",
            id="alexandros.W004",
        )
    if "*" in settings.ALLOWED_HOSTS:
        yield checks.Warning(
            "The site answers to every host name, so a forged one could get into a link.",
            hint="Name the hosts in ALEXANDROS_HOSTS instead of writing *.",
            id="alexandros.W005",
        )
    name = f"[{host}]" if ":" in host else host  # as browsers write an IPv6 address
    if not _answers_to(name):
        yield checks.Error(
            f"The site does not answer to {name}, the host of its own address.",
            hint=f"Add {name} to ALEXANDROS_HOSTS.",
            id="alexandros.E002",
        )


def _answers_to(host: str) -> bool:
    request = HttpRequest()
    request.META["HTTP_HOST"] = host
    try:
        request.get_host()
    except DisallowedHost:
        return False
    return True


@checks.register(TAG, deploy=True)
def check_servers(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check database, broker and secret key, which all processes share: W006 to W008."""
    return list(_servers())


def _servers() -> Iterator[checks.CheckMessage]:
    on_sqlite = settings.DATABASES["default"]["ENGINE"] == SQLITE
    if on_sqlite:
        yield checks.Warning(
            "The database is SQLite, which one machine can use and where only one process at a"
            " time writes.",
            hint="Set DATABASE_URL to a PostgreSQL database:"
                 " postgresql://user:password@host:5432/name.",
            id="alexandros.W006",
        )
    if not settings.REDIS_URL:
        yield checks.Warning(
            "There is no Redis: a worker in another process hears of no task, and each process"
            " counts rate limits by itself.",
            hint="Set REDIS_URL, such as redis://127.0.0.1:6379/0.",
            id="alexandros.W007",
        )
    if settings.SECRET_KEY_FROM_FILE and not on_sqlite:
        yield checks.Warning(
            "The secret key comes from a file on this machine; with another key elsewhere, links"
            " and reply addresses from one machine do not work on the other.",
            hint="Set SECRET_KEY to the same 50 random characters for all processes. To keep links"
                 f" in emails working, use those in {settings.DATA_DIR / 'secret-key'}.",
            id="alexandros.W008",
        )


@checks.register(TAG, deploy=True)
def check_email(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check the sender, the connection to the mail server, and replies: W009 to W011."""
    return list(_email())


def _email() -> Iterator[checks.CheckMessage]:
    if not _is_public_domain(parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]):
        yield checks.Warning(
            "The sender of our emails has no public domain, so other mail servers reject them.",
            hint="Set ALEXANDROS_FROM to a sender such as"
                 f" {settings.SITE_NAME} <post@play.example.org>.",
            id="alexandros.W009",
        )
    if _sends_password_in_the_clear():
        yield checks.Warning(
            "The password for the mail server travels unencrypted.",
            hint="Add ?tls=1 to EMAIL_URL, or let it begin with smtps://.",
            id="alexandros.W010",
        )
    if not _is_public_domain(settings.REPLY_DOMAIN):
        yield checks.Warning(
            "There is no domain for replies, so nobody can play by email.",
            hint="Set ALEXANDROS_REPLY_DOMAIN to the domain whose email reaches receive_mail,"
                 " fetch_mail or your email service's webhook.",
            id="alexandros.W011",
        )


def _is_public_domain(domain: str) -> bool:
    """Return whether this could be a domain that other mail servers find."""
    labels = domain.split(".")
    return (len(labels) > 1 and all(labels) and not labels[-1].isdecimal()
            and not domain.endswith(NOT_IN_DNS))


def _sends_password_in_the_clear() -> bool:
    if settings.LOCAL_MAILBOX or settings.USES_EMAIL_SERVICE or not settings.EMAIL_HOST_PASSWORD:
        return False
    encrypted = settings.EMAIL_USE_TLS or settings.EMAIL_USE_SSL
    return not encrypted and not is_loopback(settings.EMAIL_HOST)


@checks.register(TAG, deploy=True)
def check_legal_pages(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check that a public site says who runs it and by which law: W013 to W016."""
    return list(_legal_pages()) if settings.PUBLIC else []


def _legal_pages() -> Iterator[checks.CheckMessage]:
    yield from _without(
        "imprint", {"name": "ALEXANDROS_OPERATOR", "address": "ALEXANDROS_OPERATOR_ADDRESS"},
        id="alexandros.W013")
    yield from _without(
        "page about contact and abuse", {"email": "ALEXANDROS_OPERATOR_EMAIL"},
        id="alexandros.W014")
    yield from _without(
        "complete privacy notice",
        {"authority": "ALEXANDROS_AUTHORITY", "processors": "ALEXANDROS_PROCESSORS"},
        id="alexandros.W015")
    yield from _without(
        "complete page of terms", {"law": "ALEXANDROS_LAW"},
        id="alexandros.W016")


def _without(page: str, needs: Mapping[str, str], **which: str) -> Iterator[checks.CheckMessage]:
    """Warn of a page for which a variable is missing; ``needs`` are the variables by setting."""
    missing = [variable for name, variable in needs.items() if not settings.OPERATOR[name]]
    if missing:
        yield checks.Warning(
            f"The site is public, but has no {page}.",
            hint=f"Set {' and '.join(missing)}; docs/running.md says what to write.", **which)


@checks.register(TAG)
def check_exposure(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check that a public site can send codes and links: E001, W001."""
    return list(_missing()) if settings.PUBLIC else []


def _missing() -> Iterator[checks.CheckMessage]:
    if settings.LOCAL_MAILBOX:
        yield checks.Error(
            "The site is public, but no mail server is configured, so nobody can sign in: the codes"
            " would stay in the database.",
            hint="Set EMAIL_URL to your mail server, or ALEXANDROS_ANYMAIL to your email service."
                 " If only this machine is to use the site, unset ALEXANDROS_URL, ALEXANDROS_HOSTS"
                 " and ALEXANDROS_BEHIND_PROXY.",
            id="alexandros.E001",
        )
    if is_loopback(urlsplit(settings.BASE_URL).hostname or ""):
        yield checks.Warning(
            f"The site is public, but its address is {settings.BASE_URL}: the links in its emails"
            " lead to each reader's own machine.",
            hint="Set ALEXANDROS_URL to the address that people open, such as"
                 " https://play.example.org.",
            id="alexandros.W001",
        )


OTHERS = 0o077  # permissions of anybody but the owner


@checks.register(TAG, deploy=True)
def check_static_files(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check that all static files were collected; without them, pages fail: E003."""
    storage: Any = staticfiles_storage
    missing = _not_collected(storage) if isinstance(storage, ManifestFilesMixin) else []
    if not missing:
        return []
    return [checks.Error(
        f"{len(missing)} static files are not in {settings.STATIC_ROOT}, such as {missing[0]}, so"
        " pages cannot be shown.",
        hint=f"Run: {settings.COMMAND} collectstatic --noinput",
        id="alexandros.E003",
    )]


def _not_collected(storage: ManifestFilesMixin) -> list[str]:
    """Return the names of static files that the manifest on the disk does not have."""
    text = storage.read_manifest()
    collected = json.loads(text)["paths"] if text else {}
    names = {name for finder in get_finders() for name, _ in finder.list([])}
    return sorted(names - set(collected))


@checks.register(TAG, deploy=True)
def check_permissions(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """Check that other users of this machine cannot read our data: W012."""
    return [
        checks.Warning(
            f"Other users of this machine can get at {path}.",
            hint=f"Run as its owner: chmod go-rwx {path}",
            id="alexandros.W012",
        )
        for path in _secret_files() if path.stat().st_mode & OTHERS
    ]


def _secret_files() -> Iterator[Path]:
    database = settings.DATABASES["default"]
    paths = [settings.DATA_DIR, settings.DATA_DIR / "secret-key"]
    if database["ENGINE"].endswith("sqlite3"):
        paths.append(Path(database["NAME"]))
    yield from (path for path in paths if path.exists())
