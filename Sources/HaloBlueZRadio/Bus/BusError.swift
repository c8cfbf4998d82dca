#if BlueZ && os(Linux)
  /// What a call over the bus came to instead of an answer.
  struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its name: `org.bluez.Error.Failed`.
    let name: String
    /// What was said with it.
    let message: String

    var description: String { "\(name): \(message)" }

    /// The bus went away.
    static let closed = BusError(name: "halo.Closed", message: "the connection to the system bus was lost")

    /// A failure of the system's: `number` is a negative error number.
    static func system(_ number: Int32, _ what: String) -> BusError {
      BusError(name: "halo.System", message: "\(what): error \(-number)")
    }
  }
#endif
