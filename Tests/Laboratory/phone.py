"""A phone that is not Halo's: bumble as a central, with a controller of its own. It connects to the heart-rate monitor with a name, reads it with
bumble's proxies, and ends the link after 12 rates. The log gets what they decoded: `phone` with `location`, `battery`, `maker`, `model`, and the
`values` as [rate, contact] with contact null if it is not supported.
"""
import asyncio

from bumble.device import Device, Peer
from bumble.gatt import GATT_DEVICE_INFORMATION_SERVICE
from bumble.hci import Address, OwnAddressType
from bumble.host import Host
from bumble.profiles.battery_service import BatteryServiceProxy
from bumble.profiles.device_information_service import DeviceInformationServiceProxy
from bumble.profiles.heart_rate_service import HeartRateServiceProxy

RATES = 12


async def listen(controller, name, log):
    phone = Device(name="phone", address=Address("F0:0D:00:00:00:FF"), host=Host(controller, controller))
    await phone.power_on()
    address = await phone.find_peer_by_name(name)
    connection = await phone.connect(address, own_address_type=OwnAddressType.RANDOM)
    peer = Peer(connection)
    await peer.discover_all()
    heart = peer.create_service_proxy(HeartRateServiceProxy)
    # bluetoothd serves a device information service of its own too.
    services = [DeviceInformationServiceProxy(service) for service in peer.get_services_by_uuid(GATT_DEVICE_INFORMATION_SERVICE)]
    about = next(service for service in services if service.manufacturer_name)
    location = await heart.body_sensor_location.read_value()
    battery = await peer.create_service_proxy(BatteryServiceProxy).battery_level.read_value()
    maker, model = await about.manufacturer_name.read_value(), await about.model_number.read_value()
    values, enough = [], asyncio.Event()

    def received(measurement):
        values.append([measurement.heart_rate, measurement.sensor_contact_detected])
        if sum(bool(contact) for _, contact in values) >= RATES:
            enough.set()

    await heart.heart_rate_measurement.subscribe(received)
    await asyncio.wait_for(enough.wait(), 100)
    log.write("phone", location=int(location), battery=battery, maker=maker, model=model, values=values)
    await connection.disconnect()
