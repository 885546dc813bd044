"""Stores of a given size, and what they cost to walk and to open."""

import hashlib
import json
import shutil
import statistics
import subprocess
import time
from pathlib import Path

from processes import BINARY, DEAD, Server, anonymous_bytes


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


def count_and_dump(store, runs):
    """Counting the recipients beside mdb_dump of the same file."""
    dumps, counts = [], []
    with Server(store) as server:
        for _ in range(runs):
            begin = time.monotonic()
            subprocess.run(["mdb_dump", "-a", str(store)], stdout=subprocess.DEVNULL, check=True)
            dumps.append(time.monotonic() - begin)
            begin = time.monotonic()
            answer = server.admin("POST", "/admin/broadcasts", {"body": "x", "dryRun": True})
            counts.append(time.monotonic() - begin)
    dump, count = statistics.median(dumps), statistics.median(counts)
    return "\n".join(
        [
            f"**Counting {answer['recipients']:,} recipients**\n",
            "| | seconds |",
            "|---|---|",
            f"| Pushy, dry run over HTTP | {count:.2f} |",
            f"| `mdb_dump` of the same file | {dump:.2f} |",
        ]
    )


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
