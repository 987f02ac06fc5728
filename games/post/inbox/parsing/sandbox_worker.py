"""The sandbox process that reads an email: ``python -m games.post.inbox.parsing.sandbox_worker``.

Standard input: a line of JSON (sender, recipients, own_domain, vouched), then the email.
Standard output: the Reading as JSON.  The process limits its resources before it reads anything.
"""

from __future__ import annotations

import dataclasses
import json
import resource
import sys

CPU_SECONDS = 1
MEMORY = 512 * 1024 * 1024
FILES = 32


def limit_resources() -> None:
    """Limit CPU, memory and open files of this process, and forbid writing to disk."""
    for resource_kind, limit in (
        (resource.RLIMIT_CPU, CPU_SECONDS),
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_NOFILE, FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        _, hard_limit = resource.getrlimit(resource_kind)
        if hard_limit != resource.RLIM_INFINITY:
            limit = min(limit, hard_limit)
        resource.setrlimit(resource_kind, (limit, limit))


def main() -> None:
    """Read one email from standard input and write its Reading to standard output."""
    limit_resources()
    # Imported here, so that the limits hold for the import as well.
    from games.post.inbox.parsing.message_reader import Envelope, read

    context = json.loads(sys.stdin.buffer.readline())
    envelope = Envelope(context["sender"], tuple(context["recipients"]))
    reading = read(sys.stdin.buffer.read(), envelope=envelope, own_domain=context["own_domain"],
                   vouched=context["vouched"])
    json.dump(dataclasses.asdict(reading), sys.stdout)


if __name__ == "__main__":
    main()
