import Foundation
import GRDB

/// The definition of a metric that a driver added, as the journal stores it, so that a program without the driver can show
/// its values.
struct StoredMetric: Codable {
  private let unit: String
  private let digits: Int?
  /// The display names, by language.
  private let titles: [String: String]
  private let low, high: Double
  private let aggregation: Metric.Aggregation
  private let longest: Int
  private let chart: Metric.Chart?
  private let screens: [Metric.Screen]

  private init(_ metric: Metric.Definition) {
    unit = metric.unit.symbol
    digits = metric.unit.digits
    titles = Dictionary(
      uniqueKeysWithValues: Language.allCases.map { ($0.rawValue, metric.title.text(in: Wording($0))) })
    low = metric.values.lowerBound
    high = metric.values.upperBound
    aggregation = metric.aggregation
    longest = metric.longest
    chart = metric.chart
    screens = metric.screens.sorted { $0.rawValue < $1.rawValue }
  }

  /// The largest number of metrics that are read: more are the sign of a damaged or hostile journal.
  private static let most = 200

  /// Adds the metrics of a journal to those that the program knows. Leaves out what is not of this version's form.
  static func load(_ db: Database) throws {
    for row in try db.rows("SELECT id, definition FROM metric ORDER BY code LIMIT \(most)") {
      guard let stored: StoredMetric = try StoredNumber.decoded(row.value("definition")) else { continue }
      try stored.add(row.value("id"))
    }
  }

  /// Stores the metrics of the program's drivers, which changes nothing after the first time.
  static func save(_ db: Database) throws {
    for metric in Metric.added {
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      let text = String(decoding: try encoder.encode(StoredMetric(metric.definition)), as: UTF8.self)
      try db.run(
        """
        INSERT INTO metric (code, id, definition) VALUES (?, ?, ?)
        ON CONFLICT DO UPDATE SET definition = excluded.definition WHERE definition IS NOT excluded.definition
        """, [metric.code, metric.id, text])
    }
  }

  private func add(_ id: String) {
    let texts = titles.compactMap { tag, text in Language(rawValue: tag).map { ($0, text) } }
    guard low <= high, DataBounds.isName(id), DataBounds.isName(unit), titles.values.allSatisfy(DataBounds.isName),
      (1...Metric.day).contains(longest), (0...6).contains(digits ?? 0),
      let phrase = Phrase(texts: Dictionary(texts) { $1 })
    else { return }
    Metric.add(
      Metric.Definition(
        Metric(numberOf: id), id, Unit(unit, digits: digits), title: phrase, values: low...high,
        aggregation: aggregation, longest: longest, chart: chart, screens: Set(screens),
        caution: Phrase("No driver of this program knows this metric. Its name and unit are those in the journal."),
        isFromJournal: true))
  }
}
