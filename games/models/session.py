"""Browsers that are known: Django's sessions, each with the person it belongs to.

Owns that somebody's sessions can be found, and so ended, without reading everybody's.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser's session.

    ``person`` is the id of who is logged in there, None for nobody; no foreign key, because
    a page that ends while its reader's account is deleted must not fail for it.
    """

    person = models.BigIntegerField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore


class SessionStore(DatabaseStore):
    """The engine Django is told to use (``SESSION_ENGINE``)."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The session as a row, with the person whose it is."""
        row = super().create_model_instance(data)
        assert isinstance(row, Session)  # what the class above is asked for
        row.person = data.get(SESSION_KEY)
        return row
