"""Plays steps on one HTTP/2 connection by the library h2 and tells every event.

Input: {"host", "port", "ca", "path", "headers": [[name, value]], "payload", "steps": [step]}. A step is one of
{"push": n} sends n requests, {"begin": n} sends the headers of n requests, {"finish": true} sends the bodies of those,
{"reset": n} sends n requests and resets each, {"ping": true}, {"until": event, "count": n, "seconds": s}, which reads
until the event came n times more, {"signal": path}, which makes a file, and {"await": path}, which waits for one.
Output: a list of [event, values…]; "timeout" where the event or the file did not come.
"""

import json
import os
import socket
import ssl
import sys
import time

import h2.config
import h2.connection
import h2.events
import h2.exceptions
import h2.settings


class Client:
    def __init__(self, task):
        self.task = task
        self.events = []
        self.begun = []
        self.pings = 0
        context = ssl.create_default_context(cafile=task["ca"])
        context.set_alpn_protocols(["h2"])
        raw = socket.create_connection((task["host"], task["port"]), timeout=600)
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.socket = context.wrap_socket(raw, server_hostname="localhost", suppress_ragged_eofs=False)
        self.connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
        self.connection.initiate_connection()
        self.flush()

    def flush(self):
        try:
            self.socket.sendall(self.connection.data_to_send())
        except OSError as error:
            self.note("unsent", type(error).__name__)

    def note(self, *event):
        self.events.append(list(event))

    def open(self):
        stream = self.connection.get_next_available_stream_id()
        headers = [(":method", "POST"), (":scheme", "https"), (":authority", "localhost"), (":path", self.task["path"])]
        headers += [(name, value) for name, value in self.task["headers"]]
        self.connection.send_headers(stream, headers)
        return stream

    def finish(self, stream):
        self.connection.send_data(stream, self.task["payload"].encode(), end_stream=True)

    def step(self, step):
        if "push" in step:
            for _ in range(step["push"]):
                self.finish(self.open())
        elif "begin" in step:
            self.begun += [self.open() for _ in range(step["begin"])]
        elif "finish" in step:
            for stream in self.begun:
                self.finish(stream)
            self.begun = []
        elif "reset" in step:
            for _ in range(step["reset"]):
                stream = self.open()
                self.finish(stream)
                self.connection.reset_stream(stream, 8)
        elif "ping" in step:
            self.pings += 1
            self.connection.ping(self.pings.to_bytes(8, "big"))
        elif "signal" in step:
            open(step["signal"], "x").close()
        elif "await" in step:
            end = time.monotonic() + 600
            while not os.path.exists(step["await"]):
                if time.monotonic() > end:
                    self.note("timeout", "await")
                    break
                time.sleep(0.005)
        elif "until" in step:
            return self.read(step["until"], step.get("count", 1), step.get("seconds", 600))
        self.flush()

    def read(self, event, count, seconds):
        end = time.monotonic() + seconds
        seen = 0
        while seen < count:
            before = len(self.events)
            self.socket.settimeout(max(0.001, end - time.monotonic()))
            try:
                data = self.socket.recv(65536)
            except TimeoutError:
                self.note("timeout", event)
                return
            except ssl.SSLEOFError:
                self.note("cut")
                return
            except OSError as error:
                self.note("broken", type(error).__name__)
                return
            if not data:
                self.note("eof")
                return
            for received in self.connection.receive_data(data):
                self.tell(received)
            self.flush()
            seen += sum(1 for noted in self.events[before:] if noted[0] == event)

    def tell(self, event):
        if isinstance(event, h2.events.ResponseReceived):
            self.note("response", event.stream_id, int(dict(event.headers)[":status"]))
        elif isinstance(event, h2.events.DataReceived):
            self.note("data", event.stream_id, event.data.decode())
        elif isinstance(event, h2.events.StreamEnded):
            self.note("end", event.stream_id)
        elif isinstance(event, h2.events.StreamReset):
            self.note("reset", event.stream_id, int(event.error_code))
        elif isinstance(event, h2.events.ConnectionTerminated):
            self.note("goaway", event.last_stream_id, int(event.error_code), (event.additional_data or b"").decode())
        elif isinstance(event, h2.events.PingAckReceived):
            self.note("pong")
        elif isinstance(event, h2.events.PingReceived):
            self.note("ping")
        elif isinstance(event, h2.events.RemoteSettingsChanged):
            change = event.changed_settings.get(h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS)
            if change:
                self.note("streams", change.new_value)


task = json.load(sys.stdin)
client = Client(task)
try:
    for step in task["steps"]:
        client.step(step)
except h2.exceptions.H2Error as error:
    client.note("refused", type(error).__name__)
json.dump(client.events, sys.stdout)
