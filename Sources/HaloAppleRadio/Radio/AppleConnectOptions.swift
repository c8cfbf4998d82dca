import CoreBluetooth
import Foundation

/// What the system does for an app about a link, also while the app is in the background.
public struct AppleConnectOptions: Hashable, Sendable {
  /// Whether the person is told when a link comes about while the app is suspended.
  public var notifiesOnConnection: Bool
  /// Whether the person is told when a link is lost while the app is suspended.
  public var notifiesOnDisconnection: Bool
  /// How long the system waits before it begins to connect; at once where it is `nil`.
  public var startDelay: Duration?

  /// Options; what is left out is off.
  public init(
    notifiesOnConnection: Bool = false, notifiesOnDisconnection: Bool = false, startDelay: Duration? = nil
  ) {
    self.notifiesOnConnection = notifiesOnConnection
    self.notifiesOnDisconnection = notifiesOnDisconnection
    self.startDelay = startDelay
  }

  /// In the words of Core Bluetooth; `nil` where there is nothing to say.
  var dictionary: [String: Any]? {
    var options: [String: Any] = [:]
    if notifiesOnConnection { options[CBConnectPeripheralOptionNotifyOnConnectionKey] = true }
    if notifiesOnDisconnection { options[CBConnectPeripheralOptionNotifyOnDisconnectionKey] = true }
    if let startDelay { options[CBConnectPeripheralOptionStartDelayKey] = NSNumber(value: startDelay / .seconds(1)) }
    return options.isEmpty ? nil : options
  }
}
