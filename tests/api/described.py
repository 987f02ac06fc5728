"""Tries whether the API keeps to its description: ``python -m tests.api.described --minutes 60``.

schemathesis sends requests that the description allows, and others, to a site of its own with a
game of each kind, as a program of one of the players.  The limit on how often a program may ask is
lifted.  What the description cannot say, such as which cursors there are, may be refused; all other
checks of schemathesis count.  The exit status is 1 if it finds a fault.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
import threading
from datetime import UTC, datetime
from pathlib import Path

PORT = 8765
SITE = f"http://127.0.0.1:{PORT}"
SETTINGS = """
[parameters]
"path.code" = "{code}"
"path.name" = "Bob"
"path.game" = "{game}"
"path.board" = "{board}"
"path.players" = 2
"path.row" = 1
[checks]
positive_data_acceptance.enabled = false
"""


def main() -> int:
    """Makes a site, has it tried as long as wanted, and returns the exit status."""
    parser = argparse.ArgumentParser(prog="python -m tests.api.described", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=10.0, help="in all (default 10)")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        os.environ |= {"ALEXANDROS_DATA": directory, "ALEXANDROS_URL": SITE,
                       "DJANGO_SETTINGS_MODULE": "alexandros_site.settings"}
        token, games = _site()
        faults = 0
        for ruleset, board, code in games:
            config = Path(directory) / "schemathesis.toml"
            config.write_text(SETTINGS.format(code=code, game=ruleset, board=board))
            faults += subprocess.run([
                "schemathesis", "--config-file", str(config), "run", f"{SITE}/api/openapi.json",
                "--header", f"Authorization: Bearer {token}", "--continue-on-failure",
                "--max-time", str(int(options.minutes * 60 / len(games)))], check=False).returncode
    return 1 if faults else 0


def _site() -> tuple[str, list[tuple[str, str, str]]]:
    """Serves a new site; returns a token, and for each game its name, a board and a table."""
    import django

    django.setup()
    import uvicorn
    from a2wsgi import WSGIMiddleware
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    from games.base import rate_limits
    from games.models import User
    from games.people import api_tokens
    from games.rulesets import registry
    from games.table.lobby import open_tables

    call_command("migrate", verbosity=0)
    call_command("collectstatic", verbosity=0, interactive=False)
    for name, limit in rate_limits.LIMITS.items():
        rate_limits.LIMITS[name] = rate_limits.Limit(10 ** 9, limit.period, limit.sentence)
    now, games = datetime.now(UTC), []
    alice, bob = (User.objects.create_user(f"{name.lower()}@example.org", name=name)
                  for name in ("Alice", "Bob"))
    for room in registry.rooms().values():
        table = open_tables.create_table(by=alice, ruleset=room.name, players=room.ruleset.seats[0],
                                         bots=[""] * (room.ruleset.seats[0] - 2), listed=True,
                                         now=now)
        open_tables.join(table, user=bob, now=now)
        games.append((room.name, next(iter(room.ruleset.boards())), table.code))
    # Without the part of the site that lets streams go on for ever.
    server = uvicorn.Server(uvicorn.Config(WSGIMiddleware(get_wsgi_application()), port=PORT,
                                           log_level="warning"))
    threading.Thread(target=server.run, daemon=True).start()
    return api_tokens.make(alice, name="schemathesis", scopes=api_tokens.SCOPES, now=now), games


if __name__ == "__main__":
    sys.exit(main())
