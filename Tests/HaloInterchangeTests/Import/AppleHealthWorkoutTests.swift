import HaloHealth
import HaloInterchange
import Testing

@Suite("Workouts of Apple Health's export")
struct AppleHealthWorkoutTests {
  /// A workout of 45 minutes.
  private static func read(_ attributes: String, _ body: [String]) throws -> Workout {
    let receiver = CollectingReceiver()
    let time = #"startDate="2024-05-04 10:00:00 +0000" endDate="2024-05-04 10:45:00 +0000""#
    let text =
      #"<HealthData><Workout workoutActivityType="HKWorkoutActivityTypeCycling" sourceName="Watch" \#(attributes) \#(time)>"#
    try AppleHealthReader(MemoryBytes(text + body.joined(separator: "\n") + "</Workout></HealthData>")).read(
      into: receiver)
    return try #require(receiver.workouts.first)
  }

  private static func sum(_ type: String, _ amount: Double, _ unit: String = "km") -> String {
    #"<WorkoutStatistics type="HKQuantityTypeIdentifier\#(type)" sum="\#(amount)" unit="\#(unit)"/>"#
  }

  private static func part(_ statistics: String...) -> String {
    #"<WorkoutActivity uuid="1"><WorkoutEvent type="HKWorkoutEventTypePause" date="2024-05-04 10:01:00 +0000"/>"#
      + statistics.joined() + "</WorkoutActivity>"
  }

  @Test(
    arguments: [
      // The distances of several sports.
      ([sum("DistanceSwimming", 1.5), sum("DistanceCycling", 40), sum("DistanceWalkingRunning", 10)], 51_500),
      // Parts after the whole, before it, and with another sport.
      ([sum("DistanceCycling", 12), part(sum("DistanceCycling", 7)), part(sum("DistanceCycling", 5))], 12_000),
      ([part(sum("DistanceCycling", 7)), part(sum("DistanceCycling", 5)), sum("DistanceCycling", 12.5)], 12_500),
      ([part(sum("DistanceSwimming", 800, "m")), sum("DistanceCycling", 12)], 12_800),
      // Parts alone.
      ([part(sum("DistanceCycling", 7)), part(sum("DistanceCycling", 6))], 13_000),
      // An empty part, and nothing but the attribute.
      ([#"<WorkoutActivity uuid="1"/>"#, sum("DistanceCycling", 3)], 3000), ([], 9000),
      ([sum("HeartRate", 130, "count/min")], 9000),
    ] as [([String], Double)])
  func `distances of all types add up, of the whole if it has them`(body: [String], meters: Double) throws {
    #expect(try Self.read(#"totalDistance="9" totalDistanceUnit="km""#, body).meters == meters)
  }

  @Test func `energy is that of the whole, otherwise the sum of the parts`() throws {
    let parts = [210.0, 95].map { Self.part(Self.sum("ActiveEnergyBurned", $0, "kcal")) }
    #expect(try Self.read("", parts).kilocalories == 305)
    #expect(try Self.read("", parts + [Self.sum("ActiveEnergyBurned", 333, "kcal")]).kilocalories == 333)
    #expect(try Self.read("", []).kilocalories == nil)
  }

  private static func event(_ type: String, _ time: String) -> String {
    #"<WorkoutEvent type="HKWorkoutEventType\#(type)" date="2024-05-04 \#(time) +0000"/>"#
  }

  @Test(
    arguments: [
      (#"duration="33" durationUnit="min""#, [], 12), (#"duration="1980" durationUnit="s""#, [], 12),
      // Whole minutes, but for the seconds of its ends.
      (#"duration="44.98" durationUnit="min""#, [], 0), (#"duration="45.01" durationUnit="min""#, [], 0),
      // No known pauses.
      ("", [], nil), (#"duration="50" durationUnit="min""#, [], nil),
      (#"duration="1e300" durationUnit="min""#, [], nil),
      (#"duration="0" durationUnit="min""#, [], nil), (#"duration="40" durationUnit="furlongs""#, [], nil),
      ("", [event("Pause", "10:10:00"), event("Lap", "10:12:00"), event("Resume", "10:14:00")], 4),
      ("", [event("Pause", "10:10:00"), event("Resume", "10:14:00"), event("Pause", "10:43:00")], 6),
      ("", [event("Resume", "10:14:00")], nil), ("", [event("Pause", "09:00:00"), event("Resume", "12:00:00")], 45),
      // An app that forgets its pauses in the duration.
      (#"duration="45" durationUnit="min""#, [event("Pause", "10:10:00"), event("Resume", "10:17:00")], 7),
      (#"duration="33" durationUnit="min""#, [event("Pause", "10:10:00"), event("Resume", "10:17:00")], 12),
    ] as [(String, [String], Int?)])
  func `pauses are known from the duration and from events`(attributes: String, events: [String], minutes: Int?) throws
  {
    let workout = try Self.read(attributes, events)
    #expect(workout.length == 45 * 60_000)
    #expect(workout.paused == minutes.map { $0 * 60_000 })
  }

  @Test(.enabled(if: SharedImports.exist, "../shared/imports is not here"))
  func `a triathlon, and parts after the whole`() throws {
    let found = try SharedImports.health("e21.xml").workouts
    #expect(found.map(\.meters) == [8000, 25_750, 10_000])
    #expect(found.map(\.kilocalories) == [nil, 950, 550])
    #expect(found.map(\.paused) == [600_000, 0, 0])
  }
}
