import HaloJournal

/// What a person is told of frames of which no sample was made, because they hold something outside the bounds of measurements.
struct RefusedFrames: CustomStringConvertible {
  let description: String

  /// `nil` if there are none.
  init?(_ frames: [Int]) {
    guard !frames.isEmpty else { return nil }
    description = """
      frames \(Journal.text(frames: frames)) hold a time, an interval or a value that cannot be a measurement. They are kept; what \
      cannot be is left out.
      """
  }
}
