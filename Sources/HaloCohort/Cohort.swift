package import HaloFoundation
package import HaloWearables

/// Simulated people with their devices: a journal for each, and the true data beside it.
///
/// The people sync daily, weekly or with interruptions, travel, change clocks, let batteries run empty, wear several
/// devices, and record raw light. The same seed always gives the same people.
package struct Cohort: Sendable {
  private let count: Int
  private let days: Int
  private let seed: UInt64

  /// A cohort of `count` people, who are followed for that many days.
  package init(count: Int, days: Int, seed: UInt64) { (self.count, self.days, self.seed) = (count, days, seed) }

  /// The name of the file with the true data, beside `journal.sqlite`.
  package static let truthFile = "truth.json"

  /// Creates a folder for each person inside `folder`, with a journal and the true data. Folders that exist are kept, so
  /// that an interrupted simulation can be continued.
  ///
  /// - Parameter progress: Called with the number of people that are done.
  /// - Throws: An error of the file system, or `CancellationError`; no incomplete folder is left.
  package func simulate(
    in folder: URL, registry: DriverRegistry, progress: (Int) -> Void = { _ in }
  ) async throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    // A simulation is single-threaded.
    let width = ProcessInfo.processInfo.activeProcessorCount
    try await withThrowingTaskGroup(of: Void.self) { group in
      var done = 0
      for number in 1...count {
        if number > width {
          try await group.next()
          done += 1
          progress(done)
        }
        group.addTask { try await simulate(number, in: folder, registry) }
      }
      while try await group.next() != nil {
        done += 1
        progress(done)
      }
    }
  }

  private func simulate(_ number: Int, in folder: URL, _ registry: DriverRegistry) async throws {
    try Task.checkCancellation()
    let digits = String(number)
    let name = "w" + String(repeating: "0", count: max(0, String(count).count - digits.count)) + digits
    let place = folder.appending(path: name)
    guard !FileManager.default.fileExists(atPath: place.path(percentEncoded: false)) else { return }
    let unfinished = folder.appending(path: ".\(name)")
    try? FileManager.default.removeItem(at: unfinished)
    try FileManager.default.createDirectory(at: unfinished, withIntermediateDirectories: true)
    do {
      let life = Life(seed: seed &* 1_000_003 &+ UInt64(number), days: days)
      let path = unfinished.appending(path: "journal.sqlite").path(percentEncoded: false)
      let truth = try await life.live(path: path, wearer: name, registry: registry)
      try Task.checkCancellation()
      // A closed journal needs no locks.
      let folder = unfinished.path(percentEncoded: false)
      for file in try FileManager.default.contentsOfDirectory(atPath: folder) where file.hasSuffix(".lock") {
        try FileManager.default.removeItem(at: unfinished.appending(path: file))
      }
      try JSONEncoder().encode(truth).write(to: unfinished.appending(path: Self.truthFile))
      try FileManager.default.moveItem(at: unfinished, to: place)
    } catch {
      try? FileManager.default.removeItem(at: unfinished)
      throw error
    }
  }
}
