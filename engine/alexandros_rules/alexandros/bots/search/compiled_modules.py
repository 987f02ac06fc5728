"""The place of the compiled modules of the search, if there are any."""

from __future__ import annotations

import hashlib
import sys
from functools import lru_cache
from pathlib import Path

HERE = Path(__file__).parent
ROOT = Path(__file__).parents[4]
# The modules that take most of the time.  Each has a .pxd file with the types of its variables.
NAMES = ("ground", "position", "marches", "evaluation", "actions", "turns", "replies")


@lru_cache(maxsize=1)
def folder() -> Path:
    """Return the folder for modules made from today's sources, which need not exist."""
    # The name follows from the sources and the version of Python, so that modules made from other
    # sources are never used.
    digest = hashlib.sha256(f"{sys.implementation.cache_tag} {sys.platform}".encode())
    for name in NAMES:
        for suffix in (".py", ".pxd"):
            digest.update((HERE / name).with_suffix(suffix).read_bytes())
    return ROOT / "build" / "search" / digest.hexdigest()[:16]
