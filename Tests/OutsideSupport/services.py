"""An FCM and a push service on this machine, an app that sends through them, and browsers with keys of their own."""

import os

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec

from outside import TOPIC
from probe import Probe, decode, encode


class Services(Probe):
    """The two services, to which a server can be led."""

    def __enter__(self):
        self.known = self.ask("open stand-ins")
        return super().__enter__()

    def settings(self, directory):
        """What leads a server to them, and lets it keep the credentials of apps."""
        authorities = directory / "authorities.pem"
        authorities.write_text(self.known["authorities"])
        return {
            "PUSHY_CA_FILE": str(authorities),
            "PUSHY_FCM_URL": self.known["fcm"],
            "PUSHY_WEBPUSH_HOSTS": self.known["host"],
            "PUSHY_MASTER_KEY": encode(os.urandom(32)),
        }

    def received(self):
        """What came: messages to FCM, and requests to the push service."""
        answer = self.ask("tell what came")
        return answer["messages"], answer["pushes"]


class App:
    """An app of a server, with credentials for browsers and FCM, and for APNs where there is one."""

    def __init__(self, server, services, simulator=None):
        self.server = server
        fields = {"id": "atlas", "vapid": {"subject": "mailto:me@example.com"}}
        fields["fcm"] = {"service_account": services.known["account"]}
        if simulator:
            ids = {"key_id": "ABCDE12345", "team_id": "TEAM123456", "bundle_id": TOPIC}
            fields["apns"] = {"p8_key": simulator.key_file.read_text()} | ids
        status, self.keys = server.admin("POST", "/admin/apps", fields)
        assert status == 201, self.keys

    def call(self, method, path, body=None, key="api_key"):
        """A call with one of the app's keys; what it answered with status 200."""
        status, answer = self.server.client.json(method, path, body, {"X-App-Key": self.keys[key]})
        assert status == 200, (path, status, answer)
        return answer


class Subscriber:
    """A browser as a push service knows it: its name and its keys."""

    def __init__(self, services, name):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = os.urandom(16)
        self.path = f"/push/{name}"
        scalar = self.key.private_numbers().private_value.to_bytes(32, "big")
        answer = services.ask("subscribe", name=name, key=encode(scalar), secret=encode(self.secret))
        self.subscription = answer["subscription"]

    def reads(self, pushes):
        """The texts that were sent to it, decrypted."""
        bodies = [decode(push["body"]) for push in pushes if push["path"] == self.path]
        keys = {"private_key": self.key, "auth_secret": self.secret}
        return [http_ece.decrypt(body, version="aes128gcm", **keys).decode() for body in bodies]
