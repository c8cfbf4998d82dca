import HaloBluetooth
import HaloEngine
import HaloJournal
public import Observation
public import HaloReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The model of merging a journal from a file, such as that of the person's computer. It follows the rules of
/// `halo import`: what is already here is not added again.
@MainActor @Observable
public final class ImportModel {
  /// The state of an import.
  public enum State: Sendable, Hashable {
    /// No import was requested.
    case idle
    /// The file is being read: the fraction that is done.
    case reading(Double)
    /// What the file has and how much of it is new, one sentence for each; nothing was changed yet.
    case found([Phrase], hasNews: Bool)
    /// The file is being merged.
    case merging
    /// The result, one sentence for each device and kind of data.
    case done([Phrase])
    /// The file was not merged; nothing was changed.
    case failed(Problem)
  }

  /// The state of the import.
  public private(set) var state = State.idle

  private let environment: ModelEnvironment
  private let serialTask = SerialTask()
  private var merge: JournalMerge?
  private var name = ""

  /// A journal that was read.
  private struct Found: Sendable {
    let merge: JournalMerge
    let sentences: [Phrase]
    let hasNews: Bool
  }

  /// Creates a model without an import.
  public init(_ environment: ModelEnvironment) { self.environment = environment }

  /// True while the file is being read or merged.
  public var isRunning: Bool {
    switch state {
    case .reading, .merging: true
    case .idle, .found, .done, .failed: false
    }
  }

  /// Performs the person's requests until the task is canceled, which ends an import; nothing is changed then.
  public func run() async {
    await serialTask.run()
    if isRunning { state = .idle }
  }

  /// Reads a journal at `path`, which is deleted afterwards if `isTemporary`, and finds what is new.
  public func read(_ path: String, name: String, isTemporary: Bool = false) {
    self.name = name
    state = .reading(0)
    serialTask.start {
      await self.find(path, name)
      if isTemporary { await Self.remove(path) }
    }
  }

  /// Merges the file that was read.
  public func confirm() {
    guard let merge, case .found = state else { return }
    let name = name
    state = .merging
    serialTask.start { await self.run(merge, name) }
  }

  /// Ends the import, or closes its result. A merge that is not complete changes nothing.
  public func close() {
    serialTask.cancel()
    (state, merge) = (.idle, nil)
  }

  private func find(_ path: String, _ name: String) async {
    let environment = environment
    await perform { journal, progress in
      let merge = try JournalMerge(
        path, name: name, into: journal.path, environment.registry, wearer: environment.wearer, now: environment.now,
        progress: progress)
      let found = try merge.preview(for: journal)
      return Found(merge: merge, sentences: MergeReport(found, file: name).sentences, hasNews: found.hasChanges)
    } show: {
      if case .reading = self.state { self.state = .reading($0) }
    } end: { found in
      self.merge = found.merge
      self.state = .found(found.sentences, hasNews: found.hasNews)
    }
  }

  private func run(_ merge: JournalMerge, _ name: String) async {
    await perform { journal, _ in
      MergeReport(try merge.run(into: journal), file: name).sentences
    } show: { _ in
    } end: { sentences in
      self.merge = nil
      self.state = .done(sentences)
      self.environment.changes.announce()
    }
  }

  /// Calls `body` on a thread that may block, shows its progress, and then its result.
  private func perform<Value: Sendable>(
    _ body: @escaping @Sendable (Journal, @escaping @Sendable (Double) throws -> Void) throws -> Value,
    show: @escaping @MainActor (Double) -> Void, end: @MainActor (Value) -> Void
  ) async {
    let (fractions, continuation) = AsyncStream<Double>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let shown: Void = { for await fraction in fractions { await show(fraction) } }()
    let result: Result<Value, any Error>
    do {
      result = .success(
        try await environment.journal.perform { journal in
          try body(journal) { fraction in
            try Task.checkCancellation()
            continuation.yield(fraction)
          }
        })
    } catch { result = .failure(error) }
    continuation.finish()
    await shown
    switch result {
    case .success(let value): if !Task.isCancelled { end(value) }
    case .failure(is CancellationError): break
    case .failure(let error): state = .failed(Problem(error))
    }
  }

  private nonisolated static func remove(_ path: String) async {
    try? FileManager.default.removeItem(atPath: path)
  }
}
