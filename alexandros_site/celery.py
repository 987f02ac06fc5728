"""The Celery application of the worker and beat; its settings are Django's CELERY_* settings."""

from __future__ import annotations

import os

from celery import Celery

from alexandros_site import broker

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

broker.use()
app = Celery("alexandros")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
