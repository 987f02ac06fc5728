"""The site's commands and programs in tests, each in a process of its own.

Importing the libraries takes longer than most commands.  So one process imports them, without any
settings, and is copied for each command; what belongs to the site is imported by the copy.
"""

from __future__ import annotations

import multiprocessing
import os
import runpy
import sys
from collections.abc import Mapping
from multiprocessing.process import BaseProcess
from pathlib import Path
from subprocess import CompletedProcess
from tempfile import TemporaryDirectory

ROOT = Path(__file__).resolve().parents[1]
TIMEOUT = 300.0  # seconds

_processes = multiprocessing.get_context("forkserver")
_processes.set_forkserver_preload([
    "celery.app.base", "celery.apps.worker", "celery.beat", "cryptography.fernet",
    "cryptography.hazmat.primitives.serialization", "django.contrib.admin.widgets",
    "django.core.management", "django.db.migrations.executor", "django.test",
    "alexandros_rules.alexandros.rules", "icalendar", "kombu.transport.memory",
    "kombu.transport.redis", "markdown_it.main", "PIL.PngImagePlugin", "platformdirs.unix",
    "prometheus_client", "psycopg", "py_vapid", "structlog.dev", "svgwrite", "whitenoise.storage",
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


def start_program(module: str, *arguments: str, environment: Mapping[str, str],
                  log: Path) -> BaseProcess:
    """Starts ``python -m module`` in this environment alone, and in a process group of its own.

    What it writes is added to the log.
    """
    process = _processes.Process(
        target=_run_module, args=(module, ["", *arguments], dict(environment), log))
    process.start()
    return process


def _run(
    arguments: list[str], environment: dict[str, str], umask: int, output: Path, errors: Path
) -> None:
    _become(arguments, environment, output=output, errors=errors)
    if umask >= 0:
        os.umask(umask)

    from alexandros_site.command_line import main  # only now: it reads the environment

    main()


def _run_module(module: str, arguments: list[str], environment: dict[str, str], log: Path) -> None:
    os.setsid()
    _become(arguments, environment, output=log, errors=log)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


def _become(
    arguments: list[str], environment: dict[str, str], *, output: Path, errors: Path
) -> None:
    """Gives this process its arguments, its environment and its output, as a new one has them."""
    for number, path in ((1, output), (2, errors)):
        with path.open("ab") as written:
            os.dup2(written.fileno(), number)
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(ROOT)
    sys.argv = arguments
