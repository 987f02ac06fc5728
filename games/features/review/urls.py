"""The addresses of reviews."""

from __future__ import annotations

from django.urls import path

from games.features.review import pages

urlpatterns = [path("games/<slug:code>/review/ask/", pages.ask, name="review-ask")]
replay_urlpatterns = [
    path("review/", pages.show_review, name="review"),
    path("review/<int:number>/better.svg", pages.show_better_turn, name="review-picture"),
    path("review/<int:number>/again/", pages.play_again, name="review-again"),
    path("review/<int:number>/again/draft/", pages.add_to_draft, name="review-again-draft"),
]
