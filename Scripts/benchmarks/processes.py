"""The processes that are measured, and how much they use."""

import json
import os
import re
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

BINARY = os.environ.get("BUILT_PUSHY", "")
TOPIC = "com.example.app"
KEY_ID = "ABCDE12345"
TEAM_ID = "TEAM123456"
ADMIN_KEY = "admin-key-of-the-benchmark"
APP_KEY = "app-key-of-the-benchmark"
# How the tokens of devices end that are gone.
DEAD = "deadbeefdead"
TICKS = os.sysconf("SC_CLK_TCK")


def anonymous_bytes(process_id):
    """Resident memory without the pages of files, which the system takes back when it needs them."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(re.search(r"RssAnon:\s*(\d+)", status).group(1)) * 1024


def say(text):
    seconds = int(time.monotonic() - BEGIN)
    print(f"==> {seconds // 60:2}:{seconds % 60:02} {text}", file=sys.stderr, flush=True)


BEGIN = time.monotonic()


STARTED = []


def start(arguments, **options):
    """Starts a process that is ended with this one at the latest."""
    process = subprocess.Popen([str(word) for word in arguments], **options)
    STARTED.append(process)
    return process


def end_all():
    """Ends what still runs: after an interruption, between a start and whoever would have ended it."""
    for process in STARTED:
        if process.poll() is None:
            process.kill()
            process.wait()


class Process:
    """A running `pushy` command that says where it listens."""

    def __init__(self, *arguments, environment=None):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PUSHY_")}
        self.process = start([BINARY, *arguments], env=clean | (environment or {}), stderr=subprocess.PIPE, text=True)
        self.url = None
        for line in self.process.stderr:
            found = re.search(r"listening on (https?://\S+)", line)
            if found:
                self.url = found.group(1)
                break
        assert self.url, "it does not listen"
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    @property
    def port(self):
        return self.url.rsplit(":", 1)[1].rstrip("/")

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICKS

    def watch(self, run):
        """The same run, with the share of a core that this process used meanwhile."""

        def watched():
            begin = self.cpu_seconds()
            result = run()
            return result | {"busy": (self.cpu_seconds() - begin) / result["seconds"]}

        return watched

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(20)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Simulator(Process):
    """An APNs on this machine: Pushy's own, with its checks off."""

    name = "the simulator"
    fixed_streams = None

    def __init__(self, scratch, streams, *arguments, rules=None):
        self.key_file = provider_key(scratch)
        self.ca_file = scratch / "ca.pem"
        if rules is not None:
            file = scratch / "rules.json"
            file.write_text(json.dumps({"rules": rules}))
            arguments += ("--rules", str(file))
        super().__init__(
            "simulator", "--listen", "127.0.0.1:0", "--ca-out", str(self.ca_file), "--unchecked",
            "--max-streams", str(streams), *arguments,
        )  # fmt: skip


class H2O(Process):
    """A server that nobody here wrote, which answers 200, or 410 by the path's end.

    It names the `apns-id`, as Apple does, and sends a body, because aioapns waits for the one and chokes on an empty other.
    """

    name = "h2o"
    # Built into h2o.
    fixed_streams = 100
    more_paths = ""
    # What answers, in Ruby.
    handler = """
          Proc.new do |env|
            if env["PATH_INFO"].end_with?("%s")
              [410, {"content-type" => "application/json"}, ['{"reason":"Unregistered","timestamp":4070908800000}']]
            else
              [200, {"apns-id" => env["HTTP_APNS_ID"].to_s}, ["{}"]]
            end
          end
""" % DEAD

    def __init__(self, scratch, _=None):
        self.key_file = provider_key(scratch)
        self.ca_file, certificate_key = server_certificate(scratch)
        self.url = f"https://127.0.0.1:{free_port()}"
        settings = scratch / "h2o.conf"
        members = {"port": self.port, "certificate": self.ca_file, "key": certificate_key}
        settings.write_text(H2O_SETTINGS.format(handler=self.handler, more_paths=self.more_paths, **members))
        self.process = start(["h2o", "-c", settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wait_for_port(int(self.port))


H2O_SETTINGS = """
num-threads: 1
proxy.timeout.io: 600000
hosts:
  default:
    listen: {{host: 127.0.0.1, port: {port}, ssl: {{certificate-file: {certificate}, key-file: {key}, ocsp-update-interval: 0}}}}
    paths:
      /:
        mruby.handler: |{handler}{more_paths}
"""


def provider_key(scratch):
    file = scratch / "key.p8"
    if not file.exists():
        openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", file)
    return file


def server_certificate(scratch):
    certificate, key = scratch / "h2o.pem", scratch / "h2o-key.pem"
    if not certificate.exists():
        openssl(
            "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "3650",
            "-subj", "/CN=h2o", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate,
        )  # fmt: skip
    return certificate, key


def openssl(*arguments):
    subprocess.run(["openssl", *arguments], check=True, capture_output=True)


def free_port():
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        return taken.getsockname()[1]


def wait_for_port(port):
    for _ in range(200):
        try:
            socket.create_connection(("127.0.0.1", port)).close()
            return
        except ConnectionRefusedError:
            time.sleep(0.05)
    raise AssertionError(f"nothing listens on port {port}")


class Server(Process):
    """A Pushy server over a store, led to an APNs and to what stands for the other services."""

    def __init__(self, data, apns=None, services=None):
        environment = {
            "PUSHY_LISTEN": "127.0.0.1:0",
            "PUSHY_DATA": str(data),
            "PUSHY_APP_KEY": APP_KEY,
            "PUSHY_ADMIN_KEY": ADMIN_KEY,
            "PUSHY_KV_PLAN": "unlimited",
            "PUSHY_RATE_LIMIT": "0",
        }
        if apns:
            environment |= {
                "PUSHY_APNS_KEY_FILE": str(apns.key_file),
                "PUSHY_APNS_KEY_ID": KEY_ID,
                "PUSHY_APNS_TEAM_ID": TEAM_ID,
                "PUSHY_APNS_TOPIC": TOPIC,
                "PUSHY_APNS_PRODUCTION_URL": apns.url,
                "PUSHY_APNS_SANDBOX_URL": apns.url,
                "PUSHY_APNS_CA_FILE": str(apns.ca_file),
            }
        if services:
            environment |= services.settings()
        super().__init__("serve", environment=environment)

    def tokens_address(self):
        """The address of the namespace of the tokens in the Workers KV API."""
        address = "/client/v4/accounts/any/storage/kv/namespaces"
        [tokens] = [found for found in self.call("GET", address)["result"] if found["title"] == "tokens"]
        return f"{address}/{tokens['id']}"

    def call(self, method, path, body=None, key=ADMIN_KEY):
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=json.dumps(body).encode() if body is not None else None,
            headers={"Authorization": f"Bearer {key}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
