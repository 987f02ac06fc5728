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

    head = ["bot", "at the table", "playing style", "points", "95 % interval", "games",
            "wins of 2", "wins of 3", "wins of 4"]
    lines = [head, ["---"] * len(head)]
    for one in opponents(registry.get(game)):
        known = one.strength
        facts = [f"`{one.name}`", one.called, str(one.bot.title)]
        if known is None:
            lines.append([*facts, "not measured yet", *[""] * 5])
            continue
        between = "fixed" if known.is_anchor else f"{known.low} to {known.high}"
        lines.append([*facts, str(known.points), between, str(known.games), *(
            f"{100 * known.wins[count]:.1f} %" if count in known.wins else ""
            for count in (2, 3, 4))])
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
