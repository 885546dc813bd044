"""A broadcast that is killed again and again reaches everyone, and repeats little."""

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
        deliveries = defaultdict(list)
        for delivery in simulator.deliveries():
            deliveries[delivery["token"]].append((delivery["apnsId"], delivery["collapseId"]))
        assert len(deliveries) == COUNT, f"{COUNT - len(deliveries)} recipients were left out"
        assert all(len(set(names)) == 1 for names in deliveries.values()), "a repeat bears the first one's names"
        repeats = sum(len(names) - 1 for names in deliveries.values())
        print(f"  {kills} kills, {repeats} repeats")
        assert repeats <= kills * REPEATS_PER_KILL, (kills, repeats)
