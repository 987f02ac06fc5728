"""Errors of the service during a season: a sweep or a worker logs them and goes on."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager


class Errors(logging.Handler):
    """Collects what the service logs as errors, one line for each."""

    def __init__(self) -> None:
        super().__init__(level=logging.ERROR)
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        error = record.exc_info[1] if record.exc_info else None
        cause = f" ({type(error).__name__}: {error})" if error else ""
        self.lines.append(f"{record.name}: {record.getMessage()}{cause}")

    @contextmanager
    def collected(self) -> Iterator[None]:
        """Within the block, errors are collected."""
        logger = logging.getLogger("games")
        logger.addHandler(self)
        try:
            yield
        finally:
            logger.removeHandler(self)
