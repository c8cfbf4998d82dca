public import Foundation

/// The domain of ``CBATTError``.
public let CBATTErrorDomain = "CBATTErrorDomain"

/// An error of the attribute protocol that a device answers with. `(error as NSError).code` is the device's own code,
/// even if it has no name here.
public struct CBATTError: _BridgedStoredNSError, Sendable {
  /// The underlying error.
  public let _nsError: NSError
  /// The error domain.
  public static var _nsErrorDomain: String { CBATTErrorDomain }

  /// An error that wraps an `NSError`.
  public init(_nsError error: NSError) { _nsError = error }

  /// The code; `unlikelyError` for device-specific codes.
  public var code: Code { Code(rawValue: _nsError.code) ?? .unlikelyError }

  /// The code (Core Specification, volume 3, part F, 3.4.1.1).
  public enum Code: Int, _ErrorCodeProtocol, Sendable {
    /// The error type of the codes.
    public typealias _ErrorType = CBATTError

    case success = 0x00
    case invalidHandle = 0x01
    case readNotPermitted = 0x02
    case writeNotPermitted = 0x03
    case invalidPdu = 0x04
    case insufficientAuthentication = 0x05
    case requestNotSupported = 0x06
    case invalidOffset = 0x07
    case insufficientAuthorization = 0x08
    case prepareQueueFull = 0x09
    case attributeNotFound = 0x0A
    case attributeNotLong = 0x0B
    case insufficientEncryptionKeySize = 0x0C
    case invalidAttributeValueLength = 0x0D
    case unlikelyError = 0x0E
    case insufficientEncryption = 0x0F
    case unsupportedGroupType = 0x10
    case insufficientResources = 0x11
  }

  /// The code ``Code/success``.
  public static var success: Code { .success }
  /// The code ``Code/invalidHandle``.
  public static var invalidHandle: Code { .invalidHandle }
  /// The code ``Code/readNotPermitted``.
  public static var readNotPermitted: Code { .readNotPermitted }
  /// The code ``Code/writeNotPermitted``.
  public static var writeNotPermitted: Code { .writeNotPermitted }
  /// The code ``Code/invalidPdu``.
  public static var invalidPdu: Code { .invalidPdu }
  /// The code ``Code/insufficientAuthentication``.
  public static var insufficientAuthentication: Code { .insufficientAuthentication }
  /// The code ``Code/requestNotSupported``.
  public static var requestNotSupported: Code { .requestNotSupported }
  /// The code ``Code/invalidOffset``.
  public static var invalidOffset: Code { .invalidOffset }
  /// The code ``Code/insufficientAuthorization``.
  public static var insufficientAuthorization: Code { .insufficientAuthorization }
  /// The code ``Code/prepareQueueFull``.
  public static var prepareQueueFull: Code { .prepareQueueFull }
  /// The code ``Code/attributeNotFound``.
  public static var attributeNotFound: Code { .attributeNotFound }
  /// The code ``Code/attributeNotLong``.
  public static var attributeNotLong: Code { .attributeNotLong }
  /// The code ``Code/insufficientEncryptionKeySize``.
  public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
  /// The code ``Code/invalidAttributeValueLength``.
  public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
  /// The code ``Code/unlikelyError``.
  public static var unlikelyError: Code { .unlikelyError }
  /// The code ``Code/insufficientEncryption``.
  public static var insufficientEncryption: Code { .insufficientEncryption }
  /// The code ``Code/unsupportedGroupType``.
  public static var unsupportedGroupType: Code { .unsupportedGroupType }
  /// The code ``Code/insufficientResources``.
  public static var insufficientResources: Code { .insufficientResources }
}
