#!/usr/bin/env python3
"""Reads a COLMI ring like other open-source programs: with bleak, on hci0, and without Halo's code. Prints the result as JSON.

  ring_reader.py NAME sleep            nights and naps with the vendor's request, and SpO₂
  ring_reader.py NAME older-sleep      nights with the older request, which Gadgetbridge sends, and SpO₂
  ring_reader.py NAME subscriptions    the number of answers to three requests, for each of four subscriptions on one link
  ring_reader.py NAME kinds KIND…      the notifications after starting and stopping each of these live measurements

It reads big data as those programs do: a frame begins with a notification, the following ones are appended until the frame is complete, and
everything else is `lost`.
"""
import asyncio
import json
import sys
from datetime import datetime, timedelta

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

COMMANDS, ANSWERS = "6e400002-b5a3-f393-e0a9-e50e24dcca9e", "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
BIG_COMMANDS, BIG_ANSWERS = "de5bf72a-d711-4e47-af26-65e3012a5dc7", "de5bf729-d711-4e47-af26-65e3012a5dc7"
ADAPTER = {"adapter": "hci0"}
BATTERY, TODAY, START, STOP = 0x03, 0x48, 0x69, 0x6A
SLEEP, NAPS, OXYGEN = 0x27, 0x3E, 0x2A
# Requests for all days. The older sleep request has no version.
ALL_SLEEP, ALL_SLEEP_OLDER, ALL_OXYGEN = "bc2702008180ff01", "bc270100ff00ff", "bc2a0100ff00ff"
STAGES = {2: "light", 3: "deep", 4: "rem", 5: "awake"}


def packet(command, *content):
    body = bytes([command, *content]).ljust(15, b"\0")
    return body + bytes([sum(body) & 0xFF])


class Frames:
    """Reassembles big-data frames."""

    def __init__(self):
        self.whole = asyncio.Queue()
        self.lost = []
        self.part = b""

    def receive(self, value):
        if not self.part and value[:1] != b"\xbc":
            return self.lost.append(value.hex())
        self.part += value
        length = 6 + int.from_bytes(self.part[2:4], "little")
        if len(self.part) >= length:
            if surplus := self.part[length:]:
                self.lost.append(surplus.hex())
            self.whole.put_nowait((self.part[1], self.part[6:length]))
            self.part = b""


async def history(client, sleep_request):
    """Reads nights, naps and SpO₂, and returns the bytes that belong to no frame."""
    frames = Frames()
    await client.start_notify(BIG_ANSWERS, lambda _, value: frames.receive(bytes(value)))
    contents = {}
    for request, last in ((sleep_request, SLEEP), (ALL_OXYGEN, OXYGEN)):
        await client.write_gatt_char(BIG_COMMANDS, bytes.fromhex(request), response=False)
        while last not in contents:
            number, content = await asyncio.wait_for(frames.whole.get(), 15)
            contents[number] = content
    return {
        "night": sleeps(contents[SLEEP]), "nap": sleeps(contents.get(NAPS, b"\0")), "oxygen": oxygen(contents[OXYGEN]),
        "lost": frames.lost,
    }  # fmt: skip


def midnight(days_ago):
    return datetime.now().replace(hour=0, minute=0, second=0, microsecond=0) - timedelta(days=days_ago)


def sleeps(content):
    """[[start, end, stage], …]. Times are in minutes after midnight of the waking day. If start is after end, the sleep began the day before."""
    stages, place = [], 1
    while place < len(content):
        days_ago, count = content[place : place + 2]
        start, end = (int.from_bytes(content[place + i : place + i + 2], "little") for i in (2, 4))
        time = midnight(days_ago) + timedelta(minutes=start - (1440 if start > end else 0))
        for i in range(place + 6, place + 2 + count, 2):
            until = time + timedelta(minutes=content[i + 1])
            stages.append([time.isoformat(), until.isoformat(), STAGES.get(content[i], "none")])
            time = until
        place += 2 + count
    return stages


def oxygen(content):
    """[[start of the hour, lowest, highest], …] of the hours that have a value."""
    hours = []
    for place in range(0, len(content), 49):
        for hour in range(24):
            low, high = content[place + 1 + 2 * hour : place + 3 + 2 * hour]
            if low:
                hours.append([(midnight(content[place]) + timedelta(hours=hour)).isoformat(), low, high])
    return hours


class Talk:
    """Sends commands and receives their answers."""

    def __init__(self, client):
        self.client = client
        self.heard = asyncio.Queue()

    async def subscribe(self):
        await self.client.start_notify(ANSWERS, lambda _, value: self.heard.put_nowait(bytes(value)))

    async def until(self, command, *content):
        """Sends a command; returns the values up to its answer."""
        await self.client.write_gatt_char(COMMANDS, packet(command, *content), response=False)
        values = []
        while not values or values[-1][0] != command:
            values.append(await asyncio.wait_for(self.heard.get(), 10))
        return values


async def subscriptions(client):
    talk, counts = Talk(client), []
    for _ in range(4):
        await talk.subscribe()
        values = [value for _ in range(3) for value in await talk.until(BATTERY)]
        # Repeated battery answers arrive before this answer.
        values += await talk.until(TODAY)
        counts.append(sum(value[0] == BATTERY for value in values))
        await client.stop_notify(ANSWERS)
    return counts


async def kinds(client, numbers):
    talk = Talk(client)
    await talk.subscribe()
    heard = {}
    for number in numbers:
        values = []
        for command, content in ((START, (number, 1)), (STOP, (number, 0))):
            await client.write_gatt_char(COMMANDS, packet(command, *content), response=False)
            # The ring answers in the order of the requests.
            values += await talk.until(BATTERY)
        heard[number] = [value.hex() for value in values if value[0] != BATTERY]
    return heard


async def main():
    name, what, *numbers = sys.argv[1:]
    work = {
        "sleep": lambda client: history(client, ALL_SLEEP), "older-sleep": lambda client: history(client, ALL_SLEEP_OLDER),
        "subscriptions": subscriptions, "kinds": lambda client: kinds(client, [int(number) for number in numbers]),
    }[what]  # fmt: skip
    for attempt in range(1, 6):
        try:
            device = await BleakScanner.find_device_by_name(name, timeout=20, bluez=ADAPTER)
            if device is None:
                raise BleakError(f"no device named {name} was found")
            async with BleakClient(device, bluez=ADAPTER) as client:
                return print(json.dumps(await work(client)))
        except BleakError as error:
            # See stranger.py for the reasons.
            print(f"bleak, attempt {attempt}: {error}", file=sys.stderr)
            await asyncio.sleep(2)
    sys.exit("bleak could not connect to the device")


asyncio.run(main())
