"""Give the models plain names.

The log keeps its table's name, because the triggers that guard it were created for that table.
"""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps


def rename_error_prefix(apps: StateApps, editor: BaseDatabaseSchemaEditor) -> None:
    """Emails that were overtaken before they left are known by how their error begins."""
    emails = apps.get_model("games", "OutgoingEmail").objects
    for email in emails.filter(error__startswith="Moot:").only("error").iterator():
        email.error = "Obsolete:" + email.error.removeprefix("Moot:")
        email.save(update_fields=["error"])


class Migration(migrations.Migration):
    dependencies = [("games", "0009_rematches")]

    operations = [
        migrations.AlterModelTable(name="row", table="games_row"),
        migrations.RenameModel(old_name="Row", new_name="LoggedMove"),
        migrations.RenameModel(old_name="Mail", new_name="OutgoingEmail"),
        migrations.RenameModel(old_name="LocalMessage", new_name="MailboxEmail"),
        migrations.RenameModel(old_name="InboundMessage", new_name="IncomingEmail"),
        migrations.RenameModel(old_name="Preferences", new_name="EmailPreferences"),
        migrations.RenameModel(old_name="GamePreference", new_name="GameEmailPreference"),
        migrations.RenameModel(old_name="Address", new_name="AddressStatus"),
        migrations.RunPython(rename_error_prefix, migrations.RunPython.noop),
    ]
