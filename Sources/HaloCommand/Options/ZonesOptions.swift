import ArgumentParser
import HaloHealth

/// The zones that a workout is shown with.
struct ZonesOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Your highest heart rate, for the zones. The variable HALO_MAX_HEART_RATE sets it as well.", valueName: "bpm"))
  var maxHeartRate: Double?

  @Option(
    help: ArgumentHelp(
      "Your age: the highest heart rate is estimated from it (208 − 0.7 · age), which is often 10 bpm off.",
      valueName: "years"))
  var age: Int?

  func validate() throws {
    if let maxHeartRate, !(60...250).contains(maxHeartRate) { throw ValidationError("--max-heart-rate is 60 to 250.") }
    if let age, !(5...120).contains(age) { throw ValidationError("--age is 5 to 120.") }
    if maxHeartRate != nil, age != nil { throw ValidationError("--max-heart-rate or --age, not both.") }
    _ = try zones
  }

  /// The zones; `nil` where nothing is known of the wearer.
  var zones: HeartRateZones? {
    get throws {
      if let maxHeartRate { return HeartRateZones(maximum: maxHeartRate) }
      if let age { return HeartRateZones(age: age) }
      guard let text = Terminal.environment("HALO_MAX_HEART_RATE"), !text.isEmpty else { return nil }
      guard let maximum = Double(text), (60...250).contains(maximum) else {
        throw ValidationError("HALO_MAX_HEART_RATE is '\(Words.printable(text))'; it wants 60 to 250 beats a minute.")
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
