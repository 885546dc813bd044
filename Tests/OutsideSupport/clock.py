"""A clock for the processes of a test, by faketime."""

import os
import shutil
import subprocess
from pathlib import Path


class Clock:
    """A clock that stands still until it is set, and goes for whatever process is given its settings.

    Only the time of day is faked: what waits for a time to pass, such as a timeout, waits as ever.
    """

    def __init__(self, directory, text):
        self.file = Path(directory) / "clock"
        self.set(text)
        timers = Path(directory) / "real_timers.so"
        # Swift's toolchain has a compiler for C.
        compiler = shutil.which("clang") or "cc"
        subprocess.run([compiler, "-shared", "-fPIC", "-o", timers, Path(__file__).parent / "real_timers.c"], check=True)
        faketime = next(Path("/usr/lib").glob("*/faketime/libfaketimeMT.so.1"))
        self.settings = {
            "LD_PRELOAD": f"{timers} {faketime}",
            "FAKETIME_TIMESTAMP_FILE": str(self.file),
            "FAKETIME_NO_CACHE": "1",
            "FAKETIME_DONT_FAKE_MONOTONIC": "1",
            "TZ": "UTC",
        }
        # The library keeps state in shared memory, which it names in the environment; but where it changes the
        # environment itself, Swift finds no arguments any more. So another process makes it, for as long as it is needed.
        self.keeper = subprocess.Popen(
            ["cat"], env=os.environ | self.settings, stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        self.settings["FAKETIME_SHARED"] = f"/faketime_sem_{self.keeper.pid} /faketime_shm_{self.keeper.pid}"
        self.keeper.stdin.write(b"ready\n")
        self.keeper.stdin.flush()
        self.keeper.stdout.readline()

    def set(self, text):
        """Moves the clock, forward or back, to `YYYY-MM-DD hh:mm:ss`."""
        next_file = self.file.with_suffix(".next")
        next_file.write_text(text + "\n")
        # Whoever reads it meanwhile sees the one moment or the other.
        next_file.replace(self.file)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.keeper.communicate()
