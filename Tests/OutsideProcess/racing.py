"""Many who write at once, and a process that is killed under them: the budget neither gives nor loses a write."""

import http.client
import random
import threading
from collections import Counter

from clock import Clock
from outside import ADMIN_KEY, APP_KEY, Client, Server

NOON = "2026-11-30 12:00:00"
BEARER = {"Authorization": f"Bearer {ADMIN_KEY}"}
CONNECTIONS = 64
DAY = 1_000
LEFT = 100
TRIES = 5
KILLS = 8
# More than all turns together write before the last one, which spends the rest.
DAY_OF_KILLS = 6_000
# Enough numbers for the writes of a turn.
TURN = 100_000
# The keys of a bulk write.
BULK = 4


def sixty_four_connections_share_the_last_hundred_writes_of_the_day(directory):
    with Clock(directory, NOON) as clock, Server(directory, **free_plan(clock, DAY)) as server:
        namespace = server.namespace("race")
        pairs = [{"key": f"before {number}", "value": "x"} for number in range(DAY - LEFT)]
        assert server.admin("PUT", f"{namespace}/bulk", pairs)[0] == 200
        start = threading.Barrier(CONNECTIONS)
        answers = []

        def work(connection):
            writer = SingleWriter(server, namespace, connection)
            start.wait()
            for number in range(TRIES):
                answers.append(writer.write(number))

        in_parallel(work)
        assert len(answers) == CONNECTIONS * TRIES
        assert Counter(status for status, _ in answers) == {200: LEFT, 429: len(answers) - LEFT}
        writes = server.quota()["writes"]
        assert writes == {"used": DAY, "limit": DAY, "remaining": 0, "refused": len(answers) - LEFT}, writes
        assert len(stored(server, namespace)) == DAY


def a_process_that_is_killed_again_and_again_counts_the_writes_that_are_in_the_store(directory):
    answered = set()
    for turn in range(KILLS):
        # A clock of its own: one that is killed in the middle of telling the time would stop the others'.
        with Clock(directory, NOON) as clock, Server(directory, **free_plan(clock, DAY_OF_KILLS)) as server:
            namespace = server.namespace("race")
            check(server, namespace, answered)
            enough = threading.Event()
            stop_at = len(answered) + random.Random(turn).randrange(100, 300)

            def work(connection):
                writer = Writer(server, namespace, connection)
                number = turn * TURN
                try:
                    while True:
                        if writer.write(number)[0] == 200:
                            answered.update(writer.keys(number))
                        if len(answered) >= stop_at:
                            enough.set()
                        number += 1
                except (OSError, http.client.HTTPException, ValueError):
                    # The server was killed under it: what had no answer may be there or not.
                    return

            def kill():
                assert enough.wait(60)
                server.kill()

            killer = threading.Thread(target=kill)
            killer.start()
            in_parallel(work)
            killer.join()
    with Clock(directory, NOON) as clock, Server(directory, **free_plan(clock, DAY_OF_KILLS)) as server:
        namespace = server.namespace("race")
        check(server, namespace, answered)

        def spend(connection):
            writer, number = SingleWriter(server, namespace, connection), KILLS * TURN
            while writer.write(number)[0] == 200:
                number += 1

        in_parallel(spend)
        assert len(check(server, namespace, answered)) == DAY_OF_KILLS, "the kills cost no write, and gave none"


class SingleWriter:
    """A connection whose writes all have keys of their own: it registers devices, or puts values."""

    def __init__(self, server, namespace, connection):
        self.client = Client(server.url)
        self.namespace = namespace
        self.connection = connection

    def keys(self, number):
        """What a write of this number writes."""
        return {f"{self.connection:04x}{number:060x}"}

    def write(self, number):
        """The status of the answer and its JSON."""
        [key] = SingleWriter.keys(self, number)
        if self.connection % 2:
            return self.client.json("PUT", f"{self.namespace}/values/{key}", "x", BEARER)
        return self.client.json("POST", "/tokens", {"token": key, "pro": True}, {"X-App-Key": APP_KEY})


class Writer(SingleWriter):
    """The same, but every eighth connection writes in bulk."""

    def keys(self, number):
        [key] = super().keys(number)
        return {f"{key}{part}" for part in range(BULK)} if self.connection % 8 == 7 else {key}

    def write(self, number):
        keys = self.keys(number)
        if len(keys) == 1:
            return super().write(number)
        return self.client.json("PUT", f"{self.namespace}/bulk", [{"key": key, "value": "x"} for key in keys], BEARER)


def check(server, namespace, answered):
    """What is stored is what is counted, and all that was answered is in it."""
    keys = stored(server, namespace)
    writes = server.quota()["writes"]
    assert writes["used"] == len(keys), (writes, len(keys))
    assert answered <= keys, f"{len(answered - keys)} answered writes are lost"
    return keys


def stored(server, namespace):
    """The keys of both namespaces."""
    found, cursor = server.tokens(), ""
    while True:
        _, page = server.admin("GET", f"{namespace}/keys?limit=1000&cursor={cursor}")
        found |= {entry["name"] for entry in page["result"]}
        cursor = page["result_info"]["cursor"]
        if not cursor:
            return found


def in_parallel(work):
    workers = [threading.Thread(target=work, args=(connection,)) for connection in range(CONNECTIONS)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def free_plan(clock, writes):
    return {"PUSHY_KV_PLAN": "free", "PUSHY_KV_WRITES": str(writes)} | clock.settings
