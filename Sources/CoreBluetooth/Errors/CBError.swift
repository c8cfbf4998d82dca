#if !canImport(Darwin)
  public import Foundation

  /// The domain of ``CBError``.
  public let CBErrorDomain = "CBErrorDomain"

  /// An error of the radio or of a link.
  public struct CBError: _BridgedStoredNSError, Sendable {
    public let _nsError: NSError
    public static var _nsErrorDomain: String { CBErrorDomain }

    public init(_nsError error: NSError) { _nsError = error }

    /// What went wrong.
    public var code: Code { Code(rawValue: _nsError.code) ?? .unknown }

    /// What went wrong.
    public enum Code: Int, _ErrorCodeProtocol, Sendable {
      public typealias _ErrorType = CBError

      /// Something else.
      case unknown = 0
      /// What was asked for makes no sense.
      case invalidParameters = 1
      /// The attribute's handle is not valid.
      case invalidHandle = 2
      /// There is no link.
      case notConnected = 3
      /// There is no room for it.
      case outOfSpace = 4
      /// It was cancelled.
      case operationCancelled = 5
      /// The link went silent, or did not come about in time.
      case connectionTimeout = 6
      /// The device ended the link.
      case peripheralDisconnected = 7
      /// The UUID may not be used.
      case uuidNotAllowed = 8
      /// This program advertises already.
      case alreadyAdvertising = 9
      /// No link came about.
      case connectionFailed = 10
      /// There are as many links as there can be.
      case connectionLimitReached = 11
      /// The device is not known.
      case unknownDevice = 12
      /// It cannot be done here.
      case operationNotSupported = 13
      /// The device has forgotten its bond.
      case peerRemovedPairingInformation = 14
      /// Encrypting took too long.
      case encryptionTimedOut = 15
      /// There are as many bonds as there can be.
      case tooManyLEPairedDevices = 16
      /// More notifications than an app in the background may have.
      case leGattExceededBackgroundNotificationLimit = 17
      /// Nearly as many.
      case leGattNearBackgroundNotificationLimit = 18

      /// An earlier spelling.
      public static var unkownDevice: Code { .unknownDevice }
    }

    public static var unknown: Code { .unknown }
    public static var invalidParameters: Code { .invalidParameters }
    public static var invalidHandle: Code { .invalidHandle }
    public static var notConnected: Code { .notConnected }
    public static var outOfSpace: Code { .outOfSpace }
    public static var operationCancelled: Code { .operationCancelled }
    public static var connectionTimeout: Code { .connectionTimeout }
    public static var peripheralDisconnected: Code { .peripheralDisconnected }
    public static var uuidNotAllowed: Code { .uuidNotAllowed }
    public static var alreadyAdvertising: Code { .alreadyAdvertising }
    public static var connectionFailed: Code { .connectionFailed }
    public static var connectionLimitReached: Code { .connectionLimitReached }
    public static var unkownDevice: Code { .unknownDevice }
    public static var unknownDevice: Code { .unknownDevice }
    public static var operationNotSupported: Code { .operationNotSupported }
    public static var peerRemovedPairingInformation: Code { .peerRemovedPairingInformation }
    public static var encryptionTimedOut: Code { .encryptionTimedOut }
    public static var tooManyLEPairedDevices: Code { .tooManyLEPairedDevices }
    public static var leGattExceededBackgroundNotificationLimit: Code { .leGattExceededBackgroundNotificationLimit }
    public static var leGattNearBackgroundNotificationLimit: Code { .leGattNearBackgroundNotificationLimit }
  }
#endif
