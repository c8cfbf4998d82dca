#if !canImport(Darwin)
  import Foundation

  /// What is kept of an accessory.
  struct AccessoryRecord: Codable, Hashable, Sendable {
    /// By which Core Bluetooth knows it.
    let identifier: UUID
    /// By which the radio knows it: on Linux, its address.
    let device: String
    /// What it calls itself.
    var advertisedName: String?
    /// What people call it.
    var displayName: String
    /// What it was found by.
    var descriptor: DescriptorRules
    /// What the program set in ``ASAccessorySettings``.
    var bridgingIdentifier: Data?
  }
#endif
