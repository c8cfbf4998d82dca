import BackgroundTasks
import Foundation

/// Background sync. The system decides when: mostly at night, while the phone is charging.
///
/// It is complemented by Core Bluetooth's state restoration: a pending connection wakes the app when the ring comes
/// into range.
enum BackgroundSync {
  /// The task's identifier, as permitted in `Info.plist`; `nil` if the bundle has no identifier.
  private static var identifier: String? { Bundle.main.bundleIdentifier.map { "\($0).sync" } }

  /// Registers the sync. Call once, before the app has finished launching.
  ///
  /// - Parameter sync: Syncs all devices; is canceled when the system's time limit is reached.
  /// - Returns: True if the system accepted the registration.
  @discardableResult
  static func register(_ sync: @escaping @Sendable () async throws -> Void) -> Bool {
    guard let identifier else { return false }
    return BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
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

  /// Requests a sync in four hours at the earliest. If the person disabled background refresh, no sync runs until Halo
  /// is opened.
  static func schedule() {
    guard let identifier else { return }
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.requiresNetworkConnectivity = false
    request.requiresExternalPower = false
    request.earliestBeginDate = Date(timeIntervalSinceNow: 4 * 3600)
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
