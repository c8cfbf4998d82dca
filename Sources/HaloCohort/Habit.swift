/// How a simulated person uses their devices.
package enum Habit: String, CaseIterable, Codable, Sendable {
  /// One sync each morning.
  case morning
  /// One sync each evening.
  case evening
  /// One sync a week.
  case weekly
  /// A sync every ten minutes, by a daemon with that setting.
  case often
  /// A sync each morning, many of which are interrupted.
  case interrupted
  /// The ring's battery is empty for two days.
  case empty
  /// A ring and a watch on one person.
  case twoDevices
  /// A gym machine besides a ring, with a strap.
  case gym
  /// Travel to other time zones.
  case travel
  /// The clock is set forward or back.
  case clockChange
  /// A workout at midnight.
  case midnight
  /// The ring loses its time, sometimes in the middle of a sync.
  case restart
  /// Half an hour of live heart rate from time to time.
  case live
}
