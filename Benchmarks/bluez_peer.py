"""bleak's side of `bluez.py`: the same work as `halo-bluez-bench`, in the style of bleak's examples."""
import asyncio
import json
import resource
import sys
import time

from bleak import BleakClient, BleakScanner

COMMAND_WRITE = "6e400002-b5a3-f393-e0a9-e50e24dcca9e"
COMMAND_OUT = "6e400003-b5a3-f393-e0a9-e50e24dcca9e"
REQUEST = bytes([3] + [0] * 14 + [3])


async def connect(device, count):
    """Measures the time from requesting a connection until the device's services are known."""
    seconds = []
    for _ in range(count):
        begin = time.monotonic()
        async with BleakClient(device, timeout=30) as client:
            if client.services.get_characteristic(COMMAND_OUT) is None:
                sys.exit("no such services")
            seconds.append(time.monotonic() - begin)
        # bluetoothd refuses a connection while it closes the one before; Halo waits for its end before it returns.
        await asyncio.sleep(0.5)
    return seconds


async def requests(device, count):
    """Measures the time from writing a request until its response."""
    seconds = []
    async with BleakClient(device, timeout=30) as client:
        answers = asyncio.Queue()
        await client.start_notify(COMMAND_OUT, lambda _, value: answers.put_nowait(value))
        for _ in range(count):
            begin = time.monotonic()
            await client.write_gatt_char(COMMAND_WRITE, REQUEST, response=False)
            answer = await answers.get()
            if answer[0] != 3:
                sys.exit("no answer")
            seconds.append(time.monotonic() - begin)
    return seconds


async def main():
    device = await BleakScanner.find_device_by_name("BENCH", timeout=30)
    if device is None:
        sys.exit("the device BENCH was not found")
    work = {"connect": connect, "requests": requests}[sys.argv[1]]
    seconds = await work(device, int(sys.argv[2]))
    usage = resource.getrusage(resource.RUSAGE_SELF)
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM:"))
    print(json.dumps({"seconds": seconds, "cpuSeconds": usage.ru_utime + usage.ru_stime, "peakKilobytes": int(peak.split()[1])}))


asyncio.run(main())
