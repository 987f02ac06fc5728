"""Writes the test vectors of both games: ``python -m tests.engine.formats``."""

from __future__ import annotations

from tests.engine.formats import making, vectors

if __name__ == "__main__":
    for name in ("alexandros", "campaign"):
        asked = making.asked(name)
        text = vectors.written(vectors.answered(asked, vectors.played(asked))) + "\n"
        vectors.path(name).write_text(text, "utf-8")
        print(f"{vectors.path(name).name}: {len(text)} characters")
