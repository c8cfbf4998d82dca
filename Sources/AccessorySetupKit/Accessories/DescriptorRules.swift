import Foundation
import HaloBluetooth

/// The conditions on an advertisement. All conditions must be met.
struct DescriptorRules: Codable, Hashable, Sendable {
  var service: String?
  var company: UInt16?
  var manufacturerData: Data?
  var manufacturerMask: Data?
  var serviceData: Data?
  var serviceMask: Data?
  var name: String?
  var nameOptions: UInt = 0
  var isImmediate = false
  var supportedOptions: UInt = 0

  /// The signal strength at a distance of about half a meter, in dBm.
  static let immediateRSSI = -55

  /// The result of a match.
  enum Match: Hashable, Sendable {
    case no
    /// The device does not advertise its services, but meets all other conditions. Only a connection can decide.
    case maybe
    case yes
  }

  /// Matches an advertisement. Devices of unknown signal strength do not count as close.
  func match(_ advertisement: Advertisement) -> Match {
    guard company.map({ advertisement.manufacturerData[$0] != nil }) ?? true, matchesName(advertisement.name),
      Self.contains(advertisement.manufacturerData, of: company, manufacturerData, mask: manufacturerMask),
      Self.contains(advertisement.serviceData, of: wantedService, serviceData, mask: serviceMask),
      !isImmediate || (advertisement.rssi ?? .min) >= Self.immediateRSSI
    else { return .no }
    guard let wanted = wantedService else { return .yes }
    if advertisement.services.contains(wanted) || advertisement.serviceData[wanted] != nil { return .yes }
    return advertisement.services.isEmpty && advertisement.serviceData.isEmpty ? .maybe : .no
  }

  /// The service that the device must have.
  var wantedService: BluetoothUUID? { service.flatMap { BluetoothUUID($0) } }

  /// Returns whether the data of `sender`, or of any sender if that is `nil`, begins with the given bytes.
  private static func contains<Sender>(
    _ data: [Sender: [UInt8]], of sender: Sender?, _ wanted: Data?, mask: Data?
  ) -> Bool {
    guard let wanted else { return true }
    return data.contains { (sender ?? $0.key) == $0.key && begins($0.value, with: wanted, mask) }
  }

  private func matchesName(_ advertised: String?) -> Bool {
    guard let name else { return true }
    return (advertised ?? "").range(of: name, options: NSString.CompareOptions(rawValue: nameOptions)) != nil
  }

  /// Returns true if the bits in the mask are equal; without a mask, all bits.
  private static func begins(_ bytes: [UInt8], with wanted: Data, _ mask: Data?) -> Bool {
    guard bytes.count >= wanted.count else { return false }
    let mask = mask.map { [UInt8]($0) } ?? [UInt8](repeating: 0xFF, count: wanted.count)
    return zip(zip(bytes, wanted), mask).allSatisfy { pair, mask in pair.0 & mask == pair.1 & mask }
  }

  /// The problem of invalid conditions, for which Apple's framework terminates the program.
  var problem: String? {
    if service == nil, company == nil {
      return "A descriptor needs a bluetoothServiceUUID or a bluetoothCompanyIdentifier."
    }
    for (data, mask, what) in [
      (manufacturerData, manufacturerMask, "bluetoothManufacturerData"),
      (serviceData, serviceMask, "bluetoothServiceData"),
    ] where data?.count != mask?.count {
      return "\(what)Blob and \(what)Mask of a descriptor must be of the same length."
    }
    return nil
  }
}
