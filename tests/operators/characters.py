"""The tables of each game's bots in docs/bots.md, made from their published strengths.

``python -m tests.operators.characters`` writes them anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

DOCUMENT = Path("docs/bots.md")
TABLE = re.compile(r"(?<=\n\n)\| bot \|.*?\n(?=\n)", re.DOTALL)


GAMES = ("alexandros", "campaign")  # in the order of their tables


def table(game: str) -> str:
    """Return the table of a game, a line for each bot, the weakest first."""
    from games.rulesets import registry
    from games.rulesets.opponents import opponents

    found = opponents(registry.get(game))
    counts = sorted({count for one in found if one.strength for count in one.strength.wins})
    head = ["bot", "at the table", "playing style", "points", "95 % interval", "games",
            *(f"wins of {count}" for count in counts)]
    lines = [head, ["---"] * len(head)]
    for one in found:
        known = one.strength
        facts = [f"`{one.name}`", one.called, str(one.bot.title)]
        if known is None:
            lines.append([*facts, "not measured yet", "", "", *[""] * len(counts)])
            continue
        between = "fixed" if known.is_anchor else f"{known.low} to {known.high}"
        lines.append([*facts, str(known.points), between, str(known.games), *(
            f"{100 * known.wins[count]:.1f} %" for count in counts)])
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def written() -> dict[str, str]:
    """Return the tables as the document has them, by game."""
    return dict(zip(GAMES, TABLE.findall(DOCUMENT.read_text("utf-8")), strict=True))


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")
    django.setup()
    tables = map(table, GAMES)
    DOCUMENT.write_text(TABLE.sub(lambda _: next(tables), DOCUMENT.read_text("utf-8")), "utf-8")
