public import HaloBluetooth
public import HaloWearables
public import HaloReports

/// A kind of device as the system's picker is told to look for it.
///
/// An iPhone shows an app only what it declared before: a descriptor that its `Info.plist` does not name ends the app. These entries are
/// the one list; the app's descriptors are made from it, and a test compares it with the `Info.plist`.
public struct PickerEntry: Sendable, Hashable {
  /// Its family.
  public let family: WearableFamily
  private let descriptor: PickerDescriptor

  /// What the picker calls it.
  public var name: Phrase { Phrase(stringLiteral: descriptor.name) }
  /// A service that it advertises.
  public var service: BluetoothUUID? { descriptor.service }
  /// The company whose data it advertises.
  public var company: UInt16? { descriptor.company }
  /// What its name contains.
  public var namePart: String? { descriptor.namePart }

  /// Every kind of device that an app with these drivers can pair, the surest of each family first.
  public static func all(_ registry: DriverRegistry) -> [PickerEntry] {
    registry.drivers.flatMap { driver in
      driver.pickerDescriptors.map { PickerEntry(family: driver.family, descriptor: $0) }
    }
  }
}
