"""What was answered is kept, whatever happens to the process and the disk."""

import http.client
import random
import subprocess
import threading

from outside import Client, Server

CLIENTS = 16
KILLS = 5


def every_answered_registration_survives_a_kill(directory):
    answered = set()
    for round in range(KILLS):
        server = Server(directory)
        stop_at = 200 + random.Random(round).randrange(400)
        enough = threading.Event()
        new = set()

        def work(client_number):
            picks = random.Random(round * CLIENTS + client_number)
            client = Client(server.url)
            try:
                while True:
                    token = f"{picks.getrandbits(256):064x}"
                    status, _ = server.register(token, client=client)
                    if status == 200:
                        new.add(token)
                    if len(new) >= stop_at:
                        enough.set()
            except (OSError, http.client.HTTPException, ValueError):
                # The server was killed under it: what had no answer counts as nothing.
                return

        workers = [threading.Thread(target=work, args=(number,)) for number in range(CLIENTS)]
        for worker in workers:
            worker.start()
        assert enough.wait(60)
        server.kill()
        for worker in workers:
            worker.join()
        answered |= new
        with Server(directory) as restarted:
            there = restarted.tokens()
            assert answered <= there, f"{len(answered - there)} answered registrations are lost"


def a_full_disk_answers_503_and_works_again_once_there_is_room(directory):
    disk = directory / "disk"
    disk.mkdir()
    subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", disk], check=True)
    try:
        with Server(directory, PUSHY_DATA=str(disk / "data")) as server:
            ballast = disk / "ballast"
            first = f"{1:064x}"
            assert server.register(first)[0] == 200
            fill(ballast)
            status, problem = until_refused(server)
            assert status == 503, problem
            assert problem["status"] == 503 and problem["detail"], problem
            there = server.tokens()
            assert first in there, "what was there can be read"
            refused = problem["token"]
            assert refused not in there, "nothing is half done"
            ballast.unlink()
            assert server.register(refused) == (200, {"status": "registered"}), "it works again by itself"
            assert server.stop() == 0
    finally:
        subprocess.run(["umount", disk], check=True)


def fill(path):
    """Writes until there is no room left."""
    with open(path, "wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * 4096)
        except OSError:
            return


def until_refused(server):
    """Registers until the store is out of room, for it has some pages to use again."""
    for number in range(2, 5_000):
        token = f"{number:064x}"
        status, answer = server.register(token)
        if status != 200:
            return status, answer | {"token": token}
    raise AssertionError("the disk never filled")

