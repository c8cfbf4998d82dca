public import Foundation
import Synchronization

/// Settings of the picker.
public final class ASPickerDisplaySettings: NSObject, Sendable {
  /// The time limit of discovery.
  public struct DiscoveryTimeout: RawRepresentable, Hashable, Sendable {
    /// The limit in seconds.
    public var rawValue: TimeInterval

    /// A limit of that many seconds.
    public init(rawValue: TimeInterval) { self.rawValue = rawValue }

    /// A minute.
    public static let short = DiscoveryTimeout(rawValue: 60)
    /// Two minutes.
    public static let medium = DiscoveryTimeout(rawValue: 120)
    /// Five minutes.
    public static let long = DiscoveryTimeout(rawValue: 300)
    /// No limit.
    public static let unbounded = DiscoveryTimeout(rawValue: .infinity)
  }

  /// Options of the picker.
  public struct Options: OptionSet, Sendable {
    /// The bits of the options.
    public let rawValue: UInt
    /// Options with these bits.
    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// Reports each discovered device to the program (`accessoryDiscovered`), which selects the devices to show
    /// (`updatePicker`).
    public static let filterDiscoveryResults = Options(rawValue: 1 << 0)
  }

  // A user at a terminal can cancel, so there is no time limit unless the program sets one.
  private let values = Mutex((timeout: DiscoveryTimeout.unbounded, options: Options()))

  /// Default settings.
  public override init() { super.init() }

  /// Returns new default settings.
  public class var `default`: ASPickerDisplaySettings { ASPickerDisplaySettings() }

  /// The time limit of discovery. Unbounded by default.
  public var discoveryTimeout: DiscoveryTimeout {
    get { values.withLock { $0.timeout } }
    set { values.withLock { $0.timeout = newValue } }
  }

  public var options: Options {
    get { values.withLock { $0.options } }
    set { values.withLock { $0.options = newValue } }
  }
}
