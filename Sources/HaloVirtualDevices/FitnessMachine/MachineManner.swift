/// How a virtual machine keeps to the specification.
public struct MachineManner: Sendable, Hashable {
  /// Whether it takes commands only from who asked for control. Machines that do not, do not know the question either.
  public var wantsControlAsked = true
  /// Whether it says "success" to who asks for control although it need not be asked.
  public var grantsControl = false
  /// Whether its control point takes writes without response as well. The specification has them with response alone.
  public var takesCommands = false
  /// Whether it refuses what is outside of its range, or between its steps; otherwise it takes the nearest that it can.
  public var checksRange = true
  /// Whether it takes a speed while its belt stands, and runs at it once it is started. Otherwise it begins as slowly as it can.
  public var keepsSpeedUntilStarted = false
  /// Whether it says "success" to a new speed and goes on as before.
  public var ignoresSpeed = false
  /// Whether it sends a record in two notifications.
  public var splitsRecords = false
  /// Whether it sends and takes speeds in mph in the fields of km/h, as FITSHOW's FS-BT-T4 does.
  public var countsMiles = false
  /// Whether its belt stops when the link is lost.
  public var stopsWithLink = false

  /// As the specification says.
  public static let strict = MachineManner()

  /// As many real belts are: commands without asking, and values that nearly fit.
  public static var lenient: MachineManner {
    var manner = MachineManner()
    manner.wantsControlAsked = false
    manner.checksRange = false
    return manner
  }

  /// As belts that take whatever an app sends: lenient, control granted to who asks, and writes of both kinds.
  public static var easygoing: MachineManner {
    var manner = MachineManner.lenient
    manner.grantsControl = true
    manner.takesCommands = true
    return manner
  }

  /// As FITSHOW's FS-BT-T4: mph in the fields of km/h.
  public static var milesPerHour: MachineManner {
    var manner = MachineManner()
    manner.countsMiles = true
    return manner
  }

  /// As belts that keep a speed in memory until they are started.
  public static var forgetful: MachineManner {
    var manner = MachineManner()
    manner.keepsSpeedUntilStarted = true
    return manner
  }
}
