"""Puts of new keys a second, one writer and 64, beside what LMDB alone does with one commit each."""

import shutil
import subprocess
from pathlib import Path

from processes import ADMIN_KEY
from registrations import CONNECTIONS, SECONDS, empty_server, wrk
from table import row, take_turns, title

HERE = Path(__file__).parent
# What Debian's python3-lmdb is installed for; it uses the library that Pushy uses.
DEBIANS_PYTHON = "/usr/bin/python3"


def puts(options):
    bare, script, alone = options.scratch / "bare", options.scratch / "put.lua", "LMDB alone, one commit each"

    def over_http(connections):
        with empty_server(options) as server:
            script.write_text(SCRIPT % (server.tokens_address(), ADMIN_KEY, RECORD))
            return server.watch(lambda: wrk(server, script, connections=connections))()

    def in_lmdb():
        shutil.rmtree(bare, ignore_errors=True)
        bare.mkdir()
        arguments = [DEBIANS_PYTHON, HERE / "lmdb_commits.py", bare, str(SECONDS), RECORD]
        return {"rate": float(subprocess.run(arguments, capture_output=True, text=True, check=True).stdout)}

    contenders = {
        "Pushy, 1 writer": lambda: over_http(1),
        f"Pushy, {CONNECTIONS} writers, who share commits": lambda: over_http(CONNECTIONS),
        alone: in_lmdb,
    }
    measured = take_turns(options.runs, contenders)
    rows = [row(name, runs, beside=measured[alone]) for name, runs in measured.items()]
    return [title("puts of new keys by the Workers KV API, each durable; ratio to LMDB"), *rows]


RECORD = '{"pro":true,"registered":"2026-04-11T10:00:00Z","environment":"production"}'

SCRIPT = """
n = 0
path = "%s/values/"
wrk.headers["Authorization"] = "Bearer %s"
request = function()
    n = n + 1
    return wrk.format("PUT", path .. string.format("%%064x", n), nil, '%s')
end
"""
