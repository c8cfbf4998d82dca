/// Why the engine cannot do something.
public enum EngineError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Another program speaks with the device.
  case taken(device: String, by: String)
  /// This version has no driver for a device's family.
  case unknownFamily(device: String, family: String)
  /// The device's family cannot do that.
  case cannot(device: String, what: String)

  public var description: String {
    switch self {
    case .taken(let device, let holder):
      "\(device) is in use by \(holder). Wait until it is done, or stop it."
    case .unknownFamily(let device, let family):
      "\(device) is of the family '\(family)', which this version of Halo does not know. A newer one may."
    case .cannot(let device, let what):
      "\(device) cannot \(what)."
    }
  }
}
