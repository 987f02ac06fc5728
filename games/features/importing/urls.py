"""The addresses of imported games."""

from __future__ import annotations

from django.urls import path

from games.features.importing import pages

urlpatterns = [
    path("import/", pages.show, name="import"),
    path("games/<slug:code>/delete/", pages.delete, name="import-delete"),
]
