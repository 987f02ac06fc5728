"""Hints that a worker thinks of, and reviews that wait for a machine that is too busy."""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0045_plans_that_wait_as_usual'),
    ]

    operations = [
        # What is stored so far has been thought of.
        migrations.AddField(
            model_name='turnadvice',
            name='answered_at',
            field=models.DateTimeField(blank=True, default=timezone.now, null=True),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name='turnadvice',
            name='answered_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='turnadvice',
            name='announced_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='turnadvice',
            name='delays',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='turnadvice',
            name='in_emails',
            field=models.BooleanField(default=True),
        ),
        migrations.AddField(
            model_name='turnadvice',
            name='look_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='turnadvice',
            name='served_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='turnadvice',
            index=models.Index(condition=models.Q(('look_at__isnull', False)), fields=['look_at'], name='advice_to_find'),
        ),
        migrations.AddIndex(
            model_name='turnadvice',
            index=models.Index(condition=models.Q(('served_at__isnull', False)), fields=['served_at'], name='advice_served'),
        ),
        migrations.AddField(
            model_name='review',
            name='delays',
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name='review',
            name='look_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name='review',
            name='served_at',
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddIndex(
            model_name='review',
            index=models.Index(condition=models.Q(('served_at__isnull', False)), fields=['served_at'], name='review_served'),
        ),
    ]
