/// The Characteristic Presentation Format (0x2904): the encoding and unit of a characteristic's values (Core
/// Specification, volume 3, part G, 3.3.3.5).
///
/// ```
/// 04 00 AD 27 01 00 00
/// 0  1  2–3   4  5–6
/// format, exponent of ten, unit u16 LE, namespace, description u16 LE
/// ```
public struct PresentationFormat: CharacteristicMessage {
  /// The encoded bytes.
  public let value: [UInt8]

  /// Decodes a value; `nil` if it is too short.
  public init?(value: [UInt8]) {
    guard value.count >= 7 else { return nil }
    self.value = value
  }

  /// The power of ten that values are multiplied by.
  public var exponent: Int { Int(Int8(bitPattern: value[1])) }

  /// The format of a value: `uint8`; `nil` for reserved codes.
  public var format: String? {
    let formats = [
      "boolean", "uint2", "uint4", "uint8", "uint12", "uint16", "uint24", "uint32", "uint48", "uint64", "uint128",
      "sint8", "sint12", "sint16", "sint24", "sint32", "sint48", "sint64", "sint128", "float32", "float64",
      "medfloat16",
      "medfloat32", "duint16", "utf8s", "utf16s", "struct",
    ]
    let index = Int(value[0]) - 1
    return formats.indices.contains(index) ? formats[index] : nil
  }

  /// The unit's assigned number (Assigned Numbers, 3.5).
  public var unit: UInt16 { UInt16(value[2]) | UInt16(value[3]) << 8 }

  /// The unit's symbol or name; `nil` for units that wearables do not use.
  public var unitName: String? {
    let names: [UInt16: String] = [
      0x2701: "m", 0x2702: "kg", 0x2703: "s", 0x2704: "A", 0x2724: "Pa", 0x2728: "V", 0x272F: "°C", 0x2760: "min",
      0x2761: "h", 0x2762: "d", 0x27AC: "°F", 0x27AD: "%", 0x27AF: "beats per minute",
    ]
    return names[unit]
  }

  /// Writes the fields in alphabetical order.
  public func write<Fields: FieldWriter>(to fields: inout Fields) {
    fields.field("exponent", exponent)
    fields.field("format", format ?? Hexadecimal.code(value[0]))
    fields.field("type", "presentationFormat")
    fields.field("unit", unitName ?? "0x" + Hexadecimal.string([value[3], value[2]]))
  }
}
