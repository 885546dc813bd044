"""How things stand, writing, trying and sending in a real browser: with scripts and without."""

import secrets

from browsing import DESK, PHONE, Browser, Server, Simulator

PHONE_TOKEN = "abcdef" + "0123456789" * 5 + "98765432"


def register(server, count, environment="production"):
    server.register_all([("0" + secrets.token_hex(32)[1:], True, environment) for _ in range(count)])


def each_way(directory):
    """A place for a run with scripts, and one for a run without."""
    for scripts in (True, False):
        place = directory / str(scripts)
        place.mkdir()
        yield place, scripts


def the_page_shows_at_a_glance_how_things_stand(directory):
    for place, scripts in each_way(directory):
        refusing = {"rules": [{"rate": 1, "status": 403, "reason": "InvalidProviderToken"}]}
        with Simulator(place, rules=refusing) as simulator:
            settings = {"PUSHY_KV_PLAN": "free", "PUSHY_KV_WRITES": "200"}
            with Server(place, simulator, **settings) as server, Browser(place, scripts=scripts) as browser:
                register(server, 150)
                register(server, 30, "sandbox")
                _, broadcast = server.admin("POST", "/admin/broadcasts", {"title": "Refused", "body": "x"})
                server.wait_for_broadcast(broadcast["id"])
                browser.log_in(server)
                text = browser.text.replace("\n", " ")
                for part in ("All 180", "Production 150", "Sandbox 30", "20 of 200 left", "Refused stopped"):
                    assert part in text, (part, text)
                assert browser.find("main progress").get_attribute("value") == "180"
                spike = browser.find("#spike").text
                assert "180 writes in" in spike and "mostly new devices: at this rate the day's budget" in spike, spike

                def asked():
                    if not scripts:
                        browser.driver.refresh()
                    return "403 InvalidProviderToken. Apple does not accept the signature." in browser.find("#apns").text

                browser.wait_for(asked, "what APNs answers does not come")
                assert browser.complaints() == []


def the_preview_the_size_and_what_is_wrong_come_as_one_types(directory):
    with Server(directory) as server, Browser(directory, size=DESK) as browser:
        browser.log_in(server)
        browser.fill("title", "A title that goes on and on, longer than the one line of it that a lock screen has")
        browser.fill("body", "A text of many words. " * 20)
        browser.wait_for(lambda: "of 4,096 bytes" in browser.find("#size").text, "the size does not come")
        cut = "const e = document.querySelector(arguments[0]); return [e.scrollWidth > e.clientWidth, e.scrollHeight > e.clientHeight]"
        browser.wait_for(lambda: browser.driver.execute_script(cut, ".light .body")[1], "the text is not cut")
        assert browser.driver.execute_script(cut, ".light .title")[0], "the title is not cut"
        lines = browser.driver.execute_script(
            "const e = document.querySelector('.light .body'); return e.clientHeight / parseFloat(getComputedStyle(e).lineHeight)"
        )
        assert round(lines) == 4, lines
        colours = [
            browser.driver.execute_script("return getComputedStyle(document.querySelector(arguments[0])).color", f".{name}")
            for name in ("screen.light", "screen.dark")
        ]
        assert colours == ["rgb(0, 0, 0)", "rgb(255, 255, 255)"], colours

        browser.fill("badge", "many")
        assert browser.count("#badge-fault") == 0
        browser.fill("sound", "bell.caf")
        browser.wait_for(lambda: browser.find("#badge-fault").text == "It must be a whole number.", "no fault comes")
        assert browser.find("#badge").get_attribute("aria-invalid") == "true"
        browser.fill("badge", "3")
        browser.wait_for(lambda: browser.find("#badge-fault").text == "", "the fault does not go")
        browser.press("Payload as it is sent")
        browser.wait_for(lambda: '"badge":3,"sound":"bell.caf"' in browser.find("#payload-text").text, "no payload")

        browser.driver.execute_script("document.querySelector('#body').value = 'x'.repeat(4096)")
        browser.fill("subtitle", "more")
        browser.wait_for(lambda: "too many" in browser.find("#size").text, "it is not said to be too large")
        assert browser.complaints() == []


def the_preview_comes_at_the_press_of_a_button_without_scripts(directory):
    with Server(directory) as server, Browser(directory, scripts=False, size=PHONE) as browser:
        browser.log_in(server)
        browser.fill("title", "Half price")
        browser.fill("badge", "many")
        browser.press("Preview")
        browser.wait_for(lambda: browser.find(".light .title").text == "Half price", "the preview does not come")
        assert "of 4,096 bytes" in browser.find("#size").text
        assert browser.find("#badge-fault").text == "It must be a whole number."
        assert browser.find("[name=title]").get_attribute("value") == "Half price"


