"""Puts new keys into LMDB, each in a durable commit of its own, and prints how many it was a second.

lmdb_commits.py DIRECTORY SECONDS VALUE
"""

import random
import sys
import time

import lmdb

directory, seconds, value = sys.argv[1], float(sys.argv[2]), sys.argv[3].encode()
picks = random.Random(1)
with lmdb.open(directory, map_size=4 << 30) as environment:
    count = 0
    begin = time.monotonic()
    while time.monotonic() < begin + seconds:
        with environment.begin(write=True) as transaction:
            transaction.put(b"%064x" % picks.getrandbits(256), value)
        count += 1
    print(count / (time.monotonic() - begin))
