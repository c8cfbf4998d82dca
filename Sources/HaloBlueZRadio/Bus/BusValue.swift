#if BlueZ && os(Linux)
  /// A D-Bus value (D-Bus specification, "Type system"), of a type that BlueZ uses. A variant is represented by
  /// its contents.
  enum BusValue: Sendable, Hashable {
    case bool(Bool)
    case byte(UInt8)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case path(String)
    case signature(String)
    case bytes([UInt8])
    case array([BusValue])
    /// A dictionary of variants. Numeric keys are converted to text.
    case dictionary([String: BusValue])
    /// A dictionary of variants by number, for sending manufacturer data.
    case numbered([UInt16: BusValue])
    /// Interfaces by name, with their properties; only for sending.
    case interfaces([String: [String: BusValue]])
    /// Objects by path, with their interfaces; only for sending.
    case objects([String: [String: [String: BusValue]]])
    /// A file descriptor, owned by the value.
    case descriptor(BusDescriptor)

    var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
    var bytes: [UInt8]? { if case .bytes(let value) = self { value } else { nil } }
    var dictionary: [String: BusValue]? { if case .dictionary(let value) = self { value } else { nil } }
    var array: [BusValue]? { if case .array(let value) = self { value } else { nil } }

    /// The text of a string, an object path or a signature.
    var text: String? {
      switch self {
      case .string(let value), .path(let value), .signature(let value): value
      default: nil
      }
    }

    /// The texts in an array, without the other elements.
    var texts: [String] { array?.compactMap(\.text) ?? [] }

    /// An integer of any width.
    var int: Int? {
      switch self {
      case .byte(let value): Int(value)
      case .int16(let value): Int(value)
      case .uint16(let value): Int(value)
      case .int32(let value): Int(value)
      case .uint32(let value): Int(value)
      case .int64(let value): Int(value)
      case .uint64(let value): Int(clamping: value)
      default: nil
      }
    }
  }
#endif
