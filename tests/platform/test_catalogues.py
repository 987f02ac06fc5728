"""Every language that the site offers has all that people read: complete and sound catalogues."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import TypeGuard

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from django.conf import settings
from django.core.management import call_command
from django.utils.translation import to_locale

from games.management.commands.messages import NOT_FOR_PLAYERS, paragraphs
from games.rulesets import rulebook

LOCALE = Path(settings.LOCALE_PATHS[0])
OFFERED = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]


@pytest.fixture(scope="module")
def marked(tmp_path_factory: pytest.TempPathFactory) -> Catalog:
    """All texts that are marked in the code, as they are found there now."""
    here = tmp_path_factory.mktemp("texts")
    for path in Path(settings.BASE_DIR).iterdir():
        if path.is_dir() and path.name in ("alexandros_site", "engine", "games", "templates"):
            # Not a link: gettext's companions of templates would stand among the code for a while.
            copytree(path, here / path.name, ignore=ignore_patterns("static", "__pycache__"))
    (here / "locale").mkdir()
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(here)
        patched.setattr(settings, "LOCALE_PATHS", [here / "locale"])
        call_command("makemessages", locale=["de"], verbosity=0,
                     ignore_patterns=NOT_FOR_PLAYERS)
    return catalogue("de", "django", folder=here / "locale")


def catalogue(language: str, domain: str, *, folder: Path = LOCALE) -> Catalog:
    locale = to_locale(language)
    with (folder / locale / "LC_MESSAGES" / f"{domain}.po").open("rb") as file:
        return read_po(file, locale=locale)


_TAGS = re.compile(r"</?[a-z]+|\{\w+\}")


def faults(have: Catalog, wanted: Message) -> Iterator[str]:
    found = have.get(wanted.id, wanted.context)
    if found is None or found.fuzzy:
        yield "is not translated"
        return
    sources = [wanted.id] if isinstance(wanted.id, str) else wanted.id
    texts = [found.string] if isinstance(found.string, str) else found.string or [""]
    if not all(texts):
        yield "is not translated in all its forms"
    elif not {tag for text in texts for tag in _TAGS.findall(text)} <= {
            tag for text in sources for tag in _TAGS.findall(text)}:
        yield "has other tags or fields"
    yield from (str(error) for error in found.check())


@pytest.mark.parametrize("language", OFFERED)
def test_a_language_that_is_offered_has_every_text(language: str, marked: Catalog) -> None:
    have = catalogue(language, "django")
    wrong = {str(message.id): found for message in marked if message.id
             if (found := list(faults(have, message)))}
    assert len(marked) > 1000
    assert wrong == {}, f"{len(wrong)} of {len(marked)} texts; see docs/translations.md"


@pytest.mark.parametrize("language", OFFERED)
def test_a_language_that_is_offered_has_every_rule(language: str) -> None:
    """Perhaps in an older wording: such a rule is shown in English (docs/translations.md)."""
    have = catalogue(language, rulebook.DOMAIN)
    missing = [(rule, english) for _game, rule, english in paragraphs()
               if not (found := have.get(english, rule or None)) or not found.string]
    assert missing == []


def test_no_text_is_marked_where_gettext_does_not_find_it() -> None:
    """It does not look into formatted strings."""
    hidden = []
    for folder in ("alexandros_site", "engine/alexandros_rules", "games"):
        for path in Path(settings.BASE_DIR, folder).rglob("*.py"):
            formatted = [node for node in ast.walk(ast.parse(path.read_text("utf-8")))
                         if isinstance(node, ast.JoinedStr)]
            hidden += [f"{path}:{call.lineno}" for outer in formatted for call in ast.walk(outer)
                       if _marks_a_text(call)]
    assert hidden == []


def _marks_a_text(node: ast.AST) -> TypeGuard[ast.Call]:
    return (isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
            and (node.func.id == "_" or "gettext" in node.func.id)
            and any(isinstance(each, ast.Constant) for each in node.args))


def test_a_text_that_is_missing_or_damaged_is_found() -> None:
    have = Catalog("de")
    have.add("One", "")
    have.add("Two", "Zwei", flags=["fuzzy"])
    have.add("<b>%(count)s</b> walls", "<i>%(count)s</i> Mauern", flags=["python-format"])
    have.add(("%(count)s wall", "%(count)s walls"), ("Mauer", "%(zahl)s Mauern"),
             flags=["python-format"])
    have.add("Five", "F\u00fcnf")
    assert [list(faults(have, Message(each))) != [] for each in (
        "One", "Two", "<b>%(count)s</b> walls", ("%(count)s wall", "%(count)s walls"), "Five",
        "Six")] == [True, True, True, True, False, True]
