import Foundation
import HaloHealth
import HaloInterchange
import HaloModels
import WidgetKit

/// Receives measured data for the widget and Apple Health. Serialized, and off the main actor.
actor PhoneDataSink: DataSink {
  /// The widget's kind.
  private static let widget = "HaloToday"

  private var health: HealthWriter?

  func show(_ widgetSnapshot: WidgetSnapshot) async throws {
    try AppGroup.leave(widgetSnapshot)
    WidgetCenter.shared.reloadTimelines(ofKind: Self.widget)
  }

  func write(_ day: CalendarDate, _ records: [HealthRecord], at now: Moment) async throws {
    guard HealthWriter.isAvailable else { return }
    let writer = health ?? HealthWriter(ledger: Self.ledger)
    health = writer
    try await writer.write(day, records, at: now)
  }

  func forget() async throws {
    // The next writer begins with an empty ledger. Entries in Health keep their identifiers, so syncing the same data
    // again replaces them instead of duplicating them.
    health = nil
    for file in [Self.ledger, AppGroup.widgetSnapshot].compactMap(\.self)
    where FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
      try FileManager.default.removeItem(at: file)
    }
    WidgetCenter.shared.reloadTimelines(ofKind: Self.widget)
  }

  private static var ledger: URL {
    URL.applicationSupportDirectory.appending(path: "Halo/health.json", directoryHint: .notDirectory)
  }
}
