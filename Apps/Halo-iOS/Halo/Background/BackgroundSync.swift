import BackgroundTasks
import Foundation

/// Background sync by the system's two tasks, whose times it decides: one a few times a day, before the person usually
/// opens the app, the other mostly at night, while the phone is charging.
///
/// They complement Core Bluetooth's requests to connect, which wake the app when a device is in range, but are lost when
/// the person switches Bluetooth off in Settings while the app does not run (Apple's TN3115).
enum BackgroundSync {
  /// The identifier of the refresh, as permitted in `Info.plist`; `nil` without an identifier of the bundle.
  private static var refresh: String? { Bundle.main.bundleIdentifier.map { "\($0).refresh" } }
  /// The identifier of the processing task.
  private static var processing: String? { Bundle.main.bundleIdentifier.map { "\($0).sync" } }

  /// Registers the tasks. Call once, before the app has finished launching.
  ///
  /// - Parameter sync: Syncs what is not new; is canceled when the system's time limit is reached.
  static func register(_ sync: @escaping @Sendable () async throws -> Void) {
    for identifier in [refresh, processing].compactMap(\.self) { register(identifier, sync) }
  }

  private static func register(_ identifier: String, _ sync: @escaping @Sendable () async throws -> Void) {
    _ = BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      // Schedule the next sync first: a failed sync must not be the last one.
      schedule()
      let launched = LaunchedTask(task)
      let work = Task {
        do {
          try await sync()
          launched.end(success: !Task.isCancelled)
        } catch {
          launched.end(success: false)
        }
      }
      task.expirationHandler = { work.cancel() }
    }
  }

  /// Requests a refresh in an hour at the earliest, and a longer task in four. If the person disabled background refresh,
  /// none runs until Halo is opened.
  static func schedule() {
    if let refresh { submit(BGAppRefreshTaskRequest(identifier: refresh), afterHours: 1) }
    if let processing {
      let request = BGProcessingTaskRequest(identifier: processing)
      request.requiresNetworkConnectivity = false
      request.requiresExternalPower = false
      submit(request, afterHours: 4)
    }
  }

  private static func submit(_ request: BGTaskRequest, afterHours hours: Double) {
    request.earliestBeginDate = Date(timeIntervalSinceNow: hours * 3600)
    try? BGTaskScheduler.shared.submit(request)
  }

  /// Carries the system's task into a Swift task.
  ///
  /// Unchecked, because it only completes the task, at the end of the sync, which BackgroundTasks allows on any thread.
  private final class LaunchedTask: @unchecked Sendable {
    private let task: BGTask

    init(_ task: BGTask) { self.task = task }

    func end(success: Bool) { task.setTaskCompleted(success: success) }
  }
}
