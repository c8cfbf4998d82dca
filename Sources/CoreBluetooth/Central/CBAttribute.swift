public import Foundation

/// The base class of services, characteristics and descriptors.
open class CBAttribute: NSObject {
  /// The attribute's UUID.
  public let uuid: CBUUID

  init(uuid: CBUUID) { self.uuid = uuid }
}
