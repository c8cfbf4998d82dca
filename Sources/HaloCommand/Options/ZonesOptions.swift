import HaloDaemon
import ArgumentParser
import HaloHealth
import HaloJournal
import HaloReports

/// The zones that a workout is shown with.
struct ZonesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your highest heart rate, for the zones (default: HALO_MAX_HEART_RATE, otherwise the profile: 'halo profile').",
      valueName: "bpm"))
  var maxHeartRate: Double?

  @Option(
    help: ArgumentHelp(
      "Your age: the highest heart rate is estimated from it (208 − 0.7 · age), which is often 10 bpm off.",
      valueName: "years"))
  var age: Int?

  func validate() throws {
    if let maxHeartRate, !Self.range.contains(maxHeartRate) {
      throw ValidationError(Phrase("--max-heart-rate is \(Self.rangeWords)."))
    }
    if let age, !(5...120).contains(age) { throw ValidationError(Phrase("--age is 5 to 120.")) }
    if maxHeartRate != nil, age != nil { throw ValidationError(Phrase("--max-heart-rate or --age, not both.")) }
    _ = try given
  }

  /// The zones of a wearer in a year: by the options, HALO_MAX_HEART_RATE or the wearer's profile, the first of these that is there. `nil` if
  /// nothing is known of the wearer.
  func zones(of wearer: String, in year: Int, _ journal: Journal) throws -> HeartRateZones? {
    if let given = try given { return given }
    return try report { try journal.profile(of: wearer) }.zones(in: year)
  }

  /// A whole workout, with the zones that the options give, otherwise those of its wearer's profile.
  func workout(_ workout: StoredWorkout, _ journal: Journal) throws -> WorkoutReport {
    try Reports(journal: journal, wearer: workout.wearer).workout(workout, zones: given)
  }

  private static let range = Double(Profile.maxHeartRates.lowerBound)...Double(Profile.maxHeartRates.upperBound)
  private static let rangeWords = Phrase("\(Profile.maxHeartRates.lowerBound) to \(Profile.maxHeartRates.upperBound)")

  /// The zones by the options or HALO_MAX_HEART_RATE; `nil` without them.
  private var given: HeartRateZones? {
    get throws {
      if let maxHeartRate { return HeartRateZones(maximum: maxHeartRate) }
      if let age { return HeartRateZones(age: age) }
      guard let text = ProcessVariable.value("HALO_MAX_HEART_RATE"), !text.isEmpty else { return nil }
      guard let maximum = Double(text), Self.range.contains(maximum) else {
        throw ValidationError(
          Phrase(
            """
            HALO_MAX_HEART_RATE is '\(Words.printable(text))'; it is a number of beats a minute from \(Self.rangeWords).
            """))
      }
      return HeartRateZones(maximum: maximum)
    }
  }
}

extension HeartRateZones {
  /// The colour of a zone.
  static func color(of zone: Int) -> Terminal.Color {
    switch zone {
    case 5: .red
    case 4: .yellow
    case 3: .green
    case 2: .cyan
    case 1: .blue
    default: .faint
    }
  }
}
