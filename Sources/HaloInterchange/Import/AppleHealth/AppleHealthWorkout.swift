/// A workout of an export, up to its end tag. Since iOS 16 its totals are elements in it (`WorkoutStatistics`), for the whole
/// and for each of its parts (`WorkoutActivity`), in any order.
struct AppleHealthWorkout {
  /// A quantity of several types, such as the distances of swimming and cycling.
  private struct Total {
    /// From an attribute of the workout, before iOS 16.
    let attribute: Double?
    /// By type: of the whole workout, and the sum of its parts.
    private var whole: [String: Double] = [:]
    private var parts: [String: Double] = [:]

    init(_ attribute: Double?) { self.attribute = attribute }

    var value: Double? {
      let all = parts.merging(whole) { $1 }
      // The order changes the last digits of a sum.
      return all.isEmpty ? attribute : all.sorted { $0.key < $1.key }.reduce(0) { $0 + $1.value }
    }

    mutating func add(_ values: [String: String], _ type: String, _ units: [String: Double], isPart: Bool) {
      guard type.utf8.count <= DataBounds.longestName, whole.count + parts.count < 1000,
        let sum = amount(values["sum"], values["unit"], units)
      else { return }
      if isPart { parts[type, default: 0] += sum } else { whole[type] = sum }
    }
  }

  let line, source: Int
  private let kind: Workout.Kind
  private let start: Moment
  /// In milliseconds.
  private let length: Int
  /// The time without pauses, in milliseconds.
  private let duration: Double?
  private var distance, energy: Total
  /// Milliseconds of the pauses with events, and the begin of a pause without an end yet, in milliseconds from the start.
  private var pauses, pause: Int?
  /// True within a part.
  var isInPart = false
  /// The number of its own zone.
  var zone: Int?

  init(_ values: [String: String], start: Moment, end: Moment, source: Int, line: Int) {
    self.line = line
    self.source = source
    self.start = start
    kind = AppleHealthType.workout(values["workoutActivityType"] ?? "")
    length = end.milliseconds - start.milliseconds
    duration = Self.amount(values["duration"], values["durationUnit"], ["min": 60_000, "s": 1000, "hr": 3_600_000])
    distance = Total(Self.amount(values["totalDistance"], values["totalDistanceUnit"], AppleHealthType.lengths))
    energy = Total(Self.amount(values["totalEnergyBurned"], values["totalEnergyBurnedUnit"], AppleHealthType.energies))
  }

  /// Adds a `WorkoutStatistics`.
  mutating func addStatistics(_ values: [String: String]) {
    let type = values["type"] ?? ""
    if type == "HKQuantityTypeIdentifierActiveEnergyBurned" {
      energy.add(values, type, AppleHealthType.energies, isPart: isInPart)
    } else if type.hasPrefix("HKQuantityTypeIdentifierDistance") {
      distance.add(values, type, AppleHealthType.lengths, isPart: isInPart)
    }
  }

  /// Adds a `WorkoutEvent` at a time.
  mutating func addEvent(_ type: String?, at time: Moment) {
    guard !isInPart else { return }
    // Within the workout: the sum of times of a hostile file could overflow.
    let longest = Duration.minutes(DataBounds.longestWorkout).milliseconds
    let time = min(max(time.milliseconds - start.milliseconds, 0), max(min(length, longest), 0))
    if type == "HKWorkoutEventTypePause" {
      pause = pause ?? time
    } else if type == "HKWorkoutEventTypeResume", let begin = pause {
      pause = nil
      pauses = (pauses ?? 0) + time - begin
    }
  }

  /// The workout, with its times in local time by `zones`.
  func finish(_ zones: inout AppleHealthZones) -> Workout {
    let byEvents = pause.map { (pauses ?? 0) + length - $0 } ?? pauses
    let byDuration = duration.flatMap { $0 <= Double(length) + 1000 ? length - Int($0) : nil }
    // Times are in whole seconds, and the duration is not.
    let paused = [byEvents, byDuration.map { $0 < 2000 ? 0 : $0 }].compactMap(\.self).max()
    return Workout(
      kind, start: zones.local(start, own: zone), length: length, meters: distance.value, kilocalories: energy.value,
      paused: paused.map { min(max($0, 0), max(length, 0)) }, source: .log)
  }

  private static func amount(_ text: String?, _ unit: String?, _ units: [String: Double]) -> Double? {
    guard let text, let value = ByteSlice.with(text, AppleHealthNumber.value), let factor = units[unit ?? ""], value > 0
    else {
      return nil
    }
    return value * factor
  }
}
