"""The admin of the news of the site, where operators write them."""

from __future__ import annotations

from django.contrib import admin

from games.base.admin_bases import Admin
from games.models import SiteNews


@admin.register(SiteNews)
class SiteNewsAdmin(Admin):
    """News of the site, the newest first; those of a later moment are not published yet."""

    list_display = ("title", "published_at")
    search_fields = ("title",)
    ordering = ("-published_at", "-pk")
