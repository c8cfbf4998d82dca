public import Foundation

/// The domain of this framework's errors.
public let ASErrorDomain = "ASErrorDomain"

/// An error of this framework; `localizedDescription` is its text for people.
public struct ASError: _BridgedStoredNSError, Sendable {
  /// The underlying error.
  public let _nsError: NSError
  /// The error domain.
  public static var _nsErrorDomain: String { ASErrorDomain }
  public static var errorDomain: String { ASErrorDomain }

  /// An error that wraps an `NSError`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The error's code.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

  /// The codes of errors, with Apple's numbers.
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of the codes.
    public typealias _ErrorType = ASError

    /// No error.
    case success = 0
    /// An unspecified error.
    case unknown = 1
    /// The session could not be activated, or is not active.
    case activationFailed = 100
    /// The connection to the device failed.
    case connectionFailed = 150
    /// No device was chosen in time.
    case discoveryTimeout = 200
    /// There is no app extension with discovery descriptors.
    case extensionNotFound = 300
    /// The session was invalidated.
    case invalidated = 400
    /// The request is invalid.
    case invalidRequest = 450
    /// A picker is already shown.
    case pickerAlreadyActive = 500
    /// There is no terminal to show a picker on.
    case pickerRestricted = 550
    /// The user canceled.
    case userCancelled = 700
    /// The user does not allow it.
    case userRestricted = 750
  }

  /// The code ``Code/success``.
  public static var success: Code { .success }
  /// The code ``Code/unknown``.
  public static var unknown: Code { .unknown }
  /// The code ``Code/activationFailed``.
  public static var activationFailed: Code { .activationFailed }
  /// The code ``Code/connectionFailed``.
  public static var connectionFailed: Code { .connectionFailed }
  /// The code ``Code/discoveryTimeout``.
  public static var discoveryTimeout: Code { .discoveryTimeout }
  /// The code ``Code/extensionNotFound``.
  public static var extensionNotFound: Code { .extensionNotFound }
  /// The code ``Code/invalidated``.
  public static var invalidated: Code { .invalidated }
  /// The code ``Code/invalidRequest``.
  public static var invalidRequest: Code { .invalidRequest }
  /// The code ``Code/pickerAlreadyActive``.
  public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
  /// The code ``Code/pickerRestricted``.
  public static var pickerRestricted: Code { .pickerRestricted }
  /// The code ``Code/userCancelled``.
  public static var userCancelled: Code { .userCancelled }
  /// The code ``Code/userRestricted``.
  public static var userRestricted: Code { .userRestricted }

  /// Creates an error with a description of the failure and of the next step.
  static func error(_ code: Code, _ description: String, because reason: (any Error)? = nil) -> ASError {
    var info: [String: Any] = [NSLocalizedDescriptionKey: description]
    if let reason { info[NSUnderlyingErrorKey] = reason }
    return ASError(_nsError: NSError(domain: ASErrorDomain, code: code.rawValue, userInfo: info))
  }
}
