from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0044_moved_at'),
    ]

    operations = [
        migrations.AddField(
            model_name='plan',
            name='as_usual',
            field=models.BooleanField(default=False),
        ),
    ]
