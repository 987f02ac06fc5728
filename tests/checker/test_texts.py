"""Whatever the page's script can find has a sentence, and every sentence is used."""

from __future__ import annotations

import re
from pathlib import Path

from django.template.loader import render_to_string

from games.rulesets import registry
from games.web import checker

CHECKS = ("commitment", "rows", "draws", "positions", "emails")
CODE = re.compile(r'"([a-z]+(?:-[a-z]+)*)"')
IN_HTML = re.compile(r"^<p data-code=\"([\w-]+)\">\s*(.+?)\s*</p>", re.MULTILINE | re.DOTALL)


def texts() -> dict[str, str]:
    rooms = [room.checker for room in registry.rooms().values() if room.checker]
    names = ["checker/texts.html", *(room.texts_template for room in rooms)]
    found: list[tuple[str, str]] = []
    for name in names:
        found += IN_HTML.findall(render_to_string(name))
    assert len(found) == len(dict(found)), "a code has two sentences"
    return dict(found)


def scripts() -> list[str]:
    """The texts of the page's scripts, with those of all games."""
    paths = [*Path(checker.__file__).parent.glob("*.js"),
             *(path for room in registry.rooms().values() if room.checker
               for path in room.checker.scripts)]
    return [path.read_text(encoding="utf-8") for path in paths]


def written() -> set[str]:
    """All words in quotes in the scripts that could be codes."""
    return {code for script in scripts() for code in CODE.findall(script)}


def thrown() -> set[str]:
    """The codes with which the scripts report what they have found."""
    calls = re.compile(
        r'(?:impossible|difference|LogFault|Unreadable|checked|say|compareDraw)'
        r'\((?:[^;()]|\([^)]*\))*\)')
    return {code for script in scripts() for call in calls.findall(script)
            for code in CODE.findall(call)}


def test_every_code_of_the_scripts_has_a_sentence() -> None:
    not_codes = {*CHECKS, "good", "bad", "unknown", "first"}
    assert len(thrown()) > 30
    assert thrown() - not_codes - texts().keys() == set()
    assert {f"{check}-{part}" for check in CHECKS for part in ("title", "good")} <= texts().keys()


def test_every_sentence_is_used() -> None:
    made = {f"{check}-{part}" for check in CHECKS for part in ("title", "good")}
    made |= {"sign-good", "sign-bad", "sign-unknown"}
    assert texts().keys() - written() - made == set()
