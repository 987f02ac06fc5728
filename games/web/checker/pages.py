"""The page that checks a finished game in the browser, to open here or to keep as a file."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.web import checker


@require_safe
def show_checker(request: HttpRequest) -> HttpResponse:
    """The page; its policy allows its own script and style and no connection to anywhere."""
    page = checker.page()
    html = page.html(address=request.build_absolute_uri(reverse("checker-file")),
                     home=request.build_absolute_uri("/"))
    response = HttpResponse(html)
    # A page in a file cannot forbid frames, but a response can.
    response["Content-Security-Policy"] = f"{page.policy}; frame-ancestors 'none'"
    return response


@require_safe
def download_checker(request: HttpRequest) -> HttpResponse:
    """The same page as a file that works without a server."""
    response = show_checker(request)
    name = f"{slugify(settings.SITE_NAME)}-checker.html"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
