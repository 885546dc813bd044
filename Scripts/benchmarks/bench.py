"""Measures Pushy beside its peers, in one run, and prints a table in Markdown.

Every figure is the median of several runs; the contenders take turns, so that a machine that slows down slows all of
them. CPU and memory are the operating system's own accounting of the process.
"""

import argparse
import os
import platform
import re
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from broadcasts import dead_tokens, distance, growth
from processes import H2O, Simulator, say
from puts import puts
from registrations import during_broadcast, registrations
from sending import sending
from services import services
from stores import make_store, reading, start_up

SECTIONS = ["sending", "growth", "dead", "distance", "store", "registrations", "puts", "services"]


def main():
    options = arguments()
    work = Path(options.work).resolve()
    say(f"making a store of {options.tokens:,} tokens")
    store = make_store(work, options.tokens)
    rows = {
        "sending": lambda: [
            sending(work, store, options, server, payload_bytes, streams)
            for server in (Simulator, H2O)
            for payload_bytes in options.payloads
            for streams in ([server.fixed_streams] if server.fixed_streams else options.streams)
        ],
        "growth": lambda: [growth(work, options)],
        "dead": lambda: [dead_tokens(work, options)],
        "distance": lambda: [distance(work, store, options)],
        "store": lambda: [reading(store, options.tokens, options.runs), start_up(store, options.runs)],
        "registrations": lambda: [registrations(work, options.runs), during_broadcast(work, store, options.runs)],
        "puts": lambda: [puts(work, options.runs)],
        "services": lambda: [services(work, options.runs)],
    }
    tables = [table for name in options.only or rows for table in rows[name]()]
    print(f"{machine()}, {time.strftime('%Y-%m-%d')}, commit {commit()}, medians of {options.runs}\n")
    print("\n\n".join(tables))


def arguments():
    parser = argparse.ArgumentParser(prog="Scripts/bench", description=__doc__.splitlines()[0])
    parser.add_argument("--work", help=argparse.SUPPRESS, required=True)
    parser.add_argument("--only", nargs="+", choices=SECTIONS, help="these sections of the table alone")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many devices a broadcast goes to")
    parser.add_argument("--runs", type=int, default=5, help="how often each figure is measured")
    parser.add_argument("--streams", type=int, nargs="+", default=[1000, 100], help="streams a connection")
    parser.add_argument("--payloads", type=int, nargs="+", default=[110, 4000], help="bytes of a payload")
    parser.add_argument(
        "--sizes", type=int, nargs="+", default=[10_000, 100_000, 1_000_000, 10_000_000], help="audiences to compare"
    )
    return parser.parse_args()


def machine():
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()} cores of {model.group(1) if model else platform.processor()}, {platform.system()}"


def commit():
    return subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()


main()
