"""The addresses of the pool."""

from __future__ import annotations

from django.urls import path

from games.features.finding import pages

urlpatterns = [
    path("find/", pages.show, name="find"),
    path("find/wish/", pages.change_wish, name="find-wish"),
]
