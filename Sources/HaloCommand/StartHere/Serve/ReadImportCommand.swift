#if Dashboard
  import Dispatch
  import Foundation
  import HaloDashboard
  import SystemPackage

  /// `halo read-import`: reads files for the page of `halo serve`, which starts it (``ImportChild``).
  struct ReadImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "read-import", abstract: "Read files for the page of 'halo serve'.", shouldDisplay: false)

    @Argument var journal: String

    /// The most memory for data, in bytes: several times what the largest export needs.
    private static let memory: UInt = 1 << 30
    /// The most processor time, in seconds. The page ends the process earlier.
    private static let time: UInt = 3 * 60 * 60

    func run() async throws {
      Self.setLimits()
      let path = journal
      let handler = ImportHandler(HaloProgram.registry) {
        // The page reports a journal that was moved: another one must not be created in its place.
        guard FileManager.default.fileExists(atPath: path) else {
          throw JournalError.cannotOpen(path: path, reason: Phrase("it does not exist"))
        }
        return try Journal(path: path)
      }
      let (orders, continuation) = AsyncStream<String>.makeStream()
      DispatchQueue(label: "halo.orders").async {
        while let line = readLine() { continuation.yield(line) }
        // The page has ended, or does not need the file any more.
        ProcessSignals().end(0)
      }
      for await order in orders {
        let answer = try await BlockingWork.run(inBackground: true) { handler.answer([UInt8](order.utf8)) }
        try StandardOutput.write(answer + [UInt8(ascii: "\n")])
      }
    }

    private static func setLimits() {
      #if os(Linux)
        // If memory is short, the system ends this process, and not the page's.
        if let score = try? FileDescriptor.open("/proc/self/oom_score_adj", .writeOnly) {
          _ = try? score.closeAfter { try score.writeAll("1000".utf8) }
        }
        // A core dump would contain health data.
        for (kind, most) in [(RLIMIT_DATA, memory), (RLIMIT_CPU, time), (RLIMIT_CORE, 0)] {
          var limit = rlimit(rlim_cur: most, rlim_max: most)
          setrlimit(__rlimit_resource_t(kind.rawValue), &limit)
        }
      #endif
    }
  }
#endif
