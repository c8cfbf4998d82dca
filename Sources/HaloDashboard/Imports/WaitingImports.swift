import Synchronization

/// Uploaded files that wait for a decision in the same browser: one for each browser, for half an hour.
final class WaitingImports: Sendable {
  private struct Wait {
    let session: String
    let file: UploadedImport
    let expires: ContinuousClock.Instant
  }

  /// The largest number of files: each takes as much space on the disk as was uploaded.
  private static let most = 4
  private static let time = Duration.seconds(30 * 60)

  private let now: @Sendable () -> ContinuousClock.Instant
  private let waits = Mutex<[String: Wait]>([:])

  init(now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }) { self.now = now }

  /// Keeps a file and returns its id. The browser's earlier file is dropped, and the oldest one if there are too many.
  func add(_ file: UploadedImport, session: String) -> String {
    let (id, time) = (Secret.random(), now())
    waits.withLock { waits in
      waits = waits.filter { $0.value.expires > time && $0.value.session != session }
      if waits.count >= Self.most, let oldest = waits.min(by: { $0.value.expires < $1.value.expires }) {
        waits[oldest.key] = nil
      }
      waits[id] = Wait(session: session, file: file, expires: time + Self.time)
    }
    return id
  }

  /// Takes a file; `nil` without a file of this browser with that id, or after its time.
  func take(_ id: String, session: String) -> UploadedImport? {
    let time = now()
    return waits.withLock { waits in
      waits = waits.filter { $0.value.expires > time }
      guard waits[id]?.session == session else { return nil }
      return waits.removeValue(forKey: id)?.file
    }
  }
}
