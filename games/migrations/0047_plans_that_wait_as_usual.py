from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0043_orders_out_of_turn'),
    ]

    operations = [
        migrations.AddField(
            model_name='plan',
            name='as_usual',
            field=models.BooleanField(default=False),
        ),
    ]
