import Synchronization

/// Uploaded files that wait for a decision in the same browser: one for each browser, for half an hour. The process of a
/// file that is dropped ends.
final class WaitingImports: Sendable {
  private struct Wait {
    let session: String
    let file: UploadedImport
    let expires: ContinuousClock.Instant
  }

  /// The largest number of files: each takes as much space on the disk as was uploaded, and a process.
  private static let most = 2
  private static let time = Duration.seconds(30 * 60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let waits = Mutex<[String: Wait]>([:])

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Keeps a file. The browser's earlier file is dropped, and the oldest one if there are too many.
  func add(_ file: UploadedImport, id: String, session: String) {
    let time = now()
    waits.withLock { waits in
      waits = waits.filter { $0.value.expires > time && $0.value.session != session }
      if waits.count >= Self.most, let oldest = waits.min(by: { $0.value.expires < $1.value.expires }) {
        waits[oldest.key] = nil
      }
      waits[id] = Wait(session: session, file: file, expires: time + Self.time)
    }
  }

  /// Takes a file; `nil` without a file of this browser with that id, or after its time.
  func take(_ id: String, session: String) -> UploadedImport? {
    dropOld()
    return waits.withLock { waits in
      guard waits[id]?.session == session else { return nil }
      return waits.removeValue(forKey: id)?.file
    }
  }

  /// Drops files after their time.
  func dropOld() {
    let time = now()
    waits.withLock { $0 = $0.filter { $0.value.expires > time } }
  }

  /// Takes all files.
  func takeAll() -> [UploadedImport] {
    waits.withLock { waits in
      defer { waits = [:] }
      return waits.values.map(\.file)
    }
  }
}
