/// The opcode of an attribute protocol packet (Core Specification, volume 3, part F, 3.4.8).
public struct ATTOpcode: RawRepresentable, Hashable, Sendable {
  /// The packet's first byte.
  public let rawValue: UInt8

  /// Creates an opcode.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  static let error = ATTOpcode(rawValue: 0x01)
  static let findInformationResponse = ATTOpcode(rawValue: 0x05)
  static let findByTypeValueResponse = ATTOpcode(rawValue: 0x07)
  static let readByTypeResponse = ATTOpcode(rawValue: 0x09)
  static let readRequest = ATTOpcode(rawValue: 0x0A)
  static let readResponse = ATTOpcode(rawValue: 0x0B)
  static let readBlobRequest = ATTOpcode(rawValue: 0x0C)
  static let readBlobResponse = ATTOpcode(rawValue: 0x0D)
  static let readByGroupTypeResponse = ATTOpcode(rawValue: 0x11)
  static let writeRequest = ATTOpcode(rawValue: 0x12)
  static let writeResponse = ATTOpcode(rawValue: 0x13)
  static let prepareWriteRequest = ATTOpcode(rawValue: 0x16)
  static let prepareWriteResponse = ATTOpcode(rawValue: 0x17)
  static let executeWriteRequest = ATTOpcode(rawValue: 0x18)
  static let notification = ATTOpcode(rawValue: 0x1B)
  static let indication = ATTOpcode(rawValue: 0x1D)
  static let confirmation = ATTOpcode(rawValue: 0x1E)
  static let writeCommand = ATTOpcode(rawValue: 0x52)
  static let signedWriteCommand = ATTOpcode(rawValue: 0xD2)

  /// The operation's name, as `halo capture show --json` prints it.
  public var name: StaticString {
    switch rawValue {
    case 0x52: "writeCommand"
    case 0xD2: "signedWriteCommand"
    default: rawValue < Self.names.count ? Self.names[Int(rawValue)] : "unknown"
    }
  }

  /// The names in order of the opcodes, from 0 on.
  private static let names: [StaticString] = [
    "unknown", "errorResponse", "exchangeMTURequest", "exchangeMTUResponse", "findInformationRequest",
    "findInformationResponse", "findByTypeValueRequest", "findByTypeValueResponse", "readByTypeRequest",
    "readByTypeResponse", "readRequest", "readResponse", "readBlobRequest", "readBlobResponse", "readMultipleRequest",
    "readMultipleResponse", "readByGroupTypeRequest", "readByGroupTypeResponse", "writeRequest", "writeResponse",
    "unknown", "unknown", "prepareWriteRequest", "prepareWriteResponse", "executeWriteRequest", "executeWriteResponse",
    "unknown", "notification", "unknown", "indication", "confirmation", "unknown", "readMultipleVariableRequest",
    "readMultipleVariableResponse", "unknown", "multipleHandleValueNotification",
  ]

  /// True if the server sends this packet: responses, notifications and indications.
  var isOfServer: Bool { rawValue & 1 == 1 }

  /// The opcode of the response; `nil` if no response is defined.
  var answer: ATTOpcode? {
    switch rawValue {
    case 0x02...0x18 where rawValue & 1 == 0, 0x20: ATTOpcode(rawValue: rawValue + 1)
    default: nil
    }
  }

  /// The offset of the attribute handle; `nil` unless the packet has exactly one.
  var handleOffset: Int? {
    switch self {
    case .error: 2
    case .readRequest, .readBlobRequest, .writeRequest, .writeCommand, .signedWriteCommand, .prepareWriteRequest,
      .prepareWriteResponse, .notification, .indication:
      1
    default: nil
    }
  }

  /// The offset of the attribute value; `nil` unless the packet has exactly one.
  var valueOffset: Int? {
    switch self {
    case .readResponse, .readBlobResponse: 1
    case .writeRequest, .writeCommand, .signedWriteCommand, .notification, .indication: 3
    case .prepareWriteRequest, .prepareWriteResponse: 5
    default: nil
    }
  }
}
