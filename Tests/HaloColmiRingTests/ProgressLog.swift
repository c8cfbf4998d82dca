import HaloWearables
import Synchronization

/// Records the reported progress.
final class ProgressLog: Sendable {
  private let state = Mutex<[SyncProgress]>([])
  var steps: [SyncProgress] { state.withLock { $0 } }
  func add(_ step: SyncProgress) { state.withLock { $0.append(step) } }
}
