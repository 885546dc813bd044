"""What a broadcast does while the network between it and its APNs drops every packet, and closes no connection."""

import os
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from pathlib import Path

COUNT = 2_000
# So many a second: enough that the broadcast is still under way when the network fails for the second time.
RATE = 400
STREAMS = 100
CONNECTIONS = 2
# Some answers are on their way when the network fails.
LATENCY_MS = 100
HERE = Path(__file__).resolve()
# A network and files of its own, which end with the process.
OWN_NETWORK = ("unshare", "--net", "--mount", "--propagation", "private")
NEAR, FAR = "10.0.0.1", "10.0.0.2"


def a_broadcast_outlives_a_network_that_drops_every_packet(directory):
    from outside import Skipped

    if not shutil.which("ip"):
        raise Skipped("There is no ip: install iproute2.")
    attempt = subprocess.run([*OWN_NETWORK, "ip", "link", "add", "type", "veth"], capture_output=True, text=True)
    if attempt.returncode != 0:
        raise Skipped(f"This machine lets no network namespace be made: {attempt.stderr.strip()}")
    support = str(HERE.parent.parent / "OutsideSupport")
    environment = os.environ | {"PYTHONPATH": support}
    inside = subprocess.run([*OWN_NETWORK, sys.executable, HERE, directory], env=environment)
    assert inside.returncode == 0, "it failed in its own network"


class Network:
    """Three namespaces in a row: this process's, one with nothing but a bridge, and one for APNs.

    To take a cable out of the bridge leaves the links at both ends up: packets vanish, and nobody is told.
    """

    def __init__(self):
        self.keepers = [self._namespace(), self._namespace()]
        middle, far = (keeper.pid for keeper in self.keepers)
        self.middle, self.far = ("nsenter", "-t", str(middle), "-n"), ("nsenter", "-t", str(far), "-n")
        run("ip", "link", "set", "lo", "up")
        run("ip", "link", "add", "near", "type", "veth", "peer", "name", "one", "netns", str(middle))
        run("ip", "address", "add", f"{NEAR}/24", "dev", "near")
        run("ip", "link", "set", "near", "up")
        run(*self.middle, "ip", "link", "add", "bridge", "type", "bridge")
        run(*self.middle, "ip", "link", "add", "two", "type", "veth", "peer", "name", "far", "netns", str(far))
        for link in ("bridge", "one", "two"):
            run(*self.middle, "ip", "link", "set", link, "up")
        run(*self.far, "ip", "address", "add", f"{FAR}/24", "dev", "far")
        run(*self.far, "ip", "link", "set", "far", "up")
        run(*self.middle, "ip", "link", "set", "one", "master", "bridge")
        self.mend()

    def cut(self):
        run(*self.middle, "ip", "link", "set", "two", "nomaster")

    def mend(self):
        run(*self.middle, "ip", "link", "set", "two", "master", "bridge")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for keeper in self.keepers:
            keeper.communicate()

    @staticmethod
    def _namespace():
        """A process that keeps a network namespace, once it has one."""
        keeper = subprocess.Popen(
            ["unshare", "--net", "sh", "-c", "echo ready; exec cat"], stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        keeper.stdout.readline()
        return keeper


def run(*command):
    subprocess.run(command, check=True)


def inside(directory):
    from outside import Server, Simulator, wait_until

    # The simulator's certificate is for this name.
    hosts = directory / "hosts"
    hosts.write_text(f"{FAR} localhost\n")
    run("mount", "--bind", hosts, "/etc/hosts")
    options = ("--max-streams", str(STREAMS), "--latency", str(LATENCY_MS))
    with (
        Network() as network,
        Simulator(directory, *options, listen=f"{FAR}:0", prefix=network.far) as simulator,
        Server(directory, simulator, PUSHY_APNS_PRODUCTION_URL=simulator.url.replace(FAR, "localhost")) as server,
    ):
        server.register_all([(f"{number:064x}", True, "production") for number in range(COUNT)])
        message = {"body": "Hello", "environment": "production", "ratePerSecond": RATE}
        _, broadcast = server.admin("POST", "/admin/broadcasts", message)
        wait_until(lambda: len(simulator.deliveries()) > COUNT // 10)

        # For a moment: nothing is given up, and what was lost on the way is sent again by the system.
        network.cut()
        stalled = stalls(simulator)
        network.mend()
        wait_until(lambda: len(simulator.deliveries()) > stalled + STREAMS)
        assert (number_of(server, "ambiguous_total"), number_of(server, "reconnects_total")) == (0, 0)

        # Until nobody waits for the answers any more: they may have been on their way.
        network.cut()
        stalled = stalls(simulator)
        assert stalled < COUNT
        assert number_of(server, "open_connections") == CONNECTIONS, "the connections are closed by nobody"
        wait_until(lambda: number_of(server, "ambiguous_total") > 0)
        assert len(simulator.deliveries()) == stalled, "no packet comes through"
        network.mend()
        done = server.wait_for_broadcast(broadcast["id"])
    assert done["state"] == "done" and done["accepted"] == COUNT and done["failed"] == {}, done
    names = defaultdict(list)
    for delivery in simulator.deliveries():
        names[delivery["token"]].append((delivery["apnsId"], delivery["collapseId"]))
    assert len(names) == COUNT, f"{COUNT - len(names)} devices were left out"
    assert all(len(set(same)) == 1 for same in names.values()), "a repeat bears the first one's names"
    repeats = sum(len(same) - 1 for same in names.values())
    print(f"  {repeats} repeats")
    assert repeats <= CONNECTIONS * STREAMS, "no more are repeated than were in flight"


def stalls(simulator):
    """How many deliveries there are, once they have stopped growing."""
    count = -1
    while (now := len(simulator.deliveries())) != count:
        count = now
        time.sleep(0.3)
    return count


def number_of(server, name):
    from outside import ADMIN_KEY

    _, _, content = server.client.request("GET", "/metrics", headers={"Authorization": f"Bearer {ADMIN_KEY}"})
    values = re.findall(rf"^pushy_apns_{name}\S* (\d+)$", content.decode(), re.MULTILINE)
    return sum(int(value) for value in values)


if __name__ == "__main__":
    inside(Path(sys.argv[1]))
