"""Receivers that keep failures of pages and tasks, and tell log lines which task is running.

``GamesConfig.ready`` imports this module to connect them.
"""

from __future__ import annotations

import sys
from typing import Any

from celery.signals import task_failure, task_postrun, task_prerun
from django.core.signals import got_request_exception, request_finished
from django.dispatch import receiver
from structlog.contextvars import bind_contextvars

from games.base import failures, log_context, site_clock


@receiver(got_request_exception)
def keep_failure_of_page(**_: Any) -> None:
    failures.keep(sys.exc_info()[1], now=site_clock.now())


@receiver(request_finished)
def forget_request(**_: Any) -> None:
    """Only here, because Django logs a response after all middleware has ended."""
    log_context.forget()


@task_prerun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def name_task(task_id: str, task: Any, **_: Any) -> None:
    log_context.forget()
    bind_contextvars(task=task.name, task_id=task_id)


@task_failure.connect  # type: ignore[untyped-decorator]  # Celery has no types
def keep_failure_of_task(exception: BaseException, **_: Any) -> None:
    failures.keep(exception, now=site_clock.now())


@task_postrun.connect  # type: ignore[untyped-decorator]  # Celery has no types
def forget_task(**_: Any) -> None:
    log_context.forget()
