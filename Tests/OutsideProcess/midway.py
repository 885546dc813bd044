"""What happens to a broadcast, and beside it, while it is on its way."""

import subprocess
import threading
import time

from durability import fill
from outside import Client, Process, Server, Simulator

COUNT = 6_000


def a_disk_that_fills_costs_a_broadcast_nobody(directory):
    disk = directory / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], check=True)
    try:
        with (
            Simulator(directory, "--latency", "20", "--max-streams", "50") as simulator,
            Server(directory, simulator, PUSHY_DATA=str(disk / "data")) as server,
        ):
            broadcast = begin(server, ratePerSecond=500)
            ballast = disk / "ballast"
            fill(ballast)
            use_up_free_pages(server)
            wait_for(server, broadcast, lambda now: now["accepted"] > 1_000 or now["state"] == "paused")
            ballast.unlink()
            done = server.wait_for_broadcast(broadcast["id"])
            assert done["state"] == "done" and done["accepted"] == COUNT, done
            deliveries = [delivery["token"] for delivery in simulator.deliveries()]
            assert len(set(deliveries)) == COUNT
    finally:
        subprocess.run(["umount", disk], check=True)


def a_backup_under_load_holds_one_moment(directory):
    with Simulator(directory, "--latency", "20", "--max-streams", "50") as simulator:
        with Server(directory, simulator) as server:
            broadcast = begin(server)
            stop = threading.Event()

            def register():
                client, number = Client(server.url), COUNT
                while not stop.is_set():
                    assert server.register(f"{number:064x}", client=client)[0] == 200
                    number += 1

            load = threading.Thread(target=register)
            load.start()
            time.sleep(0.3)
            with Process("backup", str(directory / "copy"), environment=server.environment, cwd=directory) as backup:
                assert backup.wait() == 0, backup.lines
            stop.set()
            load.join()
            server.wait_for_broadcast(broadcast["id"])
        restored = {"PUSHY_DATA": str(directory / "restored")}
        with Process("restore", str(directory / "copy"), environment=restored, cwd=directory) as restore:
            assert restore.wait() == 0, restore.lines
        with Server(directory, simulator, **restored) as copy:
            tokens = sorted(int(token, 16) for token in copy.tokens())
            assert tokens == list(range(len(tokens))) and len(tokens) >= COUNT, "registrations up to one moment"
            done = copy.wait_for_broadcast(broadcast["id"])
            assert done["state"] == "done" and done["accepted"] >= COUNT, "the broadcast goes on from the copy"


def use_up_free_pages(server):
    """Registers devices that are not recipients until nothing can be written any more."""
    for number in range(20_000):
        if server.register(f"f{number:063x}", environment="sandbox")[0] == 503:
            return
    raise AssertionError("the disk never filled")


def begin(server, **options):
    server.register_all([(f"{number:064x}", True, "production") for number in range(COUNT)])
    _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello"} | options)
    return wait_for(server, broadcast, lambda now: now["accepted"] > 300)


def wait_for(server, broadcast, condition):
    end = time.monotonic() + 60
    while time.monotonic() < end:
        _, now = server.admin("GET", f"/admin/broadcasts/{broadcast['id']}")
        if condition(now):
            return now
        time.sleep(0.02)
    raise AssertionError(now)
