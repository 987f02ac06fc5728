"""The style sheet of the pictures, made of ``rules.css`` and ``themes.toml``."""

from __future__ import annotations

from functools import partial

from games.drawing import stylesheets
from games.drawing.stylesheets import EMBEDDED, THEMES, StyleSheets, check_style

__all__ = [
    "EMBEDDED", "PAGE_FILE", "THEMES", "Style", "check_style", "css", "page_css",
    "style_layer", "theme_values",
]

SHEETS = StyleSheets("ax", "games.rulesets.alexandros")
PAGE_FILE = SHEETS.page_file
Style = partial(stylesheets.Style, SHEETS)
css, theme_values, page_css = SHEETS.css, SHEETS.theme_values, SHEETS.page_css
style_layer = SHEETS.style_layer


if __name__ == "__main__":
    PAGE_FILE.write_text(page_css(), encoding="utf-8")
