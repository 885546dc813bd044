"""What Pushy encrypts and signs for Web Push, read by http_ece and py-vapid."""

import json
import os
import time

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid import Vapid02

from probe import Probe, decode, encode

LONGEST = 3993


class Browser:
    """A browser's keys."""

    def __init__(self, key=None):
        self.key = key or ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)

    @property
    def point(self):
        return self.key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)

    @property
    def subscription(self):
        keys = {"p256dh": encode(self.point), "auth": encode(self.secret)}
        return {"endpoint": "https://updates.push.services.mozilla.com/wpush/v2/x", "keys": keys}

    def shares_a_secret_that_begins_with_zero(self, body):
        sender = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), body[21:86])
        return self.key.exchange(ec.ECDH(), sender)[0] == 0

    def reads(self, body):
        return http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")


def browser_whose(has_zero):
    """A browser whose keys fulfil a condition that one in 256 does."""
    while True:
        browser = Browser()
        if has_zero(browser):
            return browser


def message(probe, browser, plaintext, padding=0):
    answer = probe.ask("encrypt", subscription=browser.subscription, plaintext=encode(plaintext), padding=padding)
    return decode(answer["body"])


def http_ece_reads_messages_of_every_length(_):
    browser = Browser()
    begin_with_zero = 0
    with Probe() as probe:
        for length in range(LONGEST + 1):
            plaintext = os.urandom(length)
            body = message(probe, browser, plaintext)
            assert len(body) == 86 + length + 17 and len(body) <= 4096, (length, len(body))
            assert browser.reads(body) == plaintext, length
            begin_with_zero += browser.shares_a_secret_that_begins_with_zero(body)
    assert begin_with_zero > 0, "no secret began with a zero byte, which one in 256 does"


def http_ece_reads_messages_to_keys_with_leading_zeros(_):
    zero_x = browser_whose(lambda browser: browser.point[1] == 0)
    zero_y = browser_whose(lambda browser: browser.point[33] == 0)
    zero_scalar = browser_whose(lambda browser: browser.key.private_numbers().private_value < 1 << 248)
    with Probe() as probe:
        for browser in (zero_x, zero_y, zero_scalar):
            for length in (0, 1, 100, LONGEST):
                plaintext = os.urandom(length)
                assert browser.reads(message(probe, browser, plaintext)) == plaintext


def http_ece_reads_messages_that_are_padded(_):
    browser = Browser()
    with Probe() as probe:
        for length in (0, 1, 999, 1000, 1001, LONGEST):
            body = message(probe, browser, b"\0" * length, padding=1000)
            assert len(body) == 86 + max(length, 1000) + 17
            assert browser.reads(body) == b"\0" * length


def py_vapid_accepts_the_header(_):
    small = ec.derive_private_key(7, ec.SECP256R1())
    with Probe() as probe:
        for key in [small] + [ec.generate_private_key(ec.SECP256R1()) for _ in range(600)]:
            scalar = key.private_numbers().private_value.to_bytes(32, "big")
            origin, subject = "https://web.push.apple.com", "mailto:push@example.com"
            header = probe.ask("authorize", key=encode(scalar), origin=origin, subject=subject)["header"]
            scheme, fields = header.split(" ", 1)
            # It wants no blank behind the comma, which the standard allows.
            assert scheme == "vapid" and Vapid02.verify(header.replace(", ", ",")), header
            token, public = (field.split("=", 1)[1] for field in fields.split(", "))
            assert decode(public) == key.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
            claims = json.loads(decode(token.split(".")[1]))
            assert (claims["aud"], claims["sub"]) == (origin, subject)
            assert 11 * 3600 < claims["exp"] - time.time() <= 12 * 3600


TESTS = [
    http_ece_reads_messages_of_every_length,
    http_ece_reads_messages_to_keys_with_leading_zeros,
    http_ece_reads_messages_that_are_padded,
    py_vapid_accepts_the_header,
]
