"""Sends through one of the two services with a peer from PyPI; prints JSON: how many were accepted, and the seconds.

services_client.py firebase-admin|httpx|pywebpush|encryption, then a request as JSON.
"""

import asyncio
import base64
import json
import os
import sys
import time
from concurrent.futures import ThreadPoolExecutor


def firebase_admin(request):
    """firebase-admin's own call for many messages, over HTTP/2; at most 500 at a time, as it allows."""
    import firebase_admin
    from firebase_admin import credentials, messaging
    from firebase_admin.messaging import _MessagingService

    # It knows Google's host alone: it is led to the server under test.
    _MessagingService.FCM_URL = request["url"] + "/v1/projects/{0}/messages:send"
    firebase_admin.initialize_app(credentials.Certificate(request["account"]))
    notification = messaging.Notification(**request["message"]["notification"])
    messages = [messaging.Message(token="a-device", notification=notification) for _ in range(500)]

    async def send(count):
        accepted = 0
        while count > 0:
            batch = await messaging.send_each_async(messages[: min(500, count)])
            accepted += batch.success_count
            count -= 500
        return accepted

    return asyncio.run(timed(send, request["count"]))


def httpx_alone(request):
    """HTTP/2 by httpx, with a body and a token that were made before."""
    import httpx

    body = json.dumps({"message": request["message"] | {"token": "a-device"}}).encode()
    fields = {"Authorization": "Bearer token", "Content-Type": "application/json"}
    url = request["url"] + "/v1/projects/a-project/messages:send"

    async def send(count):
        gate = asyncio.Semaphore(request["atOnce"])
        accepted = 0
        async with httpx.AsyncClient(http2=True, timeout=60, limits=httpx.Limits(max_connections=4)) as client:

            async def one():
                nonlocal accepted
                async with gate:
                    answer = await client.post(url, content=body, headers=fields)
                    accepted += answer.status_code == 200

            await asyncio.gather(*(one() for _ in range(count)))
        return accepted

    return asyncio.run(timed(send, request["count"]))


def pywebpush(request):
    """pywebpush as its documentation has it, with kept connections, in a few threads."""
    import requests
    from py_vapid import Vapid02
    from pywebpush import webpush

    vapid = Vapid02()
    vapid.generate_keys()
    plaintext = decode(request["plaintext"])
    threads = 8

    def send(count):
        session = requests.Session()
        accepted = 0
        for _ in range(count):
            answer = webpush(
                request["subscription"],
                data=plaintext,
                vapid_private_key=vapid,
                vapid_claims={"sub": "mailto:push@example.com"},
                requests_session=session,
            )
            accepted += answer.status_code in (200, 201)
        return accepted

    begin = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        accepted = sum(pool.map(send, [request["count"] // threads] * threads))
    return accepted, time.monotonic() - begin


def encryption(request):
    """pywebpush's encryption alone."""
    from pywebpush import WebPusher

    pusher = WebPusher(request["subscription"])
    plaintext = decode(request["plaintext"])
    begin = time.monotonic()
    for _ in range(request["count"]):
        pusher.encode(plaintext, content_encoding="aes128gcm")
    return request["count"], time.monotonic() - begin


async def timed(send, count):
    begin = time.monotonic()
    return await send(count), time.monotonic() - begin


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


PEERS = {"firebase-admin": firebase_admin, "httpx": httpx_alone, "pywebpush": pywebpush, "encryption": encryption}
request = json.loads(sys.argv[2])
os.environ["SSL_CERT_FILE"] = os.environ["REQUESTS_CA_BUNDLE"] = request["caFile"]
accepted, seconds = PEERS[sys.argv[1]](request)
print(json.dumps({"accepted": accepted, "seconds": seconds}))
