public import HaloHealth
public import HaloInterchange

/// Who is told of a person's data outside of the journal: the widget and Apple Health on an iPhone.
public protocol Recipient: Sendable {
  /// Shows a glance in place of the one before.
  func show(_ glance: Glance) async throws

  /// Makes Health say of a day what `records` say. Called only where the person wants that.
  func write(_ day: CalendarDate, _ records: [HealthRecord], at now: Moment) async throws

  /// Lets everything go that was kept for this: the glance, and what was noted of Health. What stands in Health is the person's own.
  func forget() async throws
}
