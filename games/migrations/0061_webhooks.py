"""Webhooks, and what is posted to them."""


import django.db.models.deletion
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0060_api_tokens'),
    ]

    operations = [
        migrations.CreateModel(
            name='Webhook',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('format', models.CharField(max_length=20)),
                ('sealed_address', models.TextField(editable=False)),
                ('sealed_secret', models.TextField(editable=False)),
                ('receiver', models.CharField(editable=False, max_length=16)),
                ('created_at', models.DateTimeField()),
                ('failing_since', models.DateTimeField(blank=True, null=True)),
                ('disabled_at', models.DateTimeField(blank=True, null=True)),
                ('why', models.CharField(blank=True, choices=[('failing', 'nothing has reached it for a day'), ('gone', 'the receiver says that it is gone for good')], max_length=10)),
                ('game', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to='games.game')),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='webhooks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Delivery',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('receiver', models.CharField(editable=False, max_length=16)),
                ('event', models.CharField(max_length=80)),
                ('identity', models.UUIDField(default=uuid.uuid4, editable=False)),
                ('facts', models.JSONField()),
                ('status', models.CharField(choices=[('queued', 'waiting'), ('sending', 'being sent'), ('retry', 'to be tried again'), ('sent', 'delivered'), ('failed', 'given up')], default='queued', max_length=10)),
                ('attempts', models.PositiveIntegerField(default=0)),
                ('not_before', models.DateTimeField()),
                ('lease_until', models.DateTimeField(blank=True, null=True)),
                ('announced_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('status_code', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('error', models.CharField(blank=True, max_length=200)),
                ('created_at', models.DateTimeField()),
                ('game', models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.game')),
                ('hook', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='deliveries', to='games.webhook')),
            ],
            options={
                'verbose_name_plural': 'deliveries',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('status__in', ['queued', 'sending', 'retry'])), fields=['not_before'], name='delivery_to_send'), models.Index(condition=models.Q(('status__in', ['queued', 'sending'])), fields=['not_before'], name='delivery_untried'), models.Index(fields=['created_at'], name='delivery_created')],
                'constraints': [models.UniqueConstraint(fields=('receiver', 'event'), name='delivery_once')],
            },
        ),
    ]
