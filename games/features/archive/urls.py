"""The addresses of the archive."""

from __future__ import annotations

from django.urls import path

from games.features.archive import pages

urlpatterns = [
    path("archive/", pages.show_archive, name="archive"),
    path("archive/feed/", pages.feed, name="archive-feed"),
    path("archive/statistics/", pages.show_statistics, name="archive-statistics"),
    path("archive/my-year/", pages.show_year, name="my-year"),
    path("archive/dumps/", pages.show_dumps, name="archive-dumps"),
    path("archive/dumps/<str:month>/", pages.send_dump, name="archive-dump"),
]
