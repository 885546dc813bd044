"""What Prometheus sees of a server that has sent, and what its own checker says of it."""

import re
import shutil
import subprocess

from outside import ADMIN_KEY, Server, Simulator

COUNT = 300


def metrics_tell_of_a_broadcast_and_promtool_finds_no_fault(directory):
    rules = [
        {"tokenSuffix": "07", "status": 410, "reason": "Unregistered", "timestamp": 4_102_444_800_000},
        {"tokenSuffix": "08", "reason": "BadDeviceToken"},
    ]
    with Simulator(directory, rules={"rules": rules}) as simulator, Server(directory, simulator) as server:
        server.register_all([(f"{number:064x}", True, "production") for number in range(COUNT)])
        _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello", "environment": "production"})
        done = server.wait_for_broadcast(broadcast["id"])
        assert done["state"] == "done", done
        status, headers, content = server.client.request(
            "GET", "/metrics", headers={"Authorization": f"Bearer {ADMIN_KEY}"}
        )
        assert status == 200 and headers["Content-Type"].startswith("text/plain; version=0.0.4"), headers
    text = content.decode()
    gone, bad = -(-(COUNT - 7) // 256), -(-(COUNT - 8) // 256)
    for pattern, value in [
        (r'pushy_notifications_total\{[^}]*outcome="accepted"[^}]*\}', COUNT - gone - bad),
        (r'pushy_notifications_total\{[^}]*outcome="removed"[^}]*\}', gone),
        (r'pushy_notifications_rejected_total\{[^}]*reason="BadDeviceToken"[^}]*\}', bad),
    ]:
        found = sum(float(number) for number in re.findall(rf"^{pattern} (\S+)$", text, re.MULTILINE))
        assert found == value, (pattern, found, value)
    # Debian's prometheus brings it, and a hundred megabytes besides: it has its say where it is.
    if shutil.which("promtool"):
        verdict = subprocess.run(["promtool", "check", "metrics"], input=text, capture_output=True, text=True)
        assert verdict.returncode == 0 and not verdict.stderr.strip(), verdict.stderr
