#if BlueZ && os(Linux)
  import Glibc
  import HaloText

  /// What a call over the bus came to instead of an answer.
  struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Its name: `org.bluez.Error.Failed`.
    let name: String
    /// What was said with it.
    let message: String
    /// What failed and why, for people.
    let phrase: Phrase

    /// An error; without a phrase the message says what failed.
    init(name: String, message: String, phrase: Phrase? = nil) {
      self.name = name
      self.message = message
      self.phrase = phrase ?? Phrase(verbatim: message)
    }

    var description: String { "\(name): \(message)" }

    /// The bus went away.
    static let closed = BusError(
      name: "halo.Closed", message: "the connection to the system bus was lost",
      phrase: Phrase("the connection to the system bus was lost"))

    /// Whether nobody answered in time: sd-bus' own words, as opposed to those of the bus where who was asked is gone.
    var isTimeOut: Bool { name == "org.freedesktop.DBus.Error.NoReply" && message == "Method call timed out" }

    /// A failure of the system's: `number` is a negative error number.
    static func system(_ number: Int32, _ what: Phrase) -> BusError {
      let phrase = Phrase("\(what): \(String(cString: strerror(-number)))")
      return BusError(name: "halo.System", message: phrase.english, phrase: phrase)
    }
  }
#endif
