"""What the day's change does to a server that runs: the clock is moved, and nothing waits."""

import json
import time

from clock import Clock
from outside import ADMIN_KEY, APP_KEY, Server, Simulator, wait_until

WRITES = 1_000
DELETES = 4
# Three more dead devices than the day has deletes.
DEAD = [f"dead{number:060x}" for number in range(7)]
GONE = {"tokenPrefix": "dead", "status": 410, "reason": "Unregistered"}
FULL = {"used": 0, "limit": WRITES, "remaining": WRITES, "refused": 0}


def a_day_s_budget_ends_and_begins_at_midnight_without_a_restart(directory):
    with (
        Clock(directory, "2026-11-30 23:59:50") as clock,
        Simulator(directory, rules={"rules": [GONE]}, settings=clock.settings) as simulator,
    ):
        plan = {"PUSHY_KV_PLAN": "free", "PUSHY_KV_DELETES": str(DELETES)} | clock.settings
        with Server(directory, simulator, **plan) as server:
            spend(server, [*DEAD, "beef" * 16])
            assert_spent(server, wait=10)

            # A 410 of the second of the registration proves nothing.
            clock.set("2026-11-30 23:59:55")
            _, broadcast = server.admin("POST", "/admin/broadcasts", {"body": "Hello"})
            done = server.wait_for_broadcast(broadcast["id"])
            assert (done["accepted"], done["removed"], done["pending"]) == (1, DELETES, len(DEAD) - DELETES), done
            status, headers, _ = remove(server, "beef" * 16)
            assert (status, headers["Retry-After"]) == (429, "5")

            clock.set("2026-11-30 23:59:59")
            assert_spent(server, wait=1)
            today = server.quota()
            assert (today["day"], today["resetsAt"]) == ("2026-11-30", "2026-12-01T00:00:00Z"), today
            assert (today["writes"]["used"], today["writes"]["remaining"]) == (WRITES, 0), today["writes"]
            assert (today["deletes"]["used"], today["deletes"]["remaining"]) == (DELETES, 0), today["deletes"]

            clock.set("2026-12-01 00:00:00")
            tomorrow = server.quota()
            assert (tomorrow["day"], tomorrow["resetsAt"]) == ("2026-12-01", "2026-12-02T00:00:00Z"), tomorrow
            assert tomorrow["writes"] == FULL and tomorrow["lists"] == FULL, tomorrow
            assert tomorrow["reads"]["used"] == 0, tomorrow
            assert tomorrow["days"][-2]["writes"] == WRITES, tomorrow["days"][-2:]
            assert server.register("cafe" * 16) == (200, {"status": "registered"})
            assert server.quota()["writes"]["used"] == 1

            wait_until(lambda: not server.tokens() & set(DEAD))
            assert server.quota()["deletes"]["used"] == len(DEAD) - DELETES
            assert server.tokens() == {"beef" * 16, "cafe" * 16}

            spend(server, [], used=1)
            assert_spent(server, wait=86_400)
            clock.set("2026-11-30 23:59:59")
            assert_spent(server, wait=1)
            clock.set("2026-12-01 00:00:10")
            assert_spent(server, wait=86_390)
            assert server.stop() == 0
        clock.set("2026-11-29 12:00:00")
        with Server(directory, simulator, **plan) as server:
            assert_spent(server, wait=43_200)
            clock.set("2026-12-01 12:00:00")
            assert_spent(server, wait=43_200)
            clock.set("2026-12-02 00:00:00")
            assert server.register("f00d" * 16) == (200, {"status": "registered"})


def spend(server, devices, used=0):
    """Registers devices, and spends the rest of the day's writes to the last one."""
    for token in devices:
        assert server.register(token) == (200, {"status": "registered"})
    namespace = server.namespace(f"ballast {time.monotonic()}")
    pairs = [{"key": str(number), "value": "x"} for number in range(WRITES - used - len(devices))]
    status, answer = server.admin("PUT", f"{namespace}/bulk", pairs + [{"key": "one too many", "value": "x"}])
    assert (status, answer["errors"][0]["code"]) == (429, 10048), "a write more does not fit, and none of them is made"
    status, answer = server.admin("PUT", f"{namespace}/bulk", pairs)
    assert (status, answer["result"]["successful_key_count"]) == (200, len(pairs)), answer


def assert_spent(server, wait):
    """The next write is refused, whichever way it comes, and told how many seconds to wait."""
    body = json.dumps({"token": "abad" * 16, "pro": True})
    status, headers, content = server.client.request("POST", "/tokens", body, app_headers())
    assert (status, headers["Retry-After"]) == (429, str(wait)), (status, headers["Retry-After"], content)
    assert headers["Content-Type"] == "application/problem+json", headers
    assert json.loads(content)["detail"] == "KV put() limit exceeded for the day.", content
    path = server.namespace("tokens") + "/values/" + "abad" * 16
    bearer = {"Authorization": f"Bearer {ADMIN_KEY}"}
    status, headers, content = server.client.request("PUT", path, '{"pro": true}', bearer)
    assert (status, headers["Retry-After"]) == (429, str(wait)), (status, headers["Retry-After"], content)
    assert json.loads(content)["errors"] == [
        {"code": 10048, "message": "your account has reached the free usage limit for this operation for today"}
    ], content
    assert "abad" * 16 not in server.tokens(), "a refused write changes nothing"


def remove(server, token):
    return server.client.request("DELETE", "/tokens", json.dumps({"token": token}), app_headers())


def app_headers():
    return {"X-App-Key": APP_KEY, "Content-Type": "application/json"}
