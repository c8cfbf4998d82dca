#!/usr/bin/env python3
"""Heart-rate monitors that are not Halo's: bumble's servers for heart rate, battery and device information, with bumble's own security manager.
Each argument is a kind of security, and adds a monitor of that name on its own controller:

    open        no bond is needed
    just-works  a bond without a passkey
    display     a bond with a passkey that the monitor shows
    keyboard    a bond with a passkey that is entered on the monitor
    comparison  a bond with a number that both show, which the monitor's wearer confirms
    refusing    a bond is needed, but refused

The monitors that need a bond answer "insufficient encryption" to every read and subscription without it, and those with a passkey refuse a bond without
one. The addresses of `just-works` and `comparison` are resolvable private ones. The file $LAB_LOG gets a JSON line per event, with the machine's
time in seconds: `shown` (a passkey), `asked` (for one), `bonded` with its method, `notified`, `connected`, `disconnected`. A passkey is entered by
writing it to the file $LAB_PASSKEY.
"""
import asyncio
import os
import struct
import sys
from pathlib import Path

from bumble import gatt, smp
from bumble.att import Attribute
from bumble.controller import Controller
from bumble.device import AdvertisingData, Device, DeviceConfiguration
from bumble.gatt import Characteristic, Descriptor
from bumble.hci import Address
from bumble.host import Host
from bumble.pairing import PairingConfig, PairingDelegate
from bumble.profiles.battery_service import BatteryService
from bumble.profiles.device_information_service import DeviceInformationService
from bumble.profiles.heart_rate_service import HeartRateService

from controller import Link, Log, ScannableController, kernel_controller

Ability = PairingDelegate.IoCapability
KINDS = {
    "open": Ability.NO_OUTPUT_NO_INPUT,
    "just-works": Ability.NO_OUTPUT_NO_INPUT,
    "display": Ability.DISPLAY_OUTPUT_ONLY,
    "keyboard": Ability.KEYBOARD_INPUT_ONLY,
    "comparison": Ability.DISPLAY_OUTPUT_AND_YES_NO_INPUT,
    "refusing": Ability.NO_OUTPUT_NO_INPUT,
}
BATTERY, ENERGY = 77, 21


class Person(PairingDelegate):
    """The person at the monitor, who bonds it."""

    def __init__(self, kind, log):
        super().__init__(KINDS[kind])
        self.kind, self.log = kind, log

    async def accept(self):
        return self.kind != "refusing"

    async def confirm(self, auto=False):
        # Asked about a bond without a passkey, to which the other side's lack of a keyboard would reduce every kind.
        return self.kind == "just-works"

    async def compare_numbers(self, number, digits):
        self.log.write("shown", monitor=self.kind, passkey=number)
        return True

    async def display_number(self, number, digits):
        self.log.write("shown", monitor=self.kind, passkey=number)

    async def get_number(self):
        self.log.write("asked", monitor=self.kind)
        entered = Path(os.environ["LAB_PASSKEY"])
        while not entered.exists() or not (text := entered.read_text()).endswith("\n"):
            await asyncio.sleep(0.02)
        entered.unlink()
        return int(text)


class Monitor:
    def __init__(self, kind, number, link, log):
        self.kind, self.log = kind, log
        radio = Controller(kind, link=link, public_address=f"00:AA:02:00:00:{number:02X}")
        self.device = Device(
            config=DeviceConfiguration(
                name=f"Monitor {kind}", address=Address(f"F0:0D:00:00:00:{number:02X}"), irk=bytes([number + 1]) * 16, le_privacy_enabled=kind in ("just-works", "comparison")
            ),
            host=Host(radio, radio),
        )
        self.device.pairing_config_factory = lambda connection: PairingConfig(
            sc=True, mitm=kind not in ("open", "just-works", "refusing"), bonding=True, delegate=Person(kind, log)
        )
        self.count = 0
        self.heart = HeartRateService(self.measure, body_sensor_location=HeartRateService.BodySensorLocation.CHEST)
        services = [
            DeviceInformationService(manufacturer_name="Bumble & Sons", model_number=f"HR {number}", firmware_revision="1.2.3"), self.heart,
            BatteryService(lambda connection: BATTERY),
        ]  # fmt: skip
        for service in services:
            if kind != "open":
                for characteristic in service.characteristics:
                    self.protect(characteristic)
            self.device.add_service(service)
        self.device.on("connection", self.connected)

    def protect(self, characteristic):
        """Requires encryption for reads and for subscriptions."""
        # bumble's own services wrap a characteristic in an adapter.
        characteristic.permissions |= Attribute.READ_REQUIRES_ENCRYPTION if characteristic.permissions & Attribute.READABLE else 0
        if characteristic.properties & Characteristic.Properties.NOTIFY:
            characteristic.descriptors = [
                Descriptor(
                    gatt.GATT_CLIENT_CHARACTERISTIC_CONFIGURATION_DESCRIPTOR,
                    Attribute.READABLE | Attribute.WRITEABLE | Attribute.WRITE_REQUIRES_ENCRYPTION,
                    self.device.gatt_server.make_descriptor_value(characteristic),
                )
            ]

    def connected(self, connection):
        self.log.write("connected", monitor=self.kind)
        connection.on("disconnection", lambda reason: self.log.write("disconnected", monitor=self.kind, reason=reason))
        connection.on("pairing", lambda keys: self.log.write("bonded", monitor=self.kind, method=smp.PairingMethod(self.method(connection)).name))

    def method(self, connection):
        return self.device.smp_manager.sessions[connection.handle].pairing_method

    def measure(self, connection):
        self.count += 1
        rate = 60 + self.count % 40
        self.log.write("notified", monitor=self.kind, rate=rate)
        return HeartRateService.HeartRateMeasurement(rate, sensor_contact_detected=True, energy_expended=ENERGY, rr_intervals=[60 / rate])

    async def run(self):
        await self.device.power_on()
        name = [(AdvertisingData.FLAGS, bytes([0x06])), (AdvertisingData.COMPLETE_LOCAL_NAME, self.device.name.encode())]
        services = [(AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, struct.pack("<H", 0x180D))]
        self.device.advertising_data = bytes(AdvertisingData(name + services))
        await self.device.start_advertising(auto_restart=True, advertising_interval_min=100, advertising_interval_max=100)
        print("ADVERTISING", flush=True)
        while True:
            await asyncio.sleep(0.9)
            await self.device.notify_subscribers(self.heart.heart_rate_measurement_characteristic)


async def main():
    log, link = Log(os.environ.get("LAB_LOG")), Link()
    adapter = await kernel_controller("kernel", link, "00:AA:01:00:00:42", ScannableController)
    monitors = [Monitor(kind, number, link, log) for number, kind in enumerate(sys.argv[1:], 1)]
    await asyncio.gather(*(monitor.run() for monitor in monitors))
    del adapter  # its transport is closed with it


if __name__ == "__main__":
    asyncio.run(main())
