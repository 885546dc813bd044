"""What a broadcast does while the name of its APNs is not found."""

import re
from collections import Counter

from outside import ADMIN_KEY, Server, Simulator, wait_until

COUNT = 1_500
# In a mount namespace of its own the server sees these files in place of the system's.
OWN_NAMES = (
    *("unshare", "--mount", "--propagation", "private", "sh", "-c"),
    'mount --bind "$1" /etc/hosts && mount --bind "$2" /etc/resolv.conf && shift 2 && exec "$@"',
    "sh",
)


def a_broadcast_outlives_a_name_that_is_not_found_for_a_while(directory):
    hosts, servers = directory / "hosts", directory / "resolv.conf"
    hosts.write_text("127.0.0.1 localhost\n")
    servers.write_text("")
    leave = [{"connection": number, "after": 300, "times": 1, "goAway": "before"} for number in (1, 2)]
    with Simulator(directory, rules={"rules": leave}) as simulator:
        url = simulator.url.replace("127.0.0.1", "localhost")
        with Server(
            directory,
            simulator,
            prefix=(*OWN_NAMES, str(hosts), str(servers)),
            PUSHY_APNS_PRODUCTION_URL=url,
        ) as server:
            server.register_all([(f"{number:064x}", True, "production") for number in range(COUNT)])
            _, broadcast = server.admin(
                "POST", "/admin/broadcasts", {"body": "Hello", "environment": "production", "ratePerSecond": 500}
            )
            wait_until(lambda: len(simulator.deliveries()) > 100)
            # Both connections stand by now; once they go, there is no other.
            hosts.write_text("")
            wait_until(lambda: connection_failures(server) >= 4)
            assert len(simulator.deliveries()) < COUNT
            hosts.write_text("127.0.0.1 localhost\n")
            done = server.wait_for_broadcast(broadcast["id"])
        assert done["state"] == "done" and done["accepted"] == COUNT and done["failed"] == {}, done
        reached = Counter(delivery["token"] for delivery in simulator.deliveries())
        assert len(reached) == COUNT and set(reached.values()) == {1}, "each of them once"


def connection_failures(server):
    _, _, content = server.client.request("GET", "/metrics", headers={"Authorization": f"Bearer {ADMIN_KEY}"})
    values = re.findall(r"^pushy_apns_connection_failures_total\S* (\d+)$", content.decode(), re.MULTILINE)
    return sum(int(value) for value in values)
