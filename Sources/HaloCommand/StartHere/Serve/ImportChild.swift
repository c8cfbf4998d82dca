#if Dashboard
  import Dispatch
  import Foundation
  import HaloDashboard
  import HaloHome
  import Subprocess
  import SystemPackage

  /// A process of this program that reads files for the page (``ReadImportCommand``). It ends with this object.
  final class ImportChild: ImportProcess {
    private let orders: FileDescriptor
    private let answers: FileDescriptor
    /// Waits for an answer, which blocks.
    private let queue = DispatchQueue(label: "halo.import")
    private let killer: AsyncStream<Void>.Continuation
    private let running: Task<ImportProcessEnd, Never>

    /// Starts a program for a journal; by default this program.
    init(_ program: String? = nil, journal: String) throws {
      let orders = try HaloHome.Pipe()
      let answers = try HaloHome.Pipe()
      let (kills, killer) = AsyncStream<Void>.makeStream()
      self.orders = orders.write
      self.answers = answers.read
      self.killer = killer
      // On Linux the process is of this version, also after an update has replaced the file.
      let program =
        program ?? (access("/proc/self/exe", X_OK) == 0 ? "/proc/self/exe" : Bundle.main.executablePath ?? "")
      running = Task.detached {
        let end = await Self.run(program, journal, orders.read, answers.write, until: kills)
        // The files of a killed process are not locked.
        StagedFile.removeLeftovers(beside: journal)
        StagedFile.removeLeftovers(beside: FileManager.default.temporaryDirectory.appending(path: "halo").path())
        // Ends the answer.
        for file in [orders.read, answers.write] { try? file.close() }
        return end
      }
    }

    deinit { for file in [orders, answers] { try? file.close() } }

    func ask(_ order: [UInt8], within limit: Duration) async throws -> [UInt8] {
      let timer = Task {
        try await Task.sleep(for: limit)
        killer.yield()
      }
      defer { timer.cancel() }
      let answer = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          queue.async { [self] in
            // A process that has ended does not read: then there is no answer either.
            _ = try? orders.writeAll(order + [UInt8(ascii: "\n")])
            continuation.resume(returning: Self.line(from: answers))
          }
        }
      } onCancel: {
        killer.yield()
      }
      if let answer { return answer }
      killer.yield()
      let end = await running.value
      try Task.checkCancellation()
      timer.cancel()
      // Not canceled: the time was over.
      throw (try? await timer.value) != nil ? ImportProcessEnd.tooSlow : end
    }

    func end() async {
      killer.yield()
      _ = await running.value
    }

    /// Reads a line; `nil` if the file ends before.
    private static func line(from file: FileDescriptor) -> [UInt8]? {
      var line: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while let count = try? buffer.withUnsafeMutableBytes({ try file.read(into: $0) }),
        count > 0
      {
        line += buffer.prefix(count)
        if line.last == UInt8(ascii: "\n") { return line.dropLast() }
      }
      return nil
    }

    /// Runs the process until it ends, or `kills` has an element.
    private static func run(
      _ program: String, _ journal: String, _ orders: FileDescriptor, _ answers: FileDescriptor,
      until kills: AsyncStream<Void>
    ) async -> ImportProcessEnd {
      var options = PlatformOptions()
      // Control-C in a terminal ends the page, which ends this process.
      options.createSession = true
      do {
        let result = try await Subprocess.run(
          .path(FilePath(program)), arguments: ["read-import", journal, "--lang", "en"],
          // After a fatal error, Swift's backtracer would keep the process for half a minute.
          environment: .inherit.updating(["SWIFT_BACKTRACE": "enable=no"]), platformOptions: options,
          input: .fileDescriptor(orders, closeAfterSpawningProcess: false),
          output: .fileDescriptor(answers, closeAfterSpawningProcess: false),
          error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
        ) { execution in
          await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in kills { try? execution.send(signal: .kill) } }
            await ProcessEnd.wait(for: execution.processIdentifier.value)
            group.cancelAll()
          }
        }
        switch result.terminationStatus {
        case .signaled(SIGXCPU): return .tooSlow
        case .signaled(let signal): return .unexpected("signal \(signal)")
        case .exited(let status): return .unexpected("status \(status)")
        }
      } catch {
        return .unexpected("\(error)")
      }
    }
  }
#endif
