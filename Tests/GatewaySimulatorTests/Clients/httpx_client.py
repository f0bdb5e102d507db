"""Posts requests by httpx over HTTP/2 and tells what came back.

Input: {"ca", "requests": [{"url", "headers": [[name, value]], "payload"}]}. Output: a list of {"version", "status",
"headers": {name: value}, "body", "frames": [names of the library's receiving steps]} in the same order.
"""

import json
import ssl
import sys

import httpx

task = json.load(sys.stdin)
answers = []
context = ssl.create_default_context(cafile=task["ca"])
with httpx.Client(http1=False, http2=True, verify=context, timeout=600) as client:
    for request in task["requests"]:
        response = client.post(
            request["url"],
            headers=[(name, value) for name, value in request["headers"]],
            content=request["payload"].encode(),
        )
        answers.append(
            {
                "version": response.http_version,
                "status": response.status_code,
                "headers": dict(response.headers),
                "body": response.text,
            }
        )
json.dump(answers, sys.stdout)
