#if BlueZ && os(Linux)
  import Glibc

  /// What a call over the bus came to instead of an answer.
  struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its name: `org.bluez.Error.Failed`.
    let name: String
    /// What was said with it.
    let message: String

    var description: String { "\(name): \(message)" }

    /// The bus went away.
    static let closed = BusError(name: "halo.Closed", message: "the connection to the system bus was lost")

    /// Whether nobody answered in time: sd-bus' own words, as opposed to those of the bus where who was asked is gone.
    var isTimeOut: Bool { name == "org.freedesktop.DBus.Error.NoReply" && message == "Method call timed out" }

    /// A failure of the system's: `number` is a negative error number.
    static func system(_ number: Int32, _ what: String) -> BusError {
      BusError(name: "halo.System", message: "\(what): \(String(cString: strerror(-number)))")
    }
  }
#endif
