/// The evidence for walking in six seconds of movement: it opens and closes bouts, and provides the features of
/// ``StepConfidence``.
package struct StepEvidence: Sendable, Equatable {
  /// The self-similarity of the movement (0.8–5 Hz) at lags of 0.8 to 2.2 s, 0 to 1.
  package var likeness: Double
  /// The RMS in g of the vector's length at 0.8–5 Hz, and of the acceleration without gravity.
  package var movement, whole: Double
  /// The envelope of 4–20 Hz: its deviation and maximum relative to its mean, and its mean relative to the RMS of the
  /// step band.
  package var impactVariation, tallestImpact, impactShare: Double
  /// The squared cosine of the largest rotation of gravity, negative beyond a right angle.
  package var steadiness: Double
  /// The number of steps in the window, and the longest time without a step in seconds.
  package var steps: Int
  package var longestPause: Double
  /// The mean square of the quietest two seconds relative to that of all six.
  package var quietest: Double
  /// True if the sampling rate is high enough for impacts.
  package var seesImpacts: Bool

  /// The self-similarity above which the movement indicates walking.
  static let neutral = 0.5
  /// The evidence of a second with step impacts whose movement does not repeat.
  static let impactEvidence = 0.5
  static let leastImpacts = 5
  static let impactVariation = 0.75
  /// The envelope relative to the RMS: a rough road has more.
  static let impactShares = 0.12...1.05
  /// Knocks vary more in strength than steps do: the strongest stands out.
  static let tallestImpact = 8.0
  static let impactLikeness = 0.18
  /// A walking body turns by at most 15 degrees.
  static let steadiness = 0.933
  /// The longest time between two steps of slow walking, in seconds.
  static let longestPause = 1.8
  static let quietest = 0.1
  /// The evidence against a bout of a second in which impacts begin, end or pause.
  static let interrupted = -0.2

  /// The evidence for (positive) or against a bout, summed over seconds.
  var forWalking: Double {
    let alike = likeness - Self.neutral
    guard isOfImpacts else { return alike }
    let goesOn = longestPause < Self.longestPause && quietest > Self.quietest && tallestImpact < Self.tallestImpact
    return max(alike, goesOn ? Self.impactEvidence : Self.interrupted)
  }

  /// True if the movement consists of step impacts on a body that does not turn, as in slow or uneven walking.
  private var isOfImpacts: Bool {
    seesImpacts && likeness > Self.impactLikeness && steps >= Self.leastImpacts
      && impactVariation > Self.impactVariation
      && Self.impactShares.contains(impactShare) && steadiness >= Self.steadiness
  }
}
