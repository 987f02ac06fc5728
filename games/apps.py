"""Configuration of the ``games`` app."""

from __future__ import annotations

from django.apps import AppConfig
from django.conf import settings
from django.utils import translation

from alexandros_rules import translation as engine_translation


class GamesConfig(AppConfig):
    """Everything around the rules of the games; the user model is ``games.User``."""

    name = "games"
    label = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Connect signals, register checks, and have Django translate the engine's sentences."""
        from games import signals  # noqa: F401 - importing signals connects them
        from games.base import events
        from games.operations import system_checks  # noqa: F401 - importing them registers them
        from games.operations.monitoring import tracing  # noqa: F401 - likewise
        from games.post import news

        engine_translation.use(translation)
        events.connect(news.LISTENERS)

        if settings.USES_EMAIL_SERVICE:  # otherwise django-anymail may not be installed
            from games.post.inbox.gateways import webhooks

            webhooks.connect()
