"""What holds on every page: no fault of accessibility, the keyboard alone, zoom, weight, and hostile text that stays text."""

import importlib.util
import json
import secrets
import time
import urllib.parse
from pathlib import Path

from apps import add_device, master_key, new_app
from browsing import PHONE, Browser, Server, Simulator
from outside import ADMIN_KEY
from selenium.webdriver.common.keys import Keys

TOKEN = "abcdef" + "0123456789" * 5 + "98765432"
HOSTILE = "\"></textarea><script>document.title='broken'</script><img src=x onerror=document.title='broken'>{{x}}&lt;b>"
FIRST_LOAD = 30_000


def populate(server, text=HOSTILE):
    """One of each kind of thing that a page shows: dead and hostile devices, a spike, a broadcast that is over."""
    server.register(TOKEN, True, "sandbox")
    server.register_all([(secrets.token_hex(32), True, "production") for _ in range(120)])
    server.register("dead" + secrets.token_hex(30), True, "production")
    _, answer = server.admin("GET", "/client/v4/accounts/a/storage/kv/namespaces")
    namespace = answer["result"][0]["id"]
    record = json.dumps({"pro": True, "x": text})
    pairs = [
        {"key": "bad0" + "0" * 60, "value": record, "metadata": {"x": text}},
        {"key": "bad1" + "0" * 60, "value": text},
    ]
    assert server.admin("PUT", f"/client/v4/accounts/a/storage/kv/namespaces/{namespace}/bulk", pairs)[0] == 200
    app = new_app(server, name=text, vapid={"subject": "mailto:me@example.com"})
    add_device(server, app["api_key"], "ios", TOKEN, user_id=text)
    add_device(server, app["api_key"], "android", "a" * 140, user_id=text)
    to_user = {"user_id": text, "title": text}
    assert server.client.json("POST", "/send/user", to_user, {"X-App-Key": app["api_key"]})[0] == 200
    message = {"title": text, "subtitle": text, "body": text, "data": {"a": text}}
    _, broadcast = server.admin("POST", "/admin/broadcasts", message)
    server.wait_for_broadcast(broadcast["id"])
    return broadcast["id"]


def pages(server, broadcast):
    """The address of every kind of page, by what it shows."""
    answers = {}
    for prefix in ("abcdef", "bad0", "bad1"):
        status, headers, _ = server.client.request(
            "POST",
            "/admin/devices",
            f"prefix={prefix}",
            {"Authorization": f"Bearer {ADMIN_KEY}", "Content-Type": "application/x-www-form-urlencoded"},
        )
        assert status == 303, status
        answers[prefix] = headers["Location"]
    return {
        "home": "/admin",
        "the form used again": f"/admin?again={broadcast}",
        "history": "/admin/broadcasts",
        "broadcast": f"/admin/broadcasts/{broadcast}",
        "quota": "/admin/quota",
        "devices": "/admin/devices",
        "device": answers["abcdef"],
        "device with a hostile record": answers["bad0"],
        "device without a record": answers["bad1"],
        "removal": answers["abcdef"] + "/remove",
        "keys": "/admin/keys",
        "apps": "/admin/apps",
        "app": "/admin/apps/atlas",
        "app's devices": "/admin/apps/atlas/devices",
        "app's sends": "/admin/apps/atlas/sends",
        "message to an app": "/admin/apps/atlas/message",
        "rotation": "/admin/apps/atlas/rotate-key",
        "end of an app": "/admin/apps/atlas/delete",
        "problem": "/admin/nowhere",
    }


def open_details(browser):
    browser.driver.execute_script("for (const d of document.querySelectorAll('details')) d.open = true")


def everything(directory):
    """A server with something on every page."""
    dead = {"tokenPrefix": "dead", "status": 410, "reason": "Unregistered", "timestamp": int(time.time() * 1000) + 60_000}
    simulator = Simulator(directory, rules={"rules": [dead]})
    server = Server(directory, simulator, PUSHY_KV_PLAN="free", PUSHY_MASTER_KEY=master_key())
    return simulator, server


