public import Foundation
import Synchronization

/// A kind of device as shown by the picker.
///
/// Unchecked: mutable state is behind a lock. Subclasses are in this module and use locks as well.
open class ASPickerDisplayItem: NSObject, @unchecked Sendable {
  /// Additional setup steps after a device is chosen.
  public struct SetupOptions: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Asks the user for a name.
    public static let rename = SetupOptions(rawValue: 1 << 0)
    /// Lets the program confirm or reject the accessory (`finishAuthorization`, `failAuthorization`) before it is
    /// stored.
    public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
    /// Tells the user that setup continues in the program.
    public static let finishInApp = SetupOptions(rawValue: 1 << 2)
  }

  /// The name of the kind.
  public let name: String
  /// The image of the kind. Not shown in a terminal.
  public let productImage: UIImage
  private let wanted: ASDiscoveryDescriptor
  private let options = Mutex((setup: SetupOptions(), rename: ASAccessory.RenameOptions()))

  /// An item for a kind of device.
  public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
    self.name = name
    self.productImage = productImage
    wanted = ASDiscoveryDescriptor(copying: descriptor)
  }

  /// The same for programs that declare their own `UIImage` type. Images are not shown in a terminal.
  @_disfavoredOverload
  public convenience init(name: String, productImage: some AnyObject, descriptor: ASDiscoveryDescriptor) {
    self.init(name: name, productImage: UIImage(), descriptor: descriptor)
  }

  /// The conditions for devices: a copy of the descriptor that the item was created with.
  open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(copying: wanted) }

  /// The additional setup steps.
  open var setupOptions: SetupOptions {
    get { options.withLock { $0.setup } }
    set { options.withLock { $0.setup = newValue } }
  }

  /// The options for renaming.
  open var renameOptions: ASAccessory.RenameOptions {
    get { options.withLock { $0.rename } }
    set { options.withLock { $0.rename = newValue } }
  }
}
