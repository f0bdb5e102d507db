"""PgQueuer, as its documentation sets it up for throughput: https://pgqueuer.readthedocs.io, "Performance Tuning"

Several worker processes; asyncpg, with a connection of its own for each queue manager; large batches, since the jobs are
short; its recommended settings of autovacuum; its default durability, which loses nothing. The loop is uvloop's, as in its own
benchmark. It sleeps until the next job is due, and needs no polling.
"""

import asyncio
import datetime
import logging

import asyncpg
from pgqueuer import PgQueuer
from pgqueuer.db import AsyncpgDriver
from pgqueuer.queries import Queries

import calling

BATCH = 5_000


async def install(settings):
    connection = await asyncpg.connect(**settings.asyncpg)
    queries = Queries(AsyncpgDriver(connection))
    await queries.install()
    await queries.optimize_autovacuum()
    await connection.close()


async def schedule(settings, count, due):
    connection = await asyncpg.connect(**settings.asyncpg)
    queries = Queries(AsyncpgDriver(connection))
    for first in range(0, count, BATCH):
        numbers = range(first, min(first + BATCH, count))
        size = len(numbers)
        delay = datetime.timedelta(hours=1)
        payloads = [str(number).encode() for number in numbers]
        await queries.enqueue(["call"] * size, payloads, [0] * size, [delay] * size)
    # It takes the time from its own call to the due time only, and jobs of one batch would be due before those of the next.
    await connection.execute(
        "UPDATE pgqueuer SET execute_after = to_timestamp($1)",
        due,
    )
    await connection.close()


async def work(settings, origin):
    logging.getLogger("pgqueuer").setLevel(logging.WARNING)
    async with calling.session(settings.concurrency) as client:
        managers = []
        for _ in range(settings.managers):
            queuer = PgQueuer(AsyncpgDriver(await asyncpg.connect(**settings.asyncpg)))

            @queuer.entrypoint("call")
            async def call(job):
                await calling.call(client, origin, int(job.payload))

            managers.append(queuer.run(batch_size=settings.batch, max_concurrent_tasks=settings.tasks))
        await asyncio.gather(*managers)


TABLES = ["pgqueuer"]
