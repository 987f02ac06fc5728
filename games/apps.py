"""The Django app that holds everything around the rules."""

from __future__ import annotations

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Label ``games``; the user model is ``games.User``."""

    name = "games"
    label = "games"
    verbose_name = "Games"
    default_auto_field = "django.db.models.BigAutoField"
