"""What a broadcast costs by its size, by those that are gone, and by the server's distance."""


from contenders import Broadcast
from processes import DEAD, Simulator
from sending import message
from stores import copy_store, make_store
from table import row, take_turns, title

STREAMS = 1000
CONNECTIONS = 2
PAYLOAD_BYTES = 110
SMALLEST = 1_000


def growth(options):
    """The same broadcast to audiences from small to large."""
    counts = [SMALLEST, *options.sizes]
    stores = {count: make_store(options, count) for count in counts}
    with Simulator(options.scratch, STREAMS) as apns:
        contenders = {
            f"to {count:,} devices": apns.watch(lambda count=count: timed(options, stores[count], apns, count))
            for count in counts
        }
        measured = take_turns(options.runs, contenders)
    return [title("one broadcast, by its size"), *(row(name, runs) for name, runs in measured.items())]


def dead_tokens(options):
    """The same broadcast without and with devices that are gone."""
    store, copy = make_store(options, options.tokens, dead_every=33), options.scratch / "copy"
    # Both look at each token's end, so that the difference is Pushy's alone.
    gone = {"tokenSuffix": DEAD, "status": 410, "reason": "Unregistered", "timestamp": 4_070_908_800_000}
    rules = {"to nobody who is gone": [gone | {"tokenSuffix": DEAD[::-1]}], "to 1 of 33 who is gone, and removed": [gone]}

    def broadcast(rules):
        copy_store(store, copy)
        with Simulator(options.scratch, STREAMS, rules=rules) as apns:
            return apns.watch(lambda: timed(options, copy, apns, options.tokens))()

    measured = take_turns(options.runs, {name: lambda rules=rules: broadcast(rules) for name, rules in rules.items()})
    alive, thinned = measured
    return [
        title(f"one broadcast to {options.tokens:,} devices, some of them dead; ratio of the times"),
        row(alive, measured[alive]),
        row(thinned, measured[thinned], beside=measured[alive], by="time"),
    ]


def distance(options, milliseconds=50):
    """A server that takes its time, beside what streams and connections allow."""
    store, count = make_store(options, options.tokens), options.tokens
    least = count * milliseconds / 1000 / (STREAMS * CONNECTIONS)
    allowed = [{"rate": count / least, "time": least}] * options.runs
    with Simulator(options.scratch, STREAMS, "--latency", str(milliseconds)) as apns:
        name = f"to {count:,} devices"
        runs = take_turns(options.runs, {name: apns.watch(lambda: timed(options, store, apns, count))})[name]
    return [
        title(
            f"a server that answers after {milliseconds} ms, {CONNECTIONS} connections of {STREAMS:,} streams; ratio of the times"
        ),
        row("devices × latency / (connections × streams)", allowed),
        row(name, runs, beside=allowed, by="time"),
    ]


def timed(options, store, apns, count):
    """One broadcast, with how long it takes."""
    task = dict(options=options, store=store, apns=apns, payload=None, streams=STREAMS, count=count)
    run = Broadcast(**task, message=message(PAYLOAD_BYTES)).run()
    return run | {"time": run["seconds"]}
