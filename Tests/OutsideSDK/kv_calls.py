"""Every call of Workers KV's REST API as Cloudflare's official Python SDK makes it, against a server of Pushy's.

A dialect is what differs between the SDK's versions: how a value is put, and how the name of a key is written.
"""

import base64
import json
import sys
import time
from pathlib import Path

import cloudflare

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "OutsideSupport"))
from outside import ADMIN_KEY, Server, run  # noqa: E402

ACCOUNT = "023e105f4ecef8ad9ca31a8372d0c353"
AWKWARD = ["a/b c?é%2F", "/", "//x/", "a+b&c=d#e", "%", "%25", "\\", "_", "e\u0301", "é", "你🙂", "x" * 512, " ", "...", "values/bulk"]


class Dialect:
    """The SDK's current version."""

    major = 5

    @staticmethod
    def name(key):
        """The key as the SDK's calls on values and metadata want it."""
        return key

    @staticmethod
    def put(space, key, value, **more):
        return space.api.values.update(key, value=value, **more, **space.where)


class Space:
    """A namespace on a server of its own."""

    def __init__(self, server, dialect, title="test", key=ADMIN_KEY, **settings):
        self.dialect = dialect
        self.client = cloudflare.Cloudflare(api_token=key, base_url=server.url + "/client/v4", **settings)
        self.api = self.client.kv.namespaces
        self.id = self.api.create(account_id=ACCOUNT, title=title).id
        self.where = {"account_id": ACCOUNT, "namespace_id": self.id}

    def put(self, key, value, **more):
        return self.dialect.put(self, self.dialect.name(key), value, **more)

    def get(self, key):
        return self.response(key).read()

    def response(self, key):
        return self.api.values.get(self.dialect.name(key), **self.where)

    def delete(self, key):
        return self.api.values.delete(self.dialect.name(key), **self.where)

    def metadata(self, key):
        return self.api.metadata.get(self.dialect.name(key), **self.where)

    def keys(self, **more):
        return [key.name for key in self.api.keys.list(**more, **self.where)]


def fails(error_type, call, code):
    """That a call fails with the SDK's own error for it; the error."""
    try:
        call()
    except error_type as error:
        assert type(error) is error_type, type(error)
        assert error.body["success"] is False and error.body["result"] is None, error.body
        assert [entry["code"] for entry in error.body["errors"]] == [code], error.body
        assert [entry.code for entry in error.errors] == [code], error.errors
        return error
    raise AssertionError(f"nothing failed where {error_type.__name__} was expected")


def bulk(space, pairs):
    result = space.api.bulk_update(body=pairs, **space.where)
    assert result.successful_key_count == len(pairs), result
    assert result.unsuccessful_keys == [], result


