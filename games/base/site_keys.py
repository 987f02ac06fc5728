"""The keys that all machines of the site have in common, which the database keeps.

The first machine that needs a key makes it, and all others read it.  Only the secret key is needed
before there is a database, so each machine has it from its environment or from a file.  The
database keeps its fingerprint, and a machine with another key is refused: the links, sessions and
reply addresses that it makes would work nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import DatabaseError, connection
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.utils.crypto import salted_hmac

from games.models import SiteKey

FINGERPRINT = "fingerprint"  # the name of the row with that of the secret key
WRONG_KEY = (
    "The secret key of this machine is not the one with which the site works, so nothing was done."
    " Set SECRET_KEY to the same value on all machines; one that was never set is in the file"
    " {file} of the machine that was there first. If you have changed the key on purpose, stop"
    " the site and run: {command} accept_key")
CHECKING = "games.site_keys"


def shared(name: str, make: Callable[[], str]) -> str:
    """Return the key of this name; whoever asks first makes it, for all machines."""
    found = SiteKey.objects.filter(name=name).values_list("value", flat=True).first()
    if found is None:
        found = SiteKey.objects.get_or_create(name=name, defaults={"value": make()})[0].value
    return found


def keep(name: str, value: str) -> None:
    """Let this be the key of this name."""
    SiteKey.objects.update_or_create(name=name, defaults={"value": value})


def fingerprint(secret: str) -> str:
    """Return a text by which a secret key can be told from others, but not guessed."""
    return salted_hmac("games.site_keys", "", secret=secret, algorithm="sha256").hexdigest()


def is_right() -> bool:
    """Return whether this machine has the site's secret key, or is the first to have one."""
    if not _is_kept():
        return True
    known = SiteKey.objects.filter(name=FINGERPRINT).values_list("value", flat=True).first()
    return known in (None, fingerprint(settings.SECRET_KEY))


def _is_kept() -> bool:
    """Return whether the database can keep a fingerprint: not if it is empty, or an older one."""
    # A site on SQLite is one machine, and its key lies beside its database.
    if connection.vendor != "postgresql":
        return False
    with connection.cursor() as cursor:
        cursor.execute("SELECT to_regclass(%s)", [SiteKey._meta.db_table])
        return bool(cursor.fetchone() != (None,))


def check() -> None:
    """Raise ImproperlyConfigured, with what to do, if this machine has another secret key."""
    if not _is_kept():
        return
    shared(FINGERPRINT, lambda: fingerprint(settings.SECRET_KEY))
    if not is_right():
        raise ImproperlyConfigured(WRONG_KEY.format(
            file=settings.DATA_DIR / "secret-key", command=settings.COMMAND))


def enforce() -> None:
    """Let this process use the database only with the site's secret key.

    Raises ImproperlyConfigured; if the database does not answer yet, as soon as it does.
    """
    if connection.vendor != "postgresql":
        return
    connection_created.connect(_check_connection, dispatch_uid=CHECKING)
    if connection.in_atomic_block:
        check()
        return
    connection.close()  # one that is open was not checked
    try:
        connection.ensure_connection()
    except DatabaseError:
        return
    finally:
        connection.close()


def _check_connection(connection: BaseDatabaseWrapper, **_: Any) -> None:
    try:
        check()
    except ImproperlyConfigured:
        connection.close()  # or it would count as checked
        raise
    if _is_kept():
        connection_created.disconnect(dispatch_uid=CHECKING)
