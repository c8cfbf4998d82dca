/// A value of a characteristic or descriptor: its bytes and their meaning.
struct ExploredValue: Sendable {
  /// The bytes in hexadecimal.
  private let value: String
  /// The value as text, if it is printable.
  let text: String?
  /// The decoded message, if the format is known.
  private let decoded: (any MessageFields)?
  private let bytes: [UInt8]

  init(_ bytes: [UInt8], of attribute: BluetoothUUID) {
    self.bytes = bytes
    value = Hexadecimal.string(bytes)
    let message = HaloProgram.registry.message(bytes, of: attribute)
    decoded = message.type == "unknown" ? nil : message
    text = Self.text(bytes)
  }

  var fields: JSONFields { ["value": value, "text": text, "decoded": decoded] }

  /// The bytes and their meaning as text.
  var words: String {
    guard !bytes.isEmpty else { return Phrase("(empty)").text }
    return FrameBytes.spaced(bytes) + meaning
  }

  private var meaning: String {
    if let decoded { return "  \(TextFormat.json(decoded))" }
    return text.map { "  \"\($0)\"" } ?? ""
  }

  /// Returns the bytes as text without trailing zeros; `nil` if they are not printable.
  private static func text(_ bytes: [UInt8]) -> String? {
    let used = bytes.prefix((bytes.lastIndex { $0 != 0 } ?? -1) + 1)
    guard !used.isEmpty, let text = String(validating: used, as: UTF8.self),
      text.unicodeScalars.allSatisfy({
        ![.control, .format, .unassigned, .privateUse].contains($0.properties.generalCategory)
      })
    else { return nil }
    return text
  }
}
