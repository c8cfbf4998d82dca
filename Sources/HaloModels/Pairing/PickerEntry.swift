/// A kind of device that the system's picker searches for.
///
/// An iPhone only allows declared descriptors: a descriptor that is not in the app's `Info.plist` terminates the app.
/// The drivers are the single source: the app's descriptors are built from these entries, and `Apps/Halo-iOS/check`
/// compares them with the `Info.plist`.
public struct PickerEntry: Sendable, Hashable {
  /// The device family.
  public let family: WearableFamily
  private let descriptor: PickerDescriptor

  /// The name in the picker.
  public var name: Phrase { descriptor.name }
  /// The advertised service.
  public var service: BluetoothUUID? { descriptor.service }
  /// The company identifier of the advertised manufacturer data.
  public var company: UInt16? { descriptor.company }
  /// A part of the advertised name.
  public var namePart: String? { descriptor.namePart }

  /// Returns all kinds of devices that an app with these drivers can pair, the most specific of each family first.
  public static func all(_ registry: DriverRegistry) -> [PickerEntry] {
    registry.drivers.flatMap { driver in
      driver.pickerDescriptors.map { PickerEntry(family: driver.family, descriptor: $0) }
    }
  }
}
