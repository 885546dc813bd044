"""Ten apps send at once, one with revoked credentials and one whose services hang: what that costs the other eight."""

import statistics
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager

from gateway import HANGING, REVOKED, RULES, App, Services
from processes import Server, Simulator, say, start
from registrations import wrk
from stores import copy_store
from table import row, take_turns, title

GOOD = [f"app-{number}" for number in range(8)]
BAD = [REVOKED, HANGING]
SECONDS = 5
# How many requests of an app's backend are under way at once, and, where it does not send as fast as it can, how many
# milliseconds pass between an answer and the next request.
CONNECTIONS = 4
PAUSE = 100
# Of the one that hangs as many as of all the others: its users do not stop asking.
HANGING_CONNECTIONS = 32
# Of each of the three kinds.
DEVICES = 1_000


def ten_apps(options):
    store = options.scratch / "apps"
    with Services(options.scratch) as services, Simulator(options.scratch, 1000, rules=RULES) as apns:
        with Server(store, apns, services) as server:
            apps = {name: App(server, apns, services, name) for name in GOOD + BAD}
        say(f"importing the devices of {len(apps)} apps")
        for app in apps.values():
            app.add_devices(store, options.scratch / "devices.json", iphones=DEVICES, androids=DEVICES, browsers=DEVICES)
        bench = TenApps(options, store, apns, services, apps)
        return [*bench.sends(PAUSE), *bench.sends(0), *bench.broadcasts()]


class TenApps:
    def __init__(self, options, store, apns, services, apps):
        self.options, self.store, self.apns, self.services, self.apps = options, store, apns, services, apps

    def sends(self, pause):
        """Messages to users: each is for an iPhone, an Android phone and a browser."""
        how = f"{pause} ms after each answer" if pause else "as fast as they can"
        return self.compared(
            f"`/send/user`, three devices each, {CONNECTIONS} at once from each app, {how}", self.send, pause
        )

    def broadcasts(self):
        return self.compared(f"`/send/all`, a broadcast of each app to {3 * DEVICES:,} devices", self.broadcast)

    def compared(self, heading, measure, *arguments):
        say(heading)
        alone, beside = "eight apps", "the same eight beside the revoked and the hanging one"

        def run(bad):
            # Of the broadcasts of the bad ones nothing is left for the next run.
            copy = copy_store(self.store, self.options.scratch / "copy")
            with Server(copy, self.apns, self.services) as server:
                cpu = server.cpu_seconds()
                result = measure(server, bad, *arguments)
                result["cpu"] = (server.cpu_seconds() - cpu) / result["seconds"] / result["rate"]
                # What hangs would take its time to end.
                server.process.kill()
                return result

        measured = take_turns(self.options.runs, {alone: lambda: run([]), beside: lambda: run(BAD)})
        return [
            title(f"{heading}; ratio to eight alone"),
            row(alone, measured[alone]),
            row(beside, measured[beside], beside=measured[alone]),
        ]

    def send(self, server, bad, pause):
        for name in GOOD:
            sent = server.call("POST", "/send/user", {"user_id": "user-0", "title": "x"}, key=self.apps[name].key)
            assert sent["sent"] == 3, sent
        connections = {REVOKED: CONNECTIONS, HANGING: HANGING_CONNECTIONS}
        scripts = {self.script([name], pause): connections[name] for name in bad}
        with loads(server, scripts):
            time.sleep(0.5)  # The bad ones are at it when it begins.
            script = self.script(GOOD, pause)
            return self.services.watch(lambda: wrk(server, script, "/send/user", SECONDS, CONNECTIONS * len(GOOD)))()

    def script(self, names, pause):
        file = self.options.scratch / f"send-{names[0]}.lua"
        keys = ", ".join(f'"{self.apps[name].key}"' for name in names)
        delay = f"delay = function() return {pause} end" if pause else ""
        file.write_text(SCRIPT % (keys, DEVICES) + delay)
        return file

    def broadcast(self, server, bad):
        """All apps begin at once; the times until those of the good ones are over."""
        message = {"title": "Sale", "body": "Half price, today only."}

        def one(name):
            key = self.apps[name].key
            begin = time.monotonic()
            # All apps share the way to FCM and to browsers, to which the one that hangs goes at once.
            platforms = {"platform": ["android", "web"]} if name == HANGING else {}
            sent = server.call("POST", "/send/all", message | platforms, key=key)
            while name in GOOD and sent["state"] in ("queued", "running"):
                time.sleep(0.02)
                sent = server.call("GET", f"/send/all/{sent['id']}", key=key)
            assert name in BAD or sent["accepted"] == 3 * DEVICES, sent
            return time.monotonic() - begin

        with ThreadPoolExecutor(len(self.apps)) as pool:
            begin = time.monotonic()
            times = list(pool.map(one, bad + GOOD))[len(bad) :]
            seconds = time.monotonic() - begin
        return {
            "rate": 3 * DEVICES * len(GOOD) / seconds,
            "seconds": seconds,
            "time": statistics.median(times),
            "late": max(times),
        }


@contextmanager
def loads(server, scripts):
    """Each of the bad apps sends as each of the others does."""
    processes = [
        start(["wrk", "-t1", f"-c{connections}", "-d60", "-s", script, f"{server.url}/send/user"], stdout=subprocess.DEVNULL)
        for script, connections in scripts.items()
    ]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


SCRIPT = """
keys, n = {%s}, 0
wrk.method, wrk.headers["Content-Type"] = "POST", "application/json"
request = function()
    n = n + 1
    wrk.headers["Authorization"] = "Bearer " .. keys[n %% #keys + 1]
    local body = '{"user_id": "user-%%d", "title": "Sale", "body": "Half price, today only."}'
    return wrk.format(nil, nil, nil, string.format(body, n %% %d))
end
"""
