"""The style sheet of the pictures: rules with custom properties, and themes that set them.

Owns ``rules.css`` and ``themes.toml``.  Pages link one static file made of both;
a picture that stands alone carries the rules it uses with the values put in,
because rasterisers know no custom properties.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from pathlib import Path

from games.drawing import canvas

THEMES = ("light", "dark", "contrast", "print")
AUTO = "auto"  # the page decides: its data-theme, else the reader's settings
NONE, EMBEDDED = "none", "embedded"
FOLDER = resources.files("games.rulesets.alexandros.drawing")
PAGE_FILE = Path(__file__).parents[1] / "static" / "alexandros" / "board.css"

PAGE = """\
/* Made from drawing/rules.css and themes.toml by drawing/stylesheet.py. */
.ax{{{light}}}
@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) .ax-auto{{{dark}}}}}
:root[data-theme=dark] .ax-auto,.ax-dark{{{dark}}}
@media (prefers-contrast:more){{.ax-auto{{{contrast}}}}}
:root[data-theme=contrast] .ax-auto,.ax-contrast{{{contrast}}}
@media print{{:root .ax.ax-auto{{{print}}}}}
.ax-print{{{print}}}
{rules}"""


def css(theme: str) -> str:
    """The rules with the theme's values put in, one a line.  Refuses unknown themes (KeyError)."""
    return _resolved(_rules(), "light" if theme == AUTO else theme).rstrip("\n")


def theme_values(theme: str) -> dict[str, str]:
    """The value of every custom property in a theme, by its name without ``--ax-``."""
    return _themes()["light"] | _themes()[theme]


def page_css() -> str:
    """The static file for pages: every theme, chosen by class, data-theme or media query."""
    declared = {
        theme: "".join(f"--ax-{name}:{value};" for name, value in changes.items())
        for theme, changes in _themes().items()
    }
    return PAGE.format(rules=_rules(), **declared)


def check_style(theme: str, stylesheet: str) -> None:
    """ValueError for a theme or kind of style sheet that does not exist."""
    if theme not in (*THEMES, AUTO):
        raise ValueError(f"no theme {theme!r}; there are {', '.join((*THEMES, AUTO))}")
    if stylesheet not in (NONE, EMBEDDED):
        raise ValueError(f"no style sheet {stylesheet!r}; it is {NONE!r} or {EMBEDDED!r}")


@dataclass(frozen=True, slots=True)
class Style:
    """See ``games.drawing.layers.Style``."""

    theme: str
    stylesheet: str

    def __call__(self, text: str, /) -> str:
        return style_layer(self.theme, self.stylesheet, text)


def style_layer(theme: str, stylesheet: str, picture: str) -> str:
    """The style element with those of the theme's rules that this picture uses, or nothing."""
    if stylesheet == NONE:
        return ""
    classes = " ".join(["ax", *re.findall(r'class="([^"]+)', picture)])
    used = frozenset(classes.split())
    return canvas.write(
        canvas.described("style", _embedded("light" if theme == AUTO else theme, used))
    )


@lru_cache(maxsize=256)
def _embedded(theme: str, used: frozenset[str]) -> str:
    return _resolved("".join([rule for classes, rule in _plain_rules() if classes <= used]), theme)


@lru_cache(maxsize=1)
def _plain_rules() -> list[tuple[frozenset[str], str]]:
    """The rules without pseudo-classes, each with the classes that it needs."""
    rules = [(rule.partition("{")[0], rule) for rule in _rules().splitlines()]
    return [
        (frozenset(selector[1:].split(".")), rule)
        for selector, rule in rules if ":" not in selector
    ]


def _resolved(rules: str, theme: str) -> str:
    """The rules with the theme's values in place of the custom properties."""
    values = theme_values(theme)
    return re.sub(r"var\(--ax-([a-z0-9-]+)\)", lambda match: values[match[1]], rules)


@lru_cache(maxsize=1)
def _rules() -> str:
    return (FOLDER / "rules.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _themes() -> dict[str, dict[str, str]]:
    """The themes; read line by line, because a TOML parser would take as long as a picture."""
    text = (FOLDER / "themes.toml").read_text(encoding="utf-8")
    return {
        theme: dict(re.findall(r'^([a-z0-9-]+) = "(.*)"$', lines, re.MULTILINE))
        for theme, lines in re.findall(r"^\[([a-z]+)\]$([^\[]*)", text, re.MULTILINE)
    }


if __name__ == "__main__":
    PAGE_FILE.write_text(page_css(), encoding="utf-8")
