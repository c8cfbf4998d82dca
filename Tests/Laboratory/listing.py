#!/usr/bin/env python3
"""Prints bleak's list of attributes of the device named by the argument, on hci0, as JSON: [service, handle, [[characteristic, handle,
properties, [[descriptor, handle], …]], …]], …
"""
import asyncio
import json
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

ADAPTER = {"adapter": "hci0"}


async def services():
    device = await BleakScanner.find_device_by_name(sys.argv[1], timeout=20, bluez=ADAPTER)
    if device is None:
        raise BleakError(f"no device named {sys.argv[1]} was found")
    async with BleakClient(device, bluez=ADAPTER) as client:
        found = [
            [
                service.uuid, service.handle,
                sorted(
                    [c.uuid, c.handle, sorted(c.properties), sorted([d.uuid, d.handle] for d in c.descriptors)]
                    for c in service.characteristics
                ),
            ]
            for service in client.services
        ]  # fmt: skip
        if not found:
            raise BleakError("the device has no services")
        return sorted(found)


async def main():
    for attempt in range(1, 6):
        try:
            return print(json.dumps(await services()))
        except BleakError as error:
            # See stranger.py for the reasons.
            print(f"bleak, attempt {attempt}: {error}", file=sys.stderr)
            await asyncio.sleep(2)
    sys.exit("bleak could not list the device's services")


asyncio.run(main())
