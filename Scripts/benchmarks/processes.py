"""The processes that are measured, and how much they use."""

import json
import os
import re
import subprocess
import threading
import urllib.request
from pathlib import Path

BINARY = os.environ["PUSHY_BINARY"]
TOPIC = "com.example.app"
KEY_ID = "ABCDE12345"
TEAM_ID = "TEAM123456"
ADMIN_KEY = "admin-key-of-the-benchmark"
APP_KEY = "app-key-of-the-benchmark"
TICKS = os.sysconf("SC_CLK_TCK")


def anonymous_bytes(process_id):
    """Resident memory without the pages of files, which the system takes back when it needs them."""
    status = Path(f"/proc/{process_id}/status").read_text()
    return int(re.search(r"RssAnon:\s*(\d+)", status).group(1)) * 1024


class Process:
    """A running `pushy` command that says where it listens."""

    def __init__(self, *arguments, environment=None):
        clean = {name: value for name, value in os.environ.items() if not name.startswith("PUSHY_")}
        self.process = subprocess.Popen(
            [BINARY, *arguments], env=clean | (environment or {}), stderr=subprocess.PIPE, text=True
        )
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

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


class Simulator(Process):
    """An APNs on this machine."""

    def __init__(self, work, *arguments):
        self.key_file = work / "key.p8"
        self.ca_file = work / "ca.pem"
        if not self.key_file.exists():
            subprocess.run(
                ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", self.key_file],
                check=True,
                capture_output=True,
            )
        super().__init__("simulator", "--listen", "127.0.0.1:0", "--ca-out", str(self.ca_file), *arguments)


class Server(Process):
    """A Pushy server over a store."""

    def __init__(self, data, simulator=None):
        environment = {
            "PUSHY_LISTEN": "127.0.0.1:0",
            "PUSHY_DATA": str(data),
            "PUSHY_APP_KEY": APP_KEY,
            "PUSHY_ADMIN_KEY": ADMIN_KEY,
            "PUSHY_KV_PLAN": "unlimited",
            "PUSHY_RATE_LIMIT": "0",
        }
        if simulator:
            environment |= {
                "PUSHY_APNS_KEY_FILE": str(simulator.key_file),
                "PUSHY_APNS_KEY_ID": KEY_ID,
                "PUSHY_APNS_TEAM_ID": TEAM_ID,
                "PUSHY_APNS_TOPIC": TOPIC,
                "PUSHY_APNS_PRODUCTION_URL": simulator.url,
                "PUSHY_APNS_SANDBOX_URL": simulator.url,
                "PUSHY_APNS_CA_FILE": str(simulator.ca_file),
            }
        super().__init__("serve", environment=environment)

    def admin(self, method, path, body=None):
        request = urllib.request.Request(
            self.url + path,
            method=method,
            data=json.dumps(body).encode() if body is not None else None,
            headers={"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            return json.load(answer)
