/// The message about frames with values outside ``HaloHealth/DataBounds``, which were not stored as samples.
struct RefusedFrames: CustomStringConvertible {
  let description: String

  /// Returns `nil` if there are no such frames.
  init?(_ frames: [Int], areStored: Bool = true) {
    guard !frames.isEmpty else { return nil }
    let numbers = Journal.text(frames: frames)
    description =
      (areStored
      ? Phrase(
        """
        frames \(numbers) have an implausible time, interval or value. The frames are stored, \
        but their implausible values are not stored as samples.
        """)
      : Phrase("frames \(numbers) have an implausible time, interval or value. Their implausible values are not shown."))
      .text
  }
}
