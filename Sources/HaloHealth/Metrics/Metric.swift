@_exported public import HaloText
import Synchronization

/// The quantity that a sample measures: one of Halo's own, or one that a driver adds.
///
/// A driver adds a metric as a constant with ``init(_:unit:title:phrase:shortName:values:aggregation:longest:chart:screens:caution:)``
/// and lists it in its family. The journal stores, exports, charts and explains it like Halo's own.
public struct Metric: Sendable, Hashable, Identifiable {
  /// The number in journals, which never changes: small for Halo's own metrics, otherwise computed from the id.
  public let code: Int

  init(own code: Int) { self.code = code }

  /// Adds a metric, or returns the one that has this id and unit.
  ///
  /// If another metric has the id with another unit, the new metric's id ends with the unit, so that values are never
  /// read in a wrong unit.
  ///
  /// - Parameters:
  ///   - id: The id in JSON and in the journal, in camel case. It never changes.
  ///   - unit: The unit of every value.
  ///   - title: The display name.
  ///   - phrase: The name within a sentence; `nil` for the title.
  ///   - shortName: The short name in commands; `nil` for ``exportName``.
  ///   - values: The range of possible values.
  ///   - aggregation: How values of a time become one.
  ///   - longest: The longest interval of a value, in minutes.
  ///   - chart: The kind of chart; `nil` if the metric is not drawn.
  ///   - screens: The screens with its chart.
  ///   - caution: A note for interpreting the values.
  public init(
    _ id: String, unit: Unit, title: Phrase, phrase: Phrase? = nil, shortName: String? = nil,
    values: ClosedRange<Double>, aggregation: Aggregation = .mean, longest: Int = Self.day, chart: Chart? = .dots,
    screens: Set<Screen> = [.day], caution: Phrase? = nil
  ) {
    let known = Metric(id: id)
    let id = known.map { $0.unit == unit } ?? true ? id : "\(id)_\(unit.symbol)"
    self.init(own: Self.code(of: id))
    let definition = Definition(
      self, id, unit, title: title, phrase: phrase, shortName: shortName, values: values, aggregation: aggregation,
      longest: longest, chart: chart, screens: screens, caution: caution)
    Self.add(definition)
  }

  /// The metric with a number; `nil` if this program does not know it.
  public init?(code: Int) {
    guard let definition = Self.definition(code) else { return nil }
    self = definition.metric
  }

  /// The metric with an id; `nil` if this program does not know it.
  public init?(id: String) {
    guard let metric = Definition.ownByID[id] ?? Self.others.withLock({ $0.first { $0.id == id }?.metric }) else {
      return nil
    }
    self = metric
  }

  /// The metric with an id, an export name or a short name; `nil` if this program does not know it.
  public init?(name: String) {
    guard let metric = Metric(id: name) ?? Self.known.first(where: { $0.exportName == name || $0.shortName == name })
    else { return nil }
    self = metric
  }

  /// Halo's own metrics, in display order.
  public static let own = Definition.own.map(\.metric)
  /// All metrics that this program knows: Halo's own and those of drivers, in display order.
  public static var known: [Metric] { own + others.withLock { $0.map(\.metric) } }

  private static let others = Mutex<[Definition]>([])

  /// The unit, names, range and presentation. Every metric was made with a definition.
  public var definition: Definition { Self.definition(code) ?? Definition.own[0] }

  private static func definition(_ code: Int) -> Definition? {
    Definition.ownByCode.indices.contains(code)
      ? Definition.ownByCode[code] : others.withLock { $0.first { $0.metric.code == code } }
  }

  /// The metrics that drivers of this program added.
  package static var added: [Metric] { others.withLock { $0.filter { !$0.isFromJournal }.map(\.metric) } }

  /// Adds a definition. The first one counts, except that a driver replaces the definition that came from a journal.
  package static func add(_ definition: Definition) {
    if Definition.ownByID[definition.id] != nil { return }
    others.withLock { others in
      guard let index = others.firstIndex(where: { $0.id == definition.id }) else { return others.append(definition) }
      if others[index].isFromJournal, !definition.isFromJournal { others[index] = definition }
    }
  }

  /// The number of a metric with an id.
  package init(numberOf id: String) { self.init(own: Self.code(of: id)) }

  /// A number of 31 bits by the FNV-1a hash: of a hundred ids, two have the same with a probability of 5 in a million.
  private static func code(of id: String) -> Int {
    if let own = Definition.ownByID[id] { return own.code }
    let hash = id.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x0100_0000_01B3 }
    return Int(hash >> 34 | 1 << 30)
  }
}
