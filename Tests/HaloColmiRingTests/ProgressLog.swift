import HaloWearables
import Synchronization

/// Keeps the progress it is told.
final class ProgressLog: Sendable {
  private let state = Mutex<[SyncProgress]>([])
  var steps: [SyncProgress] { state.withLock { $0 } }
  func add(_ step: SyncProgress) { state.withLock { $0.append(step) } }
}
