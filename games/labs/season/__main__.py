"""The process of one season: ``manage.py season`` starts it, with the options as JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from pathlib import Path

import django
from django.conf import settings


def main() -> None:
    """Run the season on a new database in memory, and write its result as JSON."""
    django.setup()

    from django.core.management import call_command
    from django.db import connection

    from games.labs.season import report
    from games.labs.season.scenario import Options
    from games.labs.season.simulation import Season

    if not Path(settings.DATA_DIR).name.startswith("season-"):
        sys.exit("This process would use the site's data. Please use the command season.")
    connection.settings_dict["NAME"] = ":memory:"
    call_command("migrate", verbosity=0, interactive=False)
    season = Season(Options(**json.loads(sys.argv[1])))
    season.run()
    result = report.result_of(season)
    Path(settings.DATA_DIR, "result.json").write_text(
        json.dumps(asdict(result)), encoding="utf-8")


if __name__ == "__main__":
    main()
