"""A simulated bluetoothd on a private bus: one powered adapter, and no devices in range. For idle.py; requires dbus-fast."""
import asyncio
import sys

from dbus_fast import PropertyAccess
from dbus_fast.aio import MessageBus
from dbus_fast.service import ServiceInterface, dbus_method, dbus_property


class Adapter(ServiceInterface):
    def __init__(self):
        super().__init__("org.bluez.Adapter1")
        self.discovering = False

    @dbus_method()
    def SetDiscoveryFilter(self, filter: "a{sv}"):
        pass

    @dbus_method()
    def StartDiscovery(self):
        self.set(True)

    @dbus_method()
    def StopDiscovery(self):
        self.set(False)

    def set(self, discovering):
        self.discovering = discovering
        self.emit_properties_changed({"Discovering": discovering})

    @dbus_property(access=PropertyAccess.READ)
    def Powered(self) -> "b":
        return True

    @dbus_property(access=PropertyAccess.READ)
    def Discovering(self) -> "b":
        return self.discovering

    @dbus_property(access=PropertyAccess.READ)
    def Address(self) -> "s":
        return "00:AA:01:00:00:42"

    @dbus_property(access=PropertyAccess.READ)
    def Alias(self) -> "s":
        return "idle"

    @dbus_property(access=PropertyAccess.READ)
    def Roles(self) -> "as":
        return ["central", "peripheral"]


async def main():
    bus = await MessageBus(bus_address=sys.argv[1]).connect()
    adapter = Adapter()
    bus.export("/org/bluez/hci0", adapter)
    await bus.request_name("org.bluez")
    print("ready", flush=True)
    while True:
        await asyncio.sleep(3600)


asyncio.run(main())
