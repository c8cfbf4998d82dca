public import Foundation
import Synchronization

/// The settings for authorizing an accessory.
public final class ASAccessorySettings: NSObject, Sendable {
  private struct Values {
    var ssid: String?
    var bridgingIdentifier: Data?
  }

  private let values = Mutex(Values())

  /// Empty settings.
  public override init() { super.init() }

  /// Returns new empty settings.
  public class var `default`: ASAccessorySettings { ASAccessorySettings() }

  /// The network to join. Has no effect here.
  public var ssid: String? {
    get { values.withLock { $0.ssid } }
    set { values.withLock { $0.ssid = newValue } }
  }

  /// The identifier for bridging classic Bluetooth, 6 bytes. It is stored, but has no effect on Linux.
  public var bluetoothTransportBridgingIdentifier: Data? {
    get { values.withLock { $0.bridgingIdentifier } }
    set { values.withLock { $0.bridgingIdentifier = newValue } }
  }
}
