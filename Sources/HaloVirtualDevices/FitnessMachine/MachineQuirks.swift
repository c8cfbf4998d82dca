/// A virtual machine's compliance with the specification.
public struct MachineQuirks: Sendable, Hashable {
  /// True if the machine requires a client to request control before other commands. If false, it does not support the
  /// request.
  public var requiresControlRequest = true
  /// True if the machine grants requests for control although it does not require them.
  public var grantsControl = false
  /// True if the control point also allows writes without response. The specification allows only writes with response.
  public var allowsWritesWithoutResponse = false
  /// True if values outside of the range or between the steps are refused. If false, values are clamped to the range.
  public var checksRange = true
  /// True if a speed set while the belt is stopped applies after the start. If false, the belt starts at its lowest
  /// speed.
  public var keepsSpeedUntilStarted = false
  /// True if the machine confirms a new speed, but keeps the old one.
  public var ignoresSpeed = false
  /// True if a record is split over two notifications.
  public var splitsRecords = false
  /// The unit of commanded speeds, ranges and reported speeds.
  public var speedUnit = SpeedUnit.kilometersPerHour
  /// True if speeds are in mph in the fields for km/h, as with FITSHOW's FS-BT-T4.
  public var usesMiles: Bool {
    get { speedUnit == .milesPerHour }
    set { speedUnit = newValue ? .milesPerHour : .kilometersPerHour }
  }
  /// The model number of the Device Information service; `nil` if the machine does not report it.
  public var model: String?
  /// True if the belt stops when the link is lost.
  public var stopsWithLink = false

  /// Complies with the specification.
  public static let strict = MachineQuirks()

  /// Like many real treadmills: accepts commands without control and clamps values to its range.
  public static let lenient = MachineQuirks(requiresControlRequest: false, checksRange: false)

  /// Like treadmills that accept everything an app sends: lenient, grants control, and allows both kinds of writes.
  public static let permissive = MachineQuirks(
    requiresControlRequest: false, grantsControl: true, allowsWritesWithoutResponse: true, checksRange: false)

  /// Like FITSHOW's FS-BT-T4: mph in the fields for km/h.
  public static let milesPerHour = MachineQuirks(speedUnit: .milesPerHour)
}
