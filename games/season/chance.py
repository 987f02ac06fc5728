"""Repeatable randomness: within a season, deals, codes and tokens follow from its seed."""

from __future__ import annotations

import random
import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

DEFAULT_BYTES = 32  # the standard library's default


class Chance:
    """The source of all secrets of a season."""

    def __init__(self, seed: str) -> None:
        self._seed = seed
        self._random = random.Random(seed)

    def restart(self, word: str) -> None:
        """From now on secrets follow from the seed and this word alone."""
        self._random = random.Random(f"{self._seed}/secrets/{word}")

    @contextmanager
    def applied(self) -> Iterator[None]:
        """Within the block, the functions of ``secrets`` are repeatable."""
        repeatable: dict[str, Callable[..., Any]] = {
            "token_bytes": self._bytes,
            "token_hex": lambda nbytes=None: self._bytes(nbytes).hex(),
            "choice": lambda letters: self._random.choice(letters),
            "randbelow": lambda end: self._random.randrange(end),
        }
        usual = {name: getattr(secrets, name) for name in repeatable}
        try:
            vars(secrets).update(repeatable)
            yield
        finally:
            vars(secrets).update(usual)

    def _bytes(self, nbytes: int | None = None) -> bytes:
        return self._random.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)
