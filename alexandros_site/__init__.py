"""The site: settings, addresses, the worker.  Knows the games; nothing knows it."""

from __future__ import annotations

from alexandros_site.celery import app as celery_app

__all__ = ["celery_app"]
