"""Quota, devices and keys in a real browser: with scripts and without."""

import json
import secrets
import subprocess
import threading
import urllib.request

from browsing import PHONE, Browser, Server, Simulator
from outside import ADMIN_KEY, BINARY, TOPIC, Client

TOKEN = "abcdef" + "0123456789" * 5 + "98765432"


def release(server, count):
    """A release reaches so many devices at once."""
    devices = [(secrets.token_hex(32), True, "production") for _ in range(count)]
    server.register_all(devices)
    return devices


def the_quota_page_draws_a_spike_and_says_where_it_leads(directory):
    for scripts in (True, False):
        place = directory / str(scripts)
        place.mkdir()
        with Server(place, PUSHY_KV_PLAN="free", PUSHY_KV_WRITES="200") as server:
            devices = release(server, 180)
            server.register(*devices[0])
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                browser.press("Quota")
                browser.wait_for_text("A spike is under way: 180 writes in")
                for text in ("180 of 200", "20 left", "50 % of the writes were passed", "1 Rollout", "Free or paid"):
                    assert text in browser.text, browser.text
                assert browser.find(".plot path.new").size["height"] > 50
                assert browser.find(".plot .spike").size["width"] > 0
                browser.press("The last 48 hours in numbers")
                row = browser.find("#hours ~ details tbody tr:last-child").text
                assert row.split()[-6:] == ["180", "180", "0", "0", "0", "0"], row
                release(server, 20)
                assert server.register(TOKEN)[0] == 429
                browser.driver.refresh()
                browser.wait_for_text("Today's writes are spent")
                assert "1 refused" in browser.text
                assert browser.complaints() == []


def a_device_is_found_shown_and_removed(directory):
    for scripts in (True, False):
        place = directory / str(scripts)
        place.mkdir()
        with Server(place, PUSHY_KV_PLAN="free") as server:
            server.register(TOKEN, True, "sandbox")
            release(server, 60)
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                browser.press("Devices")
                browser.wait_for(lambda: browser.count(".devices li") == 50, "the first page does not come")
                browser.press("Next devices")
                browser.wait_for(lambda: browser.count(".devices li") == 11, "the second page does not come")
                browser.fill("prefix", TOKEN[:8].upper())
                browser.press("Search")
                browser.wait_for_text("abcdef…5432")
                assert TOKEN not in browser.driver.page_source
                assert "Sandbox" in browser.text
                browser.press("Show the token")
                browser.wait_for_text(TOKEN)
                assert TOKEN not in browser.driver.current_url
                browser.press("Mask the token")
                browser.wait_for(lambda: TOKEN not in browser.driver.page_source, "the token stays")
                browser.press("Mark as a test device")
                browser.fill("deviceName", "My own phone")
                browser.press("Mark")
                browser.wait_for_text("My own phone")
                browser.press("Remove …")
                browser.wait_for_text("It takes one delete of the budget: 0 of 1,000 are used.")
                browser.press("Remove it")
                browser.wait_for_text("The device was removed.")
                assert TOKEN not in server.tokens()
                assert "My own phone" in browser.text
                browser.press("Forget")
                browser.wait_for(lambda: "My own phone" not in browser.text, "it is not forgotten")
                browser.fill("prefix", "not hex")
                browser.press("Search")
                browser.wait_for_text("the digits 0 to 9 and the letters a to f")
                browser.complaints()


def the_export_is_the_same_file_from_the_page_and_from_the_command(directory):
    with Server(directory) as server:
        server.register(TOKEN, True, "sandbox")
        release(server, 1_100)
        request = urllib.request.Request(
            f"{server.url}/admin/tokens/export", headers={"Authorization": f"Bearer {ADMIN_KEY}"}
        )
        with urllib.request.urlopen(request) as answer:
            page = answer.read()
        assert len(json.loads(page)) == 1_101
        assert server.stop() == 0
    command = [BINARY, "tokens", "export", "-"]
    assert subprocess.run(command, env=server.environment, capture_output=True, check=True).stdout == page


def the_check_is_run_from_the_page(directory):
    for scripts in (True, False):
        place = directory / str(scripts)
        place.mkdir()
        with Simulator(place) as simulator, Server(place, simulator) as server:
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                browser.press("Keys")
                browser.press("Check")
                browser.wait_for_text("All is well: notifications can be sent.")
                assert f"{simulator.url} accepts key, team and topic" in browser.text, browser.text
                assert "It was made" in browser.text
                assert simulator.deliveries() == []
                browser.press("APNs")
                assert TOPIC in browser.text and str(simulator.key_file) in browser.text
                assert ADMIN_KEY not in browser.driver.page_source
                browser.press("Log out of this browser")
                browser.wait_for_text("Admin key")
                assert browser.complaints() == []
        with Server(place, PUSHY_DATA=str(place / "other"), PUSHY_APNS_TOPIC=TOPIC) as server:
            with Browser(place, scripts=scripts) as browser:
                browser.log_in(server)
                browser.press("Keys")
                browser.press("Check")
                browser.wait_for_text("3 of 7 things are wrong: mend them from the top.")
                assert "It is missing: set PUSHY_APNS_KEY or PUSHY_APNS_KEY_FILE." in browser.text


def strangers_who_guess_do_not_lock_the_owner_out(directory):
    with Server(directory) as server, Browser(directory, scripts=False) as browser:
        browser.log_in(server)
        browser.press("Log out")
        browser.wait_for_text("Admin key")

        def guess():
            Client(server.url).request("GET", "/admin/tokens", headers={"Authorization": "Bearer a guess"})

        strangers = [threading.Thread(target=guess) for _ in range(6)]
        for stranger in strangers:
            stranger.start()
        for stranger in strangers:
            stranger.join()
        status, _, _ = server.client.request(
            "POST",
            "/admin/login",
            f"password={ADMIN_KEY.replace(' ', '+')}",
            {"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert status == 429, status
        browser.log_in(server)


TESTS = (
    the_quota_page_draws_a_spike_and_says_where_it_leads,
    a_device_is_found_shown_and_removed,
    the_export_is_the_same_file_from_the_page_and_from_the_command,
    the_check_is_run_from_the_page,
    strangers_who_guess_do_not_lock_the_owner_out,
)
