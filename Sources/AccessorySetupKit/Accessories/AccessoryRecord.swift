import Foundation

/// The stored data of an accessory.
struct AccessoryRecord: Codable, Hashable, Sendable {
  /// The identifier in Core Bluetooth.
  let identifier: UUID
  /// The radio's identifier: on Linux, the address.
  let device: String
  var advertisedName: String?
  /// The name for people.
  var displayName: String
  /// The descriptor that matched the accessory.
  var descriptor: DescriptorRules
  /// The identifier set in ``ASAccessorySettings``.
  var bridgingIdentifier: Data?
}
