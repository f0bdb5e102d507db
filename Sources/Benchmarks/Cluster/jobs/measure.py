"""Schedules jobs that are all due at the same instant, lets a queue's workers run them, and prints what came of it.

Each job makes one HTTP call. The database must be empty. Printed is one line of JSON: jobs a second from the first call to the
last and from the due time to the last, the delay of calls after the due time in milliseconds, and processor time.
"""

import argparse
import asyncio
import json
import os
import pathlib
import resource
import select
import subprocess
import sys
import threading
import time

import asyncpg
import uvloop

import on_pgqueuer
import on_procrastinate

QUEUES = {"pgqueuer": on_pgqueuer, "procrastinate": on_procrastinate}
# Until jobs are due: the time to store them, at this pace, and the time for workers to start.
STORED_A_SECOND = 1_500
LEAD_SECONDS = 6
STARTING_SECONDS = 3
PATIENCE_SECONDS = 240


class Settings(argparse.Namespace):
    """What was asked for, and how the drivers take the database's address."""

    @property
    def asyncpg(self):
        return {"host": self.host, "port": self.port, "user": self.user, "database": self.database}

    @property
    def conninfo(self):
        return f"host={self.host} port={self.port} user={self.user} dbname={self.database}"


def read(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("queue", choices=sorted(QUEUES))
    parser.add_argument("--host", required=True, help="the folder of the server's socket")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--user", required=True)
    parser.add_argument("--database", required=True)
    parser.add_argument("--jobs", type=int, default=10_000)
    parser.add_argument("--processes", type=int, default=2, help="worker processes")
    parser.add_argument("--managers", type=int, default=1, help="workers, or queue managers, in each process")
    parser.add_argument(
        "--concurrency",
        type=int,
        default=20,
        help="calls at a time in each process, and jobs at a time of each procrastinate worker",
    )
    parser.add_argument("--connections", type=int, default=20, help="connections of each procrastinate process")
    parser.add_argument("--batch", type=int, default=100, help="jobs that PgQueuer fetches at a time")
    parser.add_argument("--tasks", type=int, help="jobs that a PgQueuer manager has at a time; without a limit by default")
    parser.add_argument("--worker", help=argparse.SUPPRESS)
    return parser.parse_args(arguments, Settings())


def child(*arguments, **options):
    return subprocess.Popen([sys.executable, *arguments], text=True, **options)


async def prepare(settings, due):
    queue = QUEUES[settings.queue]
    await queue.install(settings)
    await queue.schedule(settings, settings.jobs, due)
    connection = await asyncpg.connect(**settings.asyncpg)
    for table in queue.TABLES:
        await connection.execute(f"VACUUM ANALYZE {table}")
    await connection.execute("CHECKPOINT")
    await connection.close()


def measure(settings):
    due = time.time() + LEAD_SECONDS + settings.jobs / STORED_A_SECOND
    uvloop.run(prepare(settings, due))
    here = pathlib.Path(__file__).parent
    # All end with this process, however it ends: its end of the pipe closes then.
    life, _ = os.pipe()
    sink = child(str(here / "sink.py"), str(settings.jobs), stdin=life, stdout=subprocess.PIPE)
    origin = f"http://127.0.0.1:{sink.stdout.readline().strip()}"
    workers = [child(__file__, *sys.argv[1:], "--worker", origin, stdin=life) for _ in range(settings.processes)]
    try:
        if time.time() > due - STARTING_SECONDS:
            raise SystemExit("the jobs would be due before the workers are ready")
        output = await_end(sink, workers, due + PATIENCE_SECONDS)
    finally:
        for process in [sink, *workers]:
            process.kill()
        for process in [sink, *workers]:
            process.wait()
    report(settings, due, json.loads(output))


def await_end(sink, workers, limit):
    """Waits for the sink to end, and returns what it printed."""
    while True:
        try:
            return sink.communicate(timeout=0.5)[0]
        except subprocess.TimeoutExpired:
            if any(worker.poll() is not None for worker in workers):
                raise SystemExit("a worker ended")
            if time.time() > limit:
                raise SystemExit(f"not every job had called {PATIENCE_SECONDS} s after it was due")


def report(settings, due, outcome):
    times = sorted(outcome["times"])
    delays = [(at - due) * 1000 for at in times]
    of_children = resource.getrusage(resource.RUSAGE_CHILDREN)

    def at(quantile):
        return delays[min(int(len(delays) * quantile), len(delays) - 1)]

    print(
        json.dumps(
            {
                "queue": settings.queue,
                "jobs": len(times),
                "calls": outcome["calls"],
                "first": delays[0],
                "median": at(0.5),
                "p99": at(0.99),
                "longest": delays[-1],
                "rate": len(times) / max(times[-1] - times[0], 1e-9),
                "rateFromDue": len(times) / max(times[-1] - due, 1e-9),
                "processorSeconds": of_children.ru_utime + of_children.ru_stime - outcome["processor"],
                "sinkProcessorSeconds": outcome["processor"],
            }
        )
    )


def end_with_parent():
    """Waits until the other end of the pipe closes, and ends."""
    # The sink made the pipe non-blocking, which they share.
    select.select([sys.stdin], [], [])
    os._exit(0)


if __name__ == "__main__":
    settings = read(sys.argv[1:])
    if settings.worker:
        threading.Thread(target=end_with_parent, daemon=True).start()
        uvloop.run(QUEUES[settings.queue].work(settings, settings.worker))
    else:
        measure(settings)
