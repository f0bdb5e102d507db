"""procrastinate, as its documentation sets it up for throughput: https://procrastinate.readthedocs.io

Several worker processes, each with many asynchronous jobs at a time ("Execute multiple jobs at the same time"); psycopg with
its C parts; finished jobs are deleted ("Delete finished jobs"). A job that becomes due is found by polling only: the interval
is a hundredth of its default, and there are no notices, which tell of new jobs. A worker fetches one job after another, so
that several in each process are faster than one with more jobs at a time.

Beyond its documentation: the pool neither tests each connection before it is used nor wraps each stored procedure in a
transaction of three round trips, and the loop is uvloop's.
"""

import asyncio
import datetime
import logging

import procrastinate
import psycopg_pool

import calling

BATCH = 5_000
POLLING_SECONDS = 0.05


def application(settings, origin=None, client=None):
    app = procrastinate.App(connector=procrastinate.PsycopgConnector())

    @app.task(name="call", queue="calls")
    async def call(number):
        await calling.call(client, origin, number)

    return app, call


def pool(settings, size):
    return psycopg_pool.AsyncConnectionPool(
        conninfo=settings.conninfo,
        min_size=size,
        max_size=size,
        open=False,
        kwargs={"autocommit": True},
    )


async def install(settings):
    async with pool(settings, 1) as connections:
        app, _ = application(settings)
        async with app.open_async(connections):
            await app.schema_manager.apply_schema_async()


async def schedule(settings, count, due):
    async with pool(settings, 1) as connections:
        app, call = application(settings)
        async with app.open_async(connections):
            deferrer = call.configure(schedule_at=datetime.datetime.fromtimestamp(due, datetime.UTC))
            for first in range(0, count, BATCH):
                numbers = range(first, min(first + BATCH, count))
                await deferrer.batch_defer_async(*[{"number": number} for number in numbers])


async def work(settings, origin):
    logging.getLogger("procrastinate").setLevel(logging.WARNING)
    async with pool(settings, settings.connections) as connections, calling.session(settings.concurrency) as client:
        app, _ = application(settings, origin, client)
        async with app.open_async(connections):
            await asyncio.gather(
                *[
                    app.run_worker_async(
                        queues=["calls"],
                        name=f"worker-{number}",
                        concurrency=settings.concurrency,
                        fetch_job_polling_interval=POLLING_SECONDS,
                        listen_notify=False,
                        delete_jobs="always",
                        install_signal_handlers=False,
                    )
                    for number in range(settings.managers)
                ]
            )


TABLES = ["procrastinate_jobs", "procrastinate_events"]
