"""All devices of an app, on every service, in a real browser: an app is made, tried, sent to and changed; with scripts and without."""

import json

from apps import add_device, master_key, new_app, shown_key
from browsing import Browser, Server, Simulator
from outside import TOPIC
from services import Services, Subscriber
from sending import each_way

ANDROID = "an-android-phone"
SUBJECT = "mailto:me@example.com"


def everything(directory):
    """For each way of browsing: a server whose services are on this machine, and a browser that is logged in."""
    for place, scripts in each_way(directory):
        with Simulator(place) as simulator, Services() as services:
            settings = services.settings(place)
            with Server(place, simulator, **settings) as server, Browser(place, scripts=scripts) as browser:
                browser.log_in(server)
                yield server, browser, simulator, services


def credentials(simulator, services):
    """What an app needs for all three services, by the names that the page's fields have."""
    return {
        "apns.p8_key": simulator.key_file.read_text(),
        "apns.key_id": "ABCDE12345",
        "apns.team_id": "TEAM123456",
        "apns.bundle_id": TOPIC,
        "fcm.service_account": json.dumps(services.known["account"]),
        "vapid.subject": SUBJECT,
    }


def app_with_everything(server, simulator, services):
    """An app that all three services reach; its answer holds its keys."""
    fields = {}
    for name, value in credentials(simulator, services).items():
        service, member = name.split(".")
        fields.setdefault(service, {})[member] = value
    return new_app(server, name="Atlas", **fields)


def add_browser(server, key, services, name, **more):
    """Registers a browser, whose keys it returns."""
    subscriber = Subscriber(services, name)
    body = {"platform": "web", "subscription": subscriber.subscription} | more
    status, answer = server.client.json("POST", "/devices", body, {"X-App-Key": key})
    assert status == 200, answer
    return subscriber


def row(browser, name):
    """The value beside a name in a page's list of facts."""
    facts = browser.driver.execute_script(
        "return [...document.querySelectorAll('.facts > div')].map(div => [...div.children].map(e => e.innerText.trim()))"
    )
    return dict(facts).get(name)


def an_app_is_made_and_everybody_of_it_is_sent_to(directory):
    for server, browser, simulator, services in everything(directory):
        browser.press("Keys")
        browser.press("Apps")
        browser.wait_for_text("Create an app")
        browser.fill("id", "atlas")
        browser.fill("name", "Atlas")
        for group in browser.texts("details details summary"):
            browser.press(group)
        for name, value in credentials(simulator, services).items():
            browser.fill(name, value)
        browser.press("Create it")
        browser.wait_for_text("this is the only time")
        key = shown_key(browser, "client_key")

        add_device(server, key, "ios", "1a" * 32, environment="production")
        add_device(server, key, "macos", "2b" * 32, environment="sandbox", pro=True)
        add_device(server, key, "android", ANDROID)
        readers = [add_browser(server, key, services, name) for name in ("firefox", "chrome")]

        # From the start to the form of the app, with its name.
        browser.press("Pushy")
        browser.press("Atlas")
        browser.wait_for_text("Then to everybody of Atlas")
        browser.fill("title", "Version 2")
        browser.fill("body", "It is out.")
        if browser.count(".refresh:not([hidden])"):
            browser.press("Preview")
        for service in ("apns", "fcm", "web"):
            shown = lambda: browser.find(f"#{service}-screen").text  # noqa: B023, E731
            browser.wait_for(lambda: "Version 2" in shown() and "It is out." in shown(), f"{service} shows nothing")
        assert "2 devices" in browser.find("label:has([name=platform][value=web])").text

        browser.press("Review, then send")
        browser.wait_for_text("Send to 5 devices of Atlas?")
        for platform, count in (("iOS", "1"), ("macOS", "1"), ("Android", "1"), ("the web", "2")):
            assert row(browser, f"On {platform}") == count, browser.text
        assert (row(browser, "Recipients"), row(browser, "Audience")) == ("5", "Everyone"), browser.text
        assert simulator.deliveries() == [] and services.received() == ([], []), "nobody has agreed to it yet"

        browser.press("Send to 5 devices")
        browser.wait_for_text("Every device has been dealt with.")
        assert browser.find("#accepted").text == "5"
        assert {(delivery["token"], delivery["payload"]["aps"]["alert"]["title"]) for delivery in simulator.deliveries()} == {
            ("1a" * 32, "Version 2"),
            ("2b" * 32, "Version 2"),
        }
        messages, pushes = services.received()
        assert [one["message"]["token"] for one in messages] == [ANDROID], messages
        for reader in readers:
            (text,) = reader.reads(pushes)
            assert json.loads(text)["notification"]["title"] == "Version 2", text
        browser.press("History")
        browser.wait_for_text("Atlas: Everyone on every platform: 5 of 5 devices, 5 accepted")
        assert browser.complaints() == []


