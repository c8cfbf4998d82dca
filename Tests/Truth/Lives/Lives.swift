import Foundation
import HaloCohort
import HaloDrivers

/// Simulates the lives of these seeds: `halo-lives FIRST COUNT FOLDER`. For each it creates a folder with the journal
/// and the true data for `Tests/Truth/prove`.
@main
enum Lives {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 4, let first = UInt64(arguments[1]), let count = UInt64(arguments[2]) else {
      FileHandle.standardError.write(Data("usage: halo-lives FIRST COUNT FOLDER\n".utf8))
      exit(64)
    }
    for seed in first..<first + count {
      let folder = URL(filePath: arguments[3]).appending(path: "\(seed)")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let account = try await Life(seed: seed).live(
        path: folder.appending(path: "journal.sqlite").path(), registry: .bundled)
      try JSONEncoder().encode(account).write(to: folder.appending(path: Cohort.truthFile))
      print(seed)
      fflush(nil)
    }
  }
}
