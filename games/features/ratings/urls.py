"""The addresses of ratings."""

from __future__ import annotations

from django.urls import path

from games.features.ratings import pages

urlpatterns = [
    path("ladder/", pages.show_ladder, name="ladder"),
    path("ladder/<slug:game>/<int:players>/", pages.show_ladder, name="ladder"),
    path("ladder/hide/", pages.choose_hiding, name="rating-hide"),
]
