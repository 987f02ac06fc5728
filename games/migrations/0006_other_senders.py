from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0005_imap_door'),
    ]

    operations = [
        migrations.AddField(
            model_name='preferences',
            name='other_senders',
            field=models.BooleanField(default=False),
        ),
    ]
