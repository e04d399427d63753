"""The pictures that README shows, and those of further pages: made of seeded data at a fixed time,
and compared with those that are kept. ``make pictures`` makes them anew."""

from __future__ import annotations

import struct
import zlib
from base64 import b64decode, b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from playwright.sync_api import Page

from tests.console.browser import ROOT
from tests.console.seeds import Seeds
from tests.support.clock import Clock
from tests.support.owner import execute

FOLDER: Final = ROOT / "docs/pictures"
#: Pages that no document shows.
LOOKS: Final = ROOT / "tests/console/looks"
WIDTH: Final = 1200
HEIGHT: Final = 610

#: The colours of a picture, most used first and at most 256, and the number of each pixel's colour.
_COLOURS: Final = """
const found = new Map();
const pixels = data.length / 4;
const keys = new Uint32Array(pixels);
const step = (value) => Math.round((Math.round((value * 31) / 255) * 255) / 31);
for (let at = 0; at < pixels; at += 1) {
  const [r, g, b] = [0, 1, 2].map((part) => step(data[4 * at + part]));
  keys[at] = (r << 16) | (g << 8) | b;
  found.set(keys[at], (found.get(keys[at]) ?? 0) + 1);
}
const kept = [...found].sort((one, other) => other[1] - one[1]).slice(0, 256).map(([key]) => key);
const places = new Map(kept.map((key, place) => [key, place]));
const apart = (one, other) =>
  [16, 8, 0].reduce((sum, bits) => sum + (((one >> bits) & 255) - ((other >> bits) & 255)) ** 2, 0);
for (const key of found.keys()) {
  if (!places.has(key)) {
    const near = kept.reduce((best, each) => (apart(each, key) < apart(best, key) ? each : best));
    places.set(key, places.get(near));
  }
}
return [kept, btoa(Array.from(keys, (key) => String.fromCharCode(places.get(key))).join(""))];
"""
#: How many pixels differ by more than the loss of colours explains.
_DIFFERENT: Final = """
let differing = 0;
for (let at = 0; at < data.length; at += 4) {
  const gap = [0, 1, 2].map((part) => Math.abs(data[at + part] - other[at + part]));
  differing += Math.max(...gap) > 24 ? 1 : 0;
}
return differing;
"""
_DRAWN: Final = """async (given) => {
  const drawn = async (png) => {
    const image = new Image();
    image.src = `data:image/png;base64,${png}`;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext("2d");
    context.drawImage(image, 0, 0);
    return context.getImageData(0, 0, image.width, image.height).data;
  };
  const [data, other] = await Promise.all(given.map(drawn));
  %s
}"""


class PictureClock(Clock):
    """It stands still between two moves."""

    start = "timestamptz '2026-11-18 11:00:00+00'"


#: Minute by minute in the last hour, which the page draws.
_MINUTES: Final = (0, *range(15, 75))
#: When the pictures are taken: right after the last minute.
TAKEN: Final = "2026-11-18T12:15:00Z"
_LATE: Final = {"queue": "shop.orders", "group": "billing", "partition": "customer-150"}
#: When billing tries the order that it cannot do.
_TRIED: Final = {0, 40, 71}


def seed(seeds: Seeds, clock: Clock) -> None:
    """A little more than an hour of a shop: billing does not get past an order of customer-150."""
    clock.advance(0)
    seeds.configure("shop.orders", retryDelay=0, retryLimit=5)
    # Changes of one instant have no order of their own.
    clock.advance(30)
    seeds.configure("shop.mails", maxSize=60)
    before = -0.5
    for minute in _MINUTES:
        clock.advance(60 * (minute - before))
        before = minute
        seeds.send("POST", "/push", 201, json={"items": list(_pushed(minute))})
        for queue, group in (("shop.orders", "billing"), ("shop.mails", "mailing")):
            seeds.ack(seeds.pop(queue, group, f"customer-{minute % 7}", batch=100))
        if minute in _TRIED:
            seeds.ack(seeds.pop(**_LATE, batch=1), "failed", "no such account 150")
        seeds.send("POST", "/stats/refresh")
    execute(clock.owner_url, b"select * from queen.reclaim(100)")


def bury(seeds: Seeds) -> None:
    """Billing gives up the order that it cannot do."""
    seeds.ack(seeds.pop(**_LATE, batch=1), "dlq", "no such account 150")


def _pushed(minute: int) -> Iterator[dict[str, object]]:
    """Some orders of one customer, a mail for each, and at times another order of customer-150."""
    for number in range(1 + minute * 7 % 5):
        for queue in ("shop.orders", "shop.mails"):
            yield {"queue": queue, "partition": f"customer-{minute % 7}", "payload": number}
    if minute % 8 == 0:
        late = {name: _LATE[name] for name in ("queue", "partition")}
        yield {**late, "transactionId": f"order-{4000 + minute}", "payload": {"total": minute}}


def png(page: Page, screenshot: bytes) -> bytes:
    """A screenshot as a small PNG: with a palette, which a page of text fits into."""
    colours, pixels = page.evaluate(_DRAWN % _COLOURS, [b64encode(screenshot).decode()])
    indexes = b64decode(pixels)
    lines = b"".join(b"\0" + indexes[at : at + WIDTH] for at in range(0, len(indexes), WIDTH))
    palette = b"".join(colour.to_bytes(3, "big") for colour in colours)
    head = struct.pack(">IIBBBBB", WIDTH, len(indexes) // WIDTH, 8, 3, 0, 0, 0)
    parts = (b"IHDR", head), (b"PLTE", palette), (b"IDAT", zlib.compress(lines, 9)), (b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in parts
    )


def differing(page: Page, kept: Path, screenshot: bytes) -> float:
    """Which part of a kept picture's pixels is another in the screenshot."""
    given = [b64encode(each).decode() for each in (kept.read_bytes(), screenshot)]
    return float(page.evaluate(_DRAWN % _DIFFERENT, given)) / (WIDTH * HEIGHT)
