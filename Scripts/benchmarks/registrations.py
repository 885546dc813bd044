"""Registrations a second, new and unchanged, and how long they take while a broadcast runs."""

import re
import shutil
import subprocess
import threading
from contextlib import contextmanager

from processes import APP_KEY, Server, Simulator
from sending import message
from stores import copy_store, make_store
from table import row, take_turns, title

SECONDS = 5
CONNECTIONS = 64
NEW = 'token = function() n = n + 1; return string.format("%016x%016x%032x", seed, id, n) end'
UNCHANGED = 'token = function() n = n % 1000 + 1; return string.format("%064x", n) end'


def registrations(options):
    """New tokens, each durable, beside those that change nothing and a request that does nothing."""
    scripts, nothing = Scripts(options), "`/healthz`"

    def register(token, **load):
        with empty_server(options) as server:
            if token == UNCHANGED:
                wrk(server, scripts.register(token), seconds=1)
            return server.watch(lambda: wrk(server, scripts.register(token), **load))()

    def ask():
        with empty_server(options) as server:
            return server.watch(lambda: wrk(server, None, path="/healthz"))()

    contenders = {
        "new tokens, each durable": lambda: register(NEW),
        "new tokens, one connection: a commit each": lambda: register(NEW, connections=1),
        "unchanged tokens": lambda: register(UNCHANGED),
        nothing: ask,
    }
    measured = take_turns(options.runs, contenders)
    rows = [row(name, runs, beside=measured[nothing]) for name, runs in measured.items()]
    return [title(f"registrations, {CONNECTIONS} connections that never rest; ratio to `/healthz`"), *rows]


def empty_server(options):
    """A server that has nothing in its store."""
    data = options.scratch / "empty"
    shutil.rmtree(data, ignore_errors=True)
    return Server(data)


def during_broadcast(options):
    """New registrations with and without a broadcast beside them."""
    store, copy, scripts = make_store(options, options.tokens), options.scratch / "copy", Scripts(options)

    def register(beside):
        copy_store(store, copy)
        with Simulator(options.scratch, 1000) as apns, Server(copy, apns) as server, beside(server):
            return server.watch(lambda: wrk(server, scripts.register(NEW), seconds=2))()

    alone, accompanied = "new tokens, alone", "new tokens, while a broadcast runs"
    measured = take_turns(options.runs, {alone: lambda: register(nothing), accompanied: lambda: register(broadcasting)})
    return [
        title(f"registrations during a broadcast to {options.tokens:,} devices; ratio to those alone"),
        row(alone, measured[alone]),
        row(accompanied, measured[accompanied], beside=measured[alone]),
    ]


@contextmanager
def nothing(server):
    yield


@contextmanager
def broadcasting(server):
    """A broadcast runs, and another where one is over too soon."""
    isOver = threading.Event()

    def broadcast():
        while not isOver.is_set():
            one = server.call("POST", "/admin/broadcasts", {"payload": message(110), "audience": "all"})
            while one["state"] in ("queued", "running") and not isOver.wait(0.05):
                one = server.call("GET", f"/admin/broadcasts/{one['id']}")
            assert one["accepted"] > 0, one

    thread = threading.Thread(target=broadcast)
    thread.start()
    try:
        yield
    finally:
        isOver.set()
        thread.join()


def wrk(server, script, path="/tokens", seconds=SECONDS, connections=CONNECTIONS):
    """Requests a second, and the median and the 99th percentile of the time that each takes."""
    arguments = ["wrk", "--latency", "-t1", f"-c{connections}", f"-d{seconds}"] + (["-s", script] if script else [])
    output = subprocess.run([*arguments, server.url + path], capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in output, output
    rate = float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1))
    return {"rate": rate, "seconds": seconds, "time": percentile(50, output), "late": percentile(99, output)}


def percentile(number, output):
    value, unit = re.search(rf" {number}%\s+([\d.]+)(us|ms|s|m)", output).groups()
    return float(value) * {"us": 1e-6, "ms": 1e-3, "s": 1, "m": 60}[unit]


class Scripts:
    """What tells wrk which requests to make; each script is of tokens that no former one has made."""

    def __init__(self, options):
        self.file, self.seed = options.scratch / "register.lua", 0

    def register(self, token):
        self.seed += 1
        self.file.write_text(SCRIPT % (token, self.seed, APP_KEY))
        return self.file


SCRIPT = """
%s
seed, id, n = %d, math.random(2^30), 0
wrk.headers["X-App-Key"] = "%s"
wrk.headers["Content-Type"] = "application/json"
request = function()
    return wrk.format("POST", nil, nil, '{"token": "' .. token() .. '", "pro": true}')
end
"""
