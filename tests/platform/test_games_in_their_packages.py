"""Code that serves every game names none: each game's words stay in its own package."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.staticfiles import finders
from django.template.loader import get_template, render_to_string

from games.rulesets import registry
from games.rulesets.registry import Room

ROOT = Path(settings.BASE_DIR)
KINDS = {".py", ".html", ".txt", ".css", ".js", ".ts", ".svg", ".toml"}
APART = ("games/rulesets/alexandros", "games/rulesets/campaign", "games/migrations",
         "games/static/games/vendor")
WORDS = re.compile(
    r"alexand|colovini|--ax\b|\bax-|\bwalls?\b|province|\blev(?:y|ies|ied|ying)\b|\bguards?\b"
    r"|\bmarch(?:es|ed|ing)?\b|\boccup(?:y|ies|ied)\b|\bjokers?\b|temple\b|amphora|\blyres?\b"
    r"|\bauctions?\b|\bsettlements?\b|\bwheat\b|\brobber|counselor|\bchits?\b|persepolis"
    r"|soldier|\bhorses?\b|\bpersia\b|\bdelta\b|\bsupply\b|\bface.?up\b",
    re.IGNORECASE,
)
# Names of the packages with the settings and with all rules, of environment variables and of system
# checks, in which it is the site's name.
HARMLESS = re.compile(r"\balexandros[_-](?:site|rules)\b|\bALEXANDROS_[A-Z_]+\b"
                      r"|\balexandros\.[EW]\d{3}\b")


def shared_files() -> Iterator[Path]:
    """The files of the app and the shared templates that belong to no game."""
    for folder in ("games", "templates"):
        for path in sorted((ROOT / folder).rglob("*")):
            name = path.relative_to(ROOT).as_posix()
            if path.suffix in KINDS and not name.startswith(APART):
                yield path


def test_no_shared_file_has_a_word_of_a_game() -> None:
    found = [str(path) for path in shared_files() if WORDS.search(path.name)]
    found += [
        f"{path.relative_to(ROOT)}:{number}: {line.strip()[:100]}"
        for path in shared_files()
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1)
        if WORDS.search(HARMLESS.sub("", line))
    ]
    assert found == []


def test_the_search_reads_code_templates_and_static_files() -> None:
    kinds = {path.suffix for path in shared_files()}
    assert {".py", ".html", ".txt", ".css", ".js"} <= kinds
    assert WORDS.search("Red walls stand")


@pytest.mark.parametrize("room", registry.rooms().values(), ids=registry.names())
def test_a_game_has_the_templates_and_static_files_that_it_names(room: Room) -> None:
    for part in (room.table, room.turn, room.introduction):
        for name in dir(part):
            if name.endswith("_template") and (template := getattr(part, name)):
                get_template(template)
    for name in (room.emails.table_template, room.emails.suggestions_template):
        get_template(f"{name}.txt")
        get_template(f"{name}.html")
    assets = room.assets
    for sheet in (*assets.picture_sheets, *assets.page_sheets,
                  *assets.board_scripts, *assets.replay_scripts):
        assert finders.find(sheet), sheet
    assert room.introduction.rules.is_file()


@pytest.mark.parametrize("room", registry.rooms().values(), ids=registry.names())
def test_a_game_played_on_spaces_lists_the_keys_to_reach_them(room: Room) -> None:
    keys = " ".join(render_to_string("games/_keyboard_shortcuts.html", {"room": room}).split())
    assert "the arrow keys move from space to space, <kbd>Enter</kbd> chooses" in keys
    assert "end the turn here" in keys


def test_an_unknown_game_is_none() -> None:
    with pytest.raises(KeyError):
        registry.get("chess")


def test_the_first_game_in_the_settings_is_the_default() -> None:
    assert registry.default() is next(iter(registry.rooms().values()))
    assert registry.names() == tuple(registry.rulesets())
