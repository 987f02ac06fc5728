"""The style sheet of the pictures, made of ``rules.css`` and ``themes.toml``."""

from __future__ import annotations

from functools import partial

from games.drawing import stylesheets
from games.drawing.stylesheets import StyleSheets

SHEETS = StyleSheets("cm", "games.rulesets.campaign")
Style = partial(stylesheets.Style, SHEETS)
css = SHEETS.css


if __name__ == "__main__":
    SHEETS.page_file.write_text(SHEETS.page_css(), encoding="utf-8")
