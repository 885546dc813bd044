"""Messages a second through FCM and Web Push, beside what others send them with, against one server."""

import base64
import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from processes import BINARY, H2O, openssl, say

HERE = Path(__file__).parent
PROBE = Path(BINARY).parent / "ServiceProbe"
MESSAGE = {"notification": {"title": "Sale", "body": "Half price, today only."}}
PLAINTEXT = base64.urlsafe_b64encode(json.dumps(MESSAGE).encode()).rstrip(b"=").decode()
# RFC 8291's own browser.
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}


class Services(H2O):
    """FCM, its token endpoint and a push service in one: they take everything."""

    handler = """
          Proc.new do |env|
            [200, {"content-type" => "application/json"},
             ['{"name":"projects/a-project/messages/1","access_token":"token","expires_in":3600,"token_type":"Bearer"}']]
          end
"""


def services(work, runs):
    """A table of what a second holds."""
    with Services(work, 100) as server:
        request = {
            "url": server.url,
            "host": server.url.removeprefix("https://"),
            "caFile": str(server.ca_file),
            "account": account(work, server),
            "message": MESSAGE,
            "subscription": {"endpoint": f"{server.url}/push/a-browser", "keys": KEYS},
            "plaintext": PLAINTEXT,
            "atOnce": 200,
        }
        alone = request | {"subscription": {"endpoint": "https://fcm.googleapis.com/fcm/send/x", "keys": KEYS}}
        contenders = {
            "Pushy, FCM": lambda: probe("send fcm", request, 40_000),
            "firebase-admin, `send_each_async`": lambda: peer("firebase-admin", request, 3_000),
            "httpx with HTTP/2, nothing around it": lambda: peer("httpx", request, 3_000),
            "Pushy, Web Push": lambda: probe("send web push", request, 40_000),
            "pywebpush, 8 threads": lambda: peer("pywebpush", request, 1_600),
            "Pushy, encryption alone, one thread": lambda: probe("measure encryption", alone, 40_000),
            "pywebpush, encryption alone": lambda: peer("encryption", alone, 2_000),
        }
        rates = {name: [] for name in contenders}
        busy = {name: [] for name in contenders}
        for _ in range(runs):
            for name, run in contenders.items():
                begin, cpu = time.monotonic(), server.cpu_seconds()
                rates[name].append(run())
                busy[name].append((server.cpu_seconds() - cpu) / (time.monotonic() - begin))
                say(f"  {name}: {rates[name][-1]:,.0f} a second")
    rows = ["**FCM and Web Push, one message to one device at a time**\n", "| | a second | server busy |", "|---|---|---|"]
    for name in contenders:
        rows.append(f"| {name} | {statistics.median(rates[name]):,.0f} | {statistics.median(busy[name]):.0%} |")
    return "\n".join(rows)


def account(work, server):
    """A service account that the server would take."""
    key = work / "account.pem"
    if not key.exists():
        openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", key)
    return {
        "type": "service_account",
        "project_id": "a-project",
        "private_key_id": "a-key",
        "private_key": key.read_text(),
        "client_email": "sender@a-project.iam.gserviceaccount.com",
        "token_uri": f"{server.url}/token",
    }


def probe(do, request, count):
    """What Pushy's own rooms come to."""
    text = json.dumps(request | {"do": do, "count": count})
    return rate(subprocess.run([PROBE], input=text + "\n", capture_output=True, text=True, check=True), count)


def peer(name, request, count):
    command = [sys.executable, HERE / "services_client.py", name, json.dumps(request | {"count": count})]
    return rate(subprocess.run(command, capture_output=True, text=True, check=True, env=os.environ), count)


def rate(process, count):
    answer = json.loads(process.stdout.splitlines()[-1])
    assert answer.get("accepted", count) == count, answer
    return count / answer["seconds"]
