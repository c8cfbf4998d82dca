import ActivityKit
import Foundation
import HaloHealth
import HaloInterchange
import HaloModels
import HaloReports
import WidgetKit

/// Receives measured data for the widget and Apple Health. Serialized, and off the main actor.
actor PhoneDataSink: DataSink {
  nonisolated var wording: Wording { .app }

  private var health = HealthWriter(ledger: PhoneDataSink.ledger)

  func show(_ widgetSnapshot: WidgetSnapshot) async throws {
    try AppGroup.leave(widgetSnapshot)
    WidgetCenter.shared.reloadTimelines(ofKind: AppGroup.widgetKind)
  }

  func show(_ workout: WorkoutSnapshot?) async { await Self.show(workout) }
  func askForHealth() async throws -> HealthPermission { try await health.askForPermission() }
  func healthPermission() async -> HealthPermission { await health.permission }
  func write(_ day: HealthDay, retrying: Bool) async throws -> [HealthRefusal] {
    try await health.write(day, retrying: retrying)
  }
  func removeFromHealth() async throws { try await health.removeAll() }

  func forget() async throws {
    for file in [Self.ledger, AppGroup.widgetSnapshot].compactMap(\.self)
    where FileManager.default.fileExists(atPath: file.path(percentEncoded: false)) {
      try FileManager.default.removeItem(at: file)
    }
    // The next writer begins with an empty ledger, and replaces the days that it writes.
    health = HealthWriter(ledger: Self.ledger)
    WidgetCenter.shared.reloadTimelines(ofKind: AppGroup.widgetKind)
  }

  /// Shows, changes or ends the activity on the lock screen. A person may have turned activities off. A snapshot is
  /// replaced every five seconds; one that is a minute old says that it no longer knows.
  private nonisolated static func show(_ workout: WorkoutSnapshot?) async {
    let running = Activity<WorkoutActivity>.activities
    guard let workout else {
      for activity in running { await activity.end(nil, dismissalPolicy: .immediate) }
      return
    }
    let content = ActivityContent(state: workout, staleDate: Date(timeIntervalSinceNow: 60))
    if running.isEmpty {
      guard ActivityAuthorizationInfo().areActivitiesEnabled else { return }
      _ = try? Activity.request(attributes: WorkoutActivity(), content: content)
    } else {
      for activity in running { await activity.update(content) }
    }
  }

  private static var ledger: URL {
    URL.applicationSupportDirectory.appending(path: "Halo/health.json", directoryHint: .notDirectory)
  }
}
