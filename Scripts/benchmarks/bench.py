"""Measures Pushy beside its peers, in one run, and prints a table in Markdown.

Every figure is the median of several runs; the contenders take turns, so that a machine that slows down slows all of
them. CPU and memory are the operating system's own accounting of the process.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from contenders import Aioapns, Broadcast, GoClient, H2load
from processes import Simulator
from registrations import registrations
from stores import count_and_dump, make_store, start_up


def main():
    options = arguments()
    work = Path(options.work).resolve()
    say(f"making a store of {options.tokens:,} tokens")
    store = make_store(work, options.tokens)
    tables = []
    for payload_bytes in options.payloads:
        for streams in options.streams:
            say(f"sending {options.tokens:,} notifications of {payload_bytes} bytes over {streams} streams a connection")
            tables += [sending(work, store, options, payload_bytes, streams)]
    say("walking the store")
    tables += [count_and_dump(store, options.runs)]
    say("starting")
    tables += [start_up(store, options.runs)]
    say("registering devices")
    tables += [registrations(work, options.runs)]
    print(f"{machine()}, {time.strftime('%Y-%m-%d')}, commit {commit()}, medians of {options.runs}\n")
    print("\n\n".join(tables))


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--work", help=argparse.SUPPRESS, required=True)
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many devices a broadcast goes to")
    parser.add_argument("--runs", type=int, default=5, help="how often each figure is measured")
    parser.add_argument("--streams", type=int, nargs="+", default=[1000, 100], help="streams a connection")
    parser.add_argument("--payloads", type=int, nargs="+", default=[110, 4000], help="bytes of a payload")
    return parser.parse_args()


def sending(work, store, options, payload_bytes, streams):
    """The whole broadcast beside clients that have nothing to do but send."""
    payload = work / "payload.json"
    payload.write_text(json.dumps(message(payload_bytes), separators=(",", ":"), ensure_ascii=False))
    with Simulator(work, "--unchecked", "--max-streams", str(streams)) as simulator:
        task = dict(work=work, store=store, simulator=simulator, payload=payload, streams=streams)
        slow = options.tokens // 20
        contenders = [
            Broadcast(**task, count=options.tokens, message=message(payload_bytes)),
            H2load(**task, count=options.tokens),
            GoClient(**task, count=options.tokens // 4),
            Aioapns(**task, count=slow),
        ]
        runs = {contender.name: [] for contender in contenders}
        for _ in range(options.runs):
            for contender in contenders:
                begin = simulator.cpu_seconds()
                run = contender.run()
                run["server"] = (simulator.cpu_seconds() - begin) / run["seconds"]
                runs[contender.name].append(run)
                say(f"  {contender.name}: {run['rate']:,.0f} a second, {run['cpu']:.2f} µs each")
    limit = statistics.median(run["rate"] for run in runs["h2load"])
    rows = [
        f"**{payload_bytes} bytes, {streams} streams a connection, 2 connections**\n",
        "| client | notifications a second | of h2load | CPU each | peak memory | simulator busy |",
        "|---|---|---|---|---|---|",
    ]
    for name, measured in runs.items():
        rate = statistics.median(run["rate"] for run in measured)
        rows.append(
            f"| {name} | {rate:,.0f} | {rate / limit:.2f} "
            f"| {statistics.median(run['cpu'] for run in measured):.1f} µs "
            f"| {max(run['memory'] for run in measured) / 2**20:.0f} MiB "
            f"| {statistics.median(run['server'] for run in measured):.0%} |"
        )
    return "\n".join(rows)


def message(byte_count):
    """A payload of so many bytes."""
    payload = {"aps": {"alert": {"title": "Sale", "body": ""}}}
    room = byte_count - len(json.dumps(payload, separators=(",", ":")))
    payload["aps"]["alert"]["body"] = "x" * room
    return payload


def machine():
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()} cores of {model.group(1) if model else platform.processor()}, {platform.system()}"


def commit():
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()


def say(text):
    print(f"==> {text}", file=sys.stderr, flush=True)


main()
