import CoreBluetooth
import Foundation

/// Creates advertisements from Core Bluetooth's discovery callbacks.
enum AppleAdvertisement {
  static func advertisement(_ peripheral: CBPeripheral, _ data: [String: Any], rssi: Int) -> Advertisement {
    let services = [CBAdvertisementDataServiceUUIDsKey, CBAdvertisementDataOverflowServiceUUIDsKey]
      .flatMap { data[$0] as? [CBUUID] ?? [] }
    var serviceData: [BluetoothUUID: [UInt8]] = [:]
    for (uuid, value) in data[CBAdvertisementDataServiceDataKey] as? [CBUUID: Data] ?? [:] {
      if let uuid = BluetoothUUID(uuid) { serviceData[uuid] = [UInt8](value) }
    }
    return Advertisement(
      device: DeviceID(peripheral.identifier.uuidString),
      name: data[CBAdvertisementDataLocalNameKey] as? String ?? peripheral.name,
      services: services.compactMap { BluetoothUUID($0) },
      manufacturerData: manufacturerData(data[CBAdvertisementDataManufacturerDataKey] as? Data),
      serviceData: serviceData,
      rssi: rssi, isConnectable: isTrue(data[CBAdvertisementDataIsConnectable]) ?? true)
  }

  /// Splits off the company identifier, the first two bytes in little-endian order (Core Specification Supplement, part
  /// A, 1.4).
  private static func manufacturerData(_ data: Data?) -> [UInt16: [UInt8]] {
    guard let bytes = data.map({ [UInt8]($0) }), bytes.count >= 2 else { return [:] }
    return [UInt16(bytes[0]) | UInt16(bytes[1]) << 8: [UInt8](bytes[2...])]
  }

  private static func isTrue(_ value: Any?) -> Bool? { value as? Bool ?? (value as? NSNumber)?.boolValue }
}
