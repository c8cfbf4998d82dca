import CoreBluetooth
import Foundation

/// Options for the system's handling of a link, also while the app is in the background.
public struct AppleConnectOptions: Hashable, Sendable {
  /// True if the system alerts the user when the device connects while the app is suspended.
  public var notifiesOnConnection: Bool
  /// True if the system alerts the user when the link is lost while the app is suspended.
  public var notifiesOnDisconnection: Bool
  /// The delay before the system starts to connect; `nil` for none.
  public var startDelay: Duration?

  /// Options. Omitted options are off.
  public init(
    notifiesOnConnection: Bool = false, notifiesOnDisconnection: Bool = false, startDelay: Duration? = nil
  ) {
    self.notifiesOnConnection = notifiesOnConnection
    self.notifiesOnDisconnection = notifiesOnDisconnection
    self.startDelay = startDelay
  }

  /// The options for Core Bluetooth; `nil` if all are off.
  var dictionary: [String: Any]? {
    var options: [String: Any] = [:]
    if notifiesOnConnection { options[CBConnectPeripheralOptionNotifyOnConnectionKey] = true }
    if notifiesOnDisconnection { options[CBConnectPeripheralOptionNotifyOnDisconnectionKey] = true }
    if let startDelay { options[CBConnectPeripheralOptionStartDelayKey] = NSNumber(value: startDelay / .seconds(1)) }
    return options.isEmpty ? nil : options
  }
}
