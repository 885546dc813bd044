"""Puts of new keys a second, one writer and 64, beside what LMDB alone does with one commit each."""

import shutil
import statistics
import subprocess
from pathlib import Path

from processes import ADMIN_KEY, Server, say
from registrations import CONNECTIONS, SECONDS, wrk

HERE = Path(__file__).parent
# What Debian's python3-lmdb is installed for; it uses the library that Pushy uses.
DEBIANS_PYTHON = "/usr/bin/python3"


def puts(work, runs):
    alone, shared, each = "Pushy over HTTP, 1 writer", f"Pushy over HTTP, {CONNECTIONS} writers", "LMDB alone, one commit each"
    say("putting values")
    rates = {alone: [], shared: [], each: []}
    script, data, bare = work / "put.lua", work / "puts", work / "bare"
    for _ in range(runs):
        for directory in (data, bare):
            shutil.rmtree(directory, ignore_errors=True)
        with Server(data) as server:
            for measured, connections in ((rates[alone], 1), (rates[shared], CONNECTIONS)):
                script.write_text(SCRIPT % (connections, server.tokens_address(), ADMIN_KEY, RECORD))
                measured.append(wrk(server, script, connections=connections)[0])
        bare.mkdir()
        output = subprocess.run(
            [DEBIANS_PYTHON, HERE / "lmdb_commits.py", bare, str(SECONDS), RECORD], capture_output=True, text=True, check=True
        )
        rates[each].append(float(output.stdout))
    rows = ["**Puts of new keys a second, each durable before it is answered**\n", "| | a second |", "|---|---|"]
    rows += [f"| {name} | {statistics.median(measured):,.0f} |" for name, measured in rates.items()]
    return "\n".join(rows)


RECORD = '{"pro":true,"registered":"2026-04-11T10:00:00Z","environment":"production"}'

SCRIPT = """
seed, n = %d, 0
path = "%s/values/"
wrk.headers["Authorization"] = "Bearer %s"
request = function()
    n = n + 1
    return wrk.format("PUT", path .. string.format("%%032x%%032x", seed, n), nil, '%s')
end
"""
