"""The addresses of the pages about one's bots."""

from __future__ import annotations

from django.urls import path

from games.features.own_bots import pages

urlpatterns = [
    path("bots/", pages.show, name="own-bots"),
    path("bots/retire/", pages.retire, name="bot-retire"),
]
