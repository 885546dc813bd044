"""The whole broadcast beside clients that have nothing to do but send."""

import json

from contenders import Aioapns, Broadcast, GoClient, H2load
from processes import H2O, Simulator, say
from stores import make_store
from table import row, take_turns, title

# The slow ones send fewer, so that a run ends; their rates do not depend on the number.
SHARE_OF_GO = 10
SHARE_OF_AIOAPNS = 100


def sending(options):
    """Each server, payload and number of streams."""
    rows = []
    for server in (Simulator, H2O):
        for payload_bytes in options.payloads:
            for streams in [server.fixed_streams] if server.fixed_streams else options.streams:
                rows += to_server(options, server, payload_bytes, streams)
    return rows


def to_server(options, server, payload_bytes, streams):
    heading = f"to {server.name}: {payload_bytes:,} bytes, 2 connections of {streams:,} streams"
    say(heading)
    payload = options.scratch / "payload.json"
    payload.write_text(json.dumps(message(payload_bytes), separators=(",", ":"), ensure_ascii=False))
    store = make_store(options, options.tokens)
    with server(options.scratch, streams) as apns:
        task = dict(options=options, store=store, apns=apns, payload=payload, streams=streams)
        contenders = [
            Broadcast(**task, count=options.tokens, message=message(payload_bytes)),
            H2load(**task, count=options.tokens),
            GoClient(**task, count=options.tokens // SHARE_OF_GO),
            Aioapns(**task, count=options.tokens // SHARE_OF_AIOAPNS),
        ]
        measured = take_turns(options.runs, {contender.name: apns.watch(contender.run) for contender in contenders})
    return [
        title(f"{heading}; ratio to h2load"),
        *(row(name, runs, beside=measured[H2load.name]) for name, runs in measured.items()),
    ]


def message(byte_count):
    """A payload of so many bytes."""
    payload = {"aps": {"alert": {"title": "Sale", "body": ""}}}
    room = byte_count - len(json.dumps(payload, separators=(",", ":")))
    payload["aps"]["alert"]["body"] = "x" * room
    return payload
