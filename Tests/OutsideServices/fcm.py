"""What Pushy signs and writes for FCM, held against google-auth and Google's own discovery document."""

import copy
import json
import random
from pathlib import Path
from urllib.parse import parse_qs

import googleapiclient.discovery_cache
import jsonschema
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat, load_pem_private_key
from google.auth import jwt

from probe import Probe

DOCUMENT = json.loads(
    (Path(googleapiclient.discovery_cache.__file__).parent / "documents" / "fcm.v1.json").read_text()
)
# Values of the formats that a schema names; Pushy knows them by what they mean.
DURATIONS = ["0s", "3.5s", "60s", "2419200s"]
MOMENT = "2026-12-24T09:00:00Z"


def schema_of(name):
    """A schema of the discovery document as JSON Schema, strict about members that it does not name."""
    return {"$defs": {key: strict(value) for key, value in DOCUMENT["schemas"].items()}, "$ref": f"#/$defs/{name}"}


def strict(schema):
    if "$ref" in schema:
        return {"$ref": f"#/$defs/{schema['$ref']}"}
    kind = schema.get("type")
    if kind == "any":
        return {}
    if kind == "array":
        return {"type": "array", "items": strict(schema["items"])}
    if kind == "object":
        more = schema.get("additionalProperties")
        members = {name: strict(member) for name, member in schema.get("properties", {}).items()}
        return {"type": "object", "properties": members, "additionalProperties": strict(more) if more else False}
    result = {"type": kind}
    if "enum" in schema:
        result["enum"] = schema["enum"]
    if schema.get("format") == "google-duration":
        result["pattern"] = r"^[0-9]+(\.[0-9]{1,9})?s$"
    if schema.get("format") == "google-datetime":
        result["pattern"] = r"^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)$"
    if schema.get("format") == "int32":
        result |= {"minimum": -(2**31), "maximum": 2**31 - 1}
    return result


BODY = jsonschema.Draft202012Validator(schema_of("SendMessageRequest"))


def google_auth_accepts_the_assertion(_):
    with Probe() as probe:
        answer = probe.ask("assert")
    account, form = answer["account"], parse_qs(answer["form"], strict_parsing=True)
    assert form["grant_type"] == ["urn:ietf:params:oauth:grant-type:jwt-bearer"]
    (assertion,) = form["assertion"]
    key = load_pem_private_key(account["private_key"].encode(), None).public_key()
    public = key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    claims = jwt.decode(assertion, certs=public, audience=account["token_uri"])
    assert claims["iss"] == account["client_email"]
    assert claims["scope"] == "https://www.googleapis.com/auth/firebase.messaging"
    assert claims["exp"] - claims["iat"] == 3600
    assert jwt.decode_header(assertion) == {"typ": "JWT", "alg": "RS256", "kid": account["private_key_id"]}


def the_document_accepts_every_message_with_one_member(_):
    """Each member that the document has, alone: Pushy writes it as the document has it, or refuses it."""
    taken = 0
    with Probe() as probe:
        for message in single_members("Message"):
            taken += check(probe, message)
    assert taken > 60, taken


def the_document_accepts_whatever_else_is_written(_):
    """Messages of several members, many of them wrong."""
    generator = random.Random(8291)
    singles = list(single_members("Message"))
    taken = refused = 0
    with Probe() as probe:
        for _ in range(2000):
            message = {}
            for single in generator.sample(singles, generator.randint(1, 6)):
                merge(message, copy.deepcopy(single))
            if generator.random() < 0.5:
                spoil(generator, message)
            if check(probe, message):
                taken += 1
            else:
                refused += 1
    assert taken > 200 and refused > 200, (taken, refused)


def check(probe, message):
    """Whether Pushy takes a message; then all bodies that it makes of it must be right."""
    answer = probe.ask("write", message=message)
    for text in answer.get("bodies", []):
        body = json.loads(text)
        faults = [f"{fault.json_path}: {fault.message}" for fault in BODY.iter_errors(body)]
        assert not faults, (message, text, faults)
    return "bodies" in answer


def single_members(name):
    """A message for each member of a schema, with that member alone."""
    for member, schema in DOCUMENT["schemas"][name]["properties"].items():
        for value in values(schema):
            yield {member: value}


def values(schema):
    if "$ref" in schema:
        yield from single_members(schema["$ref"])
    elif "enum" in schema:
        yield from (word if index % 2 else word.lower() for index, word in enumerate(schema["enum"]))
    elif schema.get("format") == "google-duration":
        yield from DURATIONS
        yield 60
    elif schema.get("format") == "google-datetime":
        yield MOMENT
    elif schema["type"] == "array":
        yield [value for value in values(schema["items"])]
    elif schema["type"] == "object":
        yield {"key": "text", "number": "1"}
        yield {"key": 7, "flag": True, "more": {"a": [1.5, None]}}
    else:
        yield {"string": 'https://a.example/"\\é🎉\n', "boolean": True, "integer": 7, "number": 0.5}[schema["type"]]


def merge(message, other):
    for name, value in other.items():
        if isinstance(value, dict) and isinstance(message.get(name), dict):
            merge(message[name], value)
        else:
            message[name] = value


def spoil(generator, message):
    """Puts something that does not belong there somewhere."""
    place = message
    while True:
        name = generator.choice(list(place))
        if isinstance(place[name], dict) and place[name] and generator.random() < 0.7:
            place = place[name]
            continue
        wrong = [None, 7, "text", -1.5, True, [], {}, ["x", 1], {"x": None}, "-3s", "99999999s"]
        if generator.random() < 0.3:
            place[name + "x"] = place[name]
        else:
            place[name] = generator.choice(wrong)
        return


TESTS = [
    google_auth_accepts_the_assertion,
    the_document_accepts_every_message_with_one_member,
    the_document_accepts_whatever_else_is_written,
]
