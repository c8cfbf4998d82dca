#if Dashboard
  import HaloBluetooth
  import HaloJournal

  /// Runs queries on the journal on separate threads, because SQLite calls block.
  final class JournalReader: Sendable {
    let journal: Journal
    /// Concurrent queries: more would not help on two cores and one disk.
    private let questions = AsyncSemaphore(4)
    /// Slow work has separate limits. Long date ranges run one at a time, so that each can use what the previous one
    /// cached. Counting and file work have their own limits too.
    private let spans = AsyncSemaphore(1)
    private let counts = AsyncSemaphore(1)
    private let errands = AsyncSemaphore(2)

    init(_ journal: Journal) { self.journal = journal }

    /// Runs a query.
    func ask<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await questions.run { try await journal.perform(question) }
    }

    /// Runs a query over many days.
    func askSpan<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await spans.run { try await journal.perform(question) }
    }

    /// Runs a query that counts the whole journal.
    func count<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await counts.run { try await journal.perform(inBackground: true, question) }
    }

    /// Runs a task that takes a second or more, such as an import or an export.
    func run<Value: Sendable>(_ errand: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await errands.run { try await journal.perform(inBackground: true, errand) }
    }
  }
#endif
