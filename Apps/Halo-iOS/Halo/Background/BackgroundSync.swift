import BackgroundTasks
import Foundation

/// A sync while nobody looks. The system decides when: mostly at night, while the phone is charging.
///
/// Core Bluetooth's restoration is the other half: a connection that is waited for wakes the app when the ring comes near.
enum BackgroundSync {
  /// The task's identifier, which `Info.plist` permits; `nil` where the bundle has no identifier.
  private static var identifier: String? { Bundle.main.bundleIdentifier.map { "\($0).sync" } }

  /// Says what a sync is. Has to be called before the app has finished launching, and once.
  ///
  /// - Parameter sync: Syncs all devices; is cancelled when the system wants the time back.
  /// - Returns: Whether the system took it.
  @discardableResult
  static func register(_ sync: @escaping @Sendable () async throws -> Void) -> Bool {
    guard let identifier else { return false }
    return BGTaskScheduler.shared.register(forTaskWithIdentifier: identifier, using: nil) { task in
      // The next one first: a sync that fails must not be the last.
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

  /// Asks for a sync, in four hours at the earliest. Where the person turned background refresh off, there is none until Halo is opened.
  static func schedule() {
    guard let identifier else { return }
    let request = BGProcessingTaskRequest(identifier: identifier)
    request.requiresNetworkConnectivity = false
    request.requiresExternalPower = false
    request.earliestBeginDate = Date(timeIntervalSinceNow: 4 * 3600)
    try? BGTaskScheduler.shared.submit(request)
  }

  /// Carries the system's task into the sync's own.
  ///
  /// Unchecked, because it says one thing to the task, at the end of the sync, and BackgroundTasks may be told so on any thread.
  private final class LaunchedTask: @unchecked Sendable {
    private let task: BGTask

    init(_ task: BGTask) { self.task = task }

    func end(success: Bool) { task.setTaskCompleted(success: success) }
  }
}
