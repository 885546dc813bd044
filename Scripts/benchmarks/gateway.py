"""What stands for FCM and for browsers' push services, and apps that send through it."""

import base64
import hashlib
import json
import socket
import subprocess

from processes import BINARY, H2O, KEY_ID, TEAM_ID, TOPIC, openssl

PROJECT = "a-project"
# RFC 8291's own browser.
KEYS = {
    "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
    "auth": "BTBZMqHH6r4Tts7J_aSIgg",
}
REVOKED, HANGING = "revoked", "hanging"


class Services(H2O):
    """FCM, its token endpoint and a push service in one: they take everything, but for the app that is revoked and the
    one that hangs, by the names in the paths: the one is refused, the other's requests are taken and never answered."""

    name = "h2o"
    handler = """
          Proc.new do |env|
            if env["PATH_INFO"].include?("revoked")
              [env["PATH_INFO"].end_with?("/token") ? 400 : 403, {"content-type" => "application/json"},
               ['{"error":"invalid_grant"}']]
            else
              [200, {"content-type" => "application/json"},
               ['{"name":"projects/a-project/messages/1","access_token":"token","expires_in":3600,"token_type":"Bearer"}']]
            end
          end"""

    def __init__(self, scratch):
        self.hole = socket.socket()
        self.hole.bind(("127.0.0.1", 0))
        self.hole.listen(1024)
        nowhere = f"proxy.reverse.url: http://127.0.0.1:{self.hole.getsockname()[1]}"
        paths = [f"/v1/projects/{HANGING}", f"/push/{HANGING}"]
        self.more_paths = "".join(f"\n      {path}:\n        {nowhere}" for path in paths)
        super().__init__(scratch)
        self.key = scratch / "account.pem"
        if not self.key.exists():
            openssl("genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", self.key)

    def account(self, project=PROJECT):
        """A service account that it takes."""
        return {
            "type": "service_account",
            "project_id": project,
            "private_key_id": "a-key",
            "private_key": self.key.read_text(),
            "client_email": f"sender@{project}.iam.gserviceaccount.com",
            "token_uri": f"{self.url}/{project}/token",
        }

    def settings(self):
        """What leads a server to it, and lets it keep the credentials of apps."""
        return {
            "PUSHY_CA_FILE": str(self.ca_file),
            "PUSHY_FCM_URL": self.url,
            "PUSHY_WEBPUSH_HOSTS": self.url.removeprefix("https://"),
            "PUSHY_MASTER_KEY": encode(bytes(range(32))),
        }


class App:
    """An app of a server's with credentials for all three services."""

    def __init__(self, server, apns, services, name):
        self.name, self.services = name, services
        ids = {"key_id": KEY_ID, "team_id": TEAM_ID, "bundle_id": TOPIC}
        fields = {
            "id": name,
            "apns": {"p8_key": apns.key_file.read_text()} | ids,
            "fcm": {"service_account": services.account(name)},
            "vapid": {"subject": "mailto:push@example.com"},
        }
        self.key = server.call("POST", "/admin/apps", fields)["api_key"]
        app = server.call("GET", f"/admin/apps/{name}")
        self.vapid_key = app["vapid"]["public_key"]

    def add_devices(self, store, file, *, iphones, androids, browsers):
        """Imports so many devices of each kind; the first of each kind are user-0's, the second user-1's, and so on."""
        file.write_text(json.dumps(list(self.devices(iphones, androids, browsers))))
        arguments = ["tokens", "import", file, "--data", store, "--app", self.name, "--outside-budget"]
        arguments += ["--webpush-hosts", self.services.url.removeprefix("https://")]
        subprocess.run([BINARY, *arguments], check=True, capture_output=True)

    def devices(self, iphones, androids, browsers):
        for number in range(iphones):
            key = hashlib.sha256(f"{self.name} {number}".encode()).hexdigest()
            yield self.device(self.token_prefix + key[len(self.token_prefix) :], number, "ios", environment="production")
        for number in range(androids):
            token = f"{self.name}:{number:0140}"
            yield self.device(self.identifier("fcm", token), number, "android", token=token)
        for number in range(browsers):
            endpoint = f"{self.services.url}/push/{self.name}/{number:064}"
            subscription = {"endpoint": endpoint, "keys": KEYS}
            members = {"subscription": subscription, "vapid": self.vapid_key}
            yield self.device(self.identifier("web", endpoint), number, "web", **members)

    @property
    def token_prefix(self):
        """What the simulator knows the devices of the two bad apps by."""
        return TOKEN_PREFIXES.get(self.name, "")

    def identifier(self, service, address):
        digest = hashlib.sha256(f"{self.name} {address}".encode()).digest()
        return f"{service}-{encode(digest)[:22]}"

    def device(self, key, number, platform, **members):
        members |= {"pro": True, "registered": "2026-04-11T10:00:00Z", "user": f"user-{number}", "platform": platform}
        return {"key": key, "value": json.dumps(members, separators=(",", ":"))}


TOKEN_PREFIXES = {REVOKED: "deaddeaddead", HANGING: "feedfeedfeed"}
# What the simulator does to them.
RULES = [
    {"tokenPrefix": TOKEN_PREFIXES[REVOKED], "reason": "InvalidProviderToken"},
    {"tokenPrefix": TOKEN_PREFIXES[HANGING], "silence": True},
]


def encode(some_bytes):
    return base64.urlsafe_b64encode(some_bytes).rstrip(b"=").decode()
