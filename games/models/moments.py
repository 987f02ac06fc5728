"""A value for columns that say when a sweep must look at a row next."""

from __future__ import annotations

from datetime import UTC, datetime

AT_ONCE = datetime(2000, 1, 1, tzinfo=UTC)  # the next sweep looks, whatever its clock says
