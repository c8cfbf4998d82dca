#if !canImport(Darwin)
  public import Foundation

  /// The domain of ``CBATTError``.
  public let CBATTErrorDomain = "CBATTErrorDomain"

  /// An error of the attribute protocol, as a device answers it. `(error as NSError).code` is the device's own code, also where it is none
  /// of those that have a name.
  public struct CBATTError: _BridgedStoredNSError, Sendable {
    public let _nsError: NSError
    public static var _nsErrorDomain: String { CBATTErrorDomain }

    public init(_nsError error: NSError) { _nsError = error }

    /// The code; `unlikelyError` where it is one of the device's own.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unlikelyError }

    /// The code (Core Specification, volume 3, part F, 3.4.1.1).
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
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

    public static var success: Code { .success }
    public static var invalidHandle: Code { .invalidHandle }
    public static var readNotPermitted: Code { .readNotPermitted }
    public static var writeNotPermitted: Code { .writeNotPermitted }
    public static var invalidPdu: Code { .invalidPdu }
    public static var insufficientAuthentication: Code { .insufficientAuthentication }
    public static var requestNotSupported: Code { .requestNotSupported }
    public static var invalidOffset: Code { .invalidOffset }
    public static var insufficientAuthorization: Code { .insufficientAuthorization }
    public static var prepareQueueFull: Code { .prepareQueueFull }
    public static var attributeNotFound: Code { .attributeNotFound }
    public static var attributeNotLong: Code { .attributeNotLong }
    public static var insufficientEncryptionKeySize: Code { .insufficientEncryptionKeySize }
    public static var invalidAttributeValueLength: Code { .invalidAttributeValueLength }
    public static var unlikelyError: Code { .unlikelyError }
    public static var insufficientEncryption: Code { .insufficientEncryption }
    public static var unsupportedGroupType: Code { .unsupportedGroupType }
    public static var insufficientResources: Code { .insufficientResources }
  }
#endif
