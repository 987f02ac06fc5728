"""The addresses of leagues and cups."""

from __future__ import annotations

from django.urls import path

from games.features.competitions import cup_pages, pages

urlpatterns = [
    path("leagues/", pages.show_leagues, name="leagues"),
    path("leagues/<slug:game>/<int:players>/", pages.show_season, name="season"),
    path("leagues/<slug:game>/<int:players>/feed/", pages.feed, name="league-feed"),
    path("leagues/<slug:game>/<int:players>/dates.ics", pages.dates, name="league-dates"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/", pages.show_season, name="season"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/enter/", pages.enter, name="season-enter"),
    path("leagues/<slug:game>/<int:players>/<slug:day>/withdraw/", pages.withdraw,
         name="season-withdraw"),
    path("cups/", cup_pages.show_cups, name="cups"),
    path("cups/new/", cup_pages.create, name="new-cup"),
    path("cups/<slug:cup>/", cup_pages.show_cup, name="cup"),
    path("cups/<slug:cup>/enter/", cup_pages.enter, name="cup-enter"),
    path("cups/<slug:cup>/withdraw/", cup_pages.withdraw, name="cup-withdraw"),
    path("cups/<slug:cup>/organise/", cup_pages.organise, name="cup-organise"),
    path("cups/<slug:cup>/feed/", cup_pages.feed, name="cup-feed"),
    path("cups/<slug:cup>/dates.ics", cup_pages.dates, name="cup-dates"),
]
