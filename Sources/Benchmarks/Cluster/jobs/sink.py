"""The server that the jobs call: it answers every POST at once, and notes when each job's first one arrived.

It prints its port when it listens, and ends when every job has called, or when its input ends.
"""

import asyncio
import json
import resource
import sys
import time

import uvloop

ANSWER = b"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok"


class Arrivals:
    """The time at which each job called first, and the number of all calls."""

    def __init__(self, count):
        self.times = [None] * count
        self.missing = count
        self.calls = 0
        self.complete = asyncio.Event()

    def note(self, number, now):
        self.calls += 1
        if self.times[number] is None:
            self.times[number] = now
            self.missing -= 1
            if self.missing == 0:
                self.complete.set()


class Connection(asyncio.Protocol):
    """Reads as much of HTTP/1.1 as aiohttp's client writes: a head, and a body of the length in it."""

    def __init__(self, arrivals):
        self.arrivals = arrivals
        self.received = b""

    def connection_made(self, transport):
        self.transport = transport

    def data_received(self, data):
        now = time.time()
        self.received += data
        while (end := self.received.find(b"\r\n\r\n")) >= 0:
            head = self.received[:end]
            at = head.lower().find(b"content-length:")
            length = int(head[at + 15 :].split(b"\r\n", 1)[0]) if at >= 0 else 0
            if len(self.received) < end + 4 + length:
                return
            self.received = self.received[end + 4 + length :]
            # POST /NUMBER HTTP/1.1
            self.arrivals.note(int(head[6 : head.index(b" ", 6)]), now)
            self.transport.write(ANSWER)


async def input_end(loop):
    ended = asyncio.Event()
    loop.add_reader(sys.stdin.fileno(), lambda: ended.set() if not sys.stdin.buffer.read1(64) else None)
    await ended.wait()


async def main(count):
    loop = asyncio.get_running_loop()
    arrivals = Arrivals(count)
    server = await loop.create_server(lambda: Connection(arrivals), "127.0.0.1", 0, backlog=1024)
    print(server.sockets[0].getsockname()[1], flush=True)
    ends = [asyncio.ensure_future(arrivals.complete.wait()), asyncio.ensure_future(input_end(loop))]
    await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
    # The calls of jobs that run twice come soon after their first.
    await asyncio.sleep(0.2)
    usage = resource.getrusage(resource.RUSAGE_SELF)
    print(
        json.dumps(
            {
                "times": [at for at in arrivals.times if at is not None],
                "calls": arrivals.calls,
                "processor": usage.ru_utime + usage.ru_stime,
            }
        ),
        flush=True,
    )


if __name__ == "__main__":
    uvloop.run(main(int(sys.argv[1])))
