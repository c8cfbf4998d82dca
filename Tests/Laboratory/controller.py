#!/usr/bin/env python3
"""A virtual Bluetooth controller for the laboratory. One half becomes hci0 of the guest's kernel; the other carries a GATT server that
forwards to a pipe. Reads, writes and subscriptions go as JSON lines to Halo's own virtual device (its command line is this script's
arguments), and its notifications come back.

The socket $LAB_CONTROL accepts datagrams: `drop` (the peripheral ends the link), `drop after N` (after N more notifications),
`adv on|off`. The file $LAB_LOG gets a JSON line per event: `connected`, `written`, `notified` (while the central is subscribed),
`disconnected`, and `ended` when the device has noticed the end, with the state of its LEDs and its belt speed.

With $LAB_ADAPTERS=2 there is another adapter, hci1, which receives the peripheral and hci0. With $LAB_PHONE=NAME there is a phone, which connects to
the heart-rate monitor NAME (phone.py).
"""
import asyncio
import dataclasses
import json
import os
import socket
import subprocess
import sys
import time

from bumble import core, hci
from bumble.att import ATT_Error
from bumble.controller import Controller
from bumble.device import AdvertisingData, Device
from bumble.gatt import Characteristic, CharacteristicValue, Descriptor, Service
from bumble.hci import Address
from bumble.host import Host
from bumble.link import LocalLink
from bumble.transport import open_transport

Report = hci.HCI_LE_Advertising_Report_Event
ExtendedReport = hci.HCI_LE_Extended_Advertising_Report_Event
CONNECTION_FIELDS = {field.name for field in dataclasses.fields(hci.HCI_LE_Enhanced_Connection_Complete_Event)}


class Link(LocalLink):
    """bumble always gives the sender's random address as the source of LE data; the kernel connects from its public address."""

    def send_acl_data(self, sender, dest, transport, data):
        if transport == core.PhysicalTransport.LE:
            for connection in sender.le_connections.values():
                if connection.peer_address == dest:
                    other = self.find_le_controller(dest)
                    if other is not None:
                        asyncio.get_running_loop().call_soon(
                            other.on_link_acl_data, connection.self_address, transport, data
                        )
                    return
        super().send_acl_data(sender, dest, transport, data)

    def send_ll_control_pdu(self, sender_address, receiver_address, packet):
        """The same address is in control packets: without this fix, the peripheral never learns that a link ended."""
        receiver = self.find_le_controller(receiver_address)
        if receiver is not None and sender_address not in receiver.le_connections:
            sender = self.find_le_controller(sender_address)
            links = sender.le_connections.values() if sender else []
            known = [link.self_address for link in links if self.find_le_controller(link.peer_address) is receiver]
            sender_address = next((address for address in known if address in receiver.le_connections), sender_address)
        super().send_ll_control_pdu(sender_address, receiver_address, packet)


class KernelController(Controller):
    """Real radios need several connection events for the feature exchange; bumble answers in a millisecond. With FEATURES_DELAY=0 bluetoothd then
    never signals Connected, which clients must handle."""

    delay = float(os.environ.get("FEATURES_DELAY", "0.1"))
    strength = 0

    def send_hci_packet(self, packet):
        # bumble sends the plain event. Linux expects the enhanced one from a controller with link-layer privacy or extended advertising: it would treat the
        # link as pending, cancel it after 20 s, and never end it properly.
        if isinstance(packet, hci.HCI_LE_Connection_Complete_Event):
            packet = hci.HCI_LE_Enhanced_Connection_Complete_Event(
                **{field.name: getattr(packet, field.name) for field in dataclasses.fields(packet) if field.name in CONNECTION_FIELDS},
                local_resolvable_private_address=Address.ANY, peer_resolvable_private_address=Address.ANY,
            )  # fmt: skip
        # The signal strength of a real device always varies; bluetoothd reports a device again only if a value changed.
        for report in getattr(packet, "reports", []):
            if hasattr(report, "rssi"):
                self.strength = (self.strength + 1) % 6
                report.rssi = -50 - self.strength
        if self.delay and isinstance(packet, hci.HCI_LE_Read_Remote_Features_Complete_Event):
            asyncio.get_running_loop().call_later(self.delay, super().send_hci_packet, packet)
        else:
            super().send_hci_packet(packet)


