"""The one HTTP call that a job makes, the same for both queues."""

import aiohttp

# As long as a push.
BODY = b'{"aps":{"alert":"' + b"x" * 279 + b'"}}'


def session(connections):
    """A client whose connections stay open; jobs beyond their number wait for one."""
    connector = aiohttp.TCPConnector(limit=connections, force_close=False)
    return aiohttp.ClientSession(connector=connector, skip_auto_headers=["User-Agent", "Accept", "Accept-Encoding"])


async def call(client, origin, number):
    async with client.post(f"{origin}/{number}", data=BODY) as answer:
        if answer.status != 200:
            raise RuntimeError(f"status {answer.status}")
