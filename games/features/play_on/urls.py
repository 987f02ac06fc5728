"""The address of the page that goes on from a position."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.features.play_on import pages

urlpatterns: list[URLPattern] = []
replay_urlpatterns = [path("replay/<int:number>/play-on/", pages.play_on, name="play-on")]
