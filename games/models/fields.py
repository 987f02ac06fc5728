"""Columns and values that several models share."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Texts = models.Field[str, str]
else:
    Texts = models.Field

URL_LENGTH = 1000  # of an address that somebody gives us

# In a column that says when a sweep must look at a row: the next one does, whatever its clock says.
AT_ONCE = datetime(2000, 1, 1, tzinfo=UTC)


class HashField(Texts):
    """A hash as lower-case hexadecimal text ("" for none), stored as half as many bytes.

    Queries are given hexadecimal text as well; they can only ask whether two hashes are the same.
    """

    description = "a hash"

    def get_internal_type(self) -> str:
        """Return the kind of column that the field needs."""
        return "BinaryField"

    def get_prep_value(self, value: Any) -> bytes | None:
        """Return the bytes of a hash."""
        return None if value is None else bytes.fromhex(value)

    def get_db_prep_value(self, value: Any, connection: Any,
                          prepared: bool = False) -> Any:
        """Return the bytes as the database's driver takes them."""
        stored = value if prepared else self.get_prep_value(value)
        return None if stored is None else connection.Database.Binary(stored)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> str | None:
        """Return the hash as text."""
        return None if value is None else bytes(value).hex()
