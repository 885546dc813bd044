"""What the owner is told of the budget, at an address of the owner's: each thing once, over http and https."""

import http.server
import json
import os
import ssl
import subprocess
import threading

from clock import Clock
from outside import PATIENCE, Server

WRITES = 1_000


def alerts_and_spikes_are_posted_once_each(directory):
    with Clock(directory, "2026-11-30 12:00:00") as clock:
        plan = {"PUSHY_KV_PLAN": "free"} | clock.settings
        the_first_day_over_http(directory, plan)
        the_next_day_over_https(directory, plan, clock)


def the_first_day_over_http(directory, plan):
    with Receiver() as receiver, Server(directory, PUSHY_ALERT_URL=receiver.url("/hook?key=secret"), **plan) as server:
        write(server, "first", WRITES)
        told = receiver.wait_for(4)
        assert [percent(notice) for notice in told] == [50, 90, 100, None], told
        assert receiver.paths == {"/hook?key=secret"}, receiver.paths
        last = told[2]
        assert last["text"].startswith("100 % of the day's writes are spent: 1000 of 1000."), last
        assert last["alert"] == {"at": "2026-11-30T12:00:00Z", "percent": 100, "kind": "writes"}, last
        facts = {"plan": "free", "day": "2026-11-30", "resetsAt": "2026-12-01T00:00:00Z", "used": 1000, "limit": 1000}
        assert {name: last[name] for name in facts} == facts, last
        spike = told[3]["spike"]
        assert (spike["kind"], spike["new"], spike["baseline"]) == ("rollout", WRITES, 0), spike
        assert server.quota()["alerts"][2] == last["alert"]
        assert server.stop() == 0
    in_log = [line for line in server.lines if "of the day's writes are spent" in line]
    assert len(in_log) == 3 and "secret" not in " ".join(server.lines), server.lines


def the_next_day_over_https(directory, plan, clock):
    authority, key = certificate(directory, clock)
    with Receiver(authority, key) as receiver:
        settings = plan | {"PUSHY_ALERT_URL": receiver.url("/"), "PUSHY_CA_FILE": str(authority)}
        with Server(directory, **settings) as server:
            clock.set("2026-12-01 13:00:00")
            write(server, "second", WRITES // 2)
            told = receiver.wait_for(2)
            assert server.stop() == 0
    assert [percent(notice) for notice in receiver.told] == [50, None], "the day before was told; this one is told anew"
    assert told[0]["day"] == "2026-12-01", told


def write(server, title, count):
    """Puts so many values in one commit, so that no look at the budget comes between."""
    pairs = [{"key": str(number), "value": "x"} for number in range(count)]
    assert server.admin("PUT", f"{server.namespace(title)}/bulk", pairs)[0] == 200


def percent(notice):
    """What share an alert is about; nothing for a spike."""
    return notice["alert"]["percent"] if "alert" in notice else None


def certificate(directory, clock):
    """A certificate for this machine that is its own authority, of the clock's day, and its key."""
    authority, key = directory / "receiver.pem", directory / "receiver.key"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "30"]
        + ["-subj", "/CN=receiver", "-addext", "subjectAltName=IP:127.0.0.1", "-out", authority, "-keyout", key],
        env=os.environ | clock.settings,
        check=True,
        capture_output=True,
    )
    return authority, key


class Receiver:
    """An address of the owner's that takes what is posted there."""

    def __init__(self, certificate_file=None, key_file=None):
        self.told = []
        self.paths = set()
        self.arrival = threading.Condition()
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                assert self.headers["Content-Type"] == "application/json"
                self.send_response(204)
                self.end_headers()
                with receiver.arrival:
                    receiver.told.append(body)
                    receiver.paths.add(self.path)
                    receiver.arrival.notify_all()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.scheme = "http"
        if certificate_file:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(certificate_file, key_file)
            self.server.socket = context.wrap_socket(self.server.socket, server_side=True)
            self.scheme = "https"
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True)
        self.thread.start()

    def url(self, path):
        return f"{self.scheme}://127.0.0.1:{self.server.server_port}{path}"

    def wait_for(self, count):
        """What was posted, once it is so many."""
        with self.arrival:
            assert self.arrival.wait_for(lambda: len(self.told) >= count, PATIENCE), self.told
            return list(self.told)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()
