"""What the pages and the games pass each other about unknown things that are supposed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Supposition:
    """One thing that may be supposed: ``text`` is stored, ``label`` is on the button.

    ``says`` is the whole of it for people who hear the page.
    """

    text: str
    label: str
    says: str


@dataclass(frozen=True, slots=True)
class UnknownPlace:
    """Where something is unknown, what is known there, and what may be supposed of it."""

    title: str
    choices: Sequence[Supposition]
