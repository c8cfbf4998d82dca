#if Dashboard
  import Dispatch
  import Foundation
  import HaloJournal
  import HaloReports

  /// Asks the journal, away from the threads that everything else runs on: SQLite blocks.
  final class JournalReader: Sendable {
    let journal: Journal
    /// As many at once as are of use on two cores and with one disk.
    private let questions = Turns(4, "halo.page.questions")
    /// What takes long waits for its like alone: months and years, one after the other, so that the next finds what the one before read;
    /// counting; and files.
    private let spans = Turns(1, "halo.page.spans")
    private let counts = Turns(1, "halo.page.counts", isBehind: true)
    private let errands = Turns(2, "halo.page.errands", isBehind: true)

    init(_ journal: Journal) { self.journal = journal }

    /// What a question answers.
    func ask<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await questions.run { [journal] in try question(journal) }
    }

    /// What a question about many days answers.
    func askSpan<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await spans.run { [journal] in try question(journal) }
    }

    /// What a question answers for which all of the journal is counted.
    func count<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await counts.run { [journal] in try question(journal) }
    }

    /// What an errand brings that takes a second or more.
    func run<Value: Sendable>(_ errand: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await errands.run { [journal] in try errand(journal) }
    }

    /// So many at once, each on a thread of its own, in the order in which they came.
    private final class Turns: Sendable {
      private let turns: DispatchQueue
      private let free: DispatchSemaphore
      private let isBehind: Bool

      /// `isBehind`: everybody else's threads go before these.
      init(_ count: Int, _ label: String, isBehind: Bool = false) {
        self.isBehind = isBehind
        turns = DispatchQueue(label: label + ".turns")
        free = DispatchSemaphore(value: count)
      }

      func run<Value: Sendable>(_ body: @escaping @Sendable () throws -> Value) async throws -> Value {
        let wording = Wording.current
        return try await withCheckedThrowingContinuation { continuation in
          turns.async { [free, isBehind] in
            free.wait()
            let work = { @Sendable in
              let result = Result { try Wording.$current.withValue(wording) { try body() } }
              free.signal()
              continuation.resume(with: result)
            }
            // A thread of its own: Dispatch's concurrent queues share theirs with the cooperative pool on Linux, and one that stands back
            // cannot come forward again.
            Thread.detachNewThread {
              if isBehind { Self.standBack() }
              work()
            }
          }
        }
      }

      /// Lets other threads of this program go first, and other programs.
      private static func standBack() {
        #if canImport(Darwin)
          Thread.current.qualityOfService = .utility
        #elseif os(Linux)
          // Linux has a priority for each thread, and 0 is this one.
          _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
        #endif
      }
    }
  }
#endif
