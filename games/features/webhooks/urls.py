"""The addresses of the pages about webhooks."""

from __future__ import annotations

from django.urls import path

from games.features.webhooks import pages

urlpatterns = [
    path("webhooks/", pages.show, name="webhooks"),
    path("webhooks/change/", pages.change, name="webhook-change"),
    path("webhooks/remove/", pages.remove, name="webhook-remove"),
    path("games/<slug:code>/webhooks/", pages.show_table, name="table-webhooks"),
]
