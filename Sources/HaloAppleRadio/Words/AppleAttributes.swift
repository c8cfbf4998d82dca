import CoreBluetooth
import Foundation
import HaloBluetooth

/// A device's attributes in Halo's words, and which of Core Bluetooth's objects they are. It stays on the radio's queue.
final class AppleAttributes {
  private(set) var services: [Service] = []
  private var objects: [Characteristic: CBCharacteristic] = [:]
  private var words: [ObjectIdentifier: Characteristic] = [:]

  init(_ services: [CBService]) {
    // Core Bluetooth does not tell handles, but keeps their order: counted, characteristics of one UUID are told apart.
    var count = 0
    for service in services {
      guard let uuid = BluetoothUUID(service.uuid) else { continue }
      var characteristics: [Characteristic] = []
      for object in service.characteristics ?? [] {
        guard let characteristic = BluetoothUUID(object.uuid) else { continue }
        count += 1
        let word = Characteristic(
          uuid: characteristic, service: uuid, instance: count,
          // Apple's further bits say that notifying wants encryption.
          properties: Characteristic.Properties(rawValue: UInt8(truncatingIfNeeded: object.properties.rawValue)),
          descriptors: (object.descriptors ?? []).compactMap { BluetoothUUID($0.uuid) })
        objects[word] = object
        words[ObjectIdentifier(object)] = word
        characteristics.append(word)
      }
      self.services.append(Service(uuid: uuid, characteristics: characteristics))
    }
  }

  func object(of characteristic: Characteristic) -> CBCharacteristic? { objects[characteristic] }

  func object(of descriptor: BluetoothUUID, _ characteristic: Characteristic) -> CBDescriptor? {
    objects[characteristic]?.descriptors?.first { BluetoothUUID($0.uuid) == descriptor }
  }

  func word(of object: CBCharacteristic) -> Characteristic? { words[ObjectIdentifier(object)] }

  /// A descriptor's bytes: Core Bluetooth gives those that it knows as numbers and text.
  static func bytes(of descriptor: CBDescriptor) -> [UInt8] {
    switch descriptor.value {
    case let data as Data: [UInt8](data)
    case let text as String: [UInt8](text.utf8)
    case let number as NSNumber: [UInt8(number.uint16Value & 0xFF), UInt8(number.uint16Value >> 8)]
    default: []
    }
  }
}
