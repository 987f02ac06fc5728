"""The admin's pages about time: stopping all clocks, and people's calendars to look at."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import path
from django.views.decorators.http import require_POST

from games.admin_bases import Admin, ReadOnly
from games.base import site_clock
from games.models import ClockStop, PlayingHours, Vacation
from games.table.clocks import outages, seat_clocks


@admin.register(PlayingHours)
class PlayingHoursAdmin(ReadOnly, Admin):
    """When people play.  Only they can change it."""

    list_display = ("user", "since", "time_zone", "opens", "closes", "free_weekdays")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-since",)
    fields = list_display


@admin.register(Vacation)
class VacationAdmin(ReadOnly, Admin):
    """When people are away.  Only they can change it."""

    list_display = ("user", "first_day", "last_day", "begins_at", "ends_at")
    list_select_related = ("user",)
    search_fields = ("user__email", "user__name")
    ordering = ("-begins_at",)
    fields = list_display


@admin.register(ClockStop)
class ClockStopAdmin(ReadOnly, Admin):
    """When all clocks stood still.  Two buttons stop them and let them run again."""

    change_list_template = "admin/games/clock_stops.html"
    list_display = ("begins_at", "ends_at", "cause", "reason")
    list_filter = ("cause",)
    ordering = ("-begins_at",)
    fields = list_display
    readonly_fields = fields

    def get_urls(self) -> list[Any]:
        stop, go_on = (self.admin_site.admin_view(require_POST(view))
                       for view in (self.stop_clocks, self.let_clocks_run))
        return [path("stop/", stop, name="games_clockstop_stop"),
                path("go-on/", go_on, name="games_clockstop_go_on"), *super().get_urls()]

    def changelist_view(self, request: HttpRequest,
                        extra_context: dict[str, Any] | None = None) -> HttpResponse:
        return super().changelist_view(request, {
            **(extra_context or {}), "may_stop": _may_stop(request),
            "stopped": ClockStop.objects.filter(cause=ClockStop.Cause.OPERATOR,
                                                ends_at=None).exists()})

    def stop_clocks(self, request: HttpRequest) -> HttpResponse:
        """Stops all clocks for as long as operators want."""
        reason = request.POST.get("reason", "").strip()
        return self._change(request, did=lambda now: outages.stop(reason=reason, now=now),
                            told="All clocks stand still.", not_told="They stand still already.")

    def let_clocks_run(self, request: HttpRequest) -> HttpResponse:
        """Ends the operators' stop."""
        return self._change(request, did=lambda now: outages.go_on(now=now),
                            told="The clocks run again.",
                            not_told="No operator has stopped the clocks.")

    def _change(self, request: HttpRequest, *, did: Callable[[datetime], bool], told: str,
                not_told: str) -> HttpResponse:
        """Does it, and computes all deadlines again."""
        if not _may_stop(request):
            raise PermissionDenied
        now = site_clock.now()
        changed = did(now)
        count = seat_clocks.refresh_all(now=now) if changed else 0
        if changed:
            stop = ClockStop.objects.filter(cause=ClockStop.Cause.OPERATOR).first()
            self.log_change(request, stop, told)
            self.message_user(request, f"{told} {count} deadlines were computed again.",
                              messages.SUCCESS)
        else:
            self.message_user(request, not_told, messages.WARNING)
        return redirect("admin:games_clockstop_changelist")


def _may_stop(request: HttpRequest) -> bool:
    return bool(request.user.has_perm("games.change_clockstop"))
