"""Give a column, related managers and admin labels plain names.

Only the column changes the database.
"""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0010_plain_model_names'),
    ]

    operations = [
        migrations.RenameField(
            model_name='incomingemail',
            old_name='door',
            new_name='gateway',
        ),
        migrations.AlterField(
            model_name='gameemailpreference',
            name='game',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='email_preferences', to='games.game'),
        ),
        migrations.AlterField(
            model_name='incomingemail',
            name='answer',
            field=models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='answered', to='games.outgoingemail'),
        ),
        migrations.AlterField(
            model_name='incomingemail',
            name='recipients',
            field=models.TextField(blank=True, help_text="The envelope's recipients, one per line."),
        ),
        migrations.AlterField(
            model_name='outgoingemail',
            name='game',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='emails', to='games.game'),
        ),
        migrations.AlterField(
            model_name='outgoingemail',
            name='seat',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='emails', to='games.seat'),
        ),
        migrations.AlterField(
            model_name='outgoingemail',
            name='user',
            field=models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='emails', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AlterField(
            model_name='user',
            name='email',
            field=models.EmailField(blank=True, max_length=254, null=True, unique=True, verbose_name='email address'),
        ),
    ]
