#!/usr/bin/env python3
"""A central that is not Halo: bleak, on hci0. It scans for a heart-rate strap, reads its body location, and receives three beats."""
import asyncio

from bleak import BleakClient, BleakScanner
from bleak.exc import BleakError

HEART_RATE = "0000180d-0000-1000-8000-00805f9b34fb"
MEASUREMENT = "00002a37-0000-1000-8000-00805f9b34fb"
LOCATION = "00002a38-0000-1000-8000-00805f9b34fb"
ADAPTER = {"adapter": "hci0"}


async def listen(strap):
    values = asyncio.Queue()
    async with BleakClient(strap, bluez=ADAPTER) as client:
        location = await client.read_gatt_char(LOCATION)
        await client.start_notify(MEASUREMENT, lambda _, value: values.put_nowait(bytes(value)))
        return location, [await asyncio.wait_for(values.get(), 10) for _ in range(3)]


async def find():
    strap = await BleakScanner.find_device_by_filter(
        lambda device, data: HEART_RATE in data.service_uuids, timeout=20, bluez=ADAPTER
    )
    assert strap is not None, "bleak found no strap within 20 s"
    return strap


async def main():
    for attempt in range(1, 6):
        strap = await find()
        try:
            location, beats = await listen(strap)
            break
        except BleakError as error:
            # bluetoothd may report that the services are resolved before it lists them; bleak then sees none. It also refuses a connection while the
            # previous link is still being closed.
            print(f"        bleak, attempt {attempt}: {error}")
            if attempt == 5:
                raise
            await asyncio.sleep(2)
    steps = [after[1] - before[1] for before, after in zip(beats, beats[1:])]
    assert location == b"\x01" and steps == [1, 1], (location, beats)
    print(f"ok      bleak reads {strap.name}, and receives its beats: {[beat[1] for beat in beats]}")


asyncio.run(main())
