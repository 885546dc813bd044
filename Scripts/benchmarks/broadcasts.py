"""What a broadcast costs by its size, by those that are gone, and by the server's distance."""

import json
import os
import shutil
import statistics

from contenders import Broadcast
from processes import DEAD, Simulator, say
from sending import message
from stores import make_store

STREAMS = 1000
CONNECTIONS = 2
PAYLOAD_BYTES = 110


def growth(work, options):
    """Time per token and memory, for audiences from small to large."""
    rows = [
        "**One broadcast, by its size**\n",
        "| devices | seconds | a device | most anonymous memory |",
        "|---|---|---|---|",
    ]
    with Simulator(work, STREAMS) as apns:
        for count in [1_000, *options.sizes]:
            say(f"sending to {count:,} devices")
            runs = broadcasts(work, make_store(work, count), apns, count, options.runs)
            seconds = statistics.median(run["seconds"] for run in runs)
            memory = statistics.median(run["memory"] for run in runs)
            rows.append(f"| {count:,} | {seconds:.3f} | {seconds / count * 1e6:.2f} µs | {memory / 2**20:.1f} MiB |")
    return "\n".join(rows)


def dead_tokens(work, options):
    """The same broadcast without and with devices that are gone, turn by turn."""
    say("removing dead tokens")
    store = make_store(work, options.tokens, dead_every=33)
    # Both look at each token's end, so that the difference is Pushy's alone.
    rules, nobody = work / "dead.json", work / "nobody.json"
    gone = {"tokenSuffix": DEAD, "status": 410, "reason": "Unregistered", "timestamp": 4_070_908_800_000}
    rules.write_text(json.dumps({"rules": [gone]}))
    nobody.write_text(json.dumps({"rules": [gone | {"tokenSuffix": DEAD[::-1]}]}))
    alive, thinned, copy = [], [], work / "copy"
    with (
        Simulator(work, STREAMS, "--rules", str(nobody)) as apns,
        Simulator(work, STREAMS, "--rules", str(rules)) as burying,
    ):
        for _ in range(options.runs):
            for server, runs in [(apns, alive), (burying, thinned)]:
                shutil.rmtree(copy, ignore_errors=True)
                shutil.copytree(store, copy)
                # What the copy left to be written back is not the broadcast's.
                os.sync()
                runs += broadcasts(work, copy, server, options.tokens, 1)
    removed = thinned[0]["broadcast"]["removed"]
    both = [statistics.median(run["seconds"] for run in runs) for runs in (alive, thinned)]
    return "\n".join(
        [
            f"**Removing dead tokens in a broadcast to {options.tokens:,}**\n",
            "| dead | seconds |",
            "|---|---|",
            f"| none | {both[0]:.2f} |",
            f"| {removed:,} | {both[1]:.2f} ({both[1] / both[0]:.2f} times) |",
        ]
    )


def distance(work, store, options, milliseconds=50):
    """A server that takes its time, beside what streams and connections allow."""
    say(f"sending to a server that takes {milliseconds} ms")
    with Simulator(work, STREAMS, "--latency", str(milliseconds)) as apns:
        runs = broadcasts(work, store, apns, options.tokens, options.runs)
    seconds = statistics.median(run["seconds"] for run in runs)
    least = options.tokens * milliseconds / 1000 / (STREAMS * CONNECTIONS)
    return "\n".join(
        [
            f"**A server that answers after {milliseconds} ms, {CONNECTIONS} connections of {STREAMS:,} streams**\n",
            "| | seconds |",
            "|---|---|",
            f"| devices × latency / (connections × streams) | {least:.1f} |",
            f"| the broadcast to {options.tokens:,} | {seconds:.1f} ({seconds / least:.2f} times) |",
        ]
    )


def broadcasts(work, store, apns, count, runs):
    contender = Broadcast(
        work=work, store=store, apns=apns, payload=None, streams=STREAMS, count=count, message=message(PAYLOAD_BYTES)
    )
    measured = [contender.run() for _ in range(runs)]
    for run in measured:
        say(f"  {count:,} devices in {run['seconds']:.3f} s, {run['memory'] / 2**20:.1f} MiB")
    return measured
