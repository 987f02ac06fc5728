"""A small DNS server on loopback that knows the records of one test."""

from __future__ import annotations

import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from dns import flags, message, rcode, rrset

Records = dict[tuple[str, str], list[str]]  # by name and type, such as ("example.org", "MX")


def respond(query: bytes, records: Records) -> bytes:
    """The response to a question; a name without any record does not exist."""
    asked = message.from_wire(query)
    response = message.make_response(asked)
    response.flags |= flags.RA
    question = asked.question[0]
    name = question.name.to_text(omit_final_dot=True)
    kind = question.rdtype.name
    if (name, kind) in records:
        texts = records[name, kind]
        response.answer.append(rrset.from_text(question.name, 60, "IN", kind, *texts))
    elif not any(name == known for known, _ in records):
        response.set_rcode(rcode.NXDOMAIN)
    return response.to_wire()


@contextmanager
def serving(records: Records) -> Iterator[str]:
    """Serves the records within the block and yields the server's ADDRESS:PORT."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as server:
        server.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=_serve, args=(server, records), daemon=True)
        thread.start()
        yield f"127.0.0.1:{server.getsockname()[1]}"
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as last:
            last.sendto(b"", server.getsockname())
        thread.join(10)


def _serve(server: socket.socket, records: Records) -> None:
    while True:
        query, client = server.recvfrom(4096)
        if not query:
            return
        server.sendto(respond(query, records), client)
