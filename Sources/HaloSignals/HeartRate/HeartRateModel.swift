/// The numbers that the estimate of the heart rate rests on, with what they were chosen by.
///
/// They were chosen coarsely on the shared recordings at rest and on made recordings in movement, by leaving people out; neighbours
/// of each value give nearly the same errors.
enum HeartRateModel {
  /// Seconds of light in a window, and between the starts of two.
  static let window = 8.0
  static let hop = 2.0
  /// Windows overlap by this many hops.
  static let hopsInWindow = 4

  /// Pulses that are looked for, in bpm, one state each.
  static let slowest = 30
  static let fastest = 220
  /// Fewer samples a second than this show no band of pulses worth the name.
  static let lowestRate = 3.0
  /// The part of the Nyquist frequency up to which states exist, and up to which they are believed.
  static let statesBelowNyquist = 0.96
  static let believedBelowNyquist = 0.92
  /// Signals are thinned to at least this rate; what would fold back is filtered out before.
  static let thinnedRate = 12.5

  /// The band in Hz. The lower edge whitens the slow wander of light, which falls with the frequency; pulses below it still pass.
  static let bandLow = 0.7
  static let bandHigh = 5.0

  /// At rest the second and the third harmonic each add this much to the amplitude at a pulse, and never more than what stands there
  /// itself: of a sharp pulse they are as strong. In movement they add nothing: half of the cadence has harmonics too.
  static let harmonicAtRest: Float = 0.35
  /// Harmonics are looked for up to here, in bpm.
  static let harmonicsUpTo = 280.0
  /// Between the delays at which the light may follow a movement, in seconds.
  static let movementDelay = 0.08
  /// The newest window's weight in what is known about how the light follows the movement.
  static let regressionShare: Float = 0.4
  /// Added to each regressor's power, as a part of their mean power.
  static let ridge = 1e-4
  /// Less movement than this is not looked for in the light.
  static let leastMovement: Float = 0.02
  /// Movement is then subtracted with this weight (Wiener), against the light's spectrum averaged over so many windows.
  static let movementWeight: Float = 2
  static let averagedWindows = 5
  /// Movement of this part of gravity (RMS in the band) counts half.
  static let movementScale = 0.05

  /// A likelihood never falls below this part of the window's largest: a window can be wrong.
  static let leastLikelihood: Float = 0.1
  /// How far the heart rate moves in a hop (Laplace, bpm), at rest and in movement.
  static let driftAtRest: Float = 2
  static let driftInMovement: Float = 4
  /// The chance that it is anywhere at all: so a wrong track is left.
  static let leap: Float = 1e-4

  /// The first window counts as so many.
  static let firstWeight = 3

  /// The estimate is the mean over this many bpm to both sides of the most probable; its confidence the mass this near to it.
  static let meanReach = 6
  /// In movement the mean is over so many.
  static let refinedReach = 8
  static let confidentReach = 5.0
  /// No value below this confidence, at rest and in movement.
  static let leastConfidence = 0.72
  static let leastConfidenceInMovement = 0.65
  /// Of several lights: the part of the others' mean log-odds, where these are below zero, that counts for the best one. No value of several
  /// lights is below ``leastConfidence``.
  static let otherLights = 0.25
  /// Nor below this one if the estimate is so slow (bpm) that it can be a harmonic of breath.
  static let leastConfidenceWhenSlow = 0.95
  static let slow = 40.0
  /// If less of the light's power is left by what the movement explains, no pulse is looked for in it.
  static let leastUnexplained = 0.05
  /// The newest window's weight in the averages of the evidence.
  static let evidenceShare = 0.25
  /// From here on power counts against a pulse, in bpm: slower changes are drift.
  static let clarityFrom = 15.0
  /// The power so near to a pulse (bpm) belongs to it: a window of eight seconds smears it that far.
  static let clarityReach = 12.0
  /// What is believed, in bpm. At the edges of the states stands also what lies beyond them, such as breath.
  static let lowest = Double(slowest) + 5
  static let highest = Double(fastest) - 5

  /// The part of a window that may be missing, and that may stick to its highest and lowest value.
  static let missingPart = 0.25
  static let clippedPart = 0.25
  /// Light that changes by less than this part of itself (RMS in the band) is the rounding of the arithmetic before us.
  static let leastChange = 1e-9
}
