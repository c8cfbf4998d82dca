import HaloDaemon

/// Options that set the heart-rate zones of a workout.
struct ZonesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your highest heart rate, for the zones (default: HALO_MAX_HEART_RATE, otherwise the profile: 'halo profile').",
      valueName: "bpm"))
  var maxHeartRate: Double?

  @Option(
    help: ArgumentHelp(
      "Your age, from which the highest heart rate is estimated (208 − 0.7 · age). The estimate is often off by 10 bpm.",
      valueName: "years"))
  var age: Int?

  func validate() throws {
    if let maxHeartRate, !Self.range.contains(maxHeartRate) {
      throw ValidationError(Phrase("--max-heart-rate must be \(Self.rangeWords)."))
    }
    try check("--age", age, within: 5...120)
    try refuse("Pass only one of --max-heart-rate and --age.", if: maxHeartRate != nil && age != nil)
    _ = try given
  }

  /// Returns the zones of a wearer in a year: from the options, otherwise HALO_MAX_HEART_RATE, otherwise the wearer's
  /// profile. Returns `nil` if none of them gives a highest heart rate.
  func zones(of wearer: String, in year: Int, _ journal: Journal) throws -> HeartRateZones? {
    if let given = try given { return given }
    return try journal.profile(of: wearer).zones(in: year)
  }

  /// Returns the report of a workout, with the zones of the options, otherwise of the wearer's profile.
  func workout(_ workout: StoredWorkout, _ journal: Journal) throws -> WorkoutReport {
    try Reports(journal: journal, wearer: workout.wearer).workout(workout, zones: given)
  }

  private static let range = Double(Profile.maxHeartRates.lowerBound)...Double(Profile.maxHeartRates.upperBound)
  private static let rangeWords = Phrase("\(Profile.maxHeartRates.lowerBound) to \(Profile.maxHeartRates.upperBound)")

  /// The zones from the options or HALO_MAX_HEART_RATE; `nil` without them.
  private var given: HeartRateZones? {
    get throws {
      if let maxHeartRate { return HeartRateZones(maximum: maxHeartRate) }
      if let age { return HeartRateZones(age: age) }
      guard let text = EnvironmentVariable.value("HALO_MAX_HEART_RATE"), !text.isEmpty else { return nil }
      guard let maximum = Double(text), Self.range.contains(maximum) else {
        throw ValidationError(
          Phrase(
            """
            HALO_MAX_HEART_RATE is '\(VisibleText.printable(text))'; it must be a number in bpm from \(Self.rangeWords).
            """))
      }
      return HeartRateZones(maximum: maximum)
    }
  }
}

extension HeartRateZones {
  /// Returns the color of a zone.
  static func color(of zone: Int) -> Terminal.Color {
    let colors: [Terminal.Color] = [.faint, .blue, .cyan, .green, .yellow, .red]
    return colors.indices.contains(zone) ? colors[zone] : .faint
  }
}
