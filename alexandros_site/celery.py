"""The Celery application of the worker and beat; its settings are Django's CELERY_* settings."""

from __future__ import annotations

import os
from typing import Any

from celery import Celery
from celery.signals import (
    celeryd_init,
    setup_logging,
    task_postrun,
    task_prerun,
    worker_init,
)
from django.core.exceptions import ImproperlyConfigured
from django.db import close_old_connections

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")

app = Celery("alexandros")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

NICENESS = 10  # pages come first: somebody is waiting for each of them


@celeryd_init.connect  # type: ignore[untyped-decorator]  # Celery has no types
def let_pages_come_first(**_: Any) -> None:
    """Lower the priority of a worker, which its children inherit, before it loads anything."""
    os.nice(NICENESS)


@setup_logging.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_site_logging(**_: Any) -> None:
    """Do nothing."""
    # Having a receiver makes Celery leave logging as Django's settings have set it up.


@worker_init.connect  # type: ignore[untyped-decorator]  # Celery has no types
def join_site(**_: Any) -> None:
    """End the worker if this machine has another secret key than the site."""
    from games.operations import machines  # only now is the app loaded

    try:
        machines.join()
    except ImproperlyConfigured as error:  # Celery would only log it
        raise SystemExit(str(error)) from None


@task_prerun.connect  # type: ignore[untyped-decorator]  # Celery has no types
@task_postrun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def close_unusable_connections(**_: Any) -> None:
    """Close connections with the database that are old or broken, as Django does for requests."""
    close_old_connections()
