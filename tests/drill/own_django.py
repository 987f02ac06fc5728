"""Django in the process of a drill itself, which reads the database to see what people see."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

import django
from django.core.management import call_command


def set_up(folder: Path, *, database_url: str, broker_url: str, **variables: str) -> None:
    """Prepare the database and the static files of a site in this folder.

    The ``variables`` are more of its environment.
    """
    os.environ.update({
        "DATABASE_URL": database_url, "REDIS_URL": broker_url,
        "SECRET_KEY": secrets.token_urlsafe(50), "ALEXANDROS_DATA": str(folder / "data"),
        "DJANGO_SETTINGS_MODULE": "alexandros_site.settings", "ALEXANDROS_LOG": "CRITICAL",
        **variables,
    })
    django.setup()
    call_command("migrate", verbosity=0, interactive=False)
    call_command("collectstatic", verbosity=0, interactive=False)
