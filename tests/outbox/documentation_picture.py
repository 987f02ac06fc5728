"""Draws the picture of a turn email: ``python -m tests.outbox.documentation_picture``.

Plays a game of three to its middle with a fixed seed and writes the email of the next player
to docs/pictures: its text part as mail.txt, its HTML as Chromium shows it as mail.png, and
its first screen on a phone as mail-phone.png.
"""

from __future__ import annotations

import base64
import io
import os
import shutil
import sys
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from unittest.mock import patch

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.test.utils import override_settings  # noqa: E402
from PIL import Image  # noqa: E402
from playwright.sync_api import sync_playwright  # noqa: E402

from games.models import Game, OutgoingEmail, User  # noqa: E402
from games.post.emails.rendering import compose  # noqa: E402
from games.table.lobby import open_tables  # noqa: E402
from tests.bench.bench_service import NOW, database  # noqa: E402
from tests.outbox.test_notifications import html_of, play_a_turn, text_of  # noqa: E402
from tests.sample_games import mover  # noqa: E402

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
TURNS = 16
SITE = override_settings(
    BASE_URL="https://play.example.org", MAIL_DOMAIN="play.example.org",
    REPLY_DOMAIN="play.example.org", SECRET_KEY="a key for pictures only",
    DEFAULT_FROM_EMAIL="Alexandros <post@play.example.org>",
)


def main() -> None:
    with database(), SITE:
        message = turn_email()
    (FOLDER / "mail.txt").write_text(text_of(message), encoding="utf-8")
    page = _with_pictures(message)
    _shoot(page, FOLDER / "mail.png", width=760)
    _shoot(page, FOLDER / "mail-phone.png", width=390, height=844)
    sys.stdout.write(f"mail.txt, mail.png and mail-phone.png are in {FOLDER}\n")


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


def _shoot(html: str, path: Path, *, width: int, height: int | None = None) -> None:
    """Draws the page down to ``height``, or all of it if that is None."""
    chromium = next(filter(None, map(shutil.which, ("chromium", "google-chrome"))), None)
    arguments = ["--no-sandbox"] if os.geteuid() == 0 else []
    with sync_playwright() as tools:
        browser = tools.chromium.launch(executable_path=chromium, args=arguments)
        page = browser.new_page(viewport={"width": width, "height": height or 1000})
        page.set_content(html)
        shot = page.screenshot(full_page=height is None)
        browser.close()
    with Image.open(io.BytesIO(shot)) as picture:
        small = picture.convert("RGB").quantize(200, dither=Image.Dither.NONE)
        small.save(path, "PNG", optimize=True)


if __name__ == "__main__":
    main()
