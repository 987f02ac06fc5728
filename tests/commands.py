"""Management commands in tests, each in a process of its own.

Importing the libraries takes longer than most commands.  So one process imports them, without any
settings, and is copied for each command; what belongs to the site is imported by the copy.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections.abc import Mapping
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 300.0  # seconds

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([
    "celery.app.base", "django.contrib.admin.widgets", "django.core.management",
    "django.db.migrations.executor", "django.test", "engine.alexandros.rules",
    "kombu.transport.memory", "kombu.transport.redis", "markdown_it.main", "prometheus_client",
    "psycopg", "structlog.dev", "svgwrite", "whitenoise.storage",
])


def run_command(
    *arguments: str, environment: Mapping[str, str], umask: int = -1
) -> CompletedProcess[str]:
    """Runs ``manage.py`` to its end in this environment alone; -1 keeps the umask."""
    with TemporaryDirectory() as folder:
        output, errors = Path(folder, "output"), Path(folder, "errors")
        process = _processes.Process(
            target=_run, args=(["manage.py", *arguments], dict(environment), umask, output, errors))
        process.start()
        process.join(TIMEOUT)
        if process.exitcode is None:
            process.kill()
            raise TimeoutError(f"{arguments} did not end: {errors.read_text('utf-8')}")
        ended = CompletedProcess(arguments, process.exitcode, output.read_text("utf-8"),
                                 errors.read_text("utf-8"))
        process.close()
        return ended


def _run(
    arguments: list[str], environment: dict[str, str], umask: int, output: Path, errors: Path
) -> None:
    for number, path in ((1, output), (2, errors)):
        with path.open("wb") as written:
            os.dup2(written.fileno(), number)
    if umask >= 0:
        os.umask(umask)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    sys.argv = arguments

    from alexandros_site.command_line import main  # only now: it reads the environment

    main()
