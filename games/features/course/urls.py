"""The addresses of a course."""

from __future__ import annotations

from django.urls import include, path

from games.features.course import pages

# Those of other games than the default one name their game.
_course = [
    path("", pages.show_course, name="course"),
    path("email/", pages.ask_for_course, name="course-email"),
    path("<slug:lesson>/", pages.show_lesson, name="lesson"),
    path("<slug:lesson>/draft/", pages.add_to_draft, name="lesson-draft"),
    path("<slug:lesson>/orders/", pages.check_orders, name="lesson-orders"),
]

urlpatterns = [
    path("learn/games/<slug:game>/", include(_course)),
    path("learn/", include(_course)),
]
