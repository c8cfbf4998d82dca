/// The value axis of a chart. Its ticks are round in the units that the wearer sees.
public struct ValueAxis: Codable, Sendable, Hashable {
  /// A labeled value.
  public struct Tick: Codable, Sendable, Hashable {
    /// The value, in the unit of the chart's values.
    public let value: Double
    /// The label, in the wearer's units.
    public let text: Phrase
  }

  /// The value at the lower end.
  public let low: Double
  /// The value at the upper end.
  public let high: Double
  /// Up to six ticks from ``low`` to ``high``, in order.
  public let ticks: [Tick]

  /// Creates an axis for values of a unit, from `low` to `high`, in the units of `wording`.
  public init(from low: Double, to high: Double, in unit: Unit, _ wording: Wording = .current) {
    self.low = low
    self.high = high
    let (factor, zero, label) = Self.scale(of: unit, upTo: high, isImperial: wording.usesImperialUnits)
    let step = Self.step((high - low) * factor / 5, unit)
    ticks = stride(from: ((low * factor + zero) / step).rounded(.up), through: (high * factor + zero) / step, by: 1).map
    {
      let shown = $0 * step
      let digits = step == step.rounded() ? 0 : 1
      return Tick(value: ((shown - zero) / factor).rounded(parts: 1000), text: label(shown, digits))
    }
  }

  /// Creates an axis with a margin around values; `nil` without values.
  init?(around values: [Double?], in unit: Unit) {
    let known = values.compactMap(\.self)
    guard let low = known.min(), let high = known.max() else { return nil }
    let margin = max((high - low) * 0.1, 1)
    self.init(from: low - margin, to: high + margin, in: unit)
  }

  /// Creates the axis of a series: counts begin at 0, percentages end at 100, and scores and charges are from 0 to 100.
  init(_ series: SeriesReport) {
    let margin = max((series.maximum - series.minimum) * 0.1, 1)
    let isWhole = series.unit == .score || series.metric == .battery
    self.init(
      from: isWhole || series.metric.isCount ? 0 : series.minimum - margin,
      to: isWhole || series.unit == .percent ? 100 : series.maximum + margin, in: series.unit)
  }

  /// How numbers of a unit become those that are shown, and their labels.
  private static func scale(
    of unit: Unit, upTo high: Double, isImperial: Bool
  ) -> (factor: Double, zero: Double, label: (Double, Int) -> Phrase) {
    let mile = MeasureWording.mile
    let scale = unit.scale(isImperial: isImperial)
    return switch unit {
    case .meters where isImperial && high < mile / 10: (1 / MeasureWording.foot, 0, { Phrase("\($0, digits: $1) ft") })
    case .meters where isImperial: (1 / mile, 0, { Phrase("\($0, digits: $1) mi") })
    case .meters where high < 1000: (1, 0, { Phrase("\($0, digits: $1) m") })
    case .meters: (0.001, 0, { Phrase("\($0, digits: $1) km") })
    case .minutes: (1, 0, { minutes, _ in MeasureWording.duration(minutes: Int(minutes)) })
    default: (scale.factor, scale.offset, { Phrase("\($0, digits: $1)") })
    }
  }

  /// The first round step that is not below `least`. Minutes are round in hours; only some units have decimals.
  private static func step(_ least: Double, _ unit: Unit) -> Double {
    if unit == .minutes {
      return [1, 2, 5, 10, 15, 60, 120, 180, 240, 360, 720].first { $0 >= least } ?? (least / 1440).rounded(.up) * 1440
    }
    let hasDecimals = unit.digits.map { $0 > 0 } ?? false
    var power = hasDecimals ? 0.1 : 1
    while power * 10 < least { power *= 10 }
    let steps = power >= (hasDecimals ? 1 : 10) ? [1, 2, 2.5, 5] : [1, 2, 5]
    return steps.map { $0 * power }.first { $0 >= least } ?? power * 10
  }
}