def tests(dialect):
    """The tests of one dialect."""

    def namespaces_are_created_shown_renamed_and_deleted(directory):
        with Server(directory) as server:
            space = Space(server, dialect, title="first")
            assert space.api.get(**space.where).title == "first"
            space.api.update(title="second", **space.where)
            shown = space.api.get(**space.where)
            assert (shown.id, shown.title, shown.supports_url_encoding) == (space.id, "second", True)
            space.api.delete(**space.where)
            fails(cloudflare.NotFoundError, lambda: space.api.get(**space.where), 10013)

    def namespaces_are_listed_through_the_iterator(directory):
        with Server(directory) as server:
            space = Space(server, dialect, title="n00")
            titles = [f"n{number:02}" for number in range(45)]
            for title in titles[1:]:
                space.api.create(account_id=ACCOUNT, title=title)
            listed = list(space.api.list(account_id=ACCOUNT, order="title", per_page=10))
            assert [entry.title for entry in listed] == titles + ["tokens"]
            assert len({entry.id for entry in listed}) == 46
            down = list(space.api.list(account_id=ACCOUNT, order="title", direction="desc", per_page=46))
            assert down[::-1] == listed
            by_id = [entry.id for entry in space.api.list(account_id=ACCOUNT)]
            assert by_id == sorted(by_id) and len(by_id) == 46

    def namespaces_have_titles_of_their_own(directory):
        with Server(directory) as server:
            space = Space(server, dialect, title="taken")
            create = space.api.create
            fails(cloudflare.BadRequestError, lambda: create(account_id=ACCOUNT, title="taken"), 10014)
            fails(cloudflare.BadRequestError, lambda: create(account_id=ACCOUNT, title=""), 10019)
            fails(cloudflare.BadRequestError, lambda: create(account_id=ACCOUNT, title="x" * 513), 10029)

    def values_are_put_shown_and_deleted(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            space.put("k", "a value, é")
            assert space.get("k") == "a value, é".encode()
            assert space.response("k").headers["content-type"] == "application/octet-stream"
            space.delete("k")
            fails(cloudflare.NotFoundError, lambda: space.get("k"), 10009)
            space.delete("k")

    def keys_may_have_any_name(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            for key in AWKWARD:
                space.put(key, f"value of {key}", metadata=json.dumps({"name": key}))
            for key in AWKWARD:
                assert space.get(key) == f"value of {key}".encode(), key
                assert space.metadata(key) == {"name": key}, key
            assert space.keys() == sorted(AWKWARD, key=str.encode)
            for key in AWKWARD:
                space.delete(key)
            assert space.keys() == []

    def keys_that_are_none_are_refused(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            for key in [".", ".."]:
                result = space.api.bulk_update(body=[{"key": key, "value": "v"}], **space.where)
                assert result.unsuccessful_keys == [key], result
            try:
                space.put("x" * 513, "v")
            except cloudflare.APIStatusError as error:
                assert (error.status_code, error.errors[0].code) == (414, 10030), error
            else:
                raise AssertionError("a key of 513 bytes was put")

    def values_expire(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            at = int(time.time()) + 1000
            space.put("at", "v", expiration=at)
            assert space.response("at").headers["expiration"] == str(at)
            space.put("after", "v", expiration=at, expiration_ttl=60)
            expiration = int(space.response("after").headers["expiration"])
            assert abs(expiration - time.time() - 60) < 30, expiration
            space.put("never", "v")
            assert "expiration" not in space.response("never").headers
            listed = {key.name: key.expiration for key in space.api.keys.list(**space.where)}
            assert listed == {"at": at, "after": expiration, "never": None}
            fails(cloudflare.BadRequestError, lambda: space.put("x", "v", expiration_ttl=59), 10034)
            fails(cloudflare.BadRequestError, lambda: space.put("x", "v", expiration=5), 10033)

    def metadata_comes_back_as_it_was(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            metadata = {"list": [1, 2.5, None, True], "text": "é\"\\", "inner": {"a": {}}}
            space.put("text", "v", metadata=json.dumps(metadata))
            assert space.metadata("text") == metadata
            space.put("plain", "v", metadata='"a word"')
            assert space.metadata("plain") == "a word"
            space.put("none", "v")
            assert space.metadata("none") is None
            assert {key.name: key.metadata for key in space.api.keys.list(**space.where)} == {
                "text": metadata,
                "plain": "a word",
                "none": None,
            }
            fails(cloudflare.NotFoundError, lambda: space.metadata("missing"), 10009)
            fails(cloudflare.BadRequestError, lambda: space.put("x", "v", metadata="{no JSON"), 10047)

    def keys_are_listed_through_the_iterator(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            names = [f"key {number:04}" for number in range(1234)]
            bulk(space, [{"key": name, "value": "v"} for name in [*names, "other"]])
            assert space.keys(prefix="key ") == names
            assert space.keys(prefix="key 00", limit=10) == names[:100]
            assert space.keys() == [*names, "other"]
            page = space.api.keys.list(prefix="key ", **space.where)
            assert (page.result_info.count, bool(page.result_info.cursor)) == (1000, True)
            assert len(page.get_next_page().result) == 234
            fails(cloudflare.BadRequestError, lambda: space.keys(limit=9), 10028)
            fails(cloudflare.BadRequestError, lambda: space.keys(limit=1001), 10028)
            fails(cloudflare.BadRequestError, lambda: space.keys(cursor="nonsense"), 10041)

    def thousands_of_keys_are_deleted_at_once(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            names = [f"{number:05}" for number in range(5000)]
            bulk(space, [{"key": name, "value": "v"} for name in names])
            result = space.api.bulk_delete(body=names[:-1], **space.where)
            assert result.successful_key_count == 4999
            assert space.keys() == names[-1:]

    def pairs_are_written_in_bulk(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            binary = bytes(range(256))
            at = int(time.time()) + 1000
            bulk(
                space,
                [
                    {"key": "a/b c?é%2F", "value": "é", "metadata": {"m": [1]}},
                    {"key": "binary", "value": base64.b64encode(binary).decode(), "base64": True, "expiration": at},
                    {"key": "after", "value": "", "expiration_ttl": 60},
                ],
            )
            assert space.get("a/b c?é%2F") == "é".encode()
            assert space.metadata("a/b c?é%2F") == {"m": [1]}
            assert space.get("binary") == binary
            assert space.response("binary").headers["expiration"] == str(at)
            result = space.api.bulk_update(
                body=[{"key": "good", "value": "v"}, {"key": "soon", "value": "v", "expiration_ttl": 1}], **space.where
            )
            assert (result.successful_key_count, result.unsuccessful_keys) == (1, ["soon"]), result

    def as_many_as_ten_thousand_pairs_are_written_at_once(directory):
        with Server(directory) as server:
            space = Space(server, dialect, max_retries=0)
            pairs = [{"key": f"{number:05}", "value": "v" * 100} for number in range(10_000)]
            bulk(space, pairs)
            assert len(space.keys()) == 10_000
            too_many = [*pairs, {"key": "one more", "value": "v"}]
            fails(cloudflare.BadRequestError, lambda: space.api.bulk_update(body=too_many, **space.where), 10046)

    def keys_are_deleted_in_bulk_in_both_forms(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            bulk(space, [{"key": key, "value": "v"} for key in "abcd"])
            result = space.api.bulk_delete(body=["a", "b", "missing"], **space.where)
            assert (result.successful_key_count, result.unsuccessful_keys) == (3, []), result
            older = space.client.delete(
                f"/accounts/{ACCOUNT}/storage/kv/namespaces/{space.id}/bulk", body=["c"], cast_to=object
            )
            assert older["success"] and older["result"]["successful_key_count"] == 1, older
            assert space.keys() == ["d"]

    def values_are_shown_in_bulk(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            bulk(
                space,
                [{"key": "text", "value": "é"}, {"key": "json", "value": '{"n": [1]}', "metadata": {"m": 1}}],
            )
            get = space.api.bulk_get
            assert get(keys=["text", "json", "missing"], **space.where).values == {
                "text": "é",
                "json": '{"n": [1]}',
                "missing": None,
            }
            assert get(keys=["json"], type="json", **space.where).values == {"json": {"n": [1]}}
            raw = space.api.with_raw_response.bulk_get(keys=["json", "missing"], with_metadata=True, **space.where)
            assert raw.http_response.json()["result"]["values"] == {
                "json": {"value": '{"n": [1]}', "metadata": {"m": 1}},
                "missing": None,
            }
            fails(cloudflare.BadRequestError, lambda: get(keys=["text"], type="json", **space.where), 10029)
            fails(cloudflare.BadRequestError, lambda: get(keys=[str(n) for n in range(101)], **space.where), 10046)

    def bulk_calls_go_by_way_of_keys_as_well(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            space.api.keys.bulk_update(body=[{"key": "k", "value": "v"}], **space.where)
            assert space.api.keys.bulk_get(keys=["k"], **space.where).values == {"k": "v"}
            space.api.keys.bulk_delete(body=["k"], **space.where)
            assert space.keys() == []

    def a_wrong_key_is_an_authentication_error(directory):
        with Server(directory) as server:
            fails(cloudflare.AuthenticationError, lambda: Space(server, dialect, key="wrong"), 10000)

    def the_days_budget_is_a_rate_limit_that_is_not_tried_again(directory):
        with Server(directory, PUSHY_KV_PLAN="free", PUSHY_KV_WRITES="3", PUSHY_KV_DELETES="1") as server:
            space = Space(server, dialect)
            bulk(space, [{"key": key, "value": "v"} for key in "ab"])
            two_more = [{"key": key, "value": "v"} for key in "cd"]
            fails(cloudflare.RateLimitError, lambda: space.api.bulk_update(body=two_more, **space.where), 10048)
            assert space.keys() == ["a", "b"]
            space.put("c", "v")
            begin = time.monotonic()
            error = fails(cloudflare.RateLimitError, lambda: space.put("d", "v"), 10048)
            assert time.monotonic() - begin < 0.4, "it was tried again"
            assert error.response.headers["x-should-retry"] == "false"
            assert "has reached the free usage limit for this operation for today" in error.errors[0].message
            space.delete("a")
            fails(cloudflare.RateLimitError, lambda: space.delete("b"), 10048)
            assert space.keys() == ["b", "c"]

    def a_second_write_within_a_second_comes_through_when_tried_again(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            space.put("k", "1")
            space.put("k", "2")
            assert space.get("k") == b"2"
            impatient = space.client.with_options(max_retries=0)
            space.api = impatient.kv.namespaces
            space.put("fresh", "1")
            fails(cloudflare.RateLimitError, lambda: space.put("fresh", "2"), 10022)

    def what_an_app_registers_is_in_the_namespace_of_tokens(directory):
        with Server(directory) as server:
            space = Space(server, dialect)
            token = "00112233445566778899aabbccddeeff" * 2
            status, _ = server.register(token, environment="sandbox")
            assert status == 200
            listed = space.api.list(account_id=ACCOUNT)
            space.id = next(entry.id for entry in listed if entry.title == "tokens")
            space.where["namespace_id"] = space.id
            assert space.keys() == [token]
            record = json.loads(space.get(token))
            assert (record["pro"], record["environment"]) == (True, "sandbox")
            fails(cloudflare.PermissionDeniedError, lambda: space.api.delete(**space.where), 10029)

    return [test for test in locals().values() if callable(test) and test is not dialect]
