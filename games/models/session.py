"""Django's sessions, each with the user who is signed in.

With the user in a column, all sessions of one user can be found and ended without decoding
those of everybody else.
"""

from __future__ import annotations

from typing import Any

from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models


class Session(AbstractBaseSession):
    """One browser's session.

    ``person`` is the id of the signed-in user, None if nobody is signed in.  It is not a foreign
    key, because saving a session must not fail when its user has just been deleted.
    """

    person = models.BigIntegerField(null=True, db_index=True)

    @classmethod
    def get_session_store_class(cls) -> type[SessionStore]:
        return SessionStore


class SessionStore(DatabaseStore):
    """Django's database session store with our session model (``SESSION_ENGINE``)."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the session as a row, with the id of its user."""
        session = super().create_model_instance(data)
        assert isinstance(session, Session)  # see get_model_class
        session.person = data.get(SESSION_KEY)
        return session
