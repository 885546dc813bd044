"""Stores of a given size, and what they cost to walk, to list and to open."""

import hashlib
import http.client
import json
import re
import shutil
import statistics
import subprocess
import time
from contextlib import contextmanager
from pathlib import Path

from processes import ADMIN_KEY, BINARY, DEAD, Server, anonymous_bytes, say


def token(number):
    return hashlib.sha256(b"device %d" % number).hexdigest()


def make_store(work, count, dead_every=None):
    """The directory of a store with so many tokens, all of them pro and for production, some of them dead."""
    store = work / f"store-{count}{f'-dead-{dead_every}' if dead_every else ''}"
    if store.exists():
        return store
    file = work / "tokens.json"
    record = json.dumps({"pro": True, "registered": "2026-04-11T10:00:00Z", "environment": "production"}, separators=(",", ":"))
    with open(file, "w") as out:
        for number in range(count):
            out.write("[" if number == 0 else ",\n")
            key = token(number)
            if dead_every and number % dead_every == 0:
                key = key[: -len(DEAD)] + DEAD
            json.dump({"key": key, "value": record}, out)
        out.write("]\n")
    fresh = work / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    with Server(fresh):
        pass
    subprocess.run([BINARY, "tokens", "import", file, "--data", fresh, "--outside-budget"], check=True, capture_output=True)
    fresh.rename(store)
    file.unlink()
    return store


def paths(store, count):
    """A file with the paths of the first so many devices."""
    file = Path(f"{store}-{count}.paths")
    if not file.exists():
        file.write_text("".join(f"/3/device/{token(number)}\n" for number in range(count)))
    return file


def reading(store, count, runs):
    """Walking and listing all keys, beside mdb_dump of the same file; they take turns."""
    say("walking and listing the store")
    dump, walk, pages = "`mdb_dump` of the same file", "walk: a dry run to all, over HTTP", "list: pages of 1,000 keys, over HTTP"
    seconds = {walk: [], pages: [], dump: []}
    with Server(store) as server:
        for _ in range(runs):
            with timed(seconds[dump]):
                subprocess.run(["mdb_dump", "-a", str(store)], stdout=subprocess.DEVNULL, check=True)
            with timed(seconds[walk]):
                answer = server.admin("POST", "/admin/broadcasts", {"body": "x", "dryRun": True})
            assert answer["recipients"] == count, answer
            with timed(seconds[pages]):
                listed = list_all(server)
            assert listed == count, listed
    rows = [f"**Reading {count:,} tokens**\n", "| | seconds | keys a second |", "|---|---|---|"]
    for name, measured in seconds.items():
        median = statistics.median(measured)
        rows.append(f"| {name} | {median:.2f} | {count / median:,.0f} |")
    return "\n".join(rows)


def list_all(server):
    """Lists the namespace of the tokens by the Workers KV API, page by page on one connection; how many keys it has."""
    connection = http.client.HTTPConnection("127.0.0.1", int(server.port))
    keys = f"{server.tokens_address()}/keys?limit=1000&cursor="
    listed, cursor = 0, ""
    while True:
        connection.request("GET", keys + cursor, headers={"Authorization": f"Bearer {ADMIN_KEY}"})
        # Reading the JSON of a thousand keys would take this client longer than it takes the server to write it.
        count, cursor = re.search(rb'"count":(\d+),"cursor":"([^"]*)"', connection.getresponse().read()[-1000:]).groups()
        listed += int(count)
        cursor = cursor.decode()
        if not cursor:
            return listed


@contextmanager
def timed(measured):
    begin = time.monotonic()
    yield
    measured.append(time.monotonic() - begin)


def start_up(store, runs):
    """From the command to the first answer."""
    times, idle = [], []
    for _ in range(runs):
        begin = time.monotonic()
        with Server(store) as server:
            server.admin("GET", "/healthz")
            times.append(time.monotonic() - begin)
            idle.append(anonymous_bytes(server.process.pid))
    return "\n".join(
        [
            "**Start-up on that store**\n",
            "| | |",
            "|---|---|",
            f"| from the command to the first answer | {statistics.median(times) * 1000:.0f} ms |",
            f"| anonymous memory then | {statistics.median(idle) / 2**20:.0f} MiB |",
        ]
    )
