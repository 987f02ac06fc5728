"""The admin of webhooks: whose they are and what was posted; never where to."""

from __future__ import annotations

from django.contrib import admin

from games.base.admin_bases import Admin, ReadOnly
from games.models import Delivery, Webhook


@admin.register(Webhook)
class WebhookAdmin(ReadOnly, Admin):
    """Webhooks, the newest first."""

    list_display = ("id", "owner", "game", "format", "created_at", "failing_since", "disabled_at",
                    "why")
    list_select_related = ("owner", "game")
    search_fields = ("owner__email", "owner__name", "game__code")
    ordering = ("-pk",)
    fields = list_display[1:]


@admin.register(Delivery)
class DeliveryAdmin(ReadOnly, Admin):
    """What was posted to webhooks, the newest first."""

    list_display = ("id", "hook", "event", "status", "attempts", "not_before", "status_code",
                    "error", "created_at")
    list_select_related = ("hook",)
    search_fields = ("hook__owner__email", "hook__owner__name")
    ordering = ("-pk",)
    fields = list_display[1:]
