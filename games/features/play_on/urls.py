"""The addresses of the pages that go on from a position."""

from __future__ import annotations

from django.urls import URLPattern, path

from games.features.play_on import pages

urlpatterns: list[URLPattern] = [
    path("position/<str:string>/play-on/", pages.play_on_from, name="play-on-from"),
]
replay_urlpatterns = [path("replay/<int:number>/play-on/", pages.play_on, name="play-on")]
