"""What the browser tests share: Chromium without a screen, and the owner's way through the pages."""

import os
import shutil
import sys
import urllib.parse
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "OutsideSupport"))
from outside import ADMIN_KEY, PATIENCE, Server, Simulator, run  # noqa: E402, F401

PHONE, DESK = (390, 844), (1280, 900)


class Browser:
    """Chromium, with or without scripts."""

    def __init__(self, directory, scripts=True, size=DESK, dark=False):
        options = webdriver.ChromeOptions()
        options.binary_location = shutil.which("chromium") or shutil.which("google-chrome") or ""
        profile = Path(directory) / f"chromium-{scripts}-{size[0]}-{dark}"
        for argument in (
            *("--headless=new", f"--user-data-dir={profile}", "--no-first-run", "--disable-gpu"),
            *("--disable-dev-shm-usage", "--disable-background-networking", "--lang=en"),
        ):
            options.add_argument(argument)
        if os.geteuid() == 0:
            # Chromium's sandbox does not work for root, which the tests are in a container.
            options.add_argument("--no-sandbox")
        if not scripts:
            options.add_experimental_option("prefs", {"profile.managed_default_content_settings.javascript": 2})
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, webdriver.ChromeService(shutil.which("chromedriver")))
        self.driver.set_page_load_timeout(PATIENCE)
        if dark:
            self.prefer("color-scheme", "dark")
        self.resize(size)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.driver.quit()

    def prefer(self, what, value):
        """Sets one of the reader's preferences, such as `color-scheme`; the others are as usual."""
        features = [{"name": f"prefers-{what}", "value": value}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def resize(self, size):
        metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, url):
        self.driver.get(url)

    @property
    def path(self):
        return urllib.parse.urlparse(self.driver.current_url).path

    @property
    def text(self):
        return self.find("main").text

    def find(self, selector):
        return self.driver.find_element(By.CSS_SELECTOR, selector)

    def count(self, selector):
        return len(self.driver.find_elements(By.CSS_SELECTOR, selector))

    def texts(self, selector):
        return [element.text for element in self.driver.find_elements(By.CSS_SELECTOR, selector)]

    def fill(self, name, value):
        field = self.find(f'[name="{name}"]')
        field.clear()
        field.send_keys(value)

    def choose(self, name, value):
        self.find(f"[name={name}][value={value}]").click()

    def press(self, text):
        """Presses the button, or follows the link, with this text."""
        for element in self.driver.find_elements(By.CSS_SELECTOR, "button, a, summary"):
            if element.text.strip() == text:
                element.click()
                return
        raise AssertionError(f"there is no “{text}” on the page: {self.text}")

    def wait_for(self, condition, what):
        WebDriverWait(self.driver, PATIENCE, 0.05, ignored_exceptions=(Exception,)).until(lambda _: condition(), what)

    def wait_for_text(self, text):
        self.wait_for(lambda: text in self.text, f"“{text}” does not come")

    def log_in(self, server):
        self.open(f"{server.url}/admin")
        self.fill("password", ADMIN_KEY)
        self.press("Log in")
        self.wait_for_text("New notification")

    def complaints(self):
        """What the browser's console holds against the page: refused loads, errors of scripts."""
        return [entry["message"] for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
