public import Foundation

/// A remote device.
open class CBPeer: NSObject, NSCopying {
  /// The device's identifier, which stays the same in later launches.
  public let identifier: UUID

  init(identifier: UUID) { self.identifier = identifier }

  /// Returns this object, which is immutable.
  open func copy(with zone: NSZone? = nil) -> Any { self }
}
