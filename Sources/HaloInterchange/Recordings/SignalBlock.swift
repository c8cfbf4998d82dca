/// A block of rows of a recording, in order of time.
package struct SignalBlock {
  /// The maximum number of rows per block.
  package static let limit = 4096

  /// The seconds from the first row of the recording to each row, strictly increasing.
  package var times: [Double] = []
  /// The values of the requested columns, in that order; NaN for a missing value.
  package var values: [[Double]]
  /// The texts of the group column, if one was requested.
  package var groups: [String] = []

  /// Creates an empty block.
  package init(columns: Int) { values = Array(repeating: [], count: columns) }

  package mutating func removeAll() {
    times.removeAll(keepingCapacity: true)
    for column in values.indices { values[column].removeAll(keepingCapacity: true) }
    groups.removeAll(keepingCapacity: true)
  }
}
