"""The process a message is read in: ``python -m games.inbox.parsing.sandbox_worker``.

Standard input: a line of JSON (sender, recipients, own_domain), then the message.
Standard output: the Reading as JSON.  It limits itself before it looks at anything.
"""

from __future__ import annotations

import dataclasses
import json
import resource
import sys

CPU_SECONDS = 1
MEMORY = 512 * 1024 * 1024
FILES = 32


def confine() -> None:
    """No more than this process needs: CPU, memory, files, and nothing written to disk."""
    for what, amount in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, most = resource.getrlimit(what)
        if most != resource.RLIM_INFINITY:
            amount = min(amount, most)
        resource.setrlimit(what, (amount, amount))


def main() -> None:
    """Reads one message from standard input and writes what it says to standard output."""
    confine()
    from games.inbox.parsing.message_reader import (  # under the limits, like all that follows
        Envelope,
        read,
    )

    told = json.loads(sys.stdin.buffer.readline())
    envelope = Envelope(told["sender"], tuple(told["recipients"]))
    reading = read(sys.stdin.buffer.read(), envelope=envelope, own_domain=told["own_domain"])
    json.dump(dataclasses.asdict(reading), sys.stdout)


if __name__ == "__main__":
    main()
