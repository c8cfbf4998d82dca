public import HaloHealth

/// How far Halo's own arithmetic was off on reference data: what `docs/accuracy.md` says, for programs.
public struct MeasuredAccuracy: Sendable, Hashable {
  /// What was measured, such as `hrv.rmssd.error`.
  public let name: String
  /// The figure.
  public let value: Double
  /// Its unit.
  public let unit: String
  /// On which data.
  public let data: String
  /// Of how many people, where that is known.
  public let people: Int?
  /// A sentence that has the figure.
  public let says: String

  init(name: String, value: Double, unit: String, data: String, people: Int?, says: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.data = data
    self.people = people
    self.says = says
  }

  /// What is known about a metric where Halo's arithmetic told it.
  public static func of(_ metric: Metric) -> [MeasuredAccuracy] {
    let area: String? =
      switch metric {
      case .heartRate: "heart-rate."
      case .heartRateVariability, .heartRateVariabilityRMSSD, .heartRateVariabilitySDNN, .beatInterval: "hrv."
      case .steps, .cadence: "steps."
      default: nil
      }
    guard let area else { return [] }
    return figures.filter { $0.name.hasPrefix(area) }
  }
}
