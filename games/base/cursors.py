"""Long lists in parts: the next part begins after the row that a sealed key names.

A list is ordered by a moment, the latest first, and among rows of one moment by their numbers.  So
it stays whole while rows are added, and each part costs the same however far down it is.
"""

from __future__ import annotations

from datetime import datetime
from operator import attrgetter
from typing import TypeVar

from django.core.signing import BadSignature
from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext as _

from games.base import sealing
from games.base.refusals import TableRefusal

Row = TypeVar("Row", bound=Model)


def key_of(moment: datetime, number: int, *, label: str) -> str:
    """Return the key of the part that begins after this row; ``label`` names the list."""
    return sealing.seal(f"{moment.isoformat()} {number}", label=label)


def after(key: str, *, moment: str, number: str, label: str) -> Q:
    """Return the filter for the rows after a key, with the names of the two columns.

    Refuses (TableRefusal) whatever is no key of this list.
    """
    try:
        written, last = sealing.unseal(key, label=label).split(" ")
    except BadSignature:
        raise TableRefusal("page", _("This part of the list cannot be found. The link may have been"
                                     " cut short; please begin with the latest games.")) from None
    at = datetime.fromisoformat(written)
    # The first condition is a range of an index.
    return Q((f"{moment}__lte", at)) & (Q((f"{moment}__lt", at)) | Q((f"{number}__lt", int(last))))


def part(rows: QuerySet[Row], *, moment: str, number: str = "pk", key: str, size: int,
         label: str) -> tuple[list[Row], str]:
    """Return one part of a list, of ``size`` rows at most, and the key of the next; "" at the end.

    Without a ``key``, it is the first part.
    """
    if key:
        rows = rows.filter(after(key, moment=moment, number=number, label=label))
    found = list(rows.order_by(f"-{moment}", f"-{number}")[:size + 1])
    if len(found) <= size:
        return found, ""
    last = found[size - 1]
    return found[:size], key_of(attrgetter(moment)(last), getattr(last, number), label=label)
