"""The addresses of the news of the site."""

from __future__ import annotations

from django.urls import path

from games.features.site_news import pages

urlpatterns = [
    path("news/", pages.show_news, name="site-news"),
    path("news/feed/", pages.feed, name="site-news-feed"),
]
