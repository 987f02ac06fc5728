"""The addresses of plans."""

from __future__ import annotations

from django.urls import path

from games.features.plans import pages

urlpatterns = [
    path("plans/", pages.show_help, name="plans-help"),
    path("games/<slug:code>/plan/", pages.edit, name="game-plan"),
]
