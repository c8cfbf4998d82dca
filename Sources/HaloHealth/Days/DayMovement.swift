/// The movement of a day, of all devices of a wearer, merged by time.
public struct DayMovement: Sendable, Hashable {
  /// The source of the numbers.
  public enum Basis: String, Sendable, Codable {
    /// The device's own total of the day. It is used if it is at least the sum of the log, which lags behind by the
    /// current interval.
    case deviceTotal
    /// The sum of the device's log. A smaller total is outdated: the device reported it during the day, and the log
    /// later.
    case sumOfLog
  }

  /// The first device for steps or, without any, for distance or energy, by its number in the journal.
  public let device: Int
  /// The source of the first device's numbers.
  public let basis: Basis
  /// Steps; `nil` if no device reported any.
  public let steps: Int?
  /// Distance in meters, as the devices estimate it; `nil` if none reported it.
  public let meters: Int?
  /// Energy spent moving in kilocalories, as the devices estimate it; `nil` if none reported it.
  public let kilocalories: Double?
  /// Minutes of activity; `nil` if the device's total does not count.
  public let activeMinutes: Int?
  /// The frames that it came from; empty if they were not requested.
  public let provenance: Provenance

  /// The distance in meters: 0 if the device's total counts no steps, because firmware omits the distance then.
  public var knownMeters: Int? { meters ?? (basis == .deviceTotal && steps == 0 ? 0 : nil) }

  /// Movement of a day.
  public init(
    device: Int, basis: Basis, steps: Int?, meters: Int?, kilocalories: Double?, activeMinutes: Int?,
    provenance: Provenance
  ) {
    self.device = device
    self.basis = basis
    self.steps = steps
    self.meters = meters
    self.kilocalories = kilocalories
    self.activeMinutes = activeMinutes
    self.provenance = provenance
  }
}
