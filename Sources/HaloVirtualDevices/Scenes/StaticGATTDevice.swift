import Synchronization

/// A device that no driver of Halo supports. Its values are the given or written ones, and it sends each subscribed
/// value every second.
final class StaticGATTDevice: VirtualPeripheral {
  /// A characteristic: its properties, its first value, and its descriptors' values.
  struct Attribute {
    let uuid: BluetoothUUID
    let properties: Characteristic.Properties
    var value: [UInt8] = []
    var descriptors: [(BluetoothUUID, [UInt8])] = []
  }

  let profile: PeripheralProfile
  private let values: Mutex<[BluetoothUUID: [UInt8]]>
  private let descriptors: [BluetoothUUID: [BluetoothUUID: [UInt8]]]

  init(
    _ address: String, _ name: String?, advertises: [BluetoothUUID] = [],
    _ services: KeyValuePairs<BluetoothUUID, [Attribute]> = [:]
  ) {
    var handle = 1
    var discovered: [Service] = []
    for (uuid, attributes) in services {
      let start = handle
      handle += 1
      var characteristics: [Characteristic] = []
      for attribute in attributes {
        let notifies = !attribute.properties.isDisjoint(with: [.notify, .indicate])
        let uuids = attribute.descriptors.map(\.0) + (notifies ? [.clientConfiguration] : [])
        characteristics.append(
          Characteristic(
            uuid: attribute.uuid, service: uuid, instance: handle, properties: attribute.properties, descriptors: uuids,
            descriptorHandles: uuids.indices.map { handle + 2 + $0 }))
        handle += 2 + uuids.count
      }
      discovered.append(Service(uuid: uuid, characteristics: characteristics, handle: start))
    }
    profile = PeripheralProfile(
      device: DeviceID(address), name: name, advertisedServices: advertises, services: discovered)
    let attributes = services.flatMap(\.value)
    values = Mutex(Dictionary(attributes.map { ($0.uuid, $0.value) }) { first, _ in first })
    descriptors = Dictionary(
      attributes.map { ($0.uuid, Dictionary($0.descriptors) { first, _ in first }) }
    ) { first, _ in first }
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    values.withLock { $0[characteristic.uuid] } ?? []
  }

  func value(
    ofDescriptor descriptor: BluetoothUUID, of characteristic: Characteristic
  ) async throws(AttributeError) -> [UInt8] {
    descriptors[characteristic.uuid]?[descriptor] ?? [0, 0]
  }

  func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      for characteristic in profile.services.flatMap(\.characteristics) {
        let uuid = characteristic.uuid
        if !characteristic.properties.isDisjoint(with: [.write, .writeWithoutResponse]) {
          group.addTask {
            for await value in await link.writes(to: uuid) { self.values.withLock { $0[uuid] = value } }
          }
        }
        if !characteristic.properties.isDisjoint(with: [.notify, .indicate]) {
          group.addTask {
            await link.waitUntilSubscribed(to: uuid)
            while (try? await link.clock.sleep(for: .seconds(1))) != nil {
              await link.notify(self.values.withLock { $0[uuid] } ?? [], on: uuid)
            }
          }
        }
      }
    }
  }

  /// Devices with names or services like those of rings, and two with standard services.
  static var lookalikes: [StaticGATTDevice] {
    let smartHealth = BluetoothUUID(high: 0xBE94_0000_7333_BE46, low: 0xB7AE_689E_7172_2BD5)
    func smartHealthCharacteristic(_ number: UInt64) -> BluetoothUUID {
      BluetoothUUID(high: smartHealth.high | number << 32, low: smartHealth.low)
    }
    let battery = Attribute(
      uuid: 0x2A19, properties: [.read, .notify], value: [87],
      descriptors: [(0x2904, [0x04, 0x00, 0xAD, 0x27, 0x01, 0x00, 0x00])])
    return [
      StaticGATTDevice(
        "D1:00:00:00:54:DC", "R99 54DC",
        [
          smartHealth: [
            Attribute(uuid: smartHealthCharacteristic(1), properties: [.write, .indicate]),
            Attribute(uuid: smartHealthCharacteristic(3), properties: .indicate),
          ]
        ]),
      StaticGATTDevice(
        "D1:00:00:00:7C:2E", "R11_7C2E", advertises: [0xFDDA],
        [0xFDDA: [Attribute(uuid: 0xFDD1, properties: .notify), Attribute(uuid: 0xFDD2, properties: .write)]]),
      StaticGATTDevice(
        "D1:00:00:00:B3:3F", "R02_B33F",
        [0xFFF0: [Attribute(uuid: 0xFFF1, properties: [.read, .write])], 0x180F: [battery]]),
      StaticGATTDevice(
        "D1:00:00:00:18:1D", "Bathroom scale", advertises: [0x181D],
        [0x181D: [Attribute(uuid: 0x2A9D, properties: .indicate, value: [0x00, 0x78, 0x37])]]),
      StaticGATTDevice(
        "D1:00:00:00:18:09", "Thermometer", advertises: [0x1809],
        [
          0x1809: [
            Attribute(
              uuid: 0x2A1C, properties: .indicate, value: [0x00, 0x72, 0x01, 0x00, 0xFF],
              descriptors: [(0x2901, [UInt8]("In the ear".utf8))]),
            Attribute(uuid: 0x2A21, properties: [.read, .write], value: [0x01, 0x00]),
          ],
          0x180A: [Attribute(uuid: 0x2A29, properties: .read, value: [UInt8]("Made up".utf8))], 0x180F: [battery],
        ]),
    ]
  }
}
