"""A broadcast to every service that is killed again and again reaches everyone, and repeats little."""

import random
import time
from collections import Counter

from outside import Server, Simulator
from services import App, Services, Subscriber

IPHONES, ANDROIDS = 100, 500
KILLS = 4
# A page of a hundred is sent every quarter of a second, and settled at once when it is answered.
RATE = 400
REPEATS_PER_KILL = 100


def a_broadcast_to_every_service_that_is_killed_reaches_everyone(directory):
    picks = random.Random(20261202)
    with Simulator(directory) as simulator, Services() as services:
        settings = services.settings(directory)
        with Server(directory, simulator, **settings) as server:
            app = App(server, services, simulator)
            browsers = [Subscriber(services, name) for name in ("firefox", "chrome")]
            devices = [{"platform": "ios", "device_token": f"{number:064x}"} for number in range(IPHONES)]
            devices += [{"platform": "android", "device_token": f"an-android-{number:08}"} for number in range(ANDROIDS)]
            devices += [{"platform": "web", "subscription": browser.subscription} for browser in browsers]
            for device in devices:
                app.call("POST", "/devices", device, "client_key")
            message = {"app": "atlas", "title": "Hello", "rate_per_second": RATE}
            key = {"X-App-Key": app.keys["api_key"], "Idempotency-Key": "once"}
            status, broadcast = server.client.json("POST", "/send/all", message, key)
            assert (status, broadcast["recipients"]) == (202, len(devices)), broadcast
            server.kill()
        for _ in range(KILLS - 1):
            with Server(directory, simulator, **settings) as server:
                assert server.client.json("POST", "/send/all", message, key)[1]["id"] == broadcast["id"]
                time.sleep(picks.uniform(0.1, 0.6))
                server.kill()
        with Server(directory, simulator, **settings) as server:
            done = server.wait_for_broadcast(broadcast["id"])
            assert (done["state"], done["accepted"]) == ("done", len(devices)), done
            assert server.client.json("GET", f"/send/all/{broadcast['id']}", None, key) == (200, done)
        messages, pushes = services.received()
        iphones = Counter(delivery["token"] for delivery in simulator.deliveries())
        androids = Counter(one["message"]["token"] for one in messages)
        assert (len(iphones), len(androids)) == (IPHONES, ANDROIDS), "somebody was left out"
        assert all(browser.reads(pushes) for browser in browsers)
        tags = {one["message"]["android"]["notification"]["tag"] for one in messages}
        assert tags == {broadcast["id"]}, "a repeat replaces the first"
        repeats = iphones.total() + androids.total() - IPHONES - ANDROIDS
        print(f"  {KILLS} kills, {repeats} repeats")
        assert repeats <= KILLS * REPEATS_PER_KILL, repeats


TESTS = [a_broadcast_to_every_service_that_is_killed_reaches_everyone]
