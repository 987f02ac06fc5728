"""Checks of ``check --deploy``: collected static files, and who may read the data."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.conf import settings
from django.contrib.staticfiles.finders import get_finders
from django.contrib.staticfiles.storage import ManifestFilesMixin, staticfiles_storage
from django.core import checks

from games.system_checks import TAG

OTHERS = 0o077  # permissions of anybody but the owner


@checks.register(TAG, deploy=True)
def check_static_files(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """E003: static files that were not collected; pages that need them fail."""
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
    """The names of static files that the manifest on the disk does not have."""
    text = storage.read_manifest()
    collected = json.loads(text)["paths"] if text else {}
    names = {name for finder in get_finders() for name, _ in finder.list([])}
    return sorted(names - set(collected))


@checks.register(TAG, deploy=True)
def check_permissions(app_configs: Any, **options: Any) -> list[checks.CheckMessage]:
    """W012: the data directory or a file in it that other users of this machine may read."""
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
    paths = [settings.DATA_DIR, settings.DATA_DIR / "secret-key", settings.DATA_DIR / "vapid-key"]
    if database["ENGINE"].endswith("sqlite3"):
        paths.append(Path(database["NAME"]))
    yield from (path for path in paths if path.exists())
