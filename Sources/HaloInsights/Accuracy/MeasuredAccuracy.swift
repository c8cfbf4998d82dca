public import HaloHealth

/// The measured accuracy of Halo's algorithms on reference data: the figures of `docs/accuracy.md` for programs.
public struct MeasuredAccuracy: Sendable, Hashable {
  /// The measured quantity, such as `hrv.rmssd.error`.
  public let name: String
  /// The figure.
  public let value: Double
  /// The unit.
  public let unit: String
  /// The reference data.
  public let data: String
  /// The number of people in the data; `nil` if unknown.
  public let people: Int?
  /// A sentence with the figure.
  public let says: String

  init(name: String, value: Double, unit: String, data: String, people: Int?, says: String) {
    self.name = name
    self.value = value
    self.unit = unit
    self.data = data
    self.people = people
    self.says = says
  }

  /// The figures for a metric, if Halo's algorithms compute it.
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
