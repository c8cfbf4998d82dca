import HaloHealth

/// What a made-up person and their devices really did: what everything that Halo shows is compared with.
struct Account: Codable {
  /// A day on the ring's clock.
  struct Day: Codable {
    var date: String
    /// What the devices measured of it.
    var steps: Int
    var meters: Int
    var kilocalories: Double
    /// The mean of the heart rates of every five minutes.
    var heart: Double?
    /// The night that ended on the day; `nil` if no device measured it.
    var asleep: Int?
    var nightStart: String?
    var nightEnd: String?
    /// Minutes asleep in a nap.
    var nap: Int?
    /// Whether a sync brought the whole day, after its end and before the devices let go of it.
    var isTold: Bool
    /// Minutes of it in which no device measured.
    var unmeasured: Int
    /// Whether a clock was moved on it: some hours of it came twice or never.
    var isMoved: Bool
    /// The steps and heart rates of it that a sync brought.
    var stepsAtLeast: Int
    /// Whether a sync brought the night.
    var isNightTold: Bool
  }

  struct Exercise: Codable {
    var start: Int
    var seconds: Int
    var meters: Double
  }

  /// What a home is told of the first device.
  struct State: Codable {
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
  var state: State
  /// When each sync began, on the computer's wall, and how it ended.
  var syncs: [String]
}
