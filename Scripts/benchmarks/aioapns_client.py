"""Sends one notification to each path of a file with aioapns, so many at once; prints accepted, failed and seconds."""

import asyncio
import json
import ssl
import sys
import time

from aioapns import APNs, NotificationRequest


async def main():
    host, port, ca_file, path_file, payload_file, key_file, key_id, team_id, topic, at_once = sys.argv[1:]
    context = ssl.create_default_context(cafile=ca_file)
    context.set_alpn_protocols(["h2"])
    client = APNs(
        key=open(key_file).read(), key_id=key_id, team_id=team_id, topic=topic, ssl_context=context, max_connections=2
    )
    # aioapns knows Apple's hosts alone: it is led to the server under test.
    client.pool.protocol_class.APNS_SERVER = host
    client.pool.protocol_class.APNS_PORT = int(port)
    message = json.load(open(payload_file))
    tokens = [line.strip().rsplit("/", 1)[1] for line in open(path_file)]
    counts = {"accepted": 0, "failed": 0}
    gate = asyncio.Semaphore(int(at_once))

    async def send(token):
        async with gate:
            answer = await client.send_notification(NotificationRequest(device_token=token, message=message))
            counts["accepted" if answer.is_successful else "failed"] += 1

    begin = time.monotonic()
    await asyncio.gather(*(send(token) for token in tokens))
    print(counts["accepted"], counts["failed"], f"{time.monotonic() - begin:.6f}")


asyncio.run(main())
