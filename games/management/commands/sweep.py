"""`manage.py sweep`: one round of looking for what was lost, for cron or for an operator."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.services import accounts, bots, inbox, post


class Command(BaseCommand):
    """Announces mails and bots' turns that no task takes care of; needs a worker to do them."""

    help = "Looks for mails and bots' turns that were lost and announces them to the worker."

    def handle(self, *args: Any, **options: Any) -> None:
        now = timezone.now()
        mails = post.sweep(now)
        received = inbox.sweep(now)
        bots.sweep(now)
        forgotten = accounts.forget_unused(now)
        inbox.forget_old(now)
        self.stdout.write(
            f"{len(mails)} mails to send and {len(received)} to read were announced,"
            f" {forgotten} unproved addresses forgotten."
        )
