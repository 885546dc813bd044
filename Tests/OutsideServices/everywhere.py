"""One call reaches all of a user's devices, over three services, from a server that knows them by its settings."""

import json
import time

from outside import PATIENCE, Server, Simulator
from services import App, Services, Subscriber


def one_call_reaches_an_iphone_a_mac_an_android_phone_and_two_browsers_and_what_is_dead_goes(directory):
    with Simulator(directory) as simulator, Services() as services:
        with Server(directory, simulator, **services.settings(directory)) as server:
            app = App(server, services, simulator)
            browsers = [Subscriber(services, name) for name in ("firefox", "chrome")]
            devices = [
                {"platform": "ios", "device_token": "1a" * 32, "environment": "production"},
                {"platform": "macos", "device_token": "2b" * 32, "environment": "sandbox"},
                {"platform": "android", "device_token": "an-android-phone"},
                *({"platform": "web", "subscription": browser.subscription} for browser in browsers),
            ]
            ids = [app.call("POST", "/devices", device | {"user_id": "me"}, "client_key")["id"] for device in devices]

            message = {"app": "atlas", "user_id": "me", "title": "Inbox", "body": "3 new", "data": {"count": 3}}
            answer = app.call("POST", "/send/user", message)
            assert (answer["sent"], answer["failed"], answer["invalid_token"]) == (5, 0, 0), answer
            assert {result["device_id"] for result in answer["results"]} == set(ids)
            assert {result["status"] for result in answer["results"]} == {"sent"}
            shown = [delivery["payload"]["aps"]["alert"] for delivery in simulator.deliveries()]
            assert shown == [{"title": "Inbox", "body": "3 new"}] * 2, shown
            messages, pushes = services.received()
            assert [one["message"]["token"] for one in messages] == ["an-android-phone"]
            assert messages[0]["message"]["notification"] == {"title": "Inbox", "body": "3 new"}
            for browser in browsers:
                (text,) = browser.reads(pushes)
                assert json.loads(text)["notification"]["data"] == {"count": 3}

            services.ask("bury", token="an-android-phone", browser="chrome")
            dead = {ids[2]: "UNREGISTERED", ids[4]: "HTTP 410"}
            assert send_until_gone(2, app, message) == {ids[2]: "UNREGISTERED", ids[4]: "HTTP 410"}

            answer = app.call("POST", "/send/user", message)
            assert (answer["sent"], len(answer["results"])) == (3, 3), answer


def send_until_gone(count, app, message):
    """The devices that go, and why: none does by a word of the second in which it was registered."""
    went, end = {}, time.monotonic() + PATIENCE
    while len(went) < count:
        assert time.monotonic() < end, f"too few go: {went}"
        answer = app.call("POST", "/send/user", message)
        assert answer["sent"] == 3 and answer["invalid_token"] == len(gone(answer)), answer
        logged = app.server.admin("GET", "/admin/apps/atlas/sends?limit=1")[1]["sends"][0]
        assert logged["id"] == answer["id"] and gone(logged) == gone(answer), logged
        went |= gone(answer)
    return went


def gone(report):
    return {one["device_id"]: one["reason"] for one in report["results"] if one["status"] == "invalid_token"}


TESTS = [one_call_reaches_an_iphone_a_mac_an_android_phone_and_two_browsers_and_what_is_dead_goes]
