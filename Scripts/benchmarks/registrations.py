"""Registrations a second, new and unchanged, and how long they take while a broadcast runs."""

import re
import shutil
import statistics
import subprocess

from processes import APP_KEY, Server, Simulator, say
from sending import message

SECONDS = 5
CONNECTIONS = 64
NEW = 'token = function() n = n + 1; return string.format("%016x%016x%032x", seed, id, n) end'
UNCHANGED = 'token = function() n = n % 1000 + 1; return string.format("%064x", n) end'


def registrations(work, runs):
    say("registering devices")
    data = work / "registrations"
    rates = {"new tokens": [], "new tokens, one connection: a commit each": [], "unchanged tokens": [], "/healthz": []}
    for run in range(runs):
        shutil.rmtree(data, ignore_errors=True)
        with Server(data) as server:
            measured = [
                wrk(server, script(work, NEW, seed=2 * run)),
                wrk(server, script(work, NEW, seed=2 * run + 1), connections=1),
            ]
            wrk(server, script(work, UNCHANGED), seconds=1)
            measured += [wrk(server, script(work, UNCHANGED)), wrk(server, None, path="/healthz")]
        for rate, (requests, _) in zip(rates.values(), measured):
            rate.append(requests)
    rows = [
        f"**Requests a second, {CONNECTIONS} connections unless it says one, one thread of wrk**\n",
        "| | a second |",
        "|---|---|",
    ]
    rows += [f"| {name} | {statistics.median(measured):,.0f} |" for name, measured in rates.items()]
    return "\n".join(rows)


def during_broadcast(work, store, runs):
    """The 99th percentile of new registrations, with and without a broadcast beside them."""
    say("registering devices during a broadcast")
    copy = work / "copy"
    rows = {"alone": [], "while a broadcast runs": []}
    for run in range(runs):
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(store, copy)
        with Simulator(work, 1000) as apns, Server(copy, apns) as server:
            rows["alone"].append(wrk(server, script(work, NEW, seed=2 * run), seconds=2))
            broadcast = server.admin("POST", "/admin/broadcasts", {"payload": message(110), "audience": "all"})
            rows["while a broadcast runs"].append(wrk(server, script(work, NEW, seed=2 * run + 1), seconds=2))
            broadcast = server.admin("GET", f"/admin/broadcasts/{broadcast['id']}")
            assert broadcast["state"] == "running" and broadcast["accepted"] > 0, broadcast
    table = [
        f"**New registrations, {CONNECTIONS} connections that never rest**\n",
        "| | a second | 99th percentile |",
        "|---|---|---|",
    ]
    for name, measured in rows.items():
        requests, latency = (statistics.median(values) for values in zip(*measured))
        table.append(f"| {name} | {requests:,.0f} | {latency:.1f} ms |")
    return "\n".join(table)


def wrk(server, script, path="/tokens", seconds=SECONDS, connections=CONNECTIONS):
    """Requests a second, and the 99th percentile of their latency in milliseconds."""
    arguments = ["wrk", "--latency", "-t1", f"-c{connections}", f"-d{seconds}"] + (["-s", script] if script else [])
    output = subprocess.run([*arguments, server.url + path], capture_output=True, text=True, check=True).stdout
    assert "Non-2xx" not in output, output
    number, unit = re.search(r"99%\s+([\d.]+)(us|ms|s)", output).groups()
    return float(re.search(r"Requests/sec:\s*([\d.]+)", output).group(1)), float(number) * UNITS[unit]


UNITS = {"us": 1e-3, "ms": 1, "s": 1e3}


def script(work, token, seed=0):
    file = work / "register.lua"
    file.write_text(SCRIPT % (token, seed + 1, APP_KEY))
    return file


SCRIPT = """
%s
seed, id, n = %d, math.random(2^30), 0
wrk.headers["X-App-Key"] = "%s"
wrk.headers["Content-Type"] = "application/json"
request = function()
    return wrk.format("POST", nil, nil, '{"token": "' .. token() .. '", "pro": true}')
end
"""
