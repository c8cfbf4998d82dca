#if !canImport(Darwin)
  public import Foundation

  /// The domain of this framework's errors.
  public let ASErrorDomain = "ASErrorDomain"

  /// What went wrong; `localizedDescription` says it for people.
  public struct ASError: _BridgedStoredNSError, Sendable {
    public let _nsError: NSError
    public static var _nsErrorDomain: String { ASErrorDomain }
    public static var errorDomain: String { ASErrorDomain }

    public init(_nsError error: NSError) { _nsError = error }

    /// What it is.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// The kinds of errors, by Apple's numbers.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
      public typealias _ErrorType = ASError

      /// None.
      case success = 0
      /// Something that has no number of its own.
      case unknown = 1
      /// The session could not be activated, or is not.
      case activationFailed = 100
      /// No link came about with the device.
      case connectionFailed = 150
      /// Nobody chose a device within the time that was set.
      case discoveryTimeout = 200
      /// There is no app extension that could say what to look for.
      case extensionNotFound = 300
      /// The session is over.
      case invalidated = 400
      /// What was asked for makes no sense.
      case invalidRequest = 450
      /// There is a picker already.
      case pickerAlreadyActive = 500
      /// There is nobody to show a picker to.
      case pickerRestricted = 550
      /// The person did not want to.
      case userCancelled = 700
      /// The person does not allow it.
      case userRestricted = 750
    }

    public static var success: Code { .success }
    public static var unknown: Code { .unknown }
    public static var activationFailed: Code { .activationFailed }
    public static var connectionFailed: Code { .connectionFailed }
    public static var discoveryTimeout: Code { .discoveryTimeout }
    public static var extensionNotFound: Code { .extensionNotFound }
    public static var invalidated: Code { .invalidated }
    public static var invalidRequest: Code { .invalidRequest }
    public static var pickerAlreadyActive: Code { .pickerAlreadyActive }
    public static var pickerRestricted: Code { .pickerRestricted }
    public static var userCancelled: Code { .userCancelled }
    public static var userRestricted: Code { .userRestricted }

    /// An error that says what happened, and what to do.
    static func error(_ code: Code, _ description: String, because reason: (any Error)? = nil) -> ASError {
      var info: [String: Any] = [NSLocalizedDescriptionKey: description]
      if let reason { info[NSUnderlyingErrorKey] = reason }
      return ASError(_nsError: NSError(domain: ASErrorDomain, code: code.rawValue, userInfo: info))
    }
  }
#endif
