import CHaloData
import Foundation

/// The measured accuracy of Halo's algorithms on reference data: the figures of `docs/accuracy.md` for programs.
public struct MeasuredAccuracy: Sendable, Hashable, Decodable {
  /// The measured quantity, such as `hrv.rmssd.error`.
  public let name: String
  /// The figure.
  public let value: Double
  public let unit: String
  /// The reference data.
  public let data: String
  /// A sentence with the figure.
  public let says: String

  /// All figures, which `scripts/accuracy` writes.
  public static let figures: [MeasuredAccuracy] = {
    var count = 0
    let bytes = halo_measured_accuracy(&count)
    let json = Data(bytes: bytes, count: count)
    return (try? JSONDecoder().decode([MeasuredAccuracy].self, from: json)) ?? []
  }()

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
