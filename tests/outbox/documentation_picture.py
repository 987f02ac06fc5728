"""Draws pictures of a turn: ``python -m tests.outbox.documentation_picture``.

Plays a game of three to its middle with a fixed seed and writes to docs/pictures how the next
player sees their turn: the page as page.png; the email as Chromium shows its beginning as
mail.png, the first screen on a phone as mail-phone.png, and the whole text part as mail.txt.
"""

from __future__ import annotations

import base64
import io
import os
import shutil
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from unittest.mock import patch
from urllib.parse import parse_qsl, quote, urlsplit

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
os.environ["SECRET_KEY"] = "a key for pictures only"  # some signers read it when imported
django.setup()

from django.contrib.staticfiles import finders  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import override_settings  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import Browser, Route, sync_playwright  # noqa: E402

from games.models import Game, OutgoingEmail, User  # noqa: E402
from games.post.emails.rendering import compose  # noqa: E402
from games.table.lobby import open_tables  # noqa: E402
from tests.bench.bench_service import NOW, database  # noqa: E402
from tests.outbox.test_notifications import html_of, play_a_turn, text_of  # noqa: E402
from tests.sample_games import mover  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TURNS = 16
DRAFT = "take soldier"
SITE = override_settings(
    BASE_URL="https://play.example.org", MAIL_DOMAIN="play.example.org",
    REPLY_DOMAIN="play.example.org", DEFAULT_FROM_EMAIL="Alexandros <post@play.example.org>",
)


def main() -> None:
    with database(), SITE, _chromium() as browser:
        message = turn_email()
        (FOLDER / "mail.txt").write_text(text_of(message), encoding="utf-8")
        html = _with_pictures(message)
        _shoot_email(browser, html, FOLDER / "mail.png", width=760, height=1390)
        _shoot_email(browser, html, FOLDER / "mail-phone.png", width=390, height=844)
        _shoot_page(browser, Game.objects.get(), FOLDER / "page.png")
    sys.stdout.write(f"mail.txt, mail.png, mail-phone.png and page.png are in {FOLDER}\n")


def turn_email() -> EmailMessage:
    """The turn email of the player whose turn it is, always the same."""
    with patch("secrets.token_bytes", return_value=bytes([9]) * 32), \
            patch("secrets.token_hex", return_value="0" * 32), \
            patch("games.models.game.new_code", return_value="issus"):
        game = _table()
        for _ in range(TURNS):
            play_a_turn(game, mover(game) or 0, NOW)
        email = OutgoingEmail.objects.filter(kind="turn", game=game).latest("pk")
        return message_from_bytes(compose(email).message().as_bytes(), policy=policy.default)


def _table() -> Game:
    users = [User.objects.create_user(f"{name.lower()}@example.org", name=name)
             for name in ("Alice", "Bob", "Carol")]
    game = open_tables.create_table(
        by=users[0],
        name="The road to Issus",
        board="persia",
        players=3,
        options={"first": 0},
        listed=True,
        now=NOW,
    )
    for user in users[1:]:
        open_tables.join(game, user=user, now=NOW)
    Game.objects.filter(pk=game.pk).update(code="k3v9q0x7m2")
    game.refresh_from_db()
    return game


def _with_pictures(message: EmailMessage) -> str:
    """The HTML with its pictures embedded, as an email program would show it."""
    html = html_of(message)
    for part in message.walk():
        if part.get_content_maintype() == "image":
            data = base64.b64encode(part.get_content()).decode("ascii")
            html = html.replace(f"cid:{part['Content-ID'].strip('<>')}",
                                f"data:image/png;base64,{data}")
    return html


@contextmanager
def _chromium() -> Iterator[Browser]:
    path = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=path, args=arguments)
        yield browser
        browser.close()


def _shoot_email(browser: Browser, html: str, path: Path, *, width: int, height: int) -> None:
    page = browser.new_page(viewport={"width": width, "height": height})
    page.set_content(html)
    _save(page.screenshot(), path)


def _shoot_page(browser: Browser, game: Game, path: Path) -> None:
    """Draw the page of the player whose turn it is, with a card chosen in the draft."""
    client = Client()
    user = game.seats.get(index=mover(game)).user
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")

    def answer(route: Route) -> None:
        address = urlsplit(route.request.url)
        if address.path.startswith("/static/"):
            route.fulfill(path=finders.find(address.path.removeprefix("/static/")))
        else:
            response = client.get(address.path, query_params=dict(parse_qsl(address.query)))
            route.fulfill(status=response.status_code, body=response.content,
                          headers={"Content-Type": response["Content-Type"]})

    # Two columns need 1120 pixels; the documents show about 900.
    page = browser.new_page(viewport={"width": 1120, "height": 765}, device_scale_factor=0.8)
    page.route("**/*", answer)
    page.goto(f"https://play.example.org/games/{game.code}/?draft={quote(DRAFT)}")
    page.wait_for_load_state("networkidle")
    _save(page.screenshot(), path)


def _save(shot: bytes, path: Path) -> None:
    with Image.open(io.BytesIO(shot)) as picture:
        small = picture.convert("RGB").quantize(256, kmeans=3, dither=Image.Dither.NONE)
        small.save(path, "PNG", optimize=True)


if __name__ == "__main__":
    main()
