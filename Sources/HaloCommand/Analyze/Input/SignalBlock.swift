/// A block of rows of a recording, in order of time.
struct SignalBlock {
  /// The maximum number of rows per block.
  static let limit = 4096

  /// The seconds from the first row of the recording to each row, strictly increasing.
  var times: [Double] = []
  /// The values of the requested columns, in that order; NaN for a missing value.
  var values: [[Double]]
  /// The texts of the group column, if one was requested.
  var groups: [String] = []

  /// Creates an empty block.
  init(columns: Int) { values = Array(repeating: [], count: columns) }

  mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    for column in values.indices { values[column].removeAll(keepingCapacity: true) }
    groups.removeAll(keepingCapacity: true)
  }
}
