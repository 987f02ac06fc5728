"""The addresses of puzzles."""

from __future__ import annotations

from django.urls import include, path

from games.features.puzzles import pages

# Those of other games than the default one name their game.
_puzzles = [
    path("", pages.show_puzzles, name="puzzles"),
    path("email/", pages.choose_daily_emails, name="puzzles-email"),
    path("<slug:puzzle>/", pages.show_puzzle, name="puzzle"),
    path("<slug:puzzle>/draft/", pages.add_to_draft, name="puzzle-draft"),
    path("<slug:puzzle>/orders/", pages.check_orders, name="puzzle-orders"),
    path("<slug:puzzle>/vote/", pages.vote, name="puzzle-vote"),
]

urlpatterns = [
    path("puzzles/games/<slug:game>/", include(_puzzles)),
    path("puzzles/", include(_puzzles)),
]