class ScannableController(KernelController):
    """bumble's legacy advertiser answers scan requests with its advertisement; a real one answers with its scan response, in which the kernel
    puts the name."""

    def send_hci_packet(self, packet):
        if isinstance(packet, ExtendedReport):
            for report in packet.reports:
                sender = self.link.find_le_controller(report.address)
                # The set whose data was received: a killed bluetoothd may leave others.
                sets = [each for each in [*sender.advertising_sets.values(), sender.le_legacy_advertiser] if each.enabled]
                heard = next((each for each in sets if bytes(getattr(each, "data", b"") or getattr(each, "advertising_data", b"")) == report.data), None)
                is_response = report.event_type == ExtendedReport.EventType.SCAN_RESPONSE
                if is_response and heard and heard.scan_response_data:
                    report.data = bytes(heard.scan_response_data)
                # All advertisements here are of the older kind, whose response Linux joins to them (Core Specification, volume 4, part E, 7.7.65.13).
                report.event_type = ExtendedReport.EventType(0x1B if is_response else 0x13)
        super().send_hci_packet(packet)


class Log:
    """Records the events for the proofs."""

    def __init__(self, path):
        self.file = open(path, "a", buffering=1) if path else None

    def write(self, kind, **fields):
        if self.file:
            self.file.write(json.dumps({"kind": kind, "seconds": round(time.monotonic(), 2), **fields}) + "\n")


async def kernel_controller(name, link, address, kind=KernelController):
    """A controller that becomes an adapter of the guest's kernel."""
    kernel = await open_transport("vhci")
    controller = kind(
        name, host_source=kernel.source, host_sink=kernel.sink, link=link, public_address=address
    )
    # Keep a reference: the transport is closed when it is deallocated.
    controller.transport = kernel
    return controller


class Pipe:
    """The process of Halo's virtual device."""

    def __init__(self, command, log):
        self.command = command
        self.log = log
        self.drop_after = None
        self.waiting = {}
        self.next_id = 0
        self.characteristics = {}
        # The IDs of the characteristics that the central has subscribed to.
        self.subscribed = set()
        self.device = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            *self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, limit=1 << 20
        )
        return json.loads(await self.process.stdout.readline())

    def send(self, **command):
        self.process.stdin.write((json.dumps(command) + "\n").encode())

    async def ask(self, **command):
        self.next_id += 1
        future = asyncio.get_running_loop().create_future()
        self.waiting[self.next_id] = future
        self.send(id=self.next_id, **command)
        return await asyncio.wait_for(future, 25)  # a central waits for 30 s

    async def pump(self):
        while line := await self.process.stdout.readline():
            event = json.loads(line)
            if event["kind"] in ("value", "written"):
                future = self.waiting.pop(event.get("id"), None)
                if future and not future.done():
                    future.set_result(event)
            elif event["kind"] == "notify":
                if event["characteristic"] not in self.subscribed:
                    continue
                self.log.write("notified", characteristic=event["characteristic"], value=event["value"])
                characteristic = self.characteristics[event["characteristic"]]
                tell = self.device.notify_subscribers
                if characteristic.properties & Characteristic.Properties.INDICATE:
                    tell = self.device.indicate_subscribers
                await tell(characteristic, bytes.fromhex(event["value"]))
                # The kernel drops notifications that bluetoothd does not read in time; on a real link the sender would wait. Give bluetoothd time to
                # read.
                await asyncio.sleep(0.002)
                if self.drop_after is not None:
                    self.drop_after -= 1
                    if self.drop_after <= 0:
                        self.drop_after = None
                        await self.drop()
            elif event["kind"] == "ended":
                self.log.write("ended", isMeasuring=event["isMeasuring"], speed=event.get("speed"))
            elif event["kind"] == "drop":
                await self.drop()

    async def drop(self):
        for connection in list(self.device.connections.values()):
            await connection.disconnect()


