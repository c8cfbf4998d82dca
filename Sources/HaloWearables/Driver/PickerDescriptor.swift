/// A filter with which an iPhone's accessory picker finds a device.
///
/// AccessorySetupKit requires a service, or a company identifier with a part of the name, in each filter. A device that
/// two filters find may be listed twice, so no two filters may find the same one.
public struct PickerDescriptor: Hashable, Sendable {
  /// The device's name in the picker.
  public let name: Phrase
  /// The advertised service.
  public let service: BluetoothUUID?
  /// The company identifier of the advertised manufacturer data.
  public let company: UInt16?
  /// Text that the advertised name contains.
  public let namePart: String?

  /// Creates a filter for devices that advertise a service.
  public init(_ name: Phrase, service: BluetoothUUID, namePart: String? = nil) {
    self.init(name, service: service, company: nil, namePart: namePart)
  }

  /// Creates a filter for devices that advertise manufacturer data of a company.
  public init(_ name: Phrase, company: UInt16, namePart: String? = nil) {
    self.init(name, service: nil, company: company, namePart: namePart)
  }

  private init(_ name: Phrase, service: BluetoothUUID?, company: UInt16?, namePart: String?) {
    self.name = name
    self.service = service
    self.company = company
    self.namePart = namePart
  }
}
