"""Sends notifications by aioapns and tells what came back.

Input: {"host", "port", "ca", "key", "keyId", "teamId", "topic", "notifications": [{"token", "topic"?, "type"?,
"priority"?, "message", "collapse"?}]}. Output: a list of [status, description, timestamp] in the same order.
"""

import asyncio
import json
import ssl
import sys

from aioapns import APNs, NotificationRequest, PushType
from aioapns.connection import APNsTLSClientProtocol


async def main(task):
    client = APNs(
        key=task["key"],
        key_id=task["keyId"],
        team_id=task["teamId"],
        topic=task["topic"],
        ssl_context=ssl.create_default_context(cafile=task["ca"]),
    )

    class Protocol(APNsTLSClientProtocol):
        APNS_SERVER = task["host"]
        APNS_PORT = task["port"]

    client.pool.protocol_class = Protocol

    async def send(notification):
        result = await client.send_notification(
            NotificationRequest(
                device_token=notification["token"],
                message=notification["message"],
                priority=notification.get("priority"),
                collapse_key=notification.get("collapse"),
                push_type=PushType(notification.get("type", "alert")),
                apns_topic=notification.get("topic"),
            )
        )
        return [result.status, result.description, result.timestamp]

    results = await asyncio.gather(*[send(notification) for notification in task["notifications"]])
    client.pool.close()
    json.dump(results, sys.stdout)


asyncio.run(asyncio.wait_for(main(json.load(sys.stdin)), 600))
