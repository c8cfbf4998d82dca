#if !canImport(Darwin)
  public import Foundation

  /// Whether Bluetooth can be used.
  public enum CBManagerState: Int, Sendable {
    /// Not known yet.
    case unknown = 0
    /// The connection with the system's Bluetooth was lost for a moment.
    case resetting
    /// This machine has no Bluetooth LE.
    case unsupported
    /// The system does not let this program use it.
    case unauthorized
    /// Turned off.
    case poweredOff
    /// Ready.
    case poweredOn
  }

  /// Whether this program may use Bluetooth.
  public enum CBManagerAuthorization: Int, Sendable {
    /// Nobody was asked yet.
    case notDetermined = 0
    /// The system does not allow it.
    case restricted
    /// Somebody said no.
    case denied
    /// It may.
    case allowedAlways
  }

  /// What managers have in common: the state of the radio.
  open class CBManager: NSObject {
    let radioState = Guarded(CBManagerState.unknown)

    override init() { super.init() }

    /// Whether Bluetooth can be used. It changes right before the delegate hears of it.
    open var state: CBManagerState { radioState.withLock { $0 } }

    /// Whether this program may use Bluetooth. Linux asks nobody: `allowedAlways`. Where the system's bus refuses, ``state`` is
    /// `unauthorized`.
    open class var authorization: CBManagerAuthorization { .allowedAlways }

    /// Whether this program may use Bluetooth.
    open var authorization: CBManagerAuthorization { state == .unauthorized ? .denied : Self.authorization }
  }
#endif
