import CoreBluetooth
import Foundation

/// A device's attributes as Halo's types, with their Core Bluetooth objects. It is confined to the radio's queue.
final class AppleAttributes {
  private(set) var services: [Service] = []
  private var objects: [Characteristic: CBCharacteristic] = [:]
  private var haloCharacteristics: [ObjectIdentifier: Characteristic] = [:]

  init(_ services: [CBService]) {
    // Core Bluetooth does not report handles, but keeps their order. Counting distinguishes characteristics with the
    // same UUID.
    var count = 0
    for service in services {
      guard let uuid = BluetoothUUID(service.uuid) else { continue }
      var characteristics: [Characteristic] = []
      for object in service.characteristics ?? [] {
        guard let characteristic = BluetoothUUID(object.uuid) else { continue }
        count += 1
        let haloCharacteristic = Characteristic(
          uuid: characteristic, service: uuid, instance: count,
          // Apple's additional bits mean that notifying requires encryption.
          properties: Characteristic.Properties(rawValue: UInt8(truncatingIfNeeded: object.properties.rawValue)),
          descriptors: (object.descriptors ?? []).compactMap { BluetoothUUID($0.uuid) })
        objects[haloCharacteristic] = object
        haloCharacteristics[ObjectIdentifier(object)] = haloCharacteristic
        characteristics.append(haloCharacteristic)
      }
      self.services.append(Service(uuid: uuid, characteristics: characteristics))
    }
  }

  /// The characteristic or descriptor of a request.
  func object(of request: AppleRequest) -> CBAttribute? {
    switch request {
    case .read(let owner), .write(let owner, _, _), .subscribe(let owner): objects[owner]
    case .readDescriptor(let descriptor, let owner), .writeDescriptor(let descriptor, let owner, _):
      objects[owner]?.descriptors?.first { BluetoothUUID($0.uuid) == descriptor }
    case .discover, .readRSSI: nil
    }
  }

  func haloCharacteristic(of object: CBCharacteristic) -> Characteristic? {
    haloCharacteristics[ObjectIdentifier(object)]
  }

  /// Returns a descriptor's bytes. Core Bluetooth returns known descriptors as numbers and text.
  static func bytes(of descriptor: CBDescriptor) -> [UInt8] {
    switch descriptor.value {
    case let data as Data: [UInt8](data)
    case let text as String: [UInt8](text.utf8)
    case let number as NSNumber: [UInt8(number.uint16Value & 0xFF), UInt8(number.uint16Value >> 8)]
    default: []
    }
  }
}
