"""Registrations a second, new and unchanged, over 64 connections."""

import re
import shutil
import statistics
import subprocess

from processes import APP_KEY, Server

SECONDS = 5
CONNECTIONS = 64


def registrations(work, runs):
    script = work / "register.lua"
    kinds = {
        "new tokens": f'token = function() n = n + 1; return string.format("%016x%016x%032x", seed, id, n) end',
        "unchanged tokens": f'token = function() n = n % 1000 + 1; return string.format("%064x", n) end',
    }
    rates = {name: [] for name in [*kinds, "/healthz"]}
    for run in range(runs):
        data = work / "registrations"
        shutil.rmtree(data, ignore_errors=True)
        with Server(data) as server:
            for name, kind in kinds.items():
                script.write_text(SCRIPT % (kind, run + 1, APP_KEY))
                if name == "unchanged tokens":
                    wrk(server, script, seconds=1)
                rates[name].append(wrk(server, script))
            rates["/healthz"].append(wrk(server, None, path="/healthz"))
    rows = [f"**Requests a second, {CONNECTIONS} connections, one thread of wrk**\n", "| | a second |", "|---|---|"]
    rows += [f"| {name} | {statistics.median(measured):,.0f} |" for name, measured in rates.items()]
    return "\n".join(rows)


def wrk(server, script, path="/tokens", seconds=SECONDS):
    arguments = ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{seconds}"] + (["-s", str(script)] if script else [])
    output = subprocess.run([*arguments, server.url + path], capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in output, output
    return float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1))


SCRIPT = """
%s
seed, id, n = %d, math.random(2^30), 0
wrk.headers["X-App-Key"] = "%s"
wrk.headers["Content-Type"] = "application/json"
request = function()
    return wrk.format("POST", nil, nil, '{"token": "' .. token() .. '", "pro": true}')
end
"""
