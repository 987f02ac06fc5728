"""Checks that sweeps will look at all that waits, for which it reads all running games."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime

from django.conf import settings

from games import overlooked
from games.doctor.findings import Finding, Options, ok, problem

ABOUT = "overlooked work"


def check(options: Options, now: datetime) -> Iterator[Finding]:
    """Whether no sweep would ever look at something that waits."""
    found = overlooked.count(now)
    if not found:
        yield ok(ABOUT, "Sweeps will look at all that waits.")
        return
    what = ", ".join(f"{number} {kind}" for kind, number in found.items())
    yield problem(ABOUT, f"No sweep would look at {what}.",
                  next_step=f"Run: {settings.COMMAND} sweep --overlooked. It should not have"
                            " happened, so please report it.")
