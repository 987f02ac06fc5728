"""The command ``manage.py campaign_pictures``: draws the pictures for the documents."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand

from games.drawing.png import png
from games.rulesets.campaign import introduction
from games.rulesets.campaign.drawing import map_in_layers

WIDTH = 900
PICTURES = {"campaign.png": "light", "campaign-dark.png": "dark"}  # file and theme


class Command(BaseCommand):
    """The writer of the home page's position in two themes; each run writes the same bytes."""

    help = "Draws the pictures of The Campaign in docs/pictures."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--to", type=Path, default=Path("docs/pictures"), help="the folder")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.BASE_DIR) / options["to"]
        folder.mkdir(parents=True, exist_ok=True)
        view = introduction.demo().view
        for name, theme in PICTURES.items():
            content = png(map_in_layers(
                view, frame=True, names=introduction.NAMES, heading=f"Turn {view.turn}",
                theme=theme), width=WIDTH)
            (folder / name).write_bytes(content)
            self.stdout.write(f"{folder / name}: {len(content):,} bytes")
