"""Starts that cannot work: one line each, which says what to do."""

from outside import Process, Server


def a_start_that_cannot_work_says_in_one_line_what_to_do(directory):
    with Server(directory) as running:
        port = running.client.address.split(":")[1]
        good = running.environment
        key = directory / "no-key.p8"
        key.write_text("-----BEGIN PRIVATE KEY-----\nbm90IGEga2V5\n-----END PRIVATE KEY-----\n")
        apns = {"PUSHY_APNS_KEY_ID": "ABCDE12345", "PUSHY_APNS_TEAM_ID": "TEAM123456", "PUSHY_APNS_TOPIC": "com.example.app"}
        elsewhere = {"PUSHY_DATA": str(directory / "other")}
        starts = {
            "no app key": (without(good, "PUSHY_APP_KEY"), "PUSHY_APP_KEY"),
            "no admin key": (without(good, "PUSHY_ADMIN_KEY"), "PUSHY_ADMIN_KEY"),
            "a port in use": (good | elsewhere | {"PUSHY_LISTEN": f"127.0.0.1:{port}"}, port),
            "another server's data": (good, str(directory / "data")),
            "a key file that is missing": (good | elsewhere | apns | {"PUSHY_APNS_KEY_FILE": "/nowhere.p8"}, "/nowhere.p8"),
            "a key file that is no key": (good | elsewhere | apns | {"PUSHY_APNS_KEY_FILE": str(key)}, "p8"),
            "a data directory that cannot be": (good | {"PUSHY_DATA": "/proc/pushy"}, "/proc/pushy"),
        }
        for name, (environment, word) in starts.items():
            with Process("serve", environment=environment, cwd=directory) as attempt:
                status = attempt.wait()
                assert status not in (0, None) and status > 0, (name, status, attempt.lines)
                # Lines that only tell, such as which data directory is used, may stand before it.
                complaints = [line for line in attempt.lines if line.startswith("pushy: ")]
                assert len(complaints) == 1 and attempt.lines[-1] == complaints[0], (name, attempt.lines)
                assert word in complaints[0], (name, attempt.lines)


def without(environment, name):
    return {key: value for key, value in environment.items() if key != name}
