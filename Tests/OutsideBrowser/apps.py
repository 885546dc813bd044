"""Several apps in a real browser: keys that are shown once, and one message on every platform; with scripts and without."""

import base64
import secrets

from browsing import DESK, PHONE, Browser, Server, Simulator
from sending import each_way


def master_key():
    return base64.urlsafe_b64encode(secrets.token_bytes(32)).decode().rstrip("=")


def new_app(server, **more):
    """Creates an app; its answer holds the two keys."""
    status, answer = server.admin("POST", "/admin/apps", {"id": "atlas"} | more)
    assert status == 201, answer
    return answer


def add_device(server, key, platform, token, **more):
    body = {"platform": platform, "device_token": token} | more
    status, answer = server.client.json("POST", "/devices", body, {"X-App-Key": key})
    assert status == 200, answer


def shown_key(browser, name):
    return browser.find(f"#{name}").text


def a_new_apps_keys_are_shown_once(directory):
    for place, scripts in each_way(directory):
        with Server(place, PUSHY_MASTER_KEY=master_key()) as server:
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                browser.press("Keys")
                browser.press("Apps")
                browser.wait_for_text("Create an app")
                browser.fill("id", "Not An ID")
                browser.fill("name", "Atlas")
                browser.press("Create it")
                browser.wait_for(lambda: browser.count("#id-fault") == 1, "no fault comes")
                assert browser.find("[name=name]").get_attribute("value") == "Atlas"
                assert len(browser.complaints()) == 1, "the refused form alone is complained of"
                browser.fill("id", "atlas")
                browser.press("Web Push: browsers")
                browser.fill("vapid.subject", "mailto:me@example.com")
                browser.press("Create it")
                browser.wait_for_text("this is the only time")
                keys = {shown_key(browser, "api_key"), shown_key(browser, "client_key")}
                assert all(key.startswith("pg_") for key in keys), keys
                if scripts:
                    browser.press("Copy")
                    browser.wait_for(lambda: browser.find("[data-copy]").text in ("Copied", "Selected"), "nothing is copied")
                else:
                    assert not browser.find("[data-copy]").is_displayed()

                # Going on and back again.
                browser.press("Go on to the app")
                browser.wait_for_text("Last sends")
                browser.driver.back()
                assert not any(key in browser.driver.page_source for key in keys)
                # Loading the page anew sends its form again.
                browser.driver.refresh()
                browser.wait_for_text("There is an app atlas already.")
                browser.open(f"{server.url}/admin/apps/atlas")
                for _ in range(3):
                    browser.driver.back()
                    assert not any(key in browser.driver.page_source for key in keys), browser.path
                for address in ("/admin/apps", "/admin/apps/atlas", "/admin/keys"):
                    browser.open(server.url + address)
                    assert not any(key in browser.driver.page_source for key in keys), address
                assert len(server.admin("GET", "/admin/apps")[1]["apps"]) == 2


def a_rotated_key_is_shown_once_and_the_former_one_is_dead(directory):
    for place, scripts in each_way(directory):
        with Server(place) as server, Browser(place, scripts=scripts) as browser:
            app = new_app(server)
            add_device(server, app["api_key"], "ios", "ab" * 32)
            browser.log_in(server)
            browser.open(f"{server.url}/admin/apps/atlas")
            browser.press("Rotate …")
            browser.wait_for_text("Rotate the API key of atlas?")
            browser.press("Rotate it")
            browser.wait_for_text("The former one is dead")
            key = shown_key(browser, "api_key")
            assert key.startswith("pg_live_") and key != app["api_key"]
            add_device(server, key, "ios", "cd" * 32)
            status, _ = server.client.json("DELETE", "/devices/x", None, {"X-App-Key": app["api_key"]})
            assert status == 401, status

            browser.driver.refresh()
            browser.wait_for_text("The key was changed before")
            assert key not in browser.driver.page_source
            add_device(server, key, "ios", "ef" * 32)

            browser.press("Delete the app …")
            browser.wait_for_text("Delete atlas with 3 devices?")
            browser.press("Delete atlas with 3 devices")
            browser.wait_for_text("The app was deleted.")
            assert browser.complaints() == []


def a_message_is_previewed_on_each_platform(directory):
    for place, scripts in each_way(directory):
        with Simulator(place) as simulator, Server(place, simulator, PUSHY_MASTER_KEY=master_key()) as server:
            with Browser(place, scripts=scripts, size=DESK) as browser:
                app = new_app(server, name="Atlas", vapid={"subject": "mailto:me@example.com"})
                add_device(server, app["api_key"], "ios", "ab" * 32)
                add_device(server, app["api_key"], "android", "a" * 140)
                browser.log_in(server)
                browser.press("Atlas")
                browser.wait_for_text("Then to everybody of Atlas")
                browser.fill("title", "Half price")
                browser.fill("body", "Until Sunday")

                def previewed(text, service):
                    if not scripts:
                        browser.press("Preview")
                    browser.wait_for(lambda: text in browser.find(f"#{service}").text, f"“{text}” does not come")

                previewed("Until Sunday", "web-screen")
                for service, limit in (("apns", "4,096"), ("fcm", "4,096"), ("web", "3,993")):
                    assert browser.find(f"#{service}-screen .title").text == "Half price"
                    assert f"of {limit} bytes" in browser.find(f"#{service}-size").text
                browser.press("What FCM gets")
                assert '"notification":{"title":"Half price"' in browser.find("#fcm-payload").text

                # Too much for browsers, and not for the other two.
                browser.driver.execute_script("document.querySelector('#body').value = 'x'.repeat(3990)")
                browser.fill("badge", "3")
                previewed("too many", "web-size")
                assert "too many" not in browser.find("#apns-size").text
                assert browser.complaints() == []


TESTS = (
    a_new_apps_keys_are_shown_once,
    a_rotated_key_is_shown_once_and_the_former_one_is_dead,
    a_message_is_previewed_on_each_platform,
)
