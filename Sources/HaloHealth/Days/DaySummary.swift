/// One day of a wearer.
public struct DaySummary: Sendable, Hashable {
  /// What was moved in the day.
  public struct Movement: Sendable, Hashable {
    /// What the numbers are.
    public enum Basis: String, Sendable, Codable {
      /// The device's own total of the day.
      case deviceTotal
      /// The sum of its log.
      case sumOfLog

      /// Which of a device's counts of a day's steps holds; `nil` if there is none.
      ///
      /// The device's own total holds if it is at least the sum of its log: the log lags behind by the interval that is under way. A smaller
      /// total is old: it was told in the middle of the day, and the log after it.
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

    /// What the numbers are.
    public let basis: Basis
    /// Steps.
    public let steps: Int
    /// Distance in metres, as the device estimates it.
    public let meters: Int
    /// Energy spent moving in kilocalories, as the device estimates it.
    public let kilocalories: Double
    /// Minutes of activity, where the device says.
    public let activeMinutes: Int?
    /// The frames it came from.
    public let provenance: Provenance

    /// Movement of a day.
    public init(
      basis: Basis, steps: Int, meters: Int, kilocalories: Double, activeMinutes: Int?, provenance: Provenance
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
  /// Steps, distance and energy; `nil` where nothing is known.
  public let movement: Movement?
  /// The sleep that ended on this day; naps are below.
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

  /// Whether nothing at all is known of the day.
  public var isEmpty: Bool { movement == nil && nights.isEmpty && naps.isEmpty && samples.isEmpty }
}
