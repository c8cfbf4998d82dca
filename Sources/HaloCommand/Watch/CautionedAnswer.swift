import HaloReports

/// What a device keeps, and what its family's driver rests on.
struct CautionedAnswer<Value: Sendable>: Sendable {
  let value: Value
  /// What people must know before they rely on it, as the driver's family says; `nil` if there is nothing.
  let caution: String?

  /// Whether a real device has confirmed what the driver rests on.
  var isVerified: Bool { caution == nil }

  /// The caution as a line of its own; empty if there is none.
  var cautionLine: String { caution.map { Phrase(stringLiteral: $0).text + "\n" } ?? "" }
}
