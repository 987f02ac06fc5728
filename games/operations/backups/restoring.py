"""Restoring a backup, which is checked completely before any data is touched (R25)."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from django.conf import settings
from django.core.management import call_command

from games.base import fault_points, site_keys
from games.models import OutgoingEmail
from games.operations.backups import archive, databases, making, site_database
from games.operations.backups.archive import DATABASE, KEY, PUSH_KEY, BackupFailure, Manifest
from games.operations.embedded import instance_lock
from games.post.push import keys

Report = Callable[[str], None]
WAITING = (OutgoingEmail.Status.QUEUED, OutgoingEmail.Status.SENDING, OutgoingEmail.Status.RETRY,
           OutgoingEmail.Status.HELD)
NOT_SENT = "Not sent: the site was restored from a backup with --no-emails."


@dataclass(frozen=True, slots=True)
class Choices:
    """The decisions of the operator.

    ``replace``        replace the games that are there, after a backup of them.
    ``no_emails``      do not send the emails that were waiting in the backup.
    ``accept_faults``  restore although games fail the check.
    """

    replace: bool = False
    no_emails: bool = False
    accept_faults: bool = False


def restore(path: Path, choices: Choices, *, now: datetime, report: Report) -> None:
    """Replace the site's database and keys by those of the backup.

    Raises BackupFailure without having changed anything if the backup is damaged or from a newer
    version, if the site is running, or if there are games that may not be replaced.
    """
    _introduce(path, report)
    here = site_database.site()
    with _nobody_else(here), archive.workspace(here.folder, now=now) as work:
        in_use = _check_place(here, choices)
        _prepare(path, work, choices, report)
        fault_points.reached("restore.checked")
        if in_use and not here.is_damaged():  # installing the backup keeps damaged files
            report(f"What is there has been backed up to {making.make(now=now).path}.")
        fault_points.reached("restore.saved")
        # First the key: an empty machine with the right key can simply be given the backup again.
        _restore_key(work / KEY, now, report)
        fault_points.reached("restore.key")
        kept = here.install(work / DATABASE, now=now)
        if kept:
            report(f"The database that was there is damaged; its files are kept in {kept}.")


def check(path: Path, *, now: datetime, report: Report) -> None:
    """Check a backup and change nothing; raise BackupFailure if anything is wrong with it."""
    _introduce(path, report)
    with archive.workspace(Path(settings.BACKUP_DIR), now=now) as work:
        _prepare(path, work, Choices(), report)


def _introduce(path: Path, report: Report) -> None:
    """Say what the backup is; raise BackupFailure if it is from a newer version."""
    manifest = archive.read_manifest(path)
    if not databases.are_known([(app, name) for app, name in manifest.migrations]):
        raise archive.newer(manifest.version)
    count = manifest.rows.get("games_game", 0)
    report(f"This is a backup from {manifest.time:%d %B %Y, %H:%M} UTC with"
           f" {count} game{'' if count == 1 else 's'}.")


@contextmanager
def _nobody_else(here: site_database.Site) -> Iterator[None]:
    """Keep other instances from starting within the block; raise BackupFailure if one runs."""
    try:
        with instance_lock.lock(Path(settings.DATA_DIR)):
            here.check_unused()
            yield
    except instance_lock.AlreadyRunning:
        raise BackupFailure(
            f"The site is running on the data in {settings.DATA_DIR}. Stop it, then run this"
            " command again."
        ) from None


def _check_place(here: site_database.Site, choices: Choices) -> bool:
    """Return whether there is data to replace; raise BackupFailure if it may not be replaced."""
    if here.is_empty():
        return False
    if not choices.replace:
        raise BackupFailure(
            "There are people or games in the database of this site already. To replace them by"
            " the backup, add --replace; they are backed up first."
        )
    if not here.is_damaged() and not databases.is_known():
        raise BackupFailure(
            f"The database of this site is from a newer version of {settings.SITE_NAME}, and only"
            " that version can back it up. Let it make a backup, then empty the database and run"
            " this command again without --replace. docs/running.md says how, under Upgrading."
        )
    return True


def _prepare(path: Path, work: Path, choices: Choices, report: Report) -> None:
    """Unpack the backup, migrate it to this version of the site, and check it."""
    manifest = archive.extract(path, work)
    copy = work / DATABASE
    databases.check_file(copy)
    if databases.row_counts(copy) != manifest.rows:
        raise BackupFailure(f"{path} is damaged: it does not have all its rows. Use another one.")
    with databases.opened_as_default(copy):
        call_command("migrate", verbosity=0, interactive=False)
        _keep_keys(work)
        _check_games(manifest, choices, report)
        if choices.no_emails:
            _hold_emails(report)
    databases.check_file(copy)


def _keep_keys(work: Path) -> None:
    """Make the keys of the backup those of the site to which the copied database belongs."""
    site_keys.keep(site_keys.FINGERPRINT,
                   site_keys.fingerprint((work / KEY).read_text(encoding="utf-8")))
    if (work / PUSH_KEY).exists():
        site_keys.keep(keys.NAME, (work / PUSH_KEY).read_text(encoding="utf-8").strip())


def _check_games(manifest: Manifest, choices: Choices, report: Report) -> None:
    found = databases.faults()
    if not found:
        report("All of its games are valid.")
        return
    report(databases.faults_in_words(found))
    if not choices.accept_faults:
        known = " It was so already when the backup was made." if found == manifest.faults else ""
        games = "1 game of the backup is" if len(found) == 1 else f"{len(found)} games are"
        raise BackupFailure(
            f"{games} not valid.{known} Use another backup, or add --accept-faults to restore this"
            " one as it is."
        )


def _hold_emails(report: Report) -> None:
    waiting = OutgoingEmail.objects.filter(status__in=WAITING)
    count = waiting.update(status=OutgoingEmail.Status.FAILED, error=NOT_SENT, lease_until=None)
    emails = "1 waiting email" if count == 1 else f"{count} waiting emails"
    report(f"{emails} will not be sent; you can retry them in the admin." if count else
           "No emails were waiting.")


def _restore_key(key: Path, now: datetime, report: Report) -> None:
    """Put the backup's secret key into its file, readable by its owner only."""
    place, secret = _install(key, now), key.read_text(encoding="utf-8")
    if os.environ.get("SECRET_KEY", secret) != secret:
        report(
            "SECRET_KEY is set in the environment, and it is not the key of this backup. With it,"
            " everybody has to sign in again, the links and reply addresses in emails that were"
            " sent do not work, and a site on PostgreSQL does not start. The key of the backup is"
            f" in {place}, and in the backup itself as secret-key: set SECRET_KEY to it, or unset"
            " SECRET_KEY."
        )


def _install(key: Path, now: datetime) -> Path:
    """Put a key into the data directory, readable by its owner only; return its place."""
    place = Path(settings.DATA_DIR) / key.name
    with archive.workspace(place.parent, now=now) as work:
        made = work / key.name
        made.touch(mode=0o600)
        made.write_text(key.read_text(encoding="utf-8"), encoding="utf-8")
        archive.give_to_owner_of(place, made)
        archive.move(made, place)
    return place
