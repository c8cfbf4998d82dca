import Synchronization

/// Uploaded files that wait for a decision in the same browser: one for each browser, for half an hour. The process of a
/// file that is dropped ends.
final class WaitingImports: Sendable {
  private struct Wait {
    let session: String
    let file: UploadedImport
    let expires: ContinuousClock.Instant
  }

  private struct State {
    var waits: [String: Wait] = [:]
    var isClosed = false
  }

  /// The largest number of files: each takes as much space on the disk as was uploaded, and a process.
  private static let most = 2
  private static let time = Duration.seconds(30 * 60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let state = Mutex(State())

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Keeps a file with an id. The browser's earlier file is dropped, and the oldest one if there are too many.
  func add(_ file: UploadedImport, id: String, session: String) {
    let time = now()
    state.withLock { state in
      guard !state.isClosed else { return }
      state.waits = state.waits.filter { $0.value.expires > time && $0.value.session != session }
      if state.waits.count >= Self.most, let oldest = state.waits.min(by: { $0.value.expires < $1.value.expires }) {
        state.waits[oldest.key] = nil
      }
      state.waits[id] = Wait(session: session, file: file, expires: time + Self.time)
    }
  }

  /// Takes a file; `nil` without a file of this browser with that id, or after its time.
  func take(_ id: String, session: String) -> UploadedImport? {
    dropOld()
    return state.withLock { state in
      guard state.waits[id]?.session == session else { return nil }
      return state.waits.removeValue(forKey: id)?.file
    }
  }

  /// Drops files after their time.
  func dropOld() {
    let time = now()
    state.withLock { state in state.waits = state.waits.filter { $0.value.expires > time } }
  }

  /// Takes all files, and keeps none from now on.
  func close() -> [UploadedImport] {
    state.withLock { state in
      defer { state = State(isClosed: true) }
      return state.waits.values.map(\.file)
    }
  }
}
