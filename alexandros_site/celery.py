"""The Celery application of the worker and beat; its settings are Django's CELERY_* settings."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import setup_logging

from alexandros_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

broker.use()
app = Celery("alexandros", fixups={"alexandros_site.kept_connections:fixup"})
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()


@setup_logging.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_site_logging(**_: Any) -> None:
    """Having a receiver makes Celery leave logging as Django's settings have set it up."""
