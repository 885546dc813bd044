"""What the tests that see Pushy from outside share: its processes, requests to it, and a plain runner."""

import http.client
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import traceback
from pathlib import Path

BINARY = os.environ["BUILT_PUSHY"]
APP_KEY = "an app key of the tests"
ADMIN_KEY = "an admin key of the tests"
TOPIC = "com.example.app"
# What the server asks APNs with whether it takes notifications; a test's first device may have the same token.
QUESTION = {"token": "0" * 64, "pushType": "background"}
# A sanitizer or a busy machine makes everything slower; only a hang takes this long.
PATIENCE = 60
# Enough that registrations share commits.
CLIENTS = 16


class Skipped(Exception):
    """Why a test cannot be run on this machine."""


class Process:
    """A running `pushy` command, whose standard error is kept."""

    def __init__(self, *arguments, environment=None, cwd=None, prefix=()):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PUSHY_")}
        self.lines = []
        self.process = subprocess.Popen(
            [*prefix, BINARY, *arguments],
            env=clean | (environment or {}),
            cwd=cwd,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        self.address_found = threading.Event()
        self.url = None
        self.readers = [
            threading.Thread(target=self._read, args=(stream,), daemon=True)
            for stream in (self.process.stdout, self.process.stderr)
        ]
        for reader in self.readers:
            reader.start()

    def _read(self, stream):
        for line in stream:
            self.lines.append(line.rstrip("\n"))
            found = re.search(r"listening on (https?://\S+)", line)
            if found and not self.url:
                self.url = found.group(1)
                self.address_found.set()
        self.address_found.set()

    def wait_until_listening(self):
        self.address_found.wait(PATIENCE)
        if not self.url:
            self.kill()
            raise AssertionError("it does not listen: " + " | ".join(self.lines))
        return self

    def wait(self):
        """The exit status, once it has ended."""
        status = self.process.wait(PATIENCE)
        for reader in self.readers:
            reader.join(PATIENCE)
        return status

    def stop(self):
        """Asks it to end as a service manager does, and returns its exit status."""
        self.process.send_signal(signal.SIGTERM)
        return self.wait()

    def kill(self):
        """Ends it at once, as a power cut would."""
        self.process.kill()
        return self.wait()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.kill()


class Simulator(Process):
    """An APNs on this machine."""

    def __init__(self, directory, *arguments, rules=None, settings=None, listen="127.0.0.1:0", prefix=()):
        self.directory = Path(directory)
        self.key_file = self.directory / "key.p8"
        self.ca_file = self.directory / "ca.pem"
        self.log_file = self.directory / "deliveries.jsonl"
        if not self.key_file.exists():
            subprocess.run(
                ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", self.key_file],
                check=True,
                capture_output=True,
            )
        if rules is not None:
            rules_file = self.directory / "rules.json"
            rules_file.write_text(json.dumps(rules))
            arguments += ("--rules", str(rules_file))
        super().__init__(
            *("simulator", "--listen", listen, "--topic", TOPIC, "--key-file", str(self.key_file)),
            *("--ca-out", str(self.ca_file), "--log", str(self.log_file), *arguments),
            environment=settings,
            prefix=prefix,
        )
        self.wait_until_listening()

    def deliveries(self):
        """The notifications that it accepted, in their order, without those that only ask whether it is there."""
        if not self.log_file.exists():
            return []
        deliveries = [json.loads(line) for line in self.log_file.read_text().splitlines()]
        return [delivery for delivery in deliveries if not QUESTION.items() <= delivery.items()]


class Server(Process):
    """A Pushy server on a port that the system picks."""

    def __init__(self, directory, simulator=None, prefix=(), **settings):
        environment = {
            "PUSHY_LISTEN": "127.0.0.1:0",
            "PUSHY_DATA": str(Path(directory) / "data"),
            "PUSHY_APP_KEY": APP_KEY,
            "PUSHY_ADMIN_KEY": ADMIN_KEY,
            "PUSHY_KV_PLAN": "unlimited",
            "PUSHY_RATE_LIMIT": "0",
        }
        if simulator:
            environment |= {
                "PUSHY_APNS_KEY_FILE": str(simulator.key_file),
                "PUSHY_APNS_KEY_ID": "ABCDE12345",
                "PUSHY_APNS_TEAM_ID": "TEAM123456",
                "PUSHY_APNS_TOPIC": TOPIC,
                "PUSHY_APNS_PRODUCTION_URL": simulator.url,
                "PUSHY_APNS_SANDBOX_URL": simulator.url,
                "PUSHY_APNS_CA_FILE": str(simulator.ca_file),
            }
        self.environment = environment | settings
        super().__init__("serve", environment=self.environment, cwd=directory, prefix=prefix)
        self.wait_until_listening()
        self.client = Client(self.url)

    def register(self, token, pro=True, environment=None, client=None):
        """Registers a device; the status of the answer and its JSON."""
        body = {"token": token, "pro": pro} | ({"environment": environment} if environment else {})
        return (client or self.client).json("POST", "/tokens", body, {"X-App-Key": APP_KEY})

    def register_all(self, devices):
        """Registers devices, as tuples of token, pro and environment, over a few connections at once."""
        failures = []

        def work(share):
            client = Client(self.url)
            for token, pro, environment in share:
                status, answer = self.register(token, pro, environment, client)
                if (status, answer) != (200, {"status": "registered"}):
                    failures.append((status, answer))

        workers = [threading.Thread(target=work, args=(devices[n::CLIENTS],)) for n in range(CLIENTS)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert not failures, failures[:3]

    def admin(self, method, path, body=None, headers=None):
        """A request of the owner's; the status of the answer and its JSON."""
        return self.client.json(method, path, body, {"Authorization": f"Bearer {ADMIN_KEY}"} | (headers or {}))

    def namespace(self, title):
        """The address of a namespace in the Workers KV API, which is made if it is not there."""
        address = "/client/v4/accounts/any/storage/kv/namespaces"
        _, found = self.admin("GET", address + "?per_page=1000")
        for namespace in found["result"]:
            if namespace["title"] == title:
                return f"{address}/{namespace['id']}"
        _, made = self.admin("POST", address, {"title": title})
        return f"{address}/{made['result']['id']}"

    def quota(self):
        """The report of the budget."""
        return self.admin("GET", "/admin/quota")[1]

    def tokens(self):
        """All tokens that are registered."""
        found, cursor = set(), ""
        while True:
            _, page = self.admin("GET", f"/admin/tokens?limit=1000{cursor}")
            found |= {entry["token"] for entry in page["tokens"]}
            if "cursor" not in page:
                return found
            cursor = f"&cursor={page['cursor']}"

    def wait_for_broadcast(self, broadcast_id):
        """The broadcast, once it is over."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            _, broadcast = self.admin("GET", f"/admin/broadcasts/{broadcast_id}")
            if broadcast["state"] in ("done", "stopped", "cancelled"):
                return broadcast
            time.sleep(0.05)
        raise AssertionError(f"the broadcast is not over: {broadcast}")


class Client:
    """A connection that is kept open, as an app's would be."""

    def __init__(self, url):
        self.address = re.sub(r"^https?://", "", url).rstrip("/")
        self.connection = http.client.HTTPConnection(self.address, timeout=PATIENCE)

    def request(self, method, path, body=None, headers=None):
        self.connection.request(method, path, body=body, headers=headers or {})
        answer = self.connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def json(self, method, path, body=None, headers=None):
        headers = {"Content-Type": "application/json"} | (headers or {})
        data = json.dumps(body) if body is not None else None
        status, _, content = self.request(method, path, data, headers)
        return status, json.loads(content) if content else None


def wait_until(condition):
    """Returns once it is so."""
    end = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def run(*tests):
    """Runs tests one after the other, each with a directory of its own, and says how many passed on the last line."""
    failed = skipped = 0
    for test in tests:
        name = test.__name__.replace("_", " ")
        begin = time.monotonic()
        with tempfile.TemporaryDirectory(prefix="pushy-outside-") as directory:
            try:
                test(Path(directory))
                print(f"✔ {name} ({time.monotonic() - begin:.1f} s)", flush=True)
            except Skipped as reason:
                skipped += 1
                print(f"↷ {name}: skipped. {reason}", flush=True)
            except Exception:
                failed += 1
                print(f"✘ {name}", flush=True)
                traceback.print_exc(file=sys.stdout)
    if skipped:
        print(f"{skipped} skipped", flush=True)
    print(f"{len(tests) - failed - skipped} passed, {failed} failed", flush=True)
    sys.exit(1 if failed or not tests else 0)
