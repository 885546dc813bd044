"""FCM and Web Push beside what others send with, and a broadcast to all devices of an app beside them: side by side."""

import json
import resource
import subprocess
import sys
import time
from pathlib import Path

from gateway import KEYS, App, Services, encode
from processes import BINARY, Server, Simulator, say
from table import row, take_turns, title

HERE = Path(__file__).parent
PROBE = Path(BINARY).parent / "ServiceProbe"
MESSAGE = {"notification": {"title": "Sale", "body": "Half price, today only."}}
BROADCAST = "a broadcast to them all"


def everywhere(options):
    counts = {"iphones": options.tokens // 10, "androids": options.tokens // 20, "browsers": options.tokens // 20}
    names = dict(zip(counts, ["APNs", "FCM", "Web Push"]))
    store = options.scratch / "everywhere"
    with Services(options.scratch) as services, Simulator(options.scratch, 1000) as apns:
        with Server(store, apns, services) as server:
            app = App(server, apns, services, "an-app")
        say(f"importing {sum(counts.values()):,} devices")
        app.add_devices(store, options.scratch / "devices.json", **counts)
        contenders = single_services(services) | {BROADCAST: lambda: broadcast(store, apns, services, app, counts)}
        measured = take_turns(options.runs, contenders)
    whole = measured.pop(BROADCAST)
    rows = [title("FCM and Web Push, one message to one device at a time; ratio to Pushy's")]
    for name, runs in measured.items():
        if name.startswith("Pushy"):
            own = runs
        rows.append(row(name, runs, beside=own))
    audience = ", ".join(f"{counts[kind]:,} devices of {name}" for kind, name in names.items())
    rows.append(title(f"one broadcast to {audience}; ratio to one at a time"))
    plain = {"androids": measured["Pushy, FCM"], "browsers": measured["Pushy, Web Push"]}
    rows += [row(f"its part to {name}", [run[kind] for run in whole], plain.get(kind)) for kind, name in names.items()]
    return [*rows, row("all of it", whole)]


def single_services(services):
    """One service, one message, one device at a time: what Pushy and others send so in a second."""
    subscription = {"endpoint": f"{services.url}/push/a-browser", "keys": KEYS}
    request = {
        "url": services.url,
        "host": services.url.removeprefix("https://"),
        "caFile": str(services.ca_file),
        "account": services.account(),
        "message": MESSAGE,
        "subscription": subscription,
        "plaintext": encode(json.dumps(MESSAGE).encode()),
        "atOnce": 200,
    }
    alone = request | {"subscription": subscription | {"endpoint": "https://fcm.googleapis.com/fcm/send/x"}}
    return {
        "Pushy, FCM": services.watch(lambda: probe("send fcm", request, 40_000)),
        "firebase-admin, `send_each_async`": services.watch(lambda: peer("firebase-admin", request, 3_000)),
        "httpx with HTTP/2, nothing around it": services.watch(lambda: peer("httpx", request, 3_000)),
        "Pushy, Web Push": services.watch(lambda: probe("send web push", request, 40_000)),
        "pywebpush, 8 threads": services.watch(lambda: peer("pywebpush", request, 1_600)),
        "Pushy, encryption alone, one thread": lambda: probe("measure encryption", alone, 40_000),
        "pywebpush, encryption alone": lambda: peer("encryption", alone, 2_000),
    }


def probe(do, request, count):
    """What Pushy's own rooms come to."""
    return result([PROBE], json.dumps(request | {"do": do, "count": count}) + "\n", count)


def peer(name, request, count):
    return result([sys.executable, HERE / "services_client.py", name, json.dumps(request | {"count": count})], "", count)


def result(command, text, count):
    begin = resource.getrusage(resource.RUSAGE_CHILDREN)
    process = subprocess.run(command, input=text, capture_output=True, text=True, check=True)
    end = resource.getrusage(resource.RUSAGE_CHILDREN)
    answer = json.loads(process.stdout.splitlines()[-1])
    assert answer.get("accepted", count) == count, answer
    cpu = end.ru_utime + end.ru_stime - begin.ru_utime - begin.ru_stime
    return {"rate": count / answer["seconds"], "seconds": answer["seconds"], "cpu": cpu / count}


def broadcast(store, apns, services, app, counts):
    """One broadcast from a cold start of the server: as a whole, and by the services, to which it goes one by one."""
    with Server(store, apns, services) as server:

        def mark():
            return [time.monotonic(), *(process.cpu_seconds() for process in (server, apns, services))]

        marks, settled = [mark()], 0
        one = server.call("POST", "/send/all", MESSAGE["notification"], key=app.key)
        for count in counts.values():
            settled += count
            while one["accepted"] < settled:
                assert one["state"] in ("queued", "running"), one
                time.sleep(0.01)
                one = server.call("GET", f"/send/all/{one['id']}", key=app.key)
            marks.append(mark())
    legs = {kind: leg(*marks[place : place + 2], counts[kind]) for place, kind in enumerate(counts)}
    return leg(marks[0], marks[-1], settled) | legs


def leg(begin, end, count):
    seconds, own, at_apns, at_services = (after - before for before, after in zip(begin, end))
    return {"rate": count / seconds, "time": seconds, "cpu": own / count, "busy": (at_apns + at_services) / seconds}
