/// Runs queries on the journal on separate threads, because SQLite calls block.
final class JournalReader: Sendable {
  let journal: Journal
  /// Concurrent queries: more would not help on two cores and one disk.
  private let queries = AsyncSemaphore(4)
  /// Slow work has separate limits. Long date ranges run one at a time, so that each can use what the previous one
  /// cached. Counting and file work have their own limits too.
  private let rangeQueries = AsyncSemaphore(1)
  private let counts = AsyncSemaphore(1)
  private let tasks = AsyncSemaphore(2)

  init(_ journal: Journal) { self.journal = journal }

  /// Runs a query.
  func ask<Value: Sendable>(_ query: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
    try await queries.run { try await journal.perform(query) }
  }

  /// Runs a query over many days.
  func askRange<Value: Sendable>(_ query: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
    try await rangeQueries.run { try await journal.perform(query) }
  }

  /// Runs a query that counts the whole journal.
  func count<Value: Sendable>(_ query: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
    try await counts.run { try await journal.perform(inBackground: true, query) }
  }

  /// Runs a task that takes a second or more, such as an import, or many times, such as an export of each day.
  func run<Value: Sendable>(_ task: @escaping @Sendable (Journal) throws -> Value) async throws -> Value {
    try await tasks.run { try await journal.perform(inBackground: true, task) }
  }
}
