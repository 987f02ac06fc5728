"""Style sheets of a game's pictures: rules with custom properties, and themes that set them.

Each game that uses them has ``rules.css``, with one rule a line, and ``themes.toml`` in its package
``drawing``.  Pages link one static file made of both; a picture that stands alone carries the rules
it uses with the values put in, because rasterisers know no custom properties.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib import resources
from pathlib import Path
from typing import Any

from games.drawing import canvas

THEMES = ("light", "dark", "contrast", "print")
AUTO = "auto"  # the page decides: its data-theme, else the reader's settings
NONE, EMBEDDED = "none", "embedded"

PAGE = """\
/* Made from drawing/rules.css and themes.toml by drawing/stylesheet.py. */
.{prefix}{{{light}}}
@media (prefers-color-scheme:dark){{:root:not([data-theme=light]) .{prefix}-auto{{{dark}}}}}
:root[data-theme=dark] .{prefix}-auto,.{prefix}-dark{{{dark}}}
@media (prefers-contrast:more){{.{prefix}-auto{{{contrast}}}}}
:root[data-theme=contrast] .{prefix}-auto,.{prefix}-contrast{{{contrast}}}
@media print{{:root .{prefix}.{prefix}-auto{{{print}}}}}
.{prefix}-print{{{print}}}
{rules}"""


@dataclass(frozen=True, eq=False)
class StyleSheets:
    """The sheets of one game.

    ``prefix``   begins all its classes and custom properties: "ax".
    ``package``  the name of the game's package, in which ``drawing`` has the sources.
    """

    prefix: str
    package: str

    @property
    def page_file(self) -> Path:
        """The static file for pages."""
        package = Path(str(resources.files(self.package)))
        return package / "static" / self.package.rpartition(".")[2] / "board.css"

    def css(self, theme: str) -> str:
        """Return the rules with the theme's values put in, one a line.

        Refuses unknown themes (KeyError).
        """
        return self._resolved(self._rules, "light" if theme == AUTO else theme).rstrip("\n")

    def theme_values(self, theme: str) -> dict[str, str]:
        """Return the value of every custom property in a theme, by its name without the prefix."""
        return self._themes["light"] | self._themes[theme]

    def page_css(self) -> str:
        """Return the content of the file for pages, with every theme.

        A theme is chosen by class, data-theme or media query.
        """
        declared = {
            theme: "".join(f"--{self.prefix}-{name}:{value};" for name, value in changes.items())
            for theme, changes in self._themes.items()
        }
        return PAGE.format(rules=self._rules, prefix=self.prefix, **declared)

    def style_layer(self, theme: str, stylesheet: str, picture: str) -> str:
        """Return the style element with the theme's rules that this picture uses."""
        if stylesheet == NONE:
            return ""
        classes = " ".join([self.prefix, *re.findall(r'class="([^"]+)', picture)])
        used = frozenset(classes.split())
        rules = _embedded(self, "light" if theme == AUTO else theme, used)
        return canvas.write(canvas.Element("style", words=rules))

    def small_picture(self, box: tuple[int, int], elements: Iterable[Any], *, label: str,
                      theme: str, stylesheet: str) -> str:
        """Draw elements on a sheet of this size, in pixels; only a label makes it audible."""
        check_style(theme, stylesheet)
        role = {"role": "img", "aria_label": label} if label else {"aria_hidden": "true"}
        body = canvas.write(*([canvas.title(label)] if label else []), *elements)
        return canvas.sheet(
            box, (self.style_layer(theme, stylesheet, body), body),
            class_=f"{self.prefix} {self.prefix}-{theme}", width=box[0], height=box[1], **role)

    def rules_for(self, theme: str, used: frozenset[str]) -> str:
        """Return the rules that these classes need, with the theme's values put in."""
        return self._resolved(
            "".join([rule for classes, rule in self._plain_rules if classes <= used]), theme)

    @cached_property
    def _plain_rules(self) -> list[tuple[frozenset[str], str]]:
        """The rules without pseudo-classes, each with the classes that it needs."""
        rules = [(rule.partition("{")[0], rule) for rule in self._rules.splitlines()]
        return [
            (frozenset(selector[1:].split(".")), rule)
            for selector, rule in rules if ":" not in selector
        ]

    def _resolved(self, rules: str, theme: str) -> str:
        """Return the rules with the theme's values in place of the custom properties."""
        values = self.theme_values(theme)
        return re.sub(rf"var\(--{self.prefix}-([a-z0-9-]+)\)", lambda match: values[match[1]],
                      rules)

    def _source(self, name: str) -> str:
        folder = resources.files(f"{self.package}.drawing")
        return (folder / name).read_text(encoding="utf-8")

    @cached_property
    def _rules(self) -> str:
        return self._source("rules.css")

    @cached_property
    def _themes(self) -> dict[str, dict[str, str]]:
        """The themes; read line by line, because a TOML parser would take as long as a picture."""
        return {
            theme: dict(re.findall(r'^([a-z0-9-]+) = "(.*)"$', lines, re.MULTILINE))
            for theme, lines in re.findall(
                r"^\[([a-z]+)\]$([^\[]*)", self._source("themes.toml"), re.MULTILINE)
        }


@lru_cache(maxsize=256)
def _embedded(sheets: StyleSheets, theme: str, used: frozenset[str]) -> str:
    return sheets.rules_for(theme, used)


@dataclass(frozen=True, slots=True)
class Style:
    """See ``games.drawing.layers.Style``."""

    sheets: StyleSheets
    theme: str
    stylesheet: str

    def __call__(self, text: str, /) -> str:
        return self.sheets.style_layer(self.theme, self.stylesheet, text)


def check_style(theme: str, stylesheet: str) -> None:
    """Raise ValueError for a theme or kind of style sheet that does not exist."""
    if theme not in (*THEMES, AUTO):
        raise ValueError(f"no theme {theme!r}; there are {', '.join((*THEMES, AUTO))}")
    if stylesheet not in (NONE, EMBEDDED):
        raise ValueError(f"no style sheet {stylesheet!r}; it is {NONE!r} or {EMBEDDED!r}")
