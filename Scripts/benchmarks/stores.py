"""Stores of a given size, and what they cost to walk, to list and to open."""

import hashlib
import http.client
import json
import os
import re
import shutil
import subprocess
import time
from pathlib import Path

from processes import ADMIN_KEY, BINARY, DEAD, Server, anonymous_bytes, say
from table import row, take_turns, title

FORMAT_FILE = Path(__file__).parents[2] / "Sources/WorkersKV/Store/KVStore+Format.swift"


def token(number):
    return hashlib.sha256(b"device %d" % number).hexdigest()


def make_store(options, count, dead_every=None):
    """The directory of a store with so many tokens, all of them pro and for production, some of them dead.

    It is kept for the next time, as long as the store's format is the same.
    """
    name = f"store-{format_version()}-{count}{f'-dead-{dead_every}' if dead_every else ''}"
    store = options.work / name
    if store.exists():
        return store
    say(f"making a store of {count:,} tokens, which is kept")
    file, fresh = options.scratch / "tokens.json", options.scratch / "fresh"
    record = json.dumps(
        {"pro": True, "registered": "2026-04-11T10:00:00Z", "environment": "production"}, separators=(",", ":")
    )
    with open(file, "w") as out:
        for number in range(count):
            key = token(number)
            if dead_every and number % dead_every == 0:
                key = key[: -len(DEAD)] + DEAD
            out.write("[" if number == 0 else ",\n")
            json.dump({"key": key, "value": record}, out)
        out.write("]\n")
    with Server(fresh):
        pass
    subprocess.run([BINARY, "tokens", "import", file, "--data", fresh, "--outside-budget"], check=True, capture_output=True)
    fresh.rename(store)
    file.unlink()
    return store


def copy_store(store, copy):
    """A store to write to, on the disk to its last byte: else the first commit that is measured would flush all of it."""
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(store, copy)
    os.sync()
    return copy


def drop_old_stores(options):
    """Removes those of another format, which nothing reads any more."""
    for old in options.work.glob("store-*"):
        if not old.name.startswith(f"store-{format_version()}-"):
            shutil.rmtree(old) if old.is_dir() else old.unlink()


def format_version():
    return re.search(r"formatVersion: UInt32 = (\d+)", FORMAT_FILE.read_text()).group(1)


def paths(store, count):
    """A file with the paths of the first so many devices."""
    file = Path(f"{store}-{count}.paths")
    if not file.exists():
        file.write_text("".join(f"/3/device/{token(number)}\n" for number in range(count)))
    return file


def reading(options):
    """Walking and listing all keys, beside mdb_dump of the same file."""
    store, count = make_store(options, options.tokens), options.tokens
    dump, walk = "`mdb_dump` of the same file", "walking them all: a dry run, over HTTP"
    pages = "listing them by the Workers KV API, pages of 1,000"
    with Server(store) as server:

        def dry_run():
            answer = server.call("POST", "/admin/broadcasts", {"body": "x", "dryRun": True})
            assert answer["recipients"] == count, answer

        def list_them():
            listed = list_all(server)
            assert listed == count, listed

        contenders = {
            dump: lambda: timed(
                lambda: subprocess.run(["mdb_dump", "-a", store], stdout=subprocess.DEVNULL, check=True), count
            ),
            walk: server.watch(lambda: timed(dry_run, count)),
            pages: server.watch(lambda: timed(list_them, count)),
        }
        measured = take_turns(options.runs, contenders)
    rows = [row(name, runs, beside=measured[dump]) for name, runs in measured.items()]
    return [title(f"reading {count:,} tokens; ratio to `mdb_dump`"), *rows]


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


def timed(do, count):
    begin = time.monotonic()
    do()
    seconds = time.monotonic() - begin
    return {"rate": count / seconds, "seconds": seconds, "time": seconds}


def start_up(options):
    """From the command to the first answer."""
    store = make_store(options, options.tokens)

    def start():
        begin = time.monotonic()
        with Server(store) as server:
            server.call("GET", "/healthz")
            return {"time": time.monotonic() - begin, "memory": anonymous_bytes(server.process.pid)}

    name = "from the command to the first answer"
    return [title(f"start-up with {options.tokens:,} tokens"), row(name, take_turns(options.runs, {name: start})[name])]
