"""The drill: real processes are harmed while people play, and nothing may be lost.

    python -m tests.drill                   fifteen minutes
    python -m tests.drill --minutes 5 --seed 7
    python -m tests.drill --machines        whole machines are killed

It starts PostgreSQL, Redis, a mail server and every process of the service, as docs/running.md
lists them.  Simulated people play on the page and by email, and others ask for everything slow at
once, while processes are killed, stopped and paused, servers restart, and the mail server is slow
or silent.  At the end everything must settle: no accepted move or email is lost, none is doubled,
nothing is stuck, and everybody has got what they asked for.  The home page may take three times
as long as without load.  The exit status is 1 if something is wrong.  The logs of all processes
stay in the folder that it prints.

With --machines there are two web and two worker machines, as root in network namespaces, behind a
load balancer, and PostgreSQL is behind PgBouncer.  Whole machines are killed twenty times.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.drill import machines, own_django, servers
from tests.drill.mail_server import MailServer

PEOPLE = 16
KILLS = 20  # of machines


def main(arguments: Sequence[str]) -> int:
    """Runs one drill and prints what it found."""
    options = _parser().parse_args(arguments)
    folder = Path(tempfile.mkdtemp(prefix="drill-"))
    print(f"Seed {options.seed}; the logs are in {folder}", flush=True)
    host = machines.SERVERS if options.machines else "127.0.0.1"
    with ExitStack() as stack:
        if options.machines:
            stack.enter_context(machines.network())
        database, database_url = servers.postgres(folder)
        broker, broker_url = servers.redis(folder, host=host)
        running, pooled_url = [database, broker], ""
        if options.machines:
            pooler, pooled_url = servers.pgbouncer(folder, database_url, host=host)
            running.append(pooler)
        for server in running:
            server.start()
            stack.callback(server.stop)
        mail = MailServer()
        controller = mail.controller(host)
        controller.start()
        stack.callback(controller.stop)
        own_django.set_up(folder, database_url=database_url, broker_url=broker_url)
        from tests.drill.machines_session import MachinesSession  # they need Django's settings
        from tests.drill.session import Session

        session: Session
        if options.machines:
            session = MachinesSession(folder, database, broker, mail, seed=options.seed,
                                      pooled_url=pooled_url, kills=options.kills)
        else:
            session = Session(folder, database, broker, mail, seed=options.seed)
        return session.run(minutes=options.minutes, people=options.people)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tests.drill", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=15.0, help="how long (default 15)")
    parser.add_argument("--seed", type=int, default=int(time.time()), help="what goes wrong when")
    parser.add_argument("--people", type=int, default=PEOPLE, help=f"how many (default {PEOPLE})")
    parser.add_argument("--machines", action="store_true", help="kill whole machines instead")
    parser.add_argument("--kills", type=int, default=KILLS, help=f"how many (default {KILLS})")
    return parser


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
