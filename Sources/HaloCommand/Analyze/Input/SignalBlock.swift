/// Some rows of a recording, in order of time.
struct SignalBlock {
  /// How many rows a block has at most.
  static let limit = 4096

  /// Seconds from the first row of the recording to each row; each later than the one before.
  var times: [Double] = []
  /// The values of the columns that were asked for, in that order; NaN where there is none.
  var values: [[Double]]
  /// The text of the column that groups rows, where one was asked for.
  var groups: [String] = []

  /// A block without rows.
  init(columns: Int) { values = Array(repeating: [], count: columns) }

  mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    for column in values.indices { values[column].removeAll(keepingCapacity: true) }
    groups.removeAll(keepingCapacity: true)
  }
}
