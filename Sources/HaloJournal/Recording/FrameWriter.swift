import Dispatch
import Synchronization

/// Stores frames on a separate thread, in the order of arrival.
///
/// A frame is stored before Halo acts on it. If that takes longer than ``longestWait``, because another program imports
/// years of data or the disk is slow, Halo acts on frames before they are stored, until the writer has caught up. At
/// most ``maxPending`` frames may be unstored. Further frames are refused, and their connections end.
final class FrameWriter: Sendable {
  /// A frame of a session.
  struct Entry: Sendable {
    let session: Int
    let frame: RecordedFrame
  }

  /// The longest wait for a frame. A frame that arrives while earlier ones are being stored may wait for both. The
  /// frames of a characteristic are stored one after the other, so this limit keeps up with 70 frames per second.
  static let longestWait = Duration.milliseconds(14)
  /// The limit of unstored frames: more than two minutes at 30 frames per second.
  static let maxPending = 4096
  /// The largest number of frames in a transaction.
  private static let maxBatch = 512
  /// The maximum number of consecutive attempts while another program writes. Each lasts as long as SQLite waits (20
  /// seconds).
  private static let maxAttempts = 6
  private static let timer = DispatchQueue(label: "halo.frames.late")

  private typealias Waiter = CheckedContinuation<Void, any Error>

  /// A frame, or the end of a session if it is nil, and the continuation to resume when it is stored.
  private struct Item {
    let session: Int
    let frame: RecordedFrame?
    var waiter: Waiter?
  }

  private struct State {
    /// The unstored items, in order. The first ones may be in progress.
    var items: [Item] = []
    var isRunning = false
    /// The number of attempts to store items.
    var attempt = 0
    var isLate = false
    /// Errors by session, of frames that were refused or on which Halo acted before they were stored.
    var failures: [Int: any Error] = [:]
  }

  private let state = Mutex(State())
  private let queue = DispatchQueue(label: "halo.frames")
  private let store: @Sendable ([Entry]) throws -> Void
  private let refusal: any Error
  private let after: @Sendable (Duration, @escaping @Sendable () -> Void) -> Void

  /// A writer that calls `store` to store frames atomically. `refusal` is the error for frames beyond the limit;
  /// `after` calls a function later.
  init(
    refusal: any Error,
    after: @escaping @Sendable (Duration, @escaping @Sendable () -> Void) -> Void = { time, body in
      FrameWriter.timer.asyncAfter(deadline: .now() + time / .seconds(1), execute: body)
    },
    store: @escaping @Sendable ([Entry]) throws -> Void
  ) {
    self.refusal = refusal
    self.after = after
    self.store = store
  }

  /// Stores a frame after all earlier ones. Returns when it is stored, or after ``longestWait``.
  ///
  /// - Throws: The error of this frame or of an earlier one of its session.
  func write(_ entry: Entry, isolation: isolated (any Actor)? = #isolation) async throws {
    guard !BlockingWork.isInline else { return try store([entry]) }
    // The frame is queued before the caller is suspended, so that the order is that of the calls.
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      let result = state.withLock { state -> Result<Void, any Error>? in
        if let failure = state.failures[entry.session] { return .failure(failure) }
        guard state.items.count < Self.maxPending else {
          // Later frames would leave a gap.
          state.failures[entry.session] = refusal
          return .failure(refusal)
        }
        add(Item(session: entry.session, frame: entry.frame, waiter: state.isLate ? nil : waiter), &state)
        return state.isLate ? .success(()) : nil
      }
      if let result { waiter.resume(with: result) }
    }
  }

  /// Waits until all frames of a session are stored.
  ///
  /// - Throws: The error of a frame that could not be stored.
  func finish(_ session: Int, isolation: isolated (any Actor)? = #isolation) async throws {
    guard !BlockingWork.isInline else { return }
    try await withCheckedThrowingContinuation { (waiter: Waiter) in
      state.withLock { add(Item(session: session, frame: nil, waiter: waiter), &$0) }
    }
  }

  /// Blocks the thread until all frames are stored. Returns false on timeout after `time`.
  func flush(within time: Duration) -> Bool {
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    return end.wait(timeout: .now() + time / .seconds(1)) == .success
  }

  private func add(_ item: Item, _ state: inout State) {
    state.items.append(item)
    guard !state.isRunning else { return }
    state.isRunning = true
    queue.async { self.storeAll() }
  }

  private func storeAll() {
    var busy = 0
    while true {
      let (items, attempt) = state.withLock { state in
        let items = state.items.prefix(Self.maxBatch)
        state.isRunning = !items.isEmpty
        state.attempt += 1
        return (items, state.attempt)
      }
      guard !items.isEmpty else { return }
      after(Self.longestWait) { self.resumeCallers(without: attempt) }
      let results = results(of: items)
      busy = results.isEmpty ? busy + 1 : 0
      if !results.isEmpty {
        end(results)
      } else if busy >= Self.maxAttempts {
        end(items.map { $0.frame == nil ? .success(()) : .failure(refusal) })
      }
    }
  }

  /// Stores items in order and returns their results; empty if another program is writing. If a transaction with all
  /// items fails, each is stored separately until the database is busy.
  private func results(of items: ArraySlice<Item>) -> [Result<Void, any Error>] {
    func entries(_ items: ArraySlice<Item>) -> [Entry] {
      items.compactMap { item in item.frame.map { Entry(session: item.session, frame: $0) } }
    }
    let all = Result { try storeIfNotEmpty(entries(items)) }
    if Self.isBusy(all) { return [] }
    if items.count == 1 { return [all] }
    if case .success = all { return items.map { _ in all } }
    var results: [Result<Void, any Error>] = []
    for index in items.indices {
      let result = Result { try storeIfNotEmpty(entries(items[index...index])) }
      if Self.isBusy(result) { break }
      results.append(result)
    }
    return results
  }

  private func storeIfNotEmpty(_ entries: [Entry]) throws { if !entries.isEmpty { try store(entries) } }

  private static func isBusy(_ result: Result<Void, any Error>) -> Bool {
    if case .failure(JournalError.busy) = result { true } else { false }
  }

  /// Removes the first items and resumes their continuations.
  private func end(_ results: [Result<Void, any Error>]) {
    let ends = state.withLock { state in
      // Without an attempt in progress, no frame is late.
      state.attempt += 1
      let items = state.items.prefix(results.count)
      state.items.removeFirst(results.count)
      // Before a caller continues: it waits for its next frame again.
      if state.items.isEmpty { state.isLate = false }
      return zip(items, results).compactMap { item, result -> (waiter: Waiter, result: Result<Void, any Error>)? in
        if item.frame == nil, let failure = state.failures.removeValue(forKey: item.session) {
          return item.waiter.map { ($0, .failure(failure)) }
        }
        if item.waiter == nil, case .failure(let error) = result { state.failures[item.session] = error }
        return item.waiter.map { ($0, result) }
      }
    }
    for end in ends { end.waiter.resume(with: end.result) }
  }

  /// Resumes the callers that wait for frames, if this attempt is still in progress.
  private func resumeCallers(without attempt: Int) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.attempt == attempt else { return [] }
      state.isLate = true
      return state.items.indices.compactMap { index in
        guard state.items[index].frame != nil else { return nil }
        defer { state.items[index].waiter = nil }
        return state.items[index].waiter
      }
    }
    for waiter in waiters { waiter.resume() }
  }
}
