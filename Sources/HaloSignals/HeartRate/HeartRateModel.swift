/// Parameters of the heart rate estimation, with their reasons.
///
/// They were chosen coarsely on the shared recordings at rest and on synthetic recordings in movement, with
/// leave-one-person-out validation; neighboring values give nearly the same errors.
enum HeartRateModel {
  /// The window length, and the time between the starts of two windows, in seconds.
  static let window = 8.0
  static let hop = 2.0
  /// The number of hops in a window.
  static let hopsInWindow = 4

  /// The range of heart rates in bpm, one state per bpm.
  static let slowest = 30
  static let fastest = 220
  /// Below this sampling rate (Hz) the usable band is too narrow.
  static let lowestRate = 3.0
  /// The fraction of the Nyquist frequency up to which states exist, and up to which they are reported.
  static let statesBelowNyquist = 0.96
  static let reportedBelowNyquist = 0.92
  /// Signals are decimated to at least this rate (Hz); frequencies that would alias are filtered out first.
  static let thinnedRate = 12.5

  /// The band in Hz. The lower edge whitens the slow drift of light, whose power falls with frequency; slower pulses
  /// still pass.
  static let bandLow = 0.7
  static let bandHigh = 5.0

  /// At rest, the second and third harmonic each add this fraction of their amplitude to that of a pulse, limited to
  /// the pulse's own amplitude: for sharp pulses the harmonics are equally strong. In movement they add nothing,
  /// because half the cadence has harmonics too.
  static let harmonicAtRest: Float = 0.35
  /// The highest frequency at which harmonics are considered, in bpm.
  static let harmonicsUpTo = 280.0
  /// The spacing of the delays by which light may follow a movement, in seconds.
  static let movementDelay = 0.08
  /// The weight of the newest window in the regression of light on movement.
  static let regressionShare: Float = 0.4
  /// Added to each regressor's power, as a fraction of their mean power.
  static let ridge = 1e-4
  /// Movement below this is not removed from the light: 2.5 mg, which the heart's own beat can cause.
  static let leastMovement: Float = 0.0025
  /// Movement is then subtracted with this weight (Wiener filter), relative to the light's spectrum averaged over this
  /// many windows.
  static let movementWeight: Float = 2
  static let averagedWindows = 5
  /// Movement with this RMS in the band, as a fraction of gravity, counts as one half.
  static let movementScale = 0.05

  /// The minimum likelihood, as a fraction of the window's largest: a window can be wrong.
  static let leastLikelihood: Float = 0.1
  /// The drift of the heart rate per hop (Laplace, bpm), at rest and in movement.
  static let driftAtRest: Float = 2
  static let driftInMovement: Float = 4
  /// The probability of a jump to any state, which allows leaving a wrong track.
  static let jumpProbability: Float = 1e-4

  /// The weight of the first window, in windows.
  static let firstWindowWeight = 3

  /// The estimate is the mean over this many bpm on both sides of the mode; its confidence is the mass within
  /// `confidentReach`.
  static let meanReach = 6
  /// The corresponding reach in movement.
  static let refinedReach = 8
  static let confidentReach = 5.0
  /// Minimum confidence of a value, at rest and in movement.
  static let leastConfidence = 0.72
  static let leastConfidenceInMovement = 0.65
  /// For several colors: the weight of the others' mean log-odds, if negative, added to those of the best one. A value
  /// from several colors is never below ``leastConfidence``.
  static let otherLights = 0.25
  /// The minimum confidence of estimates below `slow` (bpm), which can be harmonics of breathing.
  static let leastConfidenceWhenSlow = 0.95
  static let slow = 40.0
  /// If movement explains all but this fraction of the light's power, the window is refused. What small movement leaves
  /// is often its own harmonic.
  static let leastUnexplained = 0.05
  static let leastUnexplainedAtRest = 0.08
  /// The weight of the newest window in the averages of the features.
  static let evidenceShare = 0.25
  /// The frequency in bpm from which power counts against a pulse; slower changes are drift.
  static let clarityFrom = 15.0
  /// Power this close to a pulse (bpm) belongs to it: a window of eight seconds smears it that far.
  static let clarityReach = 12.0
  /// The reported range, in bpm. The outermost states also collect what lies beyond them, such as breathing.
  static let lowest = Double(slowest) + 5
  static let highest = Double(fastest) - 5

  /// The maximum fractions of missing and of clipped samples in a window.
  static let missingPart = 0.25
  static let clippedPart = 0.25
  /// Light that changes by less than this fraction of its level (RMS in the band) is rounding noise of earlier
  /// arithmetic.
  static let leastChange = 1e-9
}
