"""A worker that loses its broker never waits for it in the middle of something else."""

from __future__ import annotations

from typing import Any

import pytest
from celery.worker import WorkController

from alexandros_site.celery import app


@pytest.mark.promise("R3", "R4")
@pytest.mark.parametrize("options", [{}, {"without_heartbeat": False, "heartbeat_interval": 1}])
def test_a_worker_does_not_report_that_it_is_alive(options: dict[str, Any]) -> None:
    worker = WorkController(app=app, pool="solo", use_eventloop=False, without_gossip=True,
                            **options)
    steps = {step.alias for step in worker.consumer.steps}
    assert "Tasks" in steps
    assert not steps & {"Heart", "Events"}
