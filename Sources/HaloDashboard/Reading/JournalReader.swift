#if Dashboard
  import HaloBluetooth
  import HaloJournal

  /// Asks the journal, away from the threads that everything else runs on: SQLite blocks.
  final class JournalReader: Sendable {
    let journal: Journal
    /// As many at once as are of use on two cores and with one disk.
    private let questions = AsyncSemaphore(4)
    /// Slow work has limits of its own: months and years, one after the other, so that the next finds what the one before read; counting; and
    /// files.
    private let spans = AsyncSemaphore(1)
    private let counts = AsyncSemaphore(1)
    private let errands = AsyncSemaphore(2)

    init(_ journal: Journal) { self.journal = journal }

    /// What a question answers.
    func ask<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await questions.run { try await journal.perform(question) }
    }

    /// What a question about many days answers.
    func askSpan<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await spans.run { try await journal.perform(question) }
    }

    /// What a question answers for which all of the journal is counted.
    func count<Value: Sendable>(_ question: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await counts.run { try await journal.perform(inBackground: true, question) }
    }

    /// What an errand brings that takes a second or more.
    func run<Value: Sendable>(_ errand: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
      try await errands.run { try await journal.perform(inBackground: true, errand) }
    }
  }
#endif
