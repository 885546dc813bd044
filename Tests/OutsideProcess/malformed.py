"""Malformed input of every kind: a 4xx, and a sentence that helps."""

import json
import socket

from outside import APP_KEY, Server

TOKEN = "00112233445566778899aabbccddeeff"


def malformed_requests_are_answered_with_a_sentence(directory):
    with Server(directory) as server:
        for name, (status, request) in requests().items():
            answered, headers, content = exchange(server, request)
            assert answered == status, (name, answered, content)
            # A flood ends in the library below, before there is a request that could be answered in Pushy's own form.
            if status >= 400 and name != "a flood of headers":
                assert headers.get("content-type") == "application/problem+json", (name, headers)
                problem = json.loads(content)
                assert problem["status"] == status and len(problem["detail"]) > 10, (name, problem)
            # Whatever came, the next one is served.
            assert server.client.json("GET", "/healthz")[0] == 200, name


def requests():
    """By name: the status that is expected, and the bytes of a request."""
    good = json.dumps({"token": TOKEN, "pro": True}).encode()
    return {
        "a good one": (200, post(good)),
        "a DELETE with a body": (200, post(json.dumps({"token": TOKEN}).encode(), method="DELETE")),
        "chunked": (200, head("Transfer-Encoding: chunked") + b"%x\r\n%s\r\n0\r\n\r\n" % (len(good), good)),
        "not JSON": (400, post(b"token=" + TOKEN.encode())),
        "JSON of another shape": (400, post(b"[]")),
        "no token": (400, post(b'{"pro": true}')),
        "no pro": (400, post(b'{"token": "%s"}' % TOKEN.encode())),
        "pro is a text": (400, post(b'{"token": "%s", "pro": "yes"}' % TOKEN.encode())),
        "a token that is a number": (400, post(b'{"token": 12345678901234567890, "pro": true}')),
        "a token that is null": (400, post(b'{"token": null, "pro": true}')),
        "a NUL in the token": (400, post(b'{"token": "%s\\u0000", "pro": true}' % TOKEN.encode())),
        "an odd number of digits": (400, post(b'{"token": "%s0", "pro": true}' % TOKEN.encode())),
        "a token that is too short": (400, post(b'{"token": "0011", "pro": true}')),
        "an unknown environment": (400, post(b'{"token": "%s", "pro": true, "environment": "test"}' % TOKEN.encode())),
        "bytes that are no UTF-8": (400, post(b'{"token": "\xff\xfe", "pro": true}')),
        "an empty body": (400, post(b"")),
        "a wrong key": (401, post(good, key="wrong")),
        "no key": (401, post(good, key=None)),
        "an unknown path": (404, b"GET /nothing HTTP/1.1\r\nHost: x\r\n\r\n"),
        "a wrong method": (405, b"GET /tokens HTTP/1.1\r\nHost: x\r\n\r\n"),
        "a body without a length": (411, head()),
        "a megabyte of body": (413, post(b" " * 1_000_000)),
        "a body that is a form": (415, post(good, content_type="application/x-www-form-urlencoded")),
        "bad percent-encoding": (400, b"GET /admin/%zz HTTP/1.1\r\nHost: x\r\n\r\n"),
        "a flood of headers": (431, head(*[f"X-Flood-{n}: {'x' * 500}" for n in range(500)])),
    }


def head(*lines, method="POST", key=APP_KEY, content_type="application/json"):
    fields = ["Host: x", f"Content-Type: {content_type}", *lines] + ([f"X-App-Key: {key}"] if key else [])
    return (f"{method} /tokens HTTP/1.1\r\n" + "\r\n".join(fields) + "\r\n\r\n").encode()


def post(body, **options):
    return head(f"Content-Length: {len(body)}", **options) + body


def exchange(server, request):
    """Sends raw bytes; the status, the headers and the body of the answer."""
    host, port = server.client.address.split(":")
    with socket.create_connection((host, int(port)), timeout=30) as connection:
        try:
            connection.sendall(request)
        except OSError:
            # A server that has seen enough may stop reading before all is sent; its answer is there all the same.
            pass
        answer = connection.makefile("rb")
        status = int(answer.readline().split()[1])
        headers = {}
        while line := answer.readline().strip():
            name, _, value = line.decode().partition(":")
            headers[name.lower()] = value.strip()
        return status, headers, answer.read(int(headers.get("content-length", 0)))
