#!/usr/bin/env python3
"""Two virtual Bluetooth controllers on one link, which become hci0 and hci1 of the guest's kernel: one serves, the other connects."""
import asyncio

from bumble import hci

from controller import KernelController, Link, kernel_controller

Report = hci.HCI_LE_Advertising_Report_Event


class ScannableController(KernelController):
    """bumble's legacy advertiser answers scans with its advertisement once more; its scan response, where the kernel puts the name, is
    what a real one answers with."""

    def send_hci_packet(self, packet):
        if isinstance(packet, Report):
            for report in packet.reports:
                if report.event_type == Report.EventType.SCAN_RSP:
                    sender = self.link.find_le_controller(report.address)
                    report.data = sender.le_legacy_advertiser.scan_response_data
        super().send_hci_packet(packet)


async def main():
    link = Link()
    controllers = [
        await kernel_controller(f"kernel{n}", link, f"00:AA:01:00:00:{0x42 + n:02X}", ScannableController)
        for n in range(2)
    ]
    print(f"{len(controllers)} ADAPTERS", flush=True)
    await asyncio.get_running_loop().create_future()


asyncio.run(main())