def axe_finds_no_fault_in_light_and_dark(directory):
    # Its package is for another driver, of which only the script is used here.
    package = importlib.util.find_spec("axe_playwright_python")
    script = (Path(package.origin).parent / "axe.min.js").read_text()
    simulator, server = everything(directory)
    with simulator, server, Browser(directory, size=PHONE) as browser:
        addresses = pages(server, populate(server))
        found = []

        def look(name):
            open_details(browser)
            browser.driver.execute_script(script)
            # Colours differ in the dark, and nothing else does.
            for scheme, rules in (("light", None), ("dark", ["color-contrast"])):
                browser.prefer("color-scheme", scheme)
                for fault in browser.driver.execute_async_script(AXE, rules)["violations"]:
                    found.append((name, scheme, fault["id"], [node["html"][:200] for node in fault["nodes"]]))

        browser.open(f"{server.url}/admin")
        browser.fill("password", "a guess")
        browser.press("Log in")
        browser.wait_for_text("That is not the admin key.")
        look("login")
        browser.log_in(server)
        browser.open(f"{server.url}/admin/keys")
        browser.press("Check")
        browser.wait_for_text("All is well")
        for name, address in addresses.items():
            browser.open(server.url + address)
            look(name)
        assert not found, found


AXE = """
const done = arguments[arguments.length - 1];
axe.run({resultTypes: ["violations"], ...(arguments[0] && {runOnly: arguments[0]})}).then(done);
"""


def every_page_fits_a_small_phone_and_letters_twice_as_large(directory):
    simulator, server = everything(directory)
    with simulator, server, Browser(directory) as browser:
        addresses = pages(server, populate(server))
        browser.log_in(server)
        for name, address in addresses.items():
            browser.open(server.url + address)
            open_details(browser)
            # A wide screen at 200 % has half its width left; a small phone has less.
            for size, font in (((640, 450), "100%"), ((640, 450), "200%"), ((320, 640), "100%")):
                browser.resize(size)
                width = browser.driver.execute_script(
                    "document.documentElement.style.fontSize = arguments[0]; return document.documentElement.scrollWidth",
                    font,
                )
                assert width <= size[0], (name, size, font, width)


def every_page_is_light_and_stands_still(directory):
    simulator, server = everything(directory)
    with simulator, server:
        sizes = {}
        addresses = pages(server, populate(server, "A message of a usual length: half price until Sunday."))
        with Browser(directory) as browser:
            browser.prefer("reduced-motion", "reduce")
            browser.log_in(server)
            browser.driver.execute_cdp_cmd("Network.setCacheDisabled", {"cacheDisabled": True})
            for name, address in addresses.items():
                browser.open(server.url + address)
                size = browser.driver.execute_script(
                    "return ['resource', 'navigation'].flatMap(type => performance.getEntriesByType(type))"
                    ".map(entry => entry.decodedBodySize).reduce((sum, size) => sum + size)"
                )
                sizes[name] = size
                moving = browser.driver.execute_script(
                    "return [...document.querySelectorAll('*')].filter(element => { const style = getComputedStyle(element);"
                    "return style.animationName !== 'none' || parseFloat(style.transitionDuration) > 0 })"
                    ".map(element => element.tagName)"
                )
                assert moving == [], (name, moving)
            assert all(8_000 < size < FIRST_LOAD for size in sizes.values()), sizes


def the_keyboard_alone_reaches_everything_and_shows_where_it_is(directory):
    simulator, server = everything(directory)
    with simulator, server:
        addresses = pages(server, populate(server))
        with Browser(directory) as browser:
            browser.open(f"{server.url}/admin")
            browser.driver.switch_to.active_element.send_keys(ADMIN_KEY + Keys.ENTER)
            browser.wait_for_text("New notification")
            for name, address in addresses.items():
                browser.open(server.url + address)
                open_details(browser)
                reachable = browser.driver.execute_script(REACHABLE)
                reached, unseen, first = set(), [], None
                # A field for a moment has a stop for each of its numbers.
                for _ in range(2 * reachable + 10):
                    browser.driver.switch_to.active_element.send_keys(Keys.TAB)
                    place, outline = browser.driver.execute_script(FOCUS)
                    if reached and place == first:
                        break
                    if place >= 0:
                        first = place if not reached else first
                        reached.add(place)
                        if not outline:
                            unseen.append(browser.driver.execute_script("return document.activeElement.outerHTML"))
                assert len(reached) >= reachable, (name, len(reached), reachable)
                assert unseen == [], (name, unseen)
            browser.open(server.url + addresses["removal"])
            browser.find("main button").send_keys(Keys.ENTER)
            browser.wait_for_text("The device was removed.")


