#if !canImport(Darwin)
  public import Foundation
  import Synchronization

  /// A kind of device, as the picker shows it.
  ///
  /// Unchecked: what changes is behind a lock, and its subclasses are in this module and keep what they add behind locks as well.
  open class ASPickerDisplayItem: NSObject, @unchecked Sendable {
    /// What else happens when a device is chosen.
    public struct SetupOptions: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The person is asked for a name.
      public static let rename = SetupOptions(rawValue: 1 << 0)
      /// The program says whether it is the right one (`finishAuthorization`, `failAuthorization`) before it is kept.
      public static let confirmAuthorization = SetupOptions(rawValue: 1 << 1)
      /// The person is told that the program has more to set up.
      public static let finishInApp = SetupOptions(rawValue: 1 << 2)
    }

    /// What it is called.
    public let name: String
    /// What it looks like; a terminal does not show it.
    public let productImage: UIImage
    private let wanted: ASDiscoveryDescriptor
    private let options = Mutex((setup: SetupOptions(), rename: ASAccessory.RenameOptions()))

    /// A kind of device.
    public init(name: String, productImage: UIImage, descriptor: ASDiscoveryDescriptor) {
      self.name = name
      self.productImage = productImage
      wanted = ASDiscoveryDescriptor(copying: descriptor)
    }

    /// The same with a picture of the program's own type, where it declares a `UIImage` itself. A terminal shows none.
    @_disfavoredOverload
    public convenience init(name: String, productImage: some AnyObject, descriptor: ASDiscoveryDescriptor) {
      self.init(name: name, productImage: UIImage(), descriptor: descriptor)
    }

    /// Which devices these are: a copy, as it was when the item was made.
    open var descriptor: ASDiscoveryDescriptor { ASDiscoveryDescriptor(copying: wanted) }

    /// What else happens when a device is chosen.
    open var setupOptions: SetupOptions {
      get { options.withLock { $0.setup } }
      set { options.withLock { $0.setup = newValue } }
    }

    /// How it is renamed.
    open var renameOptions: ASAccessory.RenameOptions {
      get { options.withLock { $0.rename } }
      set { options.withLock { $0.rename = newValue } }
    }
  }
#endif
