"""A broadcast that is killed again and again reaches everyone, and repeats little."""

import json
import random
import time
from collections import defaultdict

from outside import Server, Simulator

COUNT = 20_000
KILLS = 100
# Together 2,000 notifications a second: enough to come to an end, few enough to be killed a hundred times before.
STREAMS = 20
LATENCY_MS = 20
# What a kill may repeat: the page that was not settled, the one behind it, and what was in flight.
REPEATS_PER_KILL = 2 * 250 + 2 * STREAMS
# Devices that nobody has, whose tokens come first: the broadcast looks further before it judges.
MADE_UP = 256


def a_broadcast_that_is_killed_a_hundred_times_reaches_everyone(directory):
    picks = random.Random(20261130)
    with Simulator(directory, "--latency", str(LATENCY_MS), "--max-streams", str(STREAMS)) as simulator:
        with Server(directory, simulator) as server:
            server.register_all([(f"{number:064x}", True, "production") for number in range(COUNT)])
            _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello", "environment": "production"})
            server.kill()
        kills = 1
        for _ in range(KILLS - 1):
            with Server(directory, simulator) as server:
                time.sleep(picks.uniform(0.02, 0.25))
                is_over = server.admin("GET", f"/admin/broadcasts/{broadcast['id']}")[1]["state"] == "done"
                server.kill()
            kills += 1
            if is_over:
                break
        with Server(directory, simulator) as server:
            done = server.wait_for_broadcast(broadcast["id"])
        assert done["state"] == "done" and done["accepted"] == COUNT, done
        check_deliveries(simulator, COUNT, kills)


def one_that_begins_with_made_up_devices_is_killed_while_it_looks_further(directory):
    picks = random.Random(20261201)
    count, kills = 2_000, 10
    rules = directory / "made-up.json"
    prefix = f"{0:064x}"[: -len(f"{MADE_UP - 1:x}")]
    rules.write_text(json.dumps({"rules": [{"tokenPrefix": prefix, "status": 400, "reason": "BadDeviceToken"}]}))
    options = ["--latency", str(LATENCY_MS), "--max-streams", str(STREAMS), "--rules", str(rules)]
    with Simulator(directory, *options) as simulator:
        with Server(directory, simulator) as server:
            server.register_all([(f"{number:064x}", True, "production") for number in range(count)])
            _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello", "environment": "production"})
            server.kill()
        for _ in range(kills - 1):
            with Server(directory, simulator) as server:
                time.sleep(picks.uniform(0.02, 0.4))
                server.kill()
        with Server(directory, simulator) as server:
            done = server.wait_for_broadcast(broadcast["id"])
        assert done["state"] == "done" and done["accepted"] == count - MADE_UP, done
        assert done["rejected"] == {"BadDeviceToken": MADE_UP}, done
        check_deliveries(simulator, count - MADE_UP, kills)


def check_deliveries(simulator, count, kills):
    deliveries = defaultdict(list)
    for delivery in simulator.deliveries():
        deliveries[delivery["token"]].append((delivery["apnsId"], delivery["collapseId"]))
    assert len(deliveries) == count, f"{count - len(deliveries)} recipients were left out"
    assert all(len(set(names)) == 1 for names in deliveries.values()), "a repeat bears the first one's names"
    repeats = sum(len(names) - 1 for names in deliveries.values())
    print(f"  {kills} kills, {repeats} repeats")
    assert repeats <= kills * REPEATS_PER_KILL, (kills, repeats)
