"""The page that checks a finished game without a server, from its downloaded log.

The page is one file: its style sheet, its script and its texts are in it, and its content security
policy allows these and nothing else.  The scripts are written from engine/FORMATS.md and share no
code with the engine.  Their knowledge of a game comes from the game's room.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from django.conf import settings
from django.contrib.staticfiles import finders
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import mark_safe
from django.utils.text import slugify
from django.views.decorators.http import require_safe

from games.rulesets import registry
from games.web.access import ANYBODY, declare

_FOLDER = Path(__file__).parent
LOGIC = ("hashes.js", "draws.js", "log_file.js", "log_check.js", "event_values.js",
         "board_text.js")


@dataclass(frozen=True)
class CheckerPage:
    """The parts of the page, from which its policy follows."""

    style: str
    script: str

    @cached_property
    def policy(self) -> str:
        """The content security policy: this style, this script, the icon, and nothing else."""
        return (
            f"default-src 'none'; script-src {_source(self.script)};"
            f" style-src {_source(self.style)}; img-src data:; base-uri 'none'; form-action 'none'"
        )

    def html(self, *, address: str, home: str) -> str:
        """Return the whole page.

        ``address`` is where it can be downloaded, absolute as ``home`` is.
        """
        rooms = registry.rooms().values()
        return render_to_string("checker/page.html", {
            "policy": self.policy, "address": address, "home": home, "icon": _icon(),
            "style": mark_safe(self.style),  # noqa: S308 - our own file
            "script": mark_safe(self.script),  # noqa: S308 - our own files
            "texts": [room.checker.texts_template for room in rooms if room.checker],
            "rooms": rooms,
        })


def checker_page() -> CheckerPage:
    """Return the page for the games of this service."""
    style = (_FOLDER / "checker.css").read_text(encoding="utf-8")
    return CheckerPage(_inline(style), _inline(f"{logic()}\n{_joined([_FOLDER / 'page.js'])}"))


def logic() -> str:
    """Return the script of the page without the part that shows results, which needs a browser."""
    checkers = [room.checker for room in registry.rooms().values() if room.checker]
    own = [path for checker in checkers for path in checker.scripts]
    return _joined([*(_FOLDER / name for name in LOGIC), *own])


def _joined(files: Iterable[Path]) -> str:
    return "\n".join(path.read_text(encoding="utf-8") for path in files)


def _inline(text: str) -> str:
    """Return the text, which may stand in an element for scripts or styles."""
    if "</" in text or "<!--" in text:
        raise ValueError("this text would end its element early")
    return text


def _source(text: str) -> str:
    """Return the source that allows exactly this text in a content security policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


def _icon() -> str:
    """Return the site's icon as an address that contains it."""
    found = finders.find("games/icon.svg")
    assert isinstance(found, str)
    return f"data:image/svg+xml;base64,{base64.b64encode(Path(found).read_bytes()).decode()}"


@require_safe
@declare(ANYBODY)
def show_checker(request: HttpRequest) -> HttpResponse:
    """Return the page, whose policy allows its own script and style and no connection."""
    page = checker_page()
    html = page.html(address=request.build_absolute_uri(reverse("checker-file")),
                     home=request.build_absolute_uri("/"))
    response = HttpResponse(html)
    # A page in a file cannot forbid frames, but a response can.
    response["Content-Security-Policy"] = f"{page.policy}; frame-ancestors 'none'"
    return response


@require_safe
@declare(ANYBODY)
def download_checker(request: HttpRequest) -> HttpResponseBase:
    """Return the page as a file that works without a server."""
    response = show_checker(request)
    name = f"{slugify(settings.SITE_NAME)}-checker.html"
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
