"""Addresses are stored in lower case, so that an index finds them.

Everything that writes one has long done so, except for the admin's form for a user.  An account
whose address differs from another's only in its case keeps it: nobody could tell which of the
two is meant.
"""

from __future__ import annotations

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.db.models import Exists, F, OuterRef
from django.db.models.functions import Lower

COLUMNS = (("Seat", "invited_email"), ("OutgoingEmail", "to"), ("IncomingEmail", "sender"))


def _lower(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    for model, column in COLUMNS:
        rows = apps.get_model("games", model).objects.exclude(**{column: Lower(F(column))})
        rows.update(**{column: Lower(F(column))})
    users = apps.get_model("games", "User").objects.filter(email__isnull=False)
    other = users.exclude(pk=OuterRef("pk")).annotate(lower=Lower("email")).filter(
        lower=Lower(OuterRef("email")))
    wrong = users.exclude(email=Lower("email")).exclude(Exists(other))
    for pk in list(wrong.values_list("pk", flat=True)):
        users.filter(pk=pk).update(email=Lower("email"))


class Migration(migrations.Migration):
    dependencies = (("games", "0026_holds_and_pauses"),)
    operations = (migrations.RunPython(_lower, migrations.RunPython.noop),)
