import HaloEngine
import HaloHealth
import HaloInsights
import HaloJournal

/// What there is to say of a device's battery.
struct BatteryStory {
  let device: Device
  let history: BatteryHistory
  let insight: BatteryInsight
  /// The beginning of what is looked at.
  let from: Moment
  let now: Moment
  /// The newest reading that the journal has, whatever is looked at.
  let newest: StoredSample?

  init(device: Device, history: BatteryHistory, from: Moment, now: Moment, newest: StoredSample?) {
    self.device = device
    self.history = history
    self.from = from
    self.now = now
    self.newest = newest
    insight = history.insight(now: now)
  }

  /// The changes by habit.
  var changes: [BatteryHabit: BatteryChange] {
    Dictionary(uniqueKeysWithValues: insight.changes.map { ($0.habit, $0) })
  }
}
