"""Checks of the servers: database, Redis, clocks, disks, backups and the site's address."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import redis
from django.conf import settings
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.urls import reverse

from games.base import site_keys, task_queue
from games.operations import disk_space, machines
from games.operations.doctor import work_checks
from games.operations.doctor.findings import (
    Finding,
    Options,
    in_words,
    ok,
    problem,
    skipped,
    warning,
)
from games.post.outbox import delivery_errors

DATABASE = "database"


def check_database(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that the database answers, and that all migrations have been applied."""
    try:
        missing = _missing_migrations()
    except DatabaseError as error:
        yield problem(
            DATABASE, f"The database cannot be used ({_first_line(error)}).",
            next_step="Check DATABASE_URL, and that the database server is running and lets us in.",
        )
        return
    if missing and not settings.PUBLIC and missing[0].endswith(".0001_initial"):
        yield skipped(DATABASE, "The database has not been created yet.",
                      next_step=f"Start the service: {work_checks.start_embedded()}")
    elif missing:
        what = (f"1 migration has not been applied: {missing[0]}." if len(missing) == 1 else
                f"{len(missing)} migrations have not been applied, from {missing[0]} to"
                f" {missing[-1]}.")
        yield problem(DATABASE, what,
                      next_step=f"Run: {settings.COMMAND} migrate")
    else:
        yield ok(DATABASE, f"{connection.display_name} answers and all migrations are applied.")


def _first_line(error: DatabaseError) -> str:
    """Return the error's kind and first line."""
    # The driver quotes the user's name there, but no password.
    text = next(iter(str(error).splitlines()), "")
    return delivery_errors.without_addresses(" ".join(f"{type(error).__name__}: {text}".split()))


def _missing_migrations() -> list[str]:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    return [f"{migration.app_label}.{migration.name}" for migration, _ in plan]


KEY, MACHINES = "secret key", "machines"


