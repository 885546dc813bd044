"""Who sends: Pushy, h2load as the limit of what the server takes, and the engines of its peers."""

import base64
import json
import os
import re
import subprocess
import sys
import time

from processes import KEY_ID, TEAM_ID, TOPIC, Server, anonymous_bytes, start
from stores import paths

HERE = __file__.rsplit("/", 1)[0]


class Contender:
    def __init__(self, options, store, apns, payload, streams, count):
        self.options, self.store, self.apns = options, store, apns
        self.payload, self.streams, self.count = payload, streams, count

    def command(self, arguments):
        """Runs a client to its end; what it printed, and the CPU and memory that it used."""
        process = start(arguments, stdout=subprocess.PIPE, text=True)
        peak, ended = 0, 0
        while not ended:
            try:
                peak = max(peak, anonymous_bytes(process.pid))
            except (FileNotFoundError, AttributeError):
                pass  # It has just ended.
            time.sleep(0.02)
            ended, status, usage = os.wait4(process.pid, os.WNOHANG)
        output = process.stdout.read()
        assert status == 0, (arguments, output)
        return output, usage.ru_utime + usage.ru_stime, peak

    def result(self, seconds, cpu_seconds, memory):
        return {
            "rate": self.count / seconds,
            "seconds": seconds,
            "cpu": cpu_seconds / self.count,
            "memory": memory,
        }


class Broadcast(Contender):
    """Pushy, whole: the walk, the filter, sending, counting and checkpoints, from a cold start of the server."""

    name = "Pushy, the whole broadcast"

    def __init__(self, message, **task):
        super().__init__(**task)
        self.message = message

    def run(self):
        with Server(self.store, self.apns) as server:
            cpu = server.cpu_seconds()
            begin = time.monotonic()
            broadcast = server.call("POST", "/admin/broadcasts", {"payload": self.message, "audience": "all"})
            peak = 0
            while broadcast["state"] not in ("done", "stopped", "cancelled"):
                # The pause is part of what is measured, and looking costs the server something too.
                time.sleep(0.02 if self.count > 100_000 else 0.002)
                peak = max(peak, anonymous_bytes(server.process.pid))
                broadcast = server.call("GET", f"/admin/broadcasts/{broadcast['id']}")
            seconds = time.monotonic() - begin
            assert broadcast["accepted"] + broadcast["removed"] == self.count, broadcast
            return self.result(seconds, server.cpu_seconds() - cpu, peak)


class H2load(Contender):
    name = "h2load, which holds all paths in memory"

    def run(self):
        arguments = ["h2load", "-n", self.count, "-c", 2, "-m", self.streams, "-t", 1]
        for name, value in headers().items():
            arguments += ["-H", f"{name}: {value}"]
        arguments += ["-d", self.payload, "-B", self.apns.url, "-i", paths(self.store, self.count)]
        output, cpu, memory = self.command(arguments)
        assert f"{self.count} 2xx" in output, output
        found = re.search(r"finished in ([\d.]+)(ms|s|us)", output)
        seconds = float(found.group(1)) * {"s": 1, "ms": 1e-3, "us": 1e-6}[found.group(2)]
        return self.result(seconds, cpu, memory)


class GoClient(Contender):
    name = "golang.org/x/net/http2, as apns2 and gorush use it"

    def run(self):
        output, cpu, memory = self.command(
            [self.options.work / "go-client", self.apns.url, self.apns.ca_file, paths(self.store, self.count)]
            + [self.payload, bearer(), TOPIC, self.streams]
        )
        accepted, failed, seconds = output.split()
        assert int(accepted) == self.count, output
        return self.result(float(seconds), cpu, memory)


class Aioapns(Contender):
    name = "aioapns"

    def run(self):
        output, cpu, memory = self.command(
            [sys.executable, f"{HERE}/aioapns_client.py", "127.0.0.1", self.apns.port, self.apns.ca_file]
            + [paths(self.store, self.count), self.payload, self.apns.key_file, KEY_ID, TEAM_ID, TOPIC]
            + [self.streams]
        )
        accepted, failed, seconds = output.split()
        assert int(accepted) == self.count, output
        return self.result(float(seconds), cpu, memory)


def headers():
    return {
        "authorization": f"bearer {bearer()}",
        "apns-topic": TOPIC,
        "apns-push-type": "alert",
        "apns-priority": "10",
        "apns-id": "7c6b0d9e-1f0a-4b5c-8d2e-3f4a5b6c7d8e",
        "apns-collapse-id": "7c6b0d9e-1f0a-4b5c-8d2e-3f4a5b6c7d8e",
    }


def bearer():
    """A token of the size of a real one; nobody checks it."""

    def part(value):
        return base64.urlsafe_b64encode(value).rstrip(b"=").decode()

    head = part(json.dumps({"alg": "ES256", "kid": KEY_ID}).encode())
    claims = part(json.dumps({"iss": TEAM_ID, "iat": int(time.time()) // 3000 * 3000}).encode())
    return f"{head}.{claims}.{part(bytes(range(64)))}"
