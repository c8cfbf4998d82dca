import Foundation
import HaloBluetooth

/// A scan in progress.
struct Scan {
  /// Identifies a scan.
  final class Number: Sendable {}

  let number = Number()
  let services: [BluetoothUUID]
  let tellsDuplicates: Bool
  var task: Task<Void, Never>?
  /// The data already reported for each device.
  private var known: [DeviceID: (hasName: Bool, services: Set<BluetoothUUID>, hasData: Bool)] = [:]

  init(services: [BluetoothUUID], tellsDuplicates: Bool) {
    self.services = services
    self.tellsDuplicates = tellsDuplicates
  }

  /// Returns true if an advertisement must be reported: the first one of a device, or one with a new name, services
  /// or data.
  mutating func isReportable(_ advertisement: Advertisement) -> Bool {
    let device = advertisement.device
    let hasData = !advertisement.manufacturerData.isEmpty || !advertisement.serviceData.isEmpty
    guard let before = known[device] else {
      known[device] = (advertisement.name != nil, Set(advertisement.services), hasData)
      return true
    }
    let after = (
      hasName: before.hasName || advertisement.name != nil, services: before.services.union(advertisement.services),
      hasData: before.hasData || hasData
    )
    known[device] = after
    return tellsDuplicates || after != before
  }
}

extension Advertisement {
  /// The advertisement data in Core Bluetooth's format.
  package var data: [String: Any] {
    var data: [String: Any] = [CBAdvertisementDataIsConnectable: NSNumber(value: isConnectable)]
    if let name { data[CBAdvertisementDataLocalNameKey] = name }
    if !services.isEmpty { data[CBAdvertisementDataServiceUUIDsKey] = services.map { CBUUID($0) } }
    // Apple's format has one company; devices with several companies are rare.
    if let (company, bytes) = manufacturerData.min(by: { $0.key < $1.key }) {
      data[CBAdvertisementDataManufacturerDataKey] = Data([UInt8(company & 0xFF), UInt8(company >> 8)] + bytes)
    }
    if !serviceData.isEmpty {
      data[CBAdvertisementDataServiceDataKey] = Dictionary(
        uniqueKeysWithValues: serviceData.map { (CBUUID($0.key), Data($0.value)) })
    }
    return data
  }
}

extension CBManagerState {
  init(_ state: RadioState) {
    // Both count from `unknown` to `poweredOn` in the same order.
    self = RadioState.allCases.firstIndex(of: state).flatMap(CBManagerState.init(rawValue:)) ?? .unknown
  }
}