def each_choice_says_what_it_reaches_and_costs_beside_the_button(directory):
    for place, scripts in each_way(directory):
        with Server(place) as server, Browser(place, scripts=scripts) as browser:
            register(server, 5)
            register(server, 2, "sandbox")
            browser.log_in(server)
            for text in ("The app from the App Store or TestFlight", "Builds that Xcode put on a device"):
                assert text in browser.text
            assert "Reaches 5 devices now. On Workers this would take 1 list and 7 reads" in browser.find(".reach").text
            browser.choose("environment", "sandbox")
            assert "Reaches 2 devices now." in browser.find(".reach").text
            browser.choose("audience", "free")
            assert "Reaches 0 devices now." in browser.find(".reach").text


def a_message_is_tried_on_a_named_device_and_then_goes_to_all(directory):
    for place, scripts in each_way(directory):
        with Simulator(place) as simulator, Server(place, simulator) as server:
            register(server, 7)
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                browser.fill("title", "Tried")
                browser.choose("audience", "pro")
                browser.fill("deviceToken", PHONE_TOKEN)
                browser.fill("deviceName", "My phone")
                browser.press("Send to this device")
                browser.wait_for_text("Go on: pro only in production")
                assert "One device, My phone" in browser.text
                browser.driver.refresh()
                browser.driver.back()
                browser.driver.forward()
                assert [delivery["token"] for delivery in simulator.deliveries()] == [PHONE_TOKEN]

                browser.press("Go on: pro only in production")
                browser.wait_for(lambda: browser.find("[name=title]").get_attribute("value") == "Tried", "no form")
                assert "My phone abcdef…5432, production" in browser.find("main").text.replace("\n", " ")
                assert browser.find("[name=audience][value=pro]").is_selected()
                browser.press("Review, then send")
                browser.wait_for_text("Send to 7 devices in production?")
                browser.press("Send to 7 devices")
                browser.wait_for_text("Every device has been dealt with.")
                assert len(simulator.deliveries()) == 8
                assert browser.complaints() == []


def a_schedule_is_in_the_owners_zone_and_in_utc(directory):
    both = "24 Dec 2032, 09:00 in America/Lima, which is 24 Dec 2032, 14:00 UTC"
    for place, scripts in each_way(directory):
        with Simulator(place) as simulator, Server(place, simulator) as server:
            register(server, 2)
            with Browser(place, scripts=scripts) as browser:
                browser.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "America/Lima"})
                browser.log_in(server)
                browser.fill("title", "Later")
                browser.press("Later, or slower")
                zone = browser.find("[name=timeZone]").get_attribute("value")
                assert zone == ("America/Lima" if scripts else "UTC"), zone
                browser.fill("timeZone", "America/Lima")
                field = browser.find("[name=scheduledAt]")
                field.send_keys("12242032")
                field.send_keys("\ue004")
                field.send_keys("0900AM")
                if scripts:
                    browser.wait_for(lambda: both in browser.find("#when").text, "the moment does not come")
                browser.press("Review, then send")
                browser.wait_for_text(both)
                browser.press("Send to 2 devices")
                browser.wait_for_text("It waits for its time.")
                assert both in browser.text
                browser.press("History")
                browser.wait_for_text(f"Goes out on {both}")


def progress_and_history_say_how_fast_how_long_and_why(directory):
    rules = {"rules": [{"tokenPrefix": "bad", "status": 400, "reason": "BadDeviceToken"}]}
    for place, scripts in each_way(directory):
        with Simulator(place, rules=rules) as simulator, Server(place, simulator) as server:
            register(server, 90)
            server.register("bad" + "0" * 61)
            with Browser(place, scripts=scripts, size=PHONE) as browser:
                browser.log_in(server)
                sale = {"title": "Sale", "body": "Until Sunday", "ratePerSecond": 30}
                _, broadcast = server.admin("POST", "/admin/broadcasts", sale)
                browser.open(f"{server.url}/admin/broadcasts/{broadcast['id']}")
                browser.wait_for(lambda: " a second, about " in browser.find("#live").text, "no pace comes")
                browser.wait_for_text("Every device has been dealt with.")
                text = browser.text.replace("\n", " ")
                for part in ("100 % 91 of 91 devices", "BadDeviceToken 1 The token is not one of this environment", "Took"):
                    assert part in text, (part, text)
                browser.press("History")
                browser.wait_for_text("Everyone in production: 91 of 91 devices, 90 accepted, 1 rejected, took")
                assert "Until Sunday" in browser.text
                browser.press("Use again")
                browser.wait_for(lambda: browser.find("[name=title]").get_attribute("value") == "Sale", "no form")
                assert browser.find("[name=body]").get_attribute("value") == "Until Sunday"
                assert browser.complaints() == []


TESTS = (
    the_page_shows_at_a_glance_how_things_stand,
    the_preview_the_size_and_what_is_wrong_come_as_one_types,
    the_preview_comes_at_the_press_of_a_button_without_scripts,
    each_choice_says_what_it_reaches_and_costs_beside_the_button,
    a_message_is_tried_on_a_named_device_and_then_goes_to_all,
    a_schedule_is_in_the_owners_zone_and_in_utc,
    progress_and_history_say_how_fast_how_long_and_why,
)
