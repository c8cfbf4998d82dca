/// A wearer's data for one day.
public struct DaySummary: Sendable, Hashable {
  /// A day's movement.
  public struct Movement: Sendable, Hashable {
    /// The source of the numbers.
    public enum Basis: String, Sendable, Codable {
      /// The device's own total of the day.
      case deviceTotal
      /// The sum of the device's log.
      case sumOfLog

      /// Chooses between a device's two step counts of a day; `nil` if both are missing.
      ///
      /// The device's total is used if it is at least the sum of its log: the log lags behind by the current interval.
      /// A smaller total is outdated: the device reported it during the day, and the log later.
      ///
      /// - Parameters:
      ///   - total: The device's total of the day.
      ///   - log: The sum of its log of the day.
      public init?(total: Int?, log: Int?) {
        switch (total, log) {
        case (nil, nil): return nil
        case (let total?, let log) where total >= log ?? 0: self = .deviceTotal
        default: self = .sumOfLog
        }
      }
    }

    /// The source of the numbers.
    public let basis: Basis
    /// Steps; `nil` if no device reported any.
    public let steps: Int?
    /// Distance in meters, as devices estimate it; `nil` if none reported it.
    public let meters: Int?
    /// Energy spent moving in kilocalories, as devices estimate it; `nil` if none reported it.
    public let kilocalories: Double?
    /// Minutes of activity; `nil` if the device does not report them.
    public let activeMinutes: Int?
    /// The frames it came from.
    public let provenance: Provenance

    /// Movement of a day.
    public init(
      basis: Basis, steps: Int?, meters: Int?, kilocalories: Double?, activeMinutes: Int?, provenance: Provenance
    ) {
      self.basis = basis
      self.steps = steps
      self.meters = meters
      self.kilocalories = kilocalories
      self.activeMinutes = activeMinutes
      self.provenance = provenance
    }
  }

  /// The day, on the device's wall clock.
  public let date: CalendarDate
  /// Steps, distance and energy; `nil` if unknown.
  public let movement: Movement?
  /// The sleeps that ended on this day, without naps.
  public let nights: [Night]
  /// Naps that ended on this day.
  public let naps: [Night]
  /// The day's samples of each metric in order of time; metrics without a sample are absent.
  public let samples: [Metric: [Sample]]

  /// A day.
  public init(
    date: CalendarDate, movement: Movement?, nights: [Night], naps: [Night], samples: [Metric: [Sample]]
  ) {
    self.date = date
    self.movement = movement
    self.nights = nights
    self.naps = naps
    self.samples = samples
  }

  /// True if there is no data for the day.
  public var isEmpty: Bool { movement == nil && nights.isEmpty && naps.isEmpty && samples.isEmpty }
}
