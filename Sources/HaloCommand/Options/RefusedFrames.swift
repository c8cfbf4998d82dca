import HaloJournal
import HaloReports

/// The message about frames with something outside ``HaloHealth/DataBounds``, of which no sample was made.
struct RefusedFrames: CustomStringConvertible {
  let description: String

  /// `nil` if there are none.
  init?(_ frames: [Int]) {
    guard !frames.isEmpty else { return nil }
    description =
      Phrase(
        """
        frames \(Journal.text(frames: frames)) have a time, an interval or a value that cannot be a measurement. The frames are stored; \
        no sample was made of what cannot be.
        """
      ).text
  }
}
