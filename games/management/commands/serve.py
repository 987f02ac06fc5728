"""`manage.py serve`: the web server of a site whose workers run in processes of their own."""

from __future__ import annotations

from argparse import ArgumentParser, ArgumentTypeError
from typing import Any

import uvicorn
from django.core.management.base import BaseCommand

from games.operations import machines, web_server
from games.operations.system_checks import TAG

UNIX = "unix:"


class Command(BaseCommand):
    """Serves pages and streams of events until it is told to stop."""

    help = "Serves the pages; workers and scheduler are other processes. Ctrl-C stops it."
    requires_system_checks = (TAG,)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--bind", type=_place, default={"host": "127.0.0.1", "port": 8000},
            metavar="ADDRESS:PORT", help="where to listen (default 127.0.0.1:8000), or unix:PATH",
        )
        parser.add_argument("--workers", type=int, default=2,
                            help="the number of processes (default 2)")

    def handle(self, *args: Any, **options: Any) -> None:
        machines.join()  # here as well, so that a wrong key ends it instead of each process
        uvicorn.run(web_server.application(), workers=options["workers"], **options["bind"],
                    **web_server.OPTIONS)


def _place(text: str) -> dict[str, Any]:
    if text.startswith(UNIX):
        return {"uds": text.removeprefix(UNIX)}
    host, _, port = text.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise ArgumentTypeError(f"{text} is no address with a port, such as 127.0.0.1:8000.")
    return {"host": host.strip("[]"), "port": int(port)}
