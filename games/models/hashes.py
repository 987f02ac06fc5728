"""A column for hashes: hexadecimal in Python and in exports, half as many bytes in the database."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.db import models

if TYPE_CHECKING:
    Texts = models.Field[str, str]
else:
    Texts = models.Field


class HashField(Texts):
    """A hash as lower-case hexadecimal text ("" for none), stored as its bytes.

    Queries are given hexadecimal text as well; they can only ask whether two hashes are the same.
    """

    description = "a hash"

    def get_internal_type(self) -> str:
        """The kind of column it needs."""
        return "BinaryField"

    def get_prep_value(self, value: Any) -> bytes | None:
        """The bytes of a hash."""
        return None if value is None else bytes.fromhex(value)

    def get_db_prep_value(self, value: Any, connection: Any,
                          prepared: bool = False) -> Any:
        """The bytes as the database's driver takes them."""
        stored = value if prepared else self.get_prep_value(value)
        return None if stored is None else connection.Database.Binary(stored)

    def from_db_value(self, value: Any, expression: Any, connection: Any) -> str | None:
        """The hash as text."""
        return None if value is None else bytes(value).hex()
