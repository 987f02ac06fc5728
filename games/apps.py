"""The Django app that holds everything around the rules."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings


class GamesConfig(AppConfig):
    """Label ``games``; the user model is ``games.User``."""

    name = "games"
    label = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Listens to the mail service, where there is one: its package may be absent."""
        if settings.HOSTED_MAIL:
            from games.inbox.gateways import webhooks

            webhooks.connect()
