"""What the tests of the two services share: the program that shows what Pushy makes, and Base64."""

import base64
import json
import os
import subprocess
from pathlib import Path

PROBE = Path(os.environ["BUILT_PUSHY"]).parent / "ServiceProbe"


class Probe:
    """Pushy's side: a request a line, an answer a line."""

    def __init__(self):
        self.process = subprocess.Popen([PROBE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, do, **members):
        self.process.stdin.write(json.dumps({"do": do} | members) + "\n")
        self.process.stdin.flush()
        answer = json.loads(self.process.stdout.readline())
        assert "error" not in answer, (do, members, answer)
        return answer

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
