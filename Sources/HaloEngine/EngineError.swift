/// The reason why the engine cannot do something.
public enum EngineError: Error, Hashable, Sendable, PhrasedError {
  /// Another program uses the device.
  case taken(device: String, by: String)
  /// Another request of this program has had the device for longer than the time limit. `purpose` is that of its
  /// session.
  case busy(device: String, purpose: String)
  /// This version has no driver for a device's family.
  case unknownFamily(device: String, family: String)
  /// The device's family does not support the request.
  case cannot(device: String, what: Phrase)

  /// The message for a person.
  public var phrase: Phrase {
    switch self {
    case .taken(let device, let holder):
      Phrase("\(device) is in use by \(Self.program(holder)). Wait until it is done, or stop it.")
    case .busy(let device, let purpose):
      Phrase("\(device) is busy for a moment (\(Self.words(purpose))).")
    case .unknownFamily(let device, let family):
      Phrase("\(device) is of the family '\(family)', which this version of Halo does not support. Update Halo.")
    case .cannot(let device, let what):
      Phrase("\(device) cannot \(what).")
    }
  }

  /// A program by its name in the lock file: `halo (process 4711)`, or `another program`.
  private static func program(_ holder: String) -> Phrase {
    if let match = holder.wholeMatch(of: /(.+) \(process (\d+)\)/) {
      return Phrase("\(String(match.1)) (process \(String(match.2)))")
    }
    return holder == "another program" ? Phrase("another program") : Phrase(verbatim: holder)
  }

  /// The action that corresponds to a session's purpose.
  private static func words(_ purpose: String) -> Phrase {
    switch purpose {
    case "settings": Phrase("reading its settings")
    case "do find": Phrase("locating it")
    case "sync": Phrase("syncing")
    case "live", "raw": Phrase("measuring")
    case "workout": Phrase("recording a workout")
    case "do factory-reset": Phrase("erasing it")
    case "do power-off": Phrase("switching it off")
    default: Phrase("another request")
    }
  }
}