# A radio group is one stop; what is hidden is none.
REACHABLE = """
const groups = new Set();
return [...document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex='0']")]
  .filter(e => !e.disabled && e.checkVisibility() && !(e.type === "radio" && (groups.has(e.name) || !groups.add(e.name))))
  .length;
"""
FOCUS = """
const e = document.activeElement, style = getComputedStyle(e);
const place = e === document.body || e.id === "main" ? -1 : [...document.querySelectorAll("*")].indexOf(e);
return [place, style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2];
"""


def hostile_text_in_every_field_and_record_stays_text(directory):
    simulator, server = everything(directory)
    with simulator, server, Browser(directory) as browser:
        addresses = pages(server, populate(server))

        def look(name):
            scripts, handlers = browser.driver.execute_script(
                "return [document.scripts.length, document.querySelectorAll('[onerror]').length]"
            )
            assert (scripts, handlers, browser.driver.title != "broken") == (1, 0, True), name
            complaints = [line for line in browser.complaints() if not any(usual in line for usual in USUAL)]
            assert complaints == [], (name, complaints)

        browser.open(f"{server.url}/admin/login?next={urllib.parse.quote(HOSTILE)}")
        look("login")
        browser.log_in(server)
        for name, address in addresses.items():
            browser.open(server.url + address)
            look(name)
        browser.open(server.url + addresses["home"])
        for field in ("title", "subtitle", "body"):
            browser.driver.execute_script(TYPE, field, HOSTILE)
        browser.wait_for(lambda: browser.find("#screens").text.count("onerror") >= 3, "the preview does not come")
        look("preview")
        for address in ("/admin/" + urllib.parse.quote(HOSTILE, safe=""), "/admin/devices?prefix=" + urllib.parse.quote(HOSTILE)):
            browser.open(server.url + address)
            look(address)
        browser.open(server.url + addresses["message to an app"])
        for field in ("title", "body"):
            browser.driver.execute_script(TYPE, field, HOSTILE)
        browser.wait_for(lambda: browser.find("#web-screen").text.count("onerror") >= 2, "the preview does not come")
        look("preview for an app")
        for name in ("home", "devices", "removal", "apps", "app's devices", "message to an app"):
            address = server.url + addresses[name]
            browser.open(address)
            for form, field in browser.driver.execute_script(FIELDS):
                browser.open(address)
                browser.driver.execute_script(SUBMIT, form, field, HOSTILE)
                browser.wait_for(lambda: browser.driver.execute_script(READY), f"{name} {field} is not answered")
                look((name, field))
        # What the owner writes is nobody else's to read.
        assert not any("onerror" in line for line in server.lines), server.lines


# A refused form, and a field that takes moments alone.
USUAL = ("status of 4", "does not conform to the required format")

# The driver types no brackets into some fields, and some characters into none.
TYPE = """
const field = document.querySelector(`[name=${arguments[0]}]`);
field.value = arguments[1];
field.dispatchEvent(new Event("input", { bubbles: true }));
"""
# By place, since a page may name two fields alike; the form's own token decides whether it is looked at at all.
FIELDS = """
return [...document.forms].flatMap((form, place) => form.action.endsWith("/logout") ? [] : [...form.elements]
  .filter(e => e.name && !["formToken", "dryRun"].includes(e.name)).map(e => [place, e.name]));
"""
SUBMIT = """
const [place, name, text] = arguments;
const form = document.forms[place], field = form.elements[name];
const hostile = document.createElement("input");
for (const element of field.length && !field.options ? [...field] : [field]) element.removeAttribute("name");
hostile.name = name;
hostile.value = text;
form.append(hostile);
window.isOld = true;
HTMLFormElement.prototype.submit.call(form);
"""
READY = "return !window.isOld && document.readyState === 'complete'"

TESTS = (
    axe_finds_no_fault_in_light_and_dark,
    every_page_fits_a_small_phone_and_letters_twice_as_large,
    every_page_is_light_and_stands_still,
    the_keyboard_alone_reaches_everything_and_shows_where_it_is,
    hostile_text_in_every_field_and_record_stays_text,
)
