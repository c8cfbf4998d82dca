public import HaloHealth
public import HaloInterchange

/// Receives a person's data outside of the journal: on an iPhone the widget and Apple Health.
public protocol DataSink: Sendable {
  /// Replaces the snapshot that the widget shows.
  func show(_ widgetSnapshot: WidgetSnapshot) async throws

  /// Replaces a day's data in Apple Health with `records`. Called only if the person has enabled it.
  func write(_ day: CalendarDate, _ records: [HealthRecord], at now: Moment) async throws

  /// Deletes the snapshot and the bookkeeping for Apple Health. Data in Apple Health belongs to the person and stays.
  func forget() async throws
}
