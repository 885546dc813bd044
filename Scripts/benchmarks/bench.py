"""Measures Pushy beside its peers, in one run, and prints one table, in Markdown.

Every figure is a median of several runs. What is compared takes turns, so that a machine that slows down slows all of
it, and a ratio is the median of the ratios of those turns. CPU and memory are the operating system's own accounting of
the process; memory is without the pages of files, which the system takes back when it needs them.
"""

import argparse
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from apps import ten_apps
from broadcasts import dead_tokens, distance, growth
from everywhere import everywhere
from processes import end_all, say
from puts import puts
from registrations import during_broadcast, registrations
from sending import sending
from stores import drop_old_stores, reading, start_up
from table import table

# Each gives rows of the table.
SECTIONS = {
    "sending": (sending, "broadcasts beside h2load, Go's HTTP/2 and aioapns, to the simulator and to h2o"),
    "growth": (growth, "time and memory by the size of the audience"),
    "dead": (dead_tokens, "a broadcast that removes dead tokens"),
    "distance": (distance, "a server that answers late"),
    "store": (reading, "walking and listing all tokens beside mdb_dump"),
    "start": (start_up, "from the command to the first answer"),
    "registrations": (registrations, "registrations a second"),
    "during": (during_broadcast, "registrations during a broadcast"),
    "puts": (puts, "durable puts beside LMDB alone"),
    "apps": (ten_apps, "ten apps at once, one with revoked credentials, one whose services hang"),
    "everywhere": (everywhere, "FCM and Web Push beside their peers, and a broadcast to all services"),
}


def main():
    options = arguments()
    options.work = Path(options.work).resolve()
    options.scratch = options.work / "scratch"
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda *_: sys.exit("interrupted"))
    shutil.rmtree(options.scratch, ignore_errors=True)
    options.scratch.mkdir()
    drop_old_stores(options)
    rows = []
    try:
        for number, name in enumerate(options.only):
            measure, subject = SECTIONS[name]
            say(f"{number + 1} of {len(options.only)}, {name}: {subject}")
            rows += measure(options)
    except KeyboardInterrupt:
        sys.exit("interrupted")
    finally:
        end_all()
        shutil.rmtree(options.scratch, ignore_errors=True)
        # What was measured before a failure or an interruption is shown too.
        if rows:
            print(f"{machine()}; {time.strftime('%Y-%m-%d')}, commit {commit()}; medians of {options.runs} runs.\n")
            print(table(rows))


def arguments():
    sections = "\n".join(f"  {name:14} {subject}" for name, (_, subject) in SECTIONS.items())
    parser = argparse.ArgumentParser(
        prog="Scripts/bench",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        description=__doc__,
        epilog=f"sections:\n{sections}\n\nAll of them take more than half an hour on 2 cores, and 4 GB of disk in .build/bench.",
    )
    parser.add_argument(
        "--only", nargs="+", choices=SECTIONS, default=list(SECTIONS), metavar="SECTION", help="these sections alone"
    )
    parser.add_argument("--quick", action="store_true", help="small and once: whether it works, not how fast it is")
    parser.add_argument("--runs", type=int, default=5, help="how often each figure is measured (5)")
    parser.add_argument("--tokens", type=int, default=1_000_000, help="how many devices a broadcast goes to (1,000,000)")
    parser.add_argument("--streams", type=int, nargs="+", default=[1000, 100], help="streams a connection (1000 100)")
    parser.add_argument("--payloads", type=int, nargs="+", default=[110, 4000], help="bytes of a payload (110 4000)")
    parser.add_argument(
        "--sizes",
        type=int,
        nargs="+",
        default=[10_000, 100_000, 1_000_000, 10_000_000],
        help="audiences of the section growth (10000 100000 1000000 10000000)",
    )
    parser.add_argument("--work", help=argparse.SUPPRESS, default=".build/bench")
    options = parser.parse_args()
    if options.quick:
        options.runs, options.tokens, options.sizes = 1, 20_000, [10_000]
    return options


def machine():
    model = re.search(r"model name\s*:\s*(.*)", Path("/proc/cpuinfo").read_text())
    name = model.group(1) if model else platform.processor()
    return f"{os.cpu_count()} cores of {name}, {platform.system()} {platform.release()}"


def commit():
    command = ["git", "describe", "--always", "--dirty", "--exclude=*"]
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


main()
