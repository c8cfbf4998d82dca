/// The true data of a simulated person and their devices, with which everything that Halo shows is compared.
package struct Account: Codable, Sendable {
  /// A day on the ring's clock.
  struct Day: Codable, Sendable {
    var date: String
    /// The steps that the devices measured.
    var steps: Int
    var meters: Int
    var kilocalories: Double
    /// The mean of the five-minute heart rates.
    var heart: Double?
    /// Minutes asleep in the night that ended on the day; `nil` if no device measured it.
    var asleep: Int?
    var nightStart: String?
    var nightEnd: String?
    /// Minutes asleep in a nap.
    var nap: Int?
    /// True if a sync read the whole day: after its end and before the devices erased it.
    var isTold: Bool
    /// Minutes during which no device measured.
    var unmeasured: Int
    /// True if a clock was changed on the day: some hours occurred twice or never.
    var isMoved: Bool
    /// The steps of the day that a sync has read.
    var stepsAtLeast: Int
    /// True if a sync has read the night.
    var isNightTold: Bool
  }

  struct Exercise: Codable, Sendable {
    var start: Int
    var seconds: Int
    var meters: Double
  }

  /// A recording of raw light.
  struct Light: Codable, Sendable {
    /// The start in milliseconds since 1970.
    var start: Int
    /// The true heart rate of each second, in beats per minute.
    var bpm: [Double]
  }

  /// The state of the first device that is published to home automation.
  struct State: Codable, Sendable {
    var today: String
    var steps: Int?
    var nightDate: String?
    var asleep: Int?
    var isSynced: Bool
  }

  var seed: UInt64
  var habit: Habit
  var days: [Day]
  var exercises: [Exercise]
  var lights: [Light]
  var state: State
  /// The start of each sync, in the computer's local time, and how it ended.
  var syncs: [String]
}
