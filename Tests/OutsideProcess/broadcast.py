"""The main job on real input: HTTP in, a store on disk, HTTP/2 over TLS out."""

import random
import time
import urllib.parse
from collections import Counter

from outside import ADMIN_KEY, Server, Simulator

COUNT = 10_000
# Three devices in a hundred are dead: their tokens begin like this.
DEAD = "dead"


def devices():
    """Made-up devices: pro and free; production, sandbox and unnamed; some of them dead."""
    picks = random.Random(20261130)
    for number in range(COUNT):
        is_dead = number % 100 < 3
        token = (DEAD if is_dead else "beef") + f"{picks.getrandbits(240):060x}"
        yield token, picks.random() < 0.4, picks.choice(["production", "sandbox", None])


def ten_thousand_devices_and_a_broadcast_to_those_who_paid(directory):
    all_devices = list(devices())
    chosen = {token for token, pro, environment in all_devices if pro and environment in ("production", None)}
    dead = {token for token in chosen if token.startswith(DEAD)}
    gone = {"tokenPrefix": DEAD, "status": 410, "reason": "Unregistered"}
    with Simulator(directory, rules={"rules": [gone]}) as simulator, Server(directory, simulator) as server:
        server.register_all(all_devices)
        assert count(server) == COUNT
        # A record keeps whole seconds, and a 410 of the same second proves nothing.
        time.sleep(2)

        first = send(server)
        assert first["state"] == "done", first
        assert first["recipients"] == len(chosen), first
        assert first["accepted"] == len(chosen - dead), first
        assert first["removed"] == len(dead), first
        assert (first["kept"], first["pending"], first["rejected"], first["failed"]) == (0, 0, {}, {}), first

        reached = Counter(delivery["token"] for delivery in simulator.deliveries())
        assert set(reached) == chosen - dead, "exactly the right devices"
        assert set(reached.values()) == {1}, "each of them once"
        assert server.tokens() == {token for token, _, _ in all_devices} - dead, "the dead are gone, all others there"

        second = send(server)
        assert second["removed"] == 0, second
        assert second["accepted"] == len(chosen - dead), second
        assert len(simulator.deliveries()) == 2 * len(chosen - dead)


def send(server):
    """Sends as the page does: the same route, the same form."""
    form = urllib.parse.urlencode(
        {"environment": "production", "audience": "pro", "title": "Sale", "body": "Half price, today only."}
    )
    status, headers, content = server.client.request(
        "POST",
        "/admin/broadcasts",
        form,
        {"Content-Type": "application/x-www-form-urlencoded", "Authorization": f"Bearer {ADMIN_KEY}"},
    )
    assert status == 303, (status, content)
    return server.wait_for_broadcast(headers["Location"].rsplit("/", 1)[1])


def count(server):
    return server.admin("GET", "/admin/tokens/count")[1]["all"]

