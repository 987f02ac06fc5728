"""The table of the bots in docs/bots.md, made from their published strengths.

``python -m tests.operators.characters`` writes it anew.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

DOCUMENT = Path("docs/bots.md")
TABLE = re.compile(r"(?<=\n\n)\| bot \|.*?\n(?=\n)", re.DOTALL)


def table() -> str:
    """The table, a line for each bot, the weakest first."""
    from games.rulesets.alexandros.room import ROOM
    from games.rulesets.opponents import opponents

    head = ["bot", "at the table", "playing style", "points", "95 % interval", "games",
            "wins of 2", "wins of 3", "wins of 4"]
    lines = [head, ["---"] * len(head)]
    for one in opponents(ROOM):
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


def written() -> str:
    """The table as the document has it."""
    found = TABLE.search(DOCUMENT.read_text("utf-8"))
    assert found, f"{DOCUMENT} has no table of the bots"
    return found[0]


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "alexandros_site.settings")
    django.setup()
    text = DOCUMENT.read_text("utf-8")
    DOCUMENT.write_text(TABLE.sub(lambda _: table(), text, count=1), "utf-8")
