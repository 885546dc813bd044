"""How the server ends when it is asked to."""

import json
import socket
import time

from outside import APP_KEY, Server, Simulator


def a_stop_signal_answers_what_is_under_way_and_exits_0(directory):
    with Server(directory) as server:
        host, port = server.client.address.split(":")
        body = json.dumps({"token": "ab" * 32, "pro": True}).encode()
        with socket.create_connection((host, int(port))) as half_sent:
            head = f"POST /tokens HTTP/1.1\r\nHost: x\r\nX-App-Key: {APP_KEY}\r\nContent-Type: application/json\r\n"
            half_sent.sendall(head.encode() + f"Content-Length: {len(body)}\r\n\r\n".encode() + body[:10])
            server.process.terminate()
            half_sent.sendall(body[10:])
            begin = time.monotonic()
            assert server.wait() == 0
            assert time.monotonic() - begin < 10
    with Server(directory) as again:
        assert again.admin("GET", "/healthz")[0] == 200


def a_stop_signal_in_a_broadcast_leaves_it_for_the_next_start(directory):
    with Simulator(directory, "--latency", "20", "--max-streams", "50") as simulator:
        with Server(directory, simulator) as server:
            server.register_all([(f"{number:064x}", True, "production") for number in range(3_000)])
            _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello", "environment": "production"})
            while len(simulator.deliveries()) < 200:
                time.sleep(0.01)
            assert server.stop() == 0
        reached = {delivery["token"] for delivery in simulator.deliveries()}
        assert len(reached) < 3_000, "it was stopped before its end"
        with Server(directory, simulator) as server:
            done = server.wait_for_broadcast(broadcast["id"])
            assert done["state"] == "done" and done["accepted"] == 3_000, done
            deliveries = simulator.deliveries()
            assert len({delivery["token"] for delivery in deliveries}) == 3_000, "nobody is left out"
            assert len({delivery["apnsId"] for delivery in deliveries}) == 3_000, "a repeat bears the same apns-id"
