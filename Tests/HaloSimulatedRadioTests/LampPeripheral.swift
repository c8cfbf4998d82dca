import HaloBluetooth
import HaloSimulatedRadio

/// A virtual device with a characteristic of each kind. It echoes written values as notifications.
struct LampPeripheral: VirtualPeripheral {
  static let service: BluetoothUUID = 0xFFE0
  static let echo = characteristic(0xFFE1, 1, [.write, .notify])
  static let command = characteristic(0xFFE2, 4, [.writeWithoutResponse])
  static let color = characteristic(0xFFE3, 7, [.read])
  static let secret = characteristic(0xFFE4, 10, [.read])

  let profile: PeripheralProfile

  init(
    _ address: String, name: String? = "Lamp", services: [BluetoothUUID] = [], encrypted: Set<BluetoothUUID> = [],
    acceptsBonding: Bool = true, passkey: Int? = nil
  ) {
    profile = PeripheralProfile(
      device: DeviceID(address), name: name, advertisedServices: services,
      services: [Service(uuid: Self.service, characteristics: [Self.echo, Self.command, Self.color, Self.secret])],
      encrypted: encrypted, acceptsBonding: acceptsBonding, passkey: passkey)
  }

  func value(of characteristic: Characteristic) async throws(AttributeError) -> [UInt8] {
    guard characteristic == Self.color else { throw AttributeError(code: 0x05) }
    return [1, 2, 3]
  }

  func serve(_ link: VirtualLink) async {
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await write in await link.writes(to: Self.echo.uuid) { await link.notify(write, on: Self.echo.uuid) }
      }
      group.addTask {
        for await _ in await link.writes(to: Self.command.uuid) {
          await link.notify([UInt8](0..<100), on: Self.echo.uuid)
        }
      }
      await group.waitForAll()
    }
  }

  private static func characteristic(
    _ uuid: BluetoothUUID, _ instance: Int, _ properties: Characteristic.Properties
  ) -> Characteristic {
    Characteristic(
      uuid: uuid, service: service, instance: instance, properties: properties,
      descriptors: properties.contains(.notify) ? [.clientConfiguration] : [])
  }
}