def some_platforms_and_the_users_of_the_paid_version_are_picked(directory):
    for server, browser, simulator, services in everything(directory):
        key = app_with_everything(server, simulator, services)["client_key"]
        add_device(server, key, "ios", "1a" * 32, pro=True)
        add_device(server, key, "ios", "2b" * 32, pro=False)
        add_device(server, key, "android", ANDROID, pro=True)
        browser.open(f"{server.url}/admin/apps/atlas/message")
        browser.fill("title", "Thank you")
        browser.choose("platform", "ios")
        browser.choose("audience", "pro")
        browser.press("Review, then send")
        browser.wait_for_text("Send to 1 device of Atlas?")
        assert (row(browser, "On iOS"), row(browser, "On Android")) == ("1", None), browser.text
        browser.press("Send to 1 device")
        browser.wait_for_text("Every device has been dealt with.")
        assert [delivery["token"] for delivery in simulator.deliveries()] == ["1a" * 32]
        assert services.received() == ([], [])


def a_trial_reaches_one_users_devices_and_tells_what_became_of_each(directory):
    for server, browser, simulator, services in everything(directory):
        key = app_with_everything(server, simulator, services)["client_key"]
        add_device(server, key, "ios", "1a" * 32, user_id="me")
        add_device(server, key, "ios", "2b" * 32, user_id="somebody else")
        add_device(server, key, "android", ANDROID, user_id="me")
        reader = add_browser(server, key, services, "firefox", user_id="me")
        services.ask("bury", token=ANDROID, browser="chrome")

        browser.open(f"{server.url}/admin/apps/atlas/message")
        browser.fill("title", "Only me")
        browser.fill("trialUser", "me")
        browser.press("Send to these alone")
        browser.wait_for_text("Sent to 2 of 3 devices.")
        told = sorted(browser.texts("#trial li"))
        assert len(told) == 3 and told[0].startswith("Android: UNREGISTERED"), told
        assert told[1].startswith("Web: sent web-") and told[2].startswith("iOS: sent apns-"), told

        # The form stands as it was, and loading it anew is the same trial.
        assert browser.find("[name=title]").get_attribute("value") == "Only me"
        browser.driver.refresh()
        browser.wait_for_text("Sent to 2 of 3 devices.")
        assert [delivery["token"] for delivery in simulator.deliveries()] == ["1a" * 32]
        assert len(reader.reads(services.received()[1])) == 1

        browser.find("[name=trialUser]").clear()
        browser.press("Send to these alone")
        browser.wait_for(lambda: browser.count("#trialUser-fault") == 1, "it does not say that nobody is named")
        assert len(simulator.deliveries()) == 1


def credentials_are_given_changed_and_taken_away(directory):
    for server, browser, simulator, services in everything(directory):
        keys = new_app(server, name="Atlas", vapid={"subject": SUBJECT})
        add_device(server, keys["client_key"], "android", ANDROID, user_id="me")
        account = credentials(simulator, services)["fcm.service_account"]

        def sent():
            headers = {"X-App-Key": keys["api_key"]}
            return server.client.json("POST", "/send/user", {"user_id": "me", "title": "x"}, headers)[1]["sent"]

        def save(service, **fields):
            form = f"form[action$='/credentials/{service}']"
            browser.find(f"details:has({form}) > summary").click()
            for name, value in fields.items():
                browser.fill(f"{service}.{name}", value)
            browser.find(f"{form} button").click()

        browser.open(f"{server.url}/admin/apps/atlas")
        assert browser.find("#fcm .state").text == "not configured" and sent() == 0
        save("fcm", service_account="{}")
        browser.wait_for(lambda: browser.count('[id="fcm.service_account-fault"]') == 1, "what is wrong is not said")
        browser.open(f"{server.url}/admin/apps/atlas")
        save("fcm", service_account=account)
        browser.wait_for_text("Changed. It holds from the next notification on.")
        assert browser.find("#fcm .state").text == "configured"
        assert json.loads(account)["private_key"] not in browser.driver.page_source
        assert sent() == 1

        # The public key stays where only the address changes, and does not where another pair is asked for.
        former = row(browser, "Public key")
        save("vapid", subject="https://example.com")
        browser.wait_for(lambda: row(browser, "Subject") == "https://example.com", "the subject stays")
        assert row(browser, "Public key") == former
        browser.find("details:has(form[action$='/credentials/vapid']) > summary").click()
        browser.find('[name="vapid.pair"] [value=new]').click()
        browser.find("form[action$='/credentials/vapid'] button").click()
        browser.wait_for(lambda: row(browser, "Former pairs in use") == "1", "there is no other pair")
        assert row(browser, "Public key") != former

        browser.find("details:has(form[action$='/credentials/fcm']) > summary").click()
        browser.find("#fcm a.danger").click()
        browser.wait_for_text("1 device is not reached any more")
        browser.press("Take it away")
        browser.wait_for(lambda: browser.find("#fcm .state").text == "not configured", "they are still there")
        assert sent() == 0
        browser.open(f"{server.url}/admin/apps/atlas/message")
        browser.wait_for_text("1 device cannot be reached: there are no credentials for FCM.")


TESTS = (
    an_app_is_made_and_everybody_of_it_is_sent_to,
    some_platforms_and_the_users_of_the_paid_version_are_picked,
    a_trial_reaches_one_users_devices_and_tells_what_became_of_each,
    credentials_are_given_changed_and_taken_away,
)
