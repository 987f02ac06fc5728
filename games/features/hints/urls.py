"""The addresses of hints."""

from __future__ import annotations

from django.urls import path

from games.features.hints import pages

urlpatterns = [path("games/<slug:code>/hint/", pages.hint, name="game-hint")]
