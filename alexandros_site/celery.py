"""The background worker's application; its settings are Django's, named CELERY_*."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

app = Celery("alexandros")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
