public import Foundation

/// The domain of ``CBError``.
public let CBErrorDomain = "CBErrorDomain"

/// An error of the radio or of a link.
public struct CBError: _BridgedStoredNSError, Sendable {
  /// The underlying error.
  public let _nsError: NSError
  /// The error domain.
  public static var _nsErrorDomain: String { CBErrorDomain }

  /// An error that wraps an `NSError`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The error's code.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

  /// The codes of errors.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of the codes.
    public typealias _ErrorType = CBError

    /// An unspecified error.
    case unknown = 0
    /// The parameters are invalid.
    case invalidParameters = 1
    /// The attribute's handle is invalid.
    case invalidHandle = 2
    /// The device is not connected.
    case notConnected = 3
    /// There is not enough space.
    case outOfSpace = 4
    /// The operation was canceled.
    case operationCancelled = 5
    /// The link was lost by a timeout, or the connection timed out.
    case connectionTimeout = 6
    /// The device ended the link.
    case peripheralDisconnected = 7
    /// The UUID is not allowed.
    case uuidNotAllowed = 8
    /// The program is already advertising.
    case alreadyAdvertising = 9
    case connectionFailed = 10
    /// The limit of connections is reached.
    case connectionLimitReached = 11
    /// The device is unknown.
    case unknownDevice = 12
    /// The operation is not supported here.
    case operationNotSupported = 13
    /// The device has deleted its bond.
    case peerRemovedPairingInformation = 14
    case encryptionTimedOut = 15
    /// The limit of bonded devices is reached.
    case tooManyLEPairedDevices = 16
    /// The limit of notifications for an app in the background is exceeded.
    case leGattExceededBackgroundNotificationLimit = 17
    /// The limit of notifications for an app in the background is almost reached.
    case leGattNearBackgroundNotificationLimit = 18

    /// A misspelled name in earlier versions.
    public static var unkownDevice: Code { .unknownDevice }
  }

  /// The code ``Code/unknown``.
  public static var unknown: Code { .unknown }
  /// The code ``Code/invalidParameters``.
  public static var invalidParameters: Code { .invalidParameters }
  /// The code ``Code/invalidHandle``.
  public static var invalidHandle: Code { .invalidHandle }
  /// The code ``Code/notConnected``.
  public static var notConnected: Code { .notConnected }
  /// The code ``Code/outOfSpace``.
  public static var outOfSpace: Code { .outOfSpace }
  /// The code ``Code/operationCancelled``.
  public static var operationCancelled: Code { .operationCancelled }
  /// The code ``Code/connectionTimeout``.
  public static var connectionTimeout: Code { .connectionTimeout }
  /// The code ``Code/peripheralDisconnected``.
  public static var peripheralDisconnected: Code { .peripheralDisconnected }
  /// The code ``Code/uuidNotAllowed``.
  public static var uuidNotAllowed: Code { .uuidNotAllowed }
  /// The code ``Code/alreadyAdvertising``.
  public static var alreadyAdvertising: Code { .alreadyAdvertising }
  /// The code ``Code/connectionFailed``.
  public static var connectionFailed: Code { .connectionFailed }
  /// The code ``Code/connectionLimitReached``.
  public static var connectionLimitReached: Code { .connectionLimitReached }
  /// The code ``Code/unkownDevice``.
  public static var unkownDevice: Code { .unknownDevice }
  /// The code ``Code/unknownDevice``.
  public static var unknownDevice: Code { .unknownDevice }
  /// The code ``Code/operationNotSupported``.
  public static var operationNotSupported: Code { .operationNotSupported }
  /// The code ``Code/peerRemovedPairingInformation``.
  public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
  /// The code ``Code/encryptionTimedOut``.
  public static var encryptionTimedOut: Code { .encryptionTimedOut }
  /// The code ``Code/tooManyLEPairedDevices``.
  public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
  /// The code ``Code/leGattExceededBackgroundNotificationLimit``.
  public static var leGattExceededBackgroundNotificationLimit: Code { .leGattExceededBackgroundNotificationLimit }
  /// The code ``Code/leGattNearBackgroundNotificationLimit``.
  public static var leGattNearBackgroundNotificationLimit: Code { .leGattNearBackgroundNotificationLimit }
}
