"""What the flows in Python share."""

from collections.abc import Mapping

import httpx


def ok(step: str) -> None:
    print("ok", step)


def put_bytes(url: str, given: Mapping[str, object], content: bytes) -> None:
    """Puts the bytes to a presigned URL, with the headers that the upload was given."""
    headers = {name: str(value) for name, value in given.items()}
    httpx.put(url, headers=headers, content=content).raise_for_status()
    ok("put the bytes")


def get_bytes(url: str, expected: bytes) -> None:
    """Gets the bytes of a presigned URL, and compares them."""
    assert httpx.get(url).content == expected
    ok("get the bytes")
