#!/usr/bin/env python3
"""Creates two virtual Bluetooth controllers on one link, which become hci0 and hci1 of the guest's kernel: one serves, the other connects."""
import asyncio

from controller import Link, ScannableController, kernel_controller


async def main():
    link = Link()
    controllers = [
        await kernel_controller(f"kernel{n}", link, f"00:AA:01:00:00:{0x42 + n:02X}", ScannableController)
        for n in range(2)
    ]
    print(f"{len(controllers)} ADAPTERS", flush=True)
    await asyncio.get_running_loop().create_future()


asyncio.run(main())
