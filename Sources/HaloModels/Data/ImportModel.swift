import HaloFoundation
public import Observation

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
      if isTemporary { await DataModel.remove(path) }
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
    state = .idle
    merge = nil
  }

  private func find(_ path: String, _ name: String) async {
    let environment = environment
    let (fractions, continuation) = AsyncStream<Double>.makeStream(bufferingPolicy: .bufferingNewest(1))
    async let shown: Void = show(fractions)
    await end {
      let found = try await environment.journal.perform { journal in
        let merge = try JournalMerge(
          path, name: name, into: journal.path, environment.registry, wearer: environment.wearer, now: environment.now
        ) { fraction in
          try Task.checkCancellation()
          continuation.yield(fraction)
        }
        return (merge: merge, summary: try merge.preview(for: journal))
      }
      self.merge = found.merge
      return .found(MergeReport(found.summary, file: name).sentences, hasNews: found.summary.hasChanges)
    }
    continuation.finish()
    await shown
  }

  private func show(_ fractions: AsyncStream<Double>) async {
    for await fraction in fractions { if case .reading = state { state = .reading(fraction) } }
  }

  private func run(_ merge: JournalMerge, _ name: String) async {
    let journal = environment.journal
    await end {
      let summary = try await journal.perform { try merge.run(into: $0) }
      self.merge = nil
      return .done(MergeReport(summary, file: name).sentences)
    }
    environment.changes.announce()
  }

  /// Takes over the state that `body` ends with, or its error.
  private func end(with body: @MainActor () async throws -> State) async {
    do {
      let end = try await body()
      if !Task.isCancelled { state = end }
    } catch is CancellationError {
    } catch { state = .failed(Problem(error)) }
  }
}
