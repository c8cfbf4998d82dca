/// How somebody lives with their devices.
enum Habit: String, CaseIterable, Codable {
  /// One sync each morning.
  case morning
  /// One sync each evening.
  case evening
  /// One sync a week.
  case weekly
  /// A sync every ten minutes, as a daemon does that was told so.
  case often
  /// A sync each morning, and many of them break off.
  case interrupted
  /// The ring's cell is empty for two days.
  case empty
  /// A ring and a watch on one person.
  case twoDevices
  /// A machine in a gym beside a ring, with a strap.
  case gym
  /// Journeys to other zones.
  case travel
  /// The clock is put forward or back.
  case clockChange
  /// A workout at midnight.
  case midnight
  /// The ring loses its clock, also in the middle of a sync.
  case restart
  /// Half an hour of live heart rate now and then.
  case live
}
