#if !canImport(Darwin)
  public import Foundation
  import Synchronization

  /// What a program sets when it authorizes an accessory.
  public final class ASAccessorySettings: NSObject, Sendable {
    private struct Values {
      var ssid: String?
      var bridgingIdentifier: Data?
    }

    private let values = Mutex(Values())

    /// Settings without anything set.
    public override init() { super.init() }

    /// Settings without anything set; new ones each time.
    public class var `default`: ASAccessorySettings { ASAccessorySettings() }

    /// A network to join. There is none here; it does nothing.
    public var ssid: String? {
      get { values.withLock { $0.ssid } }
      set { values.withLock { $0.ssid = newValue } }
    }

    /// Six bytes that bridge the accessory with classic Bluetooth. They are kept; Linux does nothing with them.
    public var bluetoothTransportBridgingIdentifier: Data? {
      get { values.withLock { $0.bridgingIdentifier } }
      set { values.withLock { $0.bridgingIdentifier = newValue } }
    }
  }
#endif
