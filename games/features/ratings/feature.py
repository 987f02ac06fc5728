"""Ratings of people, as one of the features of this service."""

from __future__ import annotations

from games.base.features import Feature

FEATURE = Feature(name="ratings")
