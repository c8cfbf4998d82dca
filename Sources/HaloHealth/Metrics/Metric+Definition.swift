extension Metric {
  /// How values of a time become one. The raw value is stored in journals.
  public enum Aggregation: String, Sendable, Codable {
    /// Values of intervals are added. A count that is lower than an earlier one means that the device restarted.
    case count
    /// Values of a time have a mean.
    case mean
    /// A value holds until the next one, as a level or a mode does: the last one counts, and a mean says nothing.
    case state
  }

  /// The kind of a chart.
  public enum Chart: String, Codable, Sendable, Hashable {
    /// A line, with gaps where values are missing.
    case line
    /// A bar for each interval.
    case bars
    /// A dot for each value.
    case dots
    /// A bar from the lowest to the highest value of each interval.
    case range
  }

  /// A screen of the app, a page, or a command. The raw value is stored in journals.
  public enum Screen: String, Sendable, Codable {
    case day
    case activity
    case heart
    case night
  }

  /// The unit, names, range and presentation of a metric.
  public final class Definition: Sendable {
    public let metric: Metric
    /// The id in JSON and in the journal.
    public let id: String
    /// The unit of every value.
    public let unit: Unit
    /// The display name.
    public let title: Phrase
    /// The name within a sentence.
    public let phrase: Phrase
    /// The short name in commands.
    public let shortName: String
    /// The range of possible values, in the unit: wide enough for every living person and every machine.
    public let values: ClosedRange<Double>
    /// How values of a time become one.
    public let aggregation: Aggregation
    /// The longest interval of a value, in minutes.
    public let longest: Int
    /// The kind of chart; `nil` if the metric is not drawn.
    public let chart: Chart?
    /// The metrics of the lowest and the highest value of each interval, which are preferred to single values.
    public let extremes: (low: Metric, high: Metric)?
    /// The metrics that are shown if this one has no values, the preferred one first.
    public let substitutes: [Metric]
    /// The screens with its chart.
    public let screens: Set<Screen>
    /// True if a report says why there are no values. Metrics that only some devices measure are left out without a word.
    public let isExpected: Bool
    /// A note for interpreting values; `nil` if none is needed.
    public let caution: Phrase?
    /// True if only a journal knows the metric: no driver of this program has it.
    public let isFromJournal: Bool

    package init(
      _ metric: Metric, _ id: String, _ unit: Unit, title: Phrase, phrase: Phrase? = nil, shortName: String? = nil,
      values: ClosedRange<Double>, aggregation: Aggregation = .mean, longest: Int = Metric.day, chart: Chart? = nil,
      extremes: (low: Metric, high: Metric)? = nil, substitutes: [Metric] = [], screens: Set<Screen> = [],
      isExpected: Bool = false, caution: Phrase? = nil, isFromJournal: Bool = false
    ) {
      self.metric = metric
      self.id = id
      self.unit = unit
      self.title = title
      self.phrase = phrase ?? title
      self.shortName = shortName ?? Metric.exportName(id)
      self.values = values
      self.aggregation = aggregation
      self.longest = longest
      self.chart = chart
      self.extremes = extremes
      self.substitutes = substitutes
      self.screens = screens
      self.isExpected = isExpected
      self.caution = caution
      self.isFromJournal = isFromJournal
    }
  }

  /// A name in camel case with hyphens: `heart-rate-variability` for `heartRateVariability`.
  package static func exportName(_ id: String) -> String {
    id.reduce(into: "") { text, character in
      // A final abbreviation, as in RMSSD, stays one word.
      if character.isUppercase, text.last?.isUppercase != true { text += "-" }
      text.append(character)
    }.lowercased()
  }

  /// A day in minutes, which has 25 hours once a year: the longest interval of counts and of values that devices
  /// summarize over a night.
  public static let day = 25 * 60
  /// The longest time in minutes that a value is held: rings measure at least every 255 minutes.
  public static let held = 6 * 60

  /// The id in JSON and in the journal.
  public var id: String { definition.id }
  /// The unit of every value.
  public var unit: Unit { definition.unit }
  /// The display name.
  public var title: Phrase { definition.title }
  /// The name within a sentence.
  public var phrase: Phrase { definition.phrase }
  /// A note for interpreting values; `nil` if none is needed.
  public var caution: Phrase? { definition.caution }
  /// The range of possible values, in the metric's unit.
  public var plausibleRange: ClosedRange<Double> { definition.values }
  /// True if a device accumulates the value within an interval.
  public var isCount: Bool { definition.aggregation == .count }
  /// True if the last value of a day counts, not the mean.
  public var isState: Bool { definition.aggregation == .state }
  /// The name in exports and on the command line, for example `heart-rate-variability` for `heartRateVariability`.
  public var exportName: String { Metric.exportName(id) }
  /// The short name on the command line: `spo2`.
  public var shortName: String { definition.shortName }

  /// The mean of a time of which the lowest and the highest value are known: their middle. That of blood pressure is an
  /// estimate of the mean arterial pressure: the diastolic pressure plus a third of the difference.
  public func mean(low: Double, high: Double) -> Double {
    self == .bloodPressure ? (2 * low + high) / 3 : (low + high) / 2
  }

  /// All metrics whose values the metric's chart may have.
  public var charted: [Metric] {
    let definition = definition
    return [self] + definition.substitutes + [definition.extremes?.low, definition.extremes?.high].compactMap(\.self)
  }

  /// The metrics with a chart on a screen, in display order.
  public static func shown(on screen: Screen) -> [Metric] {
    known.filter { $0.definition.chart != nil && $0.definition.screens.contains(screen) }
  }
}

extension Metric: Codable {
  /// Decodes an id.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let id = try container.decode(String.self)
    guard let metric = Metric(id: id) else {
      throw DecodingError.dataCorruptedError(in: container, debugDescription: "unknown metric '\(id)'")
    }
    self = metric
  }

  /// Encodes the id.
  public func encode(to encoder: any Encoder) throws { try id.encode(to: encoder) }
}
