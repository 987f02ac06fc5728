"""Writes new and changed texts into the catalogues of all languages (docs/translations.md)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.rulesets import registry, rulebook

NOT_FOR_PLAYERS = ["tests", "labs", "node_modules", "staticfiles", "build", ".*"]


class Command(BaseCommand):
    """See ``help``."""

    help = ("Writes new and changed texts of the code and of the rules into the catalogues in"
            " locale/. It needs GNU gettext. A folder for each language must be there.")

    def handle(self, *args: Any, **options: Any) -> None:
        folder = Path(settings.LOCALE_PATHS[0])
        call_command("makemessages", all=True, ignore_patterns=NOT_FOR_PLAYERS,
                     add_location="file", no_obsolete=True, verbosity=options["verbosity"])
        for language in sorted(path.name for path in folder.iterdir() if path.is_dir()):
            _update(folder / language / "LC_MESSAGES" / f"{rulebook.DOMAIN}.po", language)


def paragraphs() -> Iterator[tuple[str, str, str]]:
    """Yield what there is to translate of the rules: game, id of the rule or "", English."""
    for room in registry.rooms().values():
        text = room.introduction.rules.read_text(encoding="utf-8")
        for rule, english in rulebook.paragraphs(text):
            yield room.ruleset.name, rule, english


def _update(path: Path, language: str) -> None:
    template = Catalog()
    for game, rule, english in paragraphs():
        template.add(english, context=rule or None, auto_comments=[game])
    catalog = Catalog(language)
    if path.exists():
        with path.open("rb") as file:
            catalog = read_po(file, locale=language)
    catalog.update(template, update_creation_date=False)
    catalog.obsolete.clear()
    with path.open("wb") as file:
        write_po(file, catalog, width=98)
