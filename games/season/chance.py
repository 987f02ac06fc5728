"""Repeatable randomness: within a season, deals, codes and tokens follow from its seed."""

from __future__ import annotations

import random
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from unittest import mock

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
        with (mock.patch.object(secrets, "token_bytes", self._bytes),
              mock.patch.object(secrets, "token_hex", self._hex),
              mock.patch.object(secrets, "choice", lambda letters: self._random.choice(letters)),
              mock.patch.object(secrets, "randbelow", lambda end: self._random.randrange(end))):
            yield

    def _bytes(self, nbytes: int | None = None) -> bytes:
        return self._random.randbytes(DEFAULT_BYTES if nbytes is None else nbytes)

    def _hex(self, nbytes: int | None = None) -> str:
        return self._bytes(nbytes).hex()
