"""The whole broadcast beside clients that have nothing to do but send."""

import json
import statistics

from contenders import Aioapns, Broadcast, GoClient, H2load
from processes import say

# The slow ones send fewer, so that a run ends; their rates do not depend on the number.
SHARE_OF_GO = 5
SHARE_OF_AIOAPNS = 40


def sending(work, store, options, server, payload_bytes, streams):
    """A table of one server, payload and number of streams; the contenders take turns."""
    say(f"sending {options.tokens:,} notifications of {payload_bytes} bytes to {server.name}, {streams} streams a connection")
    payload = work / "payload.json"
    payload.write_text(json.dumps(message(payload_bytes), separators=(",", ":"), ensure_ascii=False))
    with server(work, streams) as apns:
        task = dict(work=work, store=store, apns=apns, payload=payload, streams=streams)
        contenders = [
            Broadcast(**task, count=options.tokens, message=message(payload_bytes)),
            H2load(**task, count=options.tokens),
            GoClient(**task, count=options.tokens // SHARE_OF_GO),
            Aioapns(**task, count=options.tokens // SHARE_OF_AIOAPNS),
        ]
        runs = {contender.name: [] for contender in contenders}
        for _ in range(options.runs):
            for contender in contenders:
                begin = apns.cpu_seconds()
                run = contender.run()
                run["server"] = (apns.cpu_seconds() - begin) / run["seconds"]
                runs[contender.name].append(run)
                say(f"  {contender.name}: {run['rate']:,.0f} a second, {run['cpu']:.2f} µs each")
    limit = statistics.median(run["rate"] for run in runs["h2load"])
    rows = [
        f"**To {server.name}: {payload_bytes:,} bytes, 2 connections of {streams:,} streams**\n",
        f"| client | notifications a second | of h2load | CPU each | peak memory | {server.name} busy |",
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
