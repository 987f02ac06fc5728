"""Which tests of size belong to this run: plans are PostgreSQL's, so SQLite runs only the others.

``make test ARGS=--all`` runs both halves.
"""

from __future__ import annotations

from django.db import connection

collect_ignore = [] if connection.vendor == "postgresql" else [
    "test_plans_of_pages.py", "test_plans_of_sweeps.py"]
