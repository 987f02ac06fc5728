"""Reading streams of events as a browser does."""

from __future__ import annotations

import json
from typing import Any


def heard(response: Any) -> dict[str, Any]:
    """What the last event of an answer that has ended says."""
    assert response.headers["Content-Type"] == "text/event-stream"
    data = [line for line in response.content.decode().splitlines() if line.startswith("data: ")]
    found: dict[str, Any] = json.loads(data[-1].removeprefix("data: "))
    return found
