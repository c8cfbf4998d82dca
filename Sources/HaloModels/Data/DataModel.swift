import HaloHealth
import HaloJournal
public import Observation
public import HaloReports

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the Data screen binds to: how much there is, handing it on, and erasing it.
@MainActor @Observable
public final class DataModel {
  /// How an export goes.
  public enum Export: Sendable, Hashable {
    /// None was asked for.
    case idle
    /// The file is written.
    case writing(ExportFormat)
    /// The file is there, at that path, and what is in it.
    case written(ExportFormat, path: String, Phrase)
    /// It was stopped; nothing of it stays.
    case cancelled
    /// It could not be written.
    case failed(Problem)
  }

  /// How much there is.
  public struct Contents: Sendable, Hashable {
    /// Size on disk, devices, days.
    public let figures: [Fact]
    /// Whether nothing at all is kept.
    public let isEmpty: Bool
  }

  /// How much there is.
  public private(set) var contents: Loaded<Contents> = .loading
  /// How the export goes.
  public private(set) var export = Export.idle
  /// What went wrong when something was erased.
  public private(set) var problem: Problem?
  /// What was erased, in words.
  public private(set) var erased: Phrase?

  private let environment: ModelEnvironment
  private let folder: String
  private let erasing: Erasing
  private let errand = Errand()

  /// The data of an environment. Exports are written into `folder`.
  public convenience init(_ environment: ModelEnvironment, folder: String) {
    self.init(environment, folder: folder, erasing: Erasing(environment, exports: folder))
  }

  init(_ environment: ModelEnvironment, folder: String, erasing: Erasing) {
    self.environment = environment
    self.folder = folder
    self.erasing = erasing
  }

  /// What happens to the data, a sentence each.
  public static let privacy: [Phrase] = [
    Phrase("Your data are kept in one file on this device."),
    Phrase("Halo has no account, no server and no advertising. It counts nothing."),
    Phrase("Nothing leaves this device unless you export it, back the device up, or let Halo write it into Health."),
  ]

  /// Reads, and does what a person asks for, until the task is cancelled.
  public func run() async {
    await withDiscardingTaskGroup { group in
      group.addTask { await self.errand.run() }
      group.addTask { for await _ in self.environment.changes.updates() { await self.load() } }
    }
  }

  /// Writes a file.
  public func start(_ format: ExportFormat) {
    export = .writing(format)
    errand.start { await self.write(format) }
  }

  /// Stops writing.
  public func cancel() {
    if case .writing = export { export = .cancelled }
    errand.cancel()
  }

  /// Removes the file that was written, when it has been handed on.
  public func discardExport() {
    guard case .written(_, let path, _) = export else { return }
    export = .idle
    errand.start { await Self.remove(path) }
  }

  /// Lets the sensors' raw readings of more than 30 days ago go. What was computed from them stays.
  public func eraseOldRaw() {
    let limit = environment.now - .days(30)
    erase {
      let bytes = try await self.environment.journal.perform { try $0.pruneRaw(before: limit) }
      return Phrase("\(MeasureWords.size(bytes: bytes)) of raw readings were erased.")
    }
  }

  /// Erases all devices and everything that came from them, for good: ask first. What the widget shows and what was exported go too;
  /// what was written into Health is the person's own, and stays there.
  public func eraseEverything() {
    erase {
      try await self.erasing.erase(try await self.environment.journal.perform { try $0.allDevices() })
      self.export = .idle
      return Phrase("Everything was erased.")
    }
  }

  private func erase(_ body: @escaping @MainActor @Sendable () async throws -> Phrase) {
    problem = nil
    erased = nil
    errand.start {
      do { self.erased = try await body() } catch { self.problem = Problem(error) }
      self.environment.changes.announce()
    }
  }

  private func write(_ format: ExportFormat) async {
    let path = format.path(in: folder)
    do {
      let (lines, size) = try await environment.journal.perform { journal in
        (try JournalExport(journal).write(format, to: path), Self.size(of: path))
      }
      guard export == .writing(format) else { return }
      let bytes = MeasureWords.size(bytes: size)
      export = .written(format, path: path, lines.map { Phrase("\($0) lines, \(bytes)") } ?? bytes)
    } catch is CancellationError {
      if export == .writing(format) { export = .cancelled }
    } catch {
      export = .failed(Problem(error))
    }
  }

  private func load() async {
    do {
      contents = .value(try await environment.journal.perform { try Contents($0) })
    } catch is CancellationError {
    } catch { contents = .failed(Problem(error)) }
  }

  private nonisolated static func remove(_ path: String) async {
    try? FileManager.default.removeItem(atPath: path)
  }

  nonisolated fileprivate static func size(of path: String) -> Int {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    return (attributes?[.size] as? Int) ?? Int((attributes?[.size] as? UInt64) ?? 0)
  }
}

extension DataModel.Contents {
  fileprivate init(_ journal: Journal) throws {
    let devices = try journal.allDevices()
    let span = try journal.knownDays(of: nil)
    let bytes = ["", "-wal"].reduce(0) { $0 + DataModel.size(of: journal.path + $1) }
    isEmpty = devices.isEmpty
    figures = [
      Fact("size", Phrase("On this device"), MeasureWords.size(bytes: bytes)),
      Fact("devices", Phrase("Devices"), Phrase("\(devices.count)")),
      Fact(
        "days", Phrase("Days"),
        span.map {
          Phrase("\($0.lowerBound, .day) – \($0.upperBound, .day)")
        } ?? Phrase("none yet")),
    ]
  }
}
