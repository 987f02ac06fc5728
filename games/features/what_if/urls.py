"""The addresses of what-if boards."""

from __future__ import annotations

from django.urls import include, path

from games.features.what_if import pages

# A position of a tree, and what can be done with it; none of it plays anything.
_node = [
    path("", pages.show_node, name="what-if-node"),
    path("draft/<int:seat>/", pages.add_to_draft, name="what-if-draft"),
    path("add/", pages.add, name="what-if-add"),
    path("suppose/", pages.suppose, name="what-if-suppose"),
    path("name/", pages.name, name="what-if-name"),
    path("delete/", pages.delete, name="what-if-delete"),
    path("share/", pages.share, name="what-if-share"),
]

urlpatterns = [
    path("games/<slug:code>/what-if/", pages.show_boards, name="what-if"),
    path("games/<slug:code>/what-if/new/", pages.begin, name="what-if-new"),
    path("games/<slug:code>/what-if/<slug:tree>/<int:node>/", include(_node)),
]
replay_urlpatterns = [
    path("replay/what-if/<slug:tree>/<int:node>/", pages.show_shared, name="shared-what-if"),
]
