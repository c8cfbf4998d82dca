extension ColmiRing {
  /// What the big data of one id mean in both directions. Each message has its own, in its file.
  struct BigDataForm: Sendable {
    /// What stands for all days in place of how many days ago.
    static let allDays: UInt8 = 0xFF

    let id: UInt8
    /// The log that comes in it.
    let log: Log
    /// The message in a payload from a ring; `nil` if its meaning is unknown. Throws `EndsEarly`.
    let message: @Sendable (_ payload: [UInt8]) throws -> Message?
    /// The request in a payload to a ring, which is not empty; `nil` if its meaning is unknown.
    var request: @Sendable (_ payload: [UInt8]) -> Request? = { _ in nil }
    /// The payload of a message with made-up values in place of the wearer's.
    let redacted: @Sendable (_ payload: [UInt8], Redaction) -> [UInt8]

    /// The form of big data with this id.
    static func of(_ id: UInt8) -> BigDataForm? { Message.bigDataForms.first { $0.id == id } }

    /// How many days ago a byte means; `nil` for all days.
    static func daysAgo(_ byte: UInt8) -> UInt8? { byte == allDays ? nil : byte }

    /// The frame of a request.
    func request(_ payload: [UInt8]) -> BigData { BigData(id: id, payload: payload) }
  }
}
