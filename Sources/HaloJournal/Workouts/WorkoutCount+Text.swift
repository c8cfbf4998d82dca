import HaloFoundation

extension WorkoutCount {
  /// The count in a column; `nil` without one, or if a newer version wrote it.
  init?(text: String?) {
    guard let text, let count = StoredNumber.decoded(text) as WorkoutCount?,
      StoredNumber.reals.contains(count.other ?? 0)
    else { return nil }
    self = count
  }

  /// The text of a column.
  var text: String { get throws { String(decoding: try JSONEncoder().encode(self), as: UTF8.self) } }
}
