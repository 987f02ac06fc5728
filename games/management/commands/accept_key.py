"""`manage.py accept_key`: makes a new secret key the site's."""

from __future__ import annotations

from typing import Any

from django.conf import settings

from games.base import site_keys
from games.base.commands import DatabaseCommand


class Command(DatabaseCommand):
    """The decision of an operator that the secret key of this machine is the right one."""

    help = (
        "Makes the secret key of this machine the one with which the site works, after you have"
        " changed it on purpose. Older sessions, links and reply addresses stop working."
    )

    def handle(self, *args: Any, **options: Any) -> None:
        if site_keys.is_right():
            self.stdout.write("The site works with the secret key of this machine already.")
            return
        site_keys.keep(site_keys.FINGERPRINT, site_keys.fingerprint(settings.SECRET_KEY))
        self.stdout.write("From now on, the site works with the secret key of this machine. Give it"
                          " to all others, then start them.")
