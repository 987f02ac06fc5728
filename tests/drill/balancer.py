"""A load balancer for a drill: it passes each connection on to one of the machines that answer."""

from __future__ import annotations

import asyncio
import random
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress

ANSWER = 1.0  # seconds in which a machine must accept a connection
Address = tuple[str, int]


@contextmanager
def balanced(port: int, machines: Sequence[Address], *,
             names_visitors: bool = False) -> Iterator[None]:
    """Within the block, connections to this port of loopback reach a machine chosen at random.

    Like a load balancer it takes another one if that does not answer.  With ``names_visitors`` it
    writes their addresses into the first request of each connection.
    """
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=loop.run_forever, name=f"balancer of {port}", daemon=True)
    thread.start()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _pass_on(reader, writer, machines, names_visitors=names_visitors)

    async def listen() -> asyncio.Server:
        return await asyncio.start_server(serve, "127.0.0.1", port)

    server = asyncio.run_coroutine_threadsafe(listen(), loop).result()
    try:
        yield
    finally:
        loop.call_soon_threadsafe(server.close)
        loop.call_soon_threadsafe(loop.stop)
        thread.join(ANSWER)


async def _pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter,
                   machines: Sequence[Address], *, names_visitors: bool) -> None:
    for host, port in random.sample([*machines], len(machines)):
        with suppress(OSError, TimeoutError):
            there = await asyncio.wait_for(asyncio.open_connection(host, port), ANSWER)
            break
    else:
        writer.close()
        return
    if names_visitors:
        visitor = writer.get_extra_info("peername")[0]
        there[1].write(await reader.readline() + f"X-Forwarded-For: {visitor}\r\n".encode())
    await asyncio.gather(_copy(reader, there[1]), _copy(there[0], writer))


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    """Copies what one side says to the other, until it has said all or is gone."""
    with suppress(OSError):
        while said := await reader.read(65536):
            writer.write(said)
            await writer.drain()
        if writer.can_write_eof():
            writer.write_eof()
            return
    writer.close()
