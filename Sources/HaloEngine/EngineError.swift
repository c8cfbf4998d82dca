/// Why the engine cannot do something.
public enum EngineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program speaks with the device.
  case taken(device: String, by: String)
  /// Another request of this program has the device for longer than a request waits. `purpose` is that of its session.
  case busy(device: String, purpose: String)
  /// This version has no driver for a device's family.
  case unknownFamily(device: String, family: String)
  /// The device's family cannot do that.
  case cannot(device: String, what: String)

  public var description: String {
    switch self {
    case .taken(let device, let holder):
      "\(device) is in use by \(holder). Wait until it is done, or stop it."
    case .busy(let device, let purpose):
      "\(device) is busy for a moment (\(Self.words(purpose)))."
    case .unknownFamily(let device, let family):
      "\(device) is of the family '\(family)', which this version of Halo does not know. A newer one may."
    case .cannot(let device, let what):
      "\(device) cannot \(what)."
    }
  }

  /// What a program does with a device in a session of that purpose.
  private static func words(_ purpose: String) -> String {
    switch purpose {
    case "settings": "reading its settings"
    case "find": "making it show itself"
    case "sync": "syncing"
    case "live", "raw": "measuring"
    case "workout": "recording a workout"
    case "factory-reset": "erasing it"
    case "power-off": "switching it off"
    default: "another request"
    }
  }
}
