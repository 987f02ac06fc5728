"""Gunicorn's own log lines in the site's format; ``gunicorn.conf.py`` names this class."""

from __future__ import annotations

import logging
from typing import Any

from django.conf import settings
from gunicorn.glogging import Logger

from alexandros_site.logs import MaskingFormatter


class SiteLogger(Logger):  # type: ignore[misc]  # Gunicorn has no types
    """Gunicorn's logger, masked and as JSON or text like all other lines."""

    def setup(self, cfg: Any) -> None:
        """Keep Gunicorn's handlers, which know its options, and replace their format."""
        super().setup(cfg)
        for logger in (self.error_log, self.access_log):
            for handler in logger.handlers:
                if isinstance(handler, logging.StreamHandler):
                    handler.setFormatter(MaskingFormatter(settings.LOG_FORMAT))
