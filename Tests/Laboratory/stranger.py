#!/usr/bin/env python3
"""A gym app that is not Halo: bleak, on hci1. It scans for the heart-rate monitor named by its argument, reads its body location and battery
level, and listens until 12 rates were received. It prints the result as JSON: `location`, `battery` and `values` in hex, and the number of
the connection `attempt`.
"""
import asyncio
import json
import sys

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

BASE = "0000{}-0000-1000-8000-00805f9b34fb"
HEART_RATE, MEASUREMENT, LOCATION, BATTERY = (BASE.format(short) for short in ("180d", "2a37", "2a38", "2a19"))
ADAPTER = {"adapter": "hci1"}
RATES = 12


async def listen(monitor):
    values = asyncio.Queue()
    async with BleakClient(monitor, bluez=ADAPTER) as client:
        location = await client.read_gatt_char(LOCATION)
        battery = await client.read_gatt_char(BATTERY)
        await client.start_notify(MEASUREMENT, lambda _, value: values.put_nowait(bytes(value)))
        heard = []
        while sum(bool(value[0] & 0x02) for value in heard) < RATES:
            heard.append(await asyncio.wait_for(values.get(), 10))
        return {"location": location.hex(), "battery": battery.hex(), "values": [value.hex() for value in heard]}


async def find():
    monitor = await BleakScanner.find_device_by_filter(
        lambda device, data: data.local_name == sys.argv[1] and HEART_RATE in data.service_uuids, timeout=40, bluez=ADAPTER
    )
    return monitor or sys.exit(f"no device named {sys.argv[1]} was found")


async def main():
    for attempt in range(1, 6):
        monitor = await find()
        try:
            return print(json.dumps({"attempt": attempt, **await listen(monitor)}))
        except BleakError as error:
            # bluetoothd may report that the services are resolved before it lists them; bleak then sees none. It also refuses a connection while the
            # previous link is still being closed.
            print(f"bleak, attempt {attempt}: {error}", file=sys.stderr)
            await asyncio.sleep(2)
    sys.exit("bleak received no values")


asyncio.run(main())
