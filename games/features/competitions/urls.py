"""The addresses of leagues."""

from __future__ import annotations

from django.urls import path

from games.features.competitions import pages

urlpatterns = [
    path("leagues/", pages.show_leagues, name="leagues"),
    path("leagues/<slug:game>/<int:players>/", pages.show_season, name="season"),
    path("leagues/<slug:game>/<int:players>/feed/", pages.feed, name="league-feed"),
    path("leagues/<slug:game>/<int:players>/dates.ics", pages.dates, name="league-dates"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/", pages.show_season, name="season"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/enter/", pages.enter, name="season-enter"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/withdraw/", pages.withdraw,
         name="season-withdraw"),
]
