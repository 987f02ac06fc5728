"""The Django project: settings, URLs and the worker.  No other package imports it."""

from __future__ import annotations

from alexandros_site.celery import app as celery_app

__all__ = ["celery_app"]
