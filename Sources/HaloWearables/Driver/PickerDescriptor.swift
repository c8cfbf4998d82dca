public import HaloBluetooth

/// One way in which an iPhone's picker finds a device.
///
/// AccessorySetupKit requires a service or a company in each; a part of the name only narrows it.
public struct PickerDescriptor: Hashable, Sendable {
  /// What the picker calls the device.
  public let name: String
  /// A service that it advertises.
  public let service: BluetoothUUID?
  /// The company whose data it advertises.
  public let company: UInt16?
  /// What its name contains.
  public let namePart: String?

  /// A device that advertises a service.
  public init(_ name: String, service: BluetoothUUID, namePart: String? = nil) {
    self.init(name, service: service, company: nil, namePart: namePart)
  }

  /// A device that advertises data of a company.
  public init(_ name: String, company: UInt16, namePart: String? = nil) {
    self.init(name, service: nil, company: company, namePart: namePart)
  }

  private init(_ name: String, service: BluetoothUUID?, company: UInt16?, namePart: String?) {
    self.name = name
    self.service = service
    self.company = company
    self.namePart = namePart
  }
}
