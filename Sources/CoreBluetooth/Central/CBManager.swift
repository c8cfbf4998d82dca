public import Foundation

/// The availability of Bluetooth.
public enum CBManagerState: Int, Sendable {
  /// Not known yet.
  case unknown = 0
  /// The connection with the system's Bluetooth was lost temporarily.
  case resetting
  /// This machine has no Bluetooth LE.
  case unsupported
  /// The system does not allow this program to use Bluetooth.
  case unauthorized
  /// Turned off.
  case poweredOff
  /// Ready.
  case poweredOn
}

/// This program's permission to use Bluetooth.
public enum CBManagerAuthorization: Int, Sendable {
  /// The user was not asked yet.
  case notDetermined = 0
  /// The system does not allow the use of Bluetooth.
  case restricted
  /// The user denied the use of Bluetooth.
  case denied
  /// The use of Bluetooth is allowed.
  case allowedAlways
}

/// The base class of managers: the state of the radio.
open class CBManager: NSObject {
  let radioState = LockedValue(CBManagerState.unknown)

  override init() { super.init() }

  /// The radio's state. It changes immediately before the delegate is called.
  open var state: CBManagerState { radioState.withLock { $0 } }

  /// This program's permission to use Bluetooth. Always `allowedAlways`, because Linux does not ask the user. If the
  /// system bus denies access, ``state`` is `unauthorized`.
  open class var authorization: CBManagerAuthorization { .allowedAlways }

  /// This program's permission to use Bluetooth.
  open var authorization: CBManagerAuthorization { state == .unauthorized ? .denied : Self.authorization }
}
