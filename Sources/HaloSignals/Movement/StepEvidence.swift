/// What six seconds of movement show about whether somebody walks: what opens and closes a bout, and the features of ``StepConfidence``.
package struct StepEvidence: Sendable, Equatable {
  /// How much the movement (0.8–5 Hz) resembles itself 0.8 to 2.2 s earlier, 0 to 1.
  package var likeness: Double
  /// The effective values in g of the length's 0.8–5 Hz, and of the acceleration without gravity.
  package var movement, whole: Double
  /// The envelope of 4–20 Hz: its deviation and its highest value as parts of its mean, and its mean as a part of the effective value of the
  /// band that steps are found in.
  package var impactVariation, tallestImpact, impactShare: Double
  /// The square of the cosine of the angle by which gravity turns at most, below 0 beyond a right angle.
  package var steadiness: Double
  /// Steps in the window, and the longest time without one in seconds.
  package var steps: Int
  package var longestPause: Double
  /// The mean square of the quietest two seconds as a part of that of all six.
  package var quietest: Double
  /// Whether the rate is high enough for impacts.
  package var seesImpacts: Bool

  /// How alike the movement is to itself before it speaks for walking.
  static let neutral = 0.5
  /// Of a second that speaks for walking although the movement does not repeat itself.
  static let impactEvidence = 0.5
  static let leastImpacts = 5
  static let impactVariation = 0.75
  /// The envelope as a part of the effective value: a rough road has more.
  static let impactShares = 0.12...1.05
  /// Knocks differ in strength more than steps do: the strongest stands out.
  static let tallestImpact = 8.0
  static let impactLikeness = 0.18
  /// A body turns by 15 degrees at most.
  static let steadiness = 0.933
  /// Seconds between two steps of somebody who walks slowly.
  static let longestPause = 1.8
  static let quietest = 0.1
  /// Against a bout, of a second with impacts that begin, end or pause in it.
  static let interrupted = -0.2

  /// For a bout (above 0) or against it, added up second by second.
  var forWalking: Double {
    let alike = likeness - Self.neutral
    guard isOfImpacts else { return alike }
    let goesOn = longestPause < Self.longestPause && quietest > Self.quietest && tallestImpact < Self.tallestImpact
    return max(alike, goesOn ? Self.impactEvidence : Self.interrupted)
  }

  /// Whether the movement is impacts of steps on a body that does not turn, as when somebody walks slowly or unevenly.
  private var isOfImpacts: Bool {
    seesImpacts && likeness > Self.impactLikeness && steps >= Self.leastImpacts
      && impactVariation > Self.impactVariation
      && Self.impactShares.contains(impactShare) && steadiness >= Self.steadiness
  }
}
