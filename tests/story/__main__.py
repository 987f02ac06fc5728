"""The story of two strangers, on a whole site with real processes.

    python -m tests.story
"""

from __future__ import annotations

import shutil
import sys
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests.drill import own_django, servers
from tests.drill.mail_server import MailServer
from tests.drill.site import site


def main() -> int:
    """Tell the story; return the exit status."""
    folder = Path(tempfile.mkdtemp(prefix="story-"))
    print(f"If anything is wrong, the logs stay in {folder}", flush=True)
    start = time.monotonic()
    with ExitStack() as stack:
        database, database_url = servers.postgres(folder)
        broker, broker_url = servers.redis(folder, host="127.0.0.1")
        for server in (database, broker):
            server.start()
            stack.callback(server.stop)
        mail = MailServer()
        controller = mail.controller("127.0.0.1")
        controller.start()
        stack.callback(controller.stop)
        place = site(folder, database_url=database_url, redis_url=broker_url, mail=mail)
        own_django.set_up(folder, database_url=database_url, broker_url=broker_url,
                          **place.environment)
        from tests.story import strangers  # it needs Django's settings

        strangers.Story(place, mail).tell()
    shutil.rmtree(folder)  # after a fault, the logs stay
    print(f"It took {time.monotonic() - start:.0f} s.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
