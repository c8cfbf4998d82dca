import Foundation

/// Copies a file of Files or iCloud, which may have to be downloaded first.
enum FileCopy {
  /// Returns a temporary copy. Blocks a thread of the system, not the screen.
  static func make(of file: URL) async throws -> URL {
    let copy = FileManager.default.temporaryDirectory.appending(path: "merge-\(UUID()).sqlite")
    return try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<URL, any Error>) in
      DispatchQueue.global(qos: .userInitiated).async {
        let isGranted = file.startAccessingSecurityScopedResource()
        defer { if isGranted { file.stopAccessingSecurityScopedResource() } }
        var (refusal, failure): (NSError?, (any Error)?) = (nil, nil)
        NSFileCoordinator().coordinate(readingItemAt: file, options: [], error: &refusal) { file in
          do { try FileManager.default.copyItem(at: file, to: copy) } catch { failure = error }
        }
        if let error = failure ?? refusal {
          continuation.resume(throwing: error)
        } else {
          continuation.resume(returning: copy)
        }
      }
    }
  }
}
