import HaloInterchange

/// The reason why a row cannot be computed, in English, because programs read it.
struct WorkerError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}

/// A signal in columns of numbers.
struct ColumnSource: SignalSource {
  let rate: Double?
  private let times: [Double]?
  private let values: [[Double?]]

  var isRepeatable: Bool { true }

  init(_ signal: WorkerRequest.Signal, columns: [String]) throws {
    values = try columns.map { name in
      guard let column = signal.columns[name] else { throw WorkerError("the signal has no column '\(name)'") }
      return column
    }
    let count = values.first?.count ?? 0
    guard (signal.rate == nil) != (signal.times == nil) else { throw WorkerError("give either a rate or times") }
    guard values.allSatisfy({ $0.count == count }), signal.times.map({ $0.count == count }) ?? true else {
      throw WorkerError("the columns have different lengths")
    }
    if let rate = signal.rate, !(rate > 0 && rate <= 1e6) { throw WorkerError("the rate is not possible") }
    rate = signal.rate
    times = signal.times
  }

  func read(_ body: (SignalBlock) throws -> Void) throws -> SignalSummary {
    var rows = SignalRows(columns: values.count, isTimed: rate == nil)
    if let rate { try rows.add(values.map { $0.map { $0 ?? .nan } }, rate: rate, body) }
    for (row, time) in (times ?? []).enumerated() {
      try rows.add(time: time, values: values.map { $0[row] ?? .nan }, number: row + 1, body)
    }
    try rows.finish(body)
    return rows.summary
  }
}
