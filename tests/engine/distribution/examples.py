"""Runs the examples on the pages of ``alexandros-rules``."""

from __future__ import annotations

import re
from pathlib import Path

PAGES = Path(__file__).parents[3] / "engine"
EXAMPLES = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)


def run_examples(page: str) -> None:
    """Runs every example on a page, in their order, in one namespace."""
    names = {"__name__": "page"}
    for example in EXAMPLES.findall((PAGES / page).read_text("utf-8")):
        exec(example, names)  # noqa: S102 - our own page