def served(pipe, description):
    """A characteristic whose values come from the pipe."""
    uuid, properties = description["uuid"], description["properties"]
    place = description.get("id", uuid)

    async def read(connection):
        answer = await pipe.ask(kind="read", characteristic=place)
        if answer.get("error") is not None:
            raise ATT_Error(answer["error"])
        return bytes.fromhex(answer.get("value") or "")

    async def write(connection, value):
        # Write in order: the reply to a write means that the device has processed it.
        pipe.log.write("written", characteristic=place, value=value.hex())
        await pipe.ask(kind="write", characteristic=place, value=value.hex(), response=bool(properties & 0x08))

    permissions = 0
    if properties & 0x02:
        permissions |= Characteristic.READABLE
    if properties & 0x0C:
        permissions |= Characteristic.WRITEABLE
    if description.get("isEncrypted"):
        permissions |= Characteristic.READ_REQUIRES_ENCRYPTION
    characteristic = Characteristic(
        uuid, Characteristic.Properties(properties), permissions, CharacteristicValue(read=read, write=write),
        [Descriptor(d["uuid"], Descriptor.READABLE, bytes.fromhex(d["value"])) for d in description.get("descriptors", [])],
    )

    def subscription(connection, notify, indicate):
        if notify or indicate:
            pipe.subscribed.add(place)
            pipe.send(kind="subscribe", characteristic=place)
        else:
            pipe.subscribed.discard(place)

    characteristic.on("subscription", subscription)
    pipe.characteristics[place] = characteristic
    return characteristic


async def main():
    log = Log(os.environ.get("LAB_LOG"))
    pipe = Pipe(sys.argv[1:], log)
    description = await pipe.start()
    link = Link()
    adapters = [
        await kernel_controller(f"kernel{n}", link, f"00:AA:01:00:00:{0x42 + 2 * n:02X}", ScannableController)
        for n in range(int(os.environ.get("LAB_ADAPTERS", "1")))
    ]
    radio = Controller("peripheral", link=link, public_address="00:AA:01:00:00:43")
    device = Device(name=description["name"], address=Address(description["address"]), host=Host(radio, radio))
    pipe.device = device
    for service in description["services"]:
        device.add_service(Service(service["uuid"], [served(pipe, c) for c in service["characteristics"]]))

    def connected(connection):
        pipe.send(kind="connect")
        log.write("connected")
        print("CONNECTED", flush=True)
        connection.on("disconnection", disconnected)
        # Rings that require a bond answer only over encrypted links.
        connection.on("connection_encryption_change", lambda: pipe.send(kind="bond") if connection.is_encrypted else None)

    def disconnected(reason):
        pipe.subscribed.clear()
        pipe.send(kind="disconnect")
        log.write("disconnected", reason=reason)
        print("DISCONNECTED", flush=True)

    device.on("connection", connected)

    async def advertise():
        await device.start_advertising(
            auto_restart=True, advertising_interval_min=100, advertising_interval_max=100
        )

    async def control(words):
        if words[:2] == ["drop", "after"]:
            pipe.drop_after = int(words[2])
        elif words[0] == "drop":
            await pipe.drop()
        elif words[:2] == ["adv", "off"]:
            await device.stop_advertising()
        elif words[:2] == ["adv", "on"]:
            await advertise()

    if path := os.environ.get("LAB_CONTROL"):

        class Control(asyncio.DatagramProtocol):
            def datagram_received(self, data, address):
                asyncio.ensure_future(control(data.decode().split()))

        if os.path.exists(path):
            os.unlink(path)
        box = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        box.bind(path)
        box.setblocking(False)
        await asyncio.get_running_loop().create_datagram_endpoint(Control, sock=box)

    await device.power_on()
    data = [(AdvertisingData.FLAGS, bytes([0x06])), (AdvertisingData.COMPLETE_LOCAL_NAME, description["name"].encode())]
    short, long = [], []
    for uuid in description["advertisedServices"]:
        (short if len(uuid) == 4 else long).append(bytes.fromhex(uuid.replace("-", ""))[::-1])
    if short:
        data.append((AdvertisingData.COMPLETE_LIST_OF_16_BIT_SERVICE_CLASS_UUIDS, b"".join(short)))
    if long:
        # With a name, there is no space for the service UUIDs.
        response = AdvertisingData([(AdvertisingData.COMPLETE_LIST_OF_128_BIT_SERVICE_CLASS_UUIDS, b"".join(long))])
        device.scan_response_data = bytes(response)
    for company, value in description["manufacturerData"].items():
        data.append((AdvertisingData.MANUFACTURER_SPECIFIC_DATA, int(company).to_bytes(2, "little") + bytes.fromhex(value)))
    device.advertising_data = bytes(AdvertisingData(data))
    await advertise()
    print("ADVERTISING", flush=True)
    work = [pipe.pump()]
    if name := os.environ.get("LAB_PHONE"):
        import phone  # its services take a second to import

        work.append(phone.listen(ScannableController("phone", link=link, public_address="00:AA:01:00:00:50"), name, log))
    await asyncio.gather(*work)


if __name__ == "__main__":
    asyncio.run(main())
