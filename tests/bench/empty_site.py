"""The settings of a site with a single page that says one sentence: what Django itself costs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

ROOT_URLCONF = __name__
ALLOWED_HOSTS = ["*"]
SECRET_KEY = "of a site without secrets"
MIDDLEWARE = ["django.middleware.security.SecurityMiddleware",
              "django.middleware.common.CommonMiddleware"]


def page(request: HttpRequest) -> HttpResponse:
    """The only page."""
    return HttpResponse("It is your turn.")


urlpatterns = [path("empty/", page)]
