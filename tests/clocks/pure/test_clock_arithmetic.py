"""Nobody computes with people's time but ``playing_time``."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.clocks.pure.clock_arithmetic import ALONE, findings

pytestmark = pytest.mark.promise("R23")

ROOT = Path(__file__).parents[3]
GAMES = ROOT / "games"
# Who may read the hours, and why; nobody may compute with them.
READERS = {
    "games/table/clocks/seat_clocks.py": "makes them values for playing_time",
    "games/table/clocks/playing_hours.py": "checks, stores and shows what people choose",
    "games/table/clocks/pace_preview.py": "shows them",
    "games/web/playing_hours_page.py": "shows them in a form",
    "games/web/data_export.py": "exports them",
    "games/web/api/me.py": "tells programs of them",
    "games/post/inbox/commands.py": "hands on what people write",
}
# What looks like clock arithmetic, by file and text, and why it is none.
ALLOWED = {
    ("games/table/clocks/seat_clocks.py", "row.free_weekdays >> day"):
        "reads the bits of the column",
    ("games/table/clocks/seat_clocks.py", "ids - set(hours)"): "sets of ids",
    ("games/table/clocks/seat_clocks.py", "clock.bank - used(clock, times, now)"):
        "a period of playing time less another",
    ("games/table/clocks/outages.py", "now - patience"): "how long an email has waited",
    ("games/table/clocks/seat_clocks.py", "clock.bank - spent"):
        "a period of playing time less another",
    ("games/table/clocks/seat_clocks.py", "clock.bank - reminder_left(clock)"):
        "a period of playing time less another",
    ("games/table/clocks/seat_clocks.py", "now - clock.asked_at"):
        "how long the others waited, by their own watches",
    ("games/post/emails/content.py", "email.deadline - written_at"):
        "how far away the deadline was, for words",
    ("games/features/finding/matching.py", "now - first.since"):
        "how long somebody has waited for a game, by their own watch",
    ("games/table/play/turn_clocks.py", "amount.total_seconds()"): "a period as text",
    ("games/table/clocks/reliability.py", "each.total_seconds()"): "a median of periods",
    ("games/table/clocks/pace_preview.py", "moment_after(typical, end, amount) - end"):
        "how long the others would wait, by their own watches",
    (
        "games/table/clocks/playing_hours.py",
        "DAYS - max((_within_a_year(used, begin) for begin in begins))",
    ): "numbers of days",
    ("games/table/clocks/time_wording.py", "local.date() - today"):
        "days of the calendar, for words",
    ("games/table/clocks/time_wording.py", "2 * _DAY - 6 * _HOUR"): "a constant",
    ("games/table/clocks/time_wording.py", "deadline - now"):
        "how far away a deadline is, for words",
    ("games/table/play/history.py", "number - self._first"): "numbers of rows",
    ("games/table/play/log_cache.py", "_start(later) - known[0].row.number"): "numbers of rows",
    (
        "games/table/play/pauses.py",
        (
            "{clock.pk for clock in clocks if clock.asked_at is not None}"
            " - {clock.pk for clock in waiting}"
        ),
    ): "sets of ids",
    ("games/post/outbox/preferences.py", "from zoneinfo import ZoneInfo, ZoneInfoNotFoundError"):
        "quiet hours of emails, which nobody's time depends on",
}
ADVICE = (
    "Let games.table.clocks.playing_time compute it. If this is not about somebody's time, say why"
    " in ALLOWED, or in READERS for reading the hours."
)


@cache
def found() -> list[tuple[str, str, str]]:
    """The file, kind and text of everything that looks like clock arithmetic."""
    files = {path.relative_to(ROOT).as_posix(): path for path in sorted(GAMES.rglob("*.py"))}
    return [(name, kind, text) for name, path in files.items() if "/migrations/" not in name
            for kind, text in findings(name, path.read_text(encoding="utf-8"))]


def test_only_one_module_computes_with_peoples_time() -> None:
    wrong = [each for each in found() if (each[0], each[2]) not in ALLOWED
             and not (each[1] == "hours" and each[0] in READERS)]
    assert wrong == [], ADVICE


def test_everything_that_is_allowed_is_still_there() -> None:
    seen = {(name, text) for name, _, text in found()}
    assert set(ALLOWED) - seen == set()
    assert set(READERS) - {name for name, kind, _ in found() if kind == "hours"} == set()


@pytest.mark.parametrize(("path", "code", "kind"), [
    ("games/table/play/turns.py", "used = now - clock.started", "duration"),
    ("games/table/play/turns.py", "bank -= elapsed", "duration"),
    ("games/table/play/turns.py", "waited = timezone.now() - row.created_at", "duration"),
    ("games/table/play/turns.py", "late = now.timestamp() > limit", "duration"),
    ("games/table/clocks/outages.py",
     "long = (stop.ends_at - stop.begins_at).total_seconds()", "duration"),
    ("games/web/table_page.py", "waited = now - clock.asked_at", "duration"),
    ("games/table/lobby/game_lists.py",
     "games.annotate(took=F('deadline') - F('since'))", "duration"),
    ("games/web/table_page.py", "from zoneinfo import ZoneInfo", "zone"),
    ("games/web/table_page.py", "import zoneinfo", "zone"),
    ("games/web/table_page.py", "from dateutil.tz import gettz", "zone"),
    ("games/web/table_page.py", "show(hours.opens)", "hours"),
    ("games/web/playing_hours_page.py", "length = hours.closes - hours.opens", "computed hours"),
    ("games/table/clocks/seat_clocks.py",
     "if row.opens <= minute < row.closes: run()", "computed hours"),
    ("games/table/clocks/seat_clocks.py",
     "rows.filter(closes__gt=F('opens') + 60)", "computed hours"),
    ("games/post/emails/notifications.py", "if hours.free_weekdays & 1 << day: hold()",
     "computed hours"),
])
def test_clock_arithmetic_is_found(path: str, code: str, kind: str) -> None:
    assert kind in {kind for kind, _ in findings(path, code)}


@pytest.mark.parametrize(("path", "code"), [
    (ALONE, "length = hours.closes - hours.opens"),
    ("games/table/play/turns.py", "before = number - 1"),
    ("games/table/play/turns.py", "rest = len(seats) - count"),
    ("games/table/play/turns.py", "stale = now - IDLE"),
    ("games/post/outbox/delivery.py", "age = now - email.created_at"),
    ("games/models/clock.py", "opens = models.PositiveSmallIntegerField()"),
])
def test_other_code_is_left_alone(path: str, code: str) -> None:
    assert list(findings(path, code)) == []
