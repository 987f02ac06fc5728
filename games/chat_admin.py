"""The operators' list of reported messages, which they can hide.

Operators see only what somebody has reported.  Notes are never shown to them.
"""

from __future__ import annotations

from typing import Any

from django.contrib import admin, messages
from django.db.models import Count, QuerySet
from django.http import HttpRequest

from games.admin_bases import Admin
from games.base import site_clock
from games.models import ChatMessage
from games.table.talk import conversations, speaking


class ReportedMessageAdmin(Admin):
    """Messages that were reported, the newest first; they can be hidden but not changed."""

    list_display = ("pk", "words", "user", "game", "channel", "reported", "created_at",
                    "hidden_at")
    list_filter = ("channel", ("hidden_at", admin.EmptyFieldListFilter))
    list_select_related = ("game", "user")
    search_fields = ("game__code", "user__name")
    ordering = ("-pk",)
    fields = ("words", "user", "game", "channel", "number", "reported", "created_at", "hidden_at")
    readonly_fields = fields
    actions = ("hide", "show_again")

    def get_queryset(self, request: HttpRequest) -> QuerySet[ChatMessage]:
        """Only messages that somebody has reported."""
        reported: QuerySet[ChatMessage] = super().get_queryset(request).filter(
            reports__isnull=False)
        return reported.annotate(times=Count("reports"))

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    @admin.display(description="message")
    def words(self, message: ChatMessage) -> str:
        return conversations.words_of(message)

    @admin.display(description="reports")
    def reported(self, message: Any) -> int:
        return int(message.times)

    @admin.action(description="Hide the selected messages", permissions=["change"])
    def hide(self, request: HttpRequest, reported: QuerySet[ChatMessage]) -> None:
        self._record(request, reported, "Hid this message.")
        count = speaking.hide(reported.values_list("pk", flat=True), now=site_clock.now())
        self.message_user(request, f"{count} messages are hidden now.", messages.SUCCESS)

    @admin.action(description="Show the selected messages again", permissions=["change"])
    def show_again(self, request: HttpRequest, reported: QuerySet[ChatMessage]) -> None:
        self._record(request, reported, "Showed this message again.")
        count = speaking.show_again(reported.values_list("pk", flat=True))
        self.message_user(request, f"{count} messages are shown again.", messages.SUCCESS)

    def _record(self, request: HttpRequest, reported: QuerySet[ChatMessage], what: str) -> None:
        """The admin's history says who did it."""
        for message in reported:
            self.log_change(request, message, what)
