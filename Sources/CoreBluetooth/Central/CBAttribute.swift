#if !canImport(Darwin)
  public import Foundation

  /// What services, characteristics and descriptors have in common.
  open class CBAttribute: NSObject {
    /// What it is.
    public let uuid: CBUUID

    init(uuid: CBUUID) { self.uuid = uuid }
  }
#endif