def check_machines(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that this machine has the site's key, and that all machines have the same settings."""
    if connection.vendor != "postgresql":
        yield skipped(MACHINES, "A site on SQLite is one machine.")
        return
    if site_keys.is_right():
        yield ok(KEY, "The site works with the secret key of this machine.")
    else:
        yield problem(KEY, "This machine has another secret key than the site, so its processes do"
                           " not start.",
                      next_step="Set SECRET_KEY to the same value on all machines. If you have"
                                " changed it on purpose, stop the site and run:"
                                f" {settings.COMMAND} accept_key")
    found = machines.all_machines(now)
    differing = [machine for machine in found if [*machines.disagreements(machine)]]
    for machine in differing:
        yield _disagreement(machine)
    if not differing:
        names = ", ".join(machine.name for machine in found) or "none yet"
        yield ok(MACHINES, f"All that were at work today have the settings of this one: {names}.")


def _disagreement(machine: machines.Machine) -> Finding:
    differences = "; ".join(f"{name} is {there or 'not set'} there and {here or 'not set'} here"
                            for name, there, here in machines.disagreements(machine))
    return problem(MACHINES, f"{machine.name}, last at work {machine.seen_at:%d %B, %H:%M} UTC,"
                             f" differs from this machine: {differences}.",
                   next_step="Give both machines the same settings and the same version, and start"
                             " their processes again.")


REDIS = "redis"
REDIS_TIMEOUT = 3.0  # seconds


def connect() -> redis.Redis:
    """Return a connection to the Redis of the settings; commands raise RedisError."""
    return redis.Redis.from_url(settings.REDIS_URL, socket_connect_timeout=REDIS_TIMEOUT,
                                socket_timeout=REDIS_TIMEOUT)


def check_redis(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that Redis answers, keeps tasks when its memory is full, and saves to disk."""
    if not settings.REDIS_URL:
        yield skipped(REDIS, "No Redis is configured; tasks stay in the memory of one process.")
        return
    try:
        with connect() as server:
            info: dict[str, Any] = dict(server.info())
            saves = _save_rule(server)
    except redis.RedisError as error:
        # The error names host and port but no password.
        reason = delivery_errors.one_line(error).removesuffix(".")
        yield problem(REDIS, f"Redis does not answer ({reason}).",
                      next_step="Start Redis, or correct REDIS_URL.")
        return
    yield ok(REDIS, f"Redis {info.get('redis_version', '')} answers.")
    yield _memory(info)
    yield _persistence(info, saves=saves)


def _save_rule(server: redis.Redis) -> str | None:
    """Return the rule by which Redis saves snapshots; "" for never, None if unknown."""
    try:
        configured: Any = server.config_get("save")
        return str(configured.get("save", ""))
    except redis.ResponseError:  # hosted servers refuse the command
        return None


def _memory(info: dict[str, Any]) -> Finding:
    about, policy = "redis memory", info.get("maxmemory_policy", "noeviction")
    if policy == "noeviction":
        return ok(about, "When its memory is full, Redis refuses new tasks and keeps the old ones.")
    text = f"When its memory is full, Redis throws tasks away (maxmemory-policy {policy})."
    step = "Set maxmemory-policy to noeviction in the configuration of Redis."
    return (problem if info.get("maxmemory") else warning)(about, text, next_step=step)


def _persistence(info: dict[str, Any], *, saves: str | None) -> Finding:
    about, appends = "redis persistence", bool(info.get("aof_enabled"))
    written = info.get("aof_last_write_status" if appends else "rdb_last_bgsave_status", "ok")
    if written != "ok":
        return problem(about, "Redis could not write to its disk, and may refuse new tasks.",
                       next_step="Look into the log of Redis; most often its disk is full.")
    if appends or saves:
        return ok(about, "Redis keeps its tasks over a restart.")
    step = "Set appendonly to yes in the configuration of Redis."
    if saves is None:
        return skipped(about, "Redis does not tell whether it saves snapshots.", next_step=step)
    return warning(about, "Redis loses its tasks when it restarts; the sweep then has to find"
                          " the work.", next_step=step)


SMALL = 2.0  # seconds that nobody notices
LARGE = task_queue.START_GRACE.total_seconds()  # from here on, work seems to be due at other times
NEXT_STEP = "Let both machines set their clocks by NTP, for example with systemd-timesyncd."


def check_clocks(options: Options, now: datetime) -> Iterator[Finding]:
    """Yield a finding for each server with a clock of its own."""
    if connection.vendor == "postgresql":
        yield _compare("clock of the database", _database_time)
    else:
        yield skipped("clock of the database", "SQLite uses the clock of this machine.")
    if settings.REDIS_URL:
        try:
            yield _compare("clock of Redis", _redis_time)
        except redis.RedisError:
            yield skipped("clock of Redis", "Redis does not answer.",
                          next_step="Do what is said about Redis, then run this again.")


def _compare(about: str, read: Callable[[], float]) -> Finding:
    """Return the finding about another clock, which ``read`` reads."""
    # Reading may take a while, of which we take the middle.
    before = time.time()
    theirs = read()
    after = time.time()
    return clock_finding(about, difference=theirs - (before + after) / 2)


def clock_finding(about: str, *, difference: float) -> Finding:
    """Return the finding about a clock that differs from ours by ``difference`` seconds."""
    if abs(difference) <= SMALL:
        return ok(about, "It agrees with the clock of this machine.")
    direction = "ahead of" if difference > 0 else "behind"
    text = f"It is {abs(difference):.0f} seconds {direction} the clock of this machine."
    level = problem if abs(difference) > LARGE else warning
    return level(about, text, next_step=NEXT_STEP)


def _database_time() -> float:
    with connection.cursor() as cursor:
        cursor.execute("SELECT extract(epoch FROM clock_timestamp())")
        return float(cursor.fetchone()[0])


def _redis_time() -> float:
    with connect() as server:
        answer = server.time()
    seconds, microseconds = answer
    return float(seconds) + float(microseconds) / 1_000_000


OLD = timedelta(days=2)
TOO_OLD = timedelta(days=7)
BACKUPS = "*.backup"


def check_space(options: Options, now: datetime) -> Iterator[Finding]:
    """Yield a finding for each disk that we write to, as far as it is on this machine."""
    found = disk_space.free([*disk_space.places(), Path(settings.BACKUP_DIR),
                             *disk_space.postgres_directory()])
    for path, free in found.items():
        yield _space(path, free=free)
    if not found:
        yield skipped("disk", "No data is kept on this machine.")


def _space(path: Path, *, free: int) -> Finding:
    text = f"{free / disk_space.GIGABYTE:.1f} GB are free for {path}."
    if free > disk_space.SCARCE:
        return ok("disk", text)
    level = warning if free > disk_space.EMPTY else problem
    return level("disk", text, next_step="Delete what nobody needs, or get a larger disk: a full"
                                         " one stops the site.")


def check_backups(options: Options, now: datetime) -> Iterator[Finding]:
    """Check the age of the newest backup."""
    files = settings.BACKUP_DIR.glob(BACKUPS) if settings.BACKUP_DIR.is_dir() else ()
    times = [path.stat().st_mtime for path in files]
    if not times:
        yield warning("backups", f"There is no backup in {settings.BACKUP_DIR}.",
                      next_step=_back_up())
        return
    age = now - datetime.fromtimestamp(max(times), tz=UTC)
    which = f"The newest of {len(times)} backups" if len(times) > 1 else "The only backup"
    text = f"{which} is {in_words(age)} old."
    if age <= OLD:
        yield ok("backups", text)
    else:
        yield (problem if age > TOO_OLD else warning)("backups", text, next_step=_back_up())


def _back_up() -> str:
    return f"Run: {settings.COMMAND} backup, and let cron or a timer run it every day."


WEBSITE = "website"
WEBSITE_TIMEOUT = 10.0  # seconds


def check_website(options: Options, now: datetime) -> Iterator[Finding]:
    """Check that the home page opens, its clock, and that the mailbox is out of reach."""
    if not settings.PUBLIC:
        yield skipped(WEBSITE, "The site serves this machine only.")
        return
    try:
        status, date = _open("/")
    except (URLError, OSError) as error:
        yield warning(
            WEBSITE, f"{settings.BASE_URL} does not answer from here ({_website_reason(error)}).",
            next_step="Open it in a browser elsewhere. If it does not open there either, check the"
                      " domain's address, the proxy and its certificate.",
        )
        return
    yield _page(status)
    if date:
        difference = parsedate_to_datetime(date) - datetime.now(UTC)
        yield clock_finding("clock of the website", difference=difference.total_seconds())
    if _open(reverse("mailbox"))[0] == 200:
        yield problem("mailbox", "Everybody can open the mailbox page and read sign-in codes.",
                      next_step="Set EMAIL_URL and start the web server again.")


def _page(status: int) -> Finding:
    if status == 200:
        return ok(WEBSITE, f"{settings.BASE_URL} answers.")
    if 300 <= status < 400:
        return problem(WEBSITE, f"{settings.BASE_URL} redirects to itself.",
                       next_step="Set ALEXANDROS_BEHIND_PROXY=1, and let the proxy set"
                                 " X-Forwarded-Proto.")
    step = ("Check the host name in ALEXANDROS_URL and ALEXANDROS_HOSTS." if status == 400 else
            "Look into the logs of the web server and the proxy.")
    return problem(WEBSITE, f"{settings.BASE_URL} answers with status {status}.", next_step=step)


def _open(path: str) -> tuple[int, str]:
    """Return the status of a page and the time in its header; raise URLError if nothing answers."""
    request = Request(settings.BASE_URL + path)  # noqa: S310 - the settings allow http(s) only
    try:
        with urlopen(request, timeout=WEBSITE_TIMEOUT) as response:  # noqa: S310 - see above
            return response.status, response.headers.get("Date", "")
    except HTTPError as error:
        with error:
            return error.code, error.headers.get("Date", "")


def _website_reason(error: OSError) -> str:
    reason = getattr(error, "reason", error)
    return str(getattr(reason, "strerror", None) or reason)
