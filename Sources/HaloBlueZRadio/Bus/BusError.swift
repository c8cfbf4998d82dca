#if BlueZ && os(Linux)
  import Glibc

  /// An error of a call over the bus.
  struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The error's name: `org.bluez.Error.Failed`.
    let name: String
    /// The error's message.
    let message: String
    /// The failure and its reason, for people.
    let phrase: Phrase

    /// An error. Without a phrase, the message describes the failure.
    init(name: String, message: String, phrase: Phrase? = nil) {
      self.name = name
      self.message = message
      self.phrase = phrase ?? Phrase(verbatim: message)
    }

    var description: String { "\(name): \(message)" }

    /// The connection to the bus was lost.
    static let closed = BusError(
      name: "halo.Closed", message: "the connection to the system bus was lost",
      phrase: Phrase("the connection to the system bus was lost"))

    /// True if no answer arrived in time. The text is from sd-bus; the bus itself sends another one if the callee has
    /// disconnected.
    var isTimeOut: Bool { name == "org.freedesktop.DBus.Error.NoReply" && message == "Method call timed out" }

    /// A system error. `number` is a negative error number.
    static func system(_ number: Int32, _ what: Phrase) -> BusError {
      let phrase = Phrase("\(what): \(String(cString: strerror(-number)))")
      return BusError(name: "halo.System", message: phrase.english, phrase: phrase)
    }
  }
#endif
