#if !canImport(Darwin)
  public import Foundation
  import Synchronization

  /// How the picker goes about it.
  public final class ASPickerDisplaySettings: NSObject, Sendable {
    /// How long is looked for devices.
    public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
      /// In seconds.
      public var rawValue: TimeInterval

      /// That many seconds.
      public init(rawValue: TimeInterval) { self.rawValue = rawValue }

      /// A minute.
      public static let short = DiscoveryTimeout(rawValue: 60)
      /// Two minutes.
      public static let medium = DiscoveryTimeout(rawValue: 120)
      /// Five minutes.
      public static let long = DiscoveryTimeout(rawValue: 300)
      /// Until somebody says that it is over.
      public static let unbounded = DiscoveryTimeout(rawValue: .infinity)
    }

    /// What the program does itself.
    public struct Options: OptionSet, Sendable {
      public let rawValue: UInt
      public init(rawValue: UInt) { self.rawValue = rawValue }

      /// The program is told of each device that is found (`accessoryDiscovered`), and says which of them are shown (`updatePicker`).
      public static let filterDiscoveryResults = Options(rawValue: 1 << 0)
    }

    // Who looks at a terminal can cancel; so nothing is over by itself where the program does not say so.
    private let values = Mutex((timeout: DiscoveryTimeout.unbounded, options: Options()))

    /// Settings in which nothing is set.
    public override init() { super.init() }

    /// Settings in which nothing is set; new ones each time.
    public class var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

    /// How long is looked for devices. Where nothing is set, until somebody chooses or cancels.
    public var discoveryTimeout: DiscoveryTimeout {
      get { values.withLock { $0.timeout } }
      set { values.withLock { $0.timeout = newValue } }
    }

    /// What the program does itself.
    public var options: Options {
      get { values.withLock { $0.options } }
      set { values.withLock { $0.options = newValue } }
    }
  }
#endif
