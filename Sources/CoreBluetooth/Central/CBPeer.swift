#if !canImport(Darwin)
  public import Foundation

  /// Another device.
  open class CBPeer: NSObject, NSCopying {
    /// What it is known by: always the same for a device, in this program's next launch as well.
    public let identifier: UUID

    init(identifier: UUID) { self.identifier = identifier }

    open func copy(with zone: NSZone? = nil) -> Any { self }
  }
#endif
