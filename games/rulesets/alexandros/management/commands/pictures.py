"""`manage.py pictures`: draws the documentation's pictures from a recorded game."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from engine import record
from engine.alexandros.rules import RULESET
from engine.errors import Refusal
from games.rulesets.alexandros.documentation_pictures import album

DEFAULT_RECORD = "v1-persia-4-*.record"


class Command(BaseCommand):
    """Writes several PNGs and an animated GIF of the whole game; they are always the same."""

    help = "Draws the pictures in docs/pictures from a recorded game of four."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--record", type=Path,
                            help="the record of a game (default: one of the tests)")
        parser.add_argument("--to", type=Path, default=Path("docs/pictures"), help="the folder")

    def handle(self, *args: Any, **options: Any) -> None:
        root = Path(settings.BASE_DIR)
        source = options["record"] or _default_record(root / "tests" / "golden" / "records")
        folder = root / options["to"]
        folder.mkdir(parents=True, exist_ok=True)
        try:
            game = record.load(source.read_text(encoding="utf-8"), {RULESET.name: RULESET})
            for name, content in album(game):
                (folder / name).write_bytes(content)
                self.stdout.write(f"{folder / name}: {len(content):,} bytes")
        except (OSError, ValueError, Refusal) as error:
            raise CommandError(f"{source} cannot be shown: {error}") from None


def _default_record(folder: Path) -> Path:
    """A recorded game in which everything that the pictures show happens."""
    records = sorted(folder.glob(DEFAULT_RECORD))
    if not records:
        raise CommandError(f"There is no {DEFAULT_RECORD} in {folder}; name one with --record.")
    return records[0]
