extension ColmiRing {
  /// The encoding of one type of big data in both directions. Each message defines its own in its file.
  struct BigDataForm: Sendable {
    /// The value that means all days, in place of a number of days ago.
    static let allDays: UInt8 = 0xFF

    let id: UInt8
    /// The log in the payload.
    let log: Log
    /// Decodes a payload from a ring; `nil` if its meaning is unknown. Throws `PayloadTooShort`.
    let message: @Sendable (_ payload: [UInt8]) throws -> Message?
    /// Decodes a non-empty payload to a ring; `nil` if its meaning is unknown.
    var request: @Sendable (_ payload: [UInt8]) -> Request? = { _ in nil }
    /// Replaces the wearer's values in a payload with invented ones.
    let redacted: @Sendable (_ payload: [UInt8], Redaction) -> [UInt8]

    /// Returns the form of an id; `nil` if it is unknown.
    static func of(_ id: UInt8) -> BigDataForm? { Message.bigDataForms.first { $0.id == id } }

    /// Decodes the number of days ago; `nil` for all days.
    static func daysAgo(_ byte: UInt8) -> UInt8? { byte == allDays ? nil : byte }

    /// Encodes a request.
    func request(_ payload: [UInt8]) -> BigData { BigData(id: id, payload: payload) }
  }
}
