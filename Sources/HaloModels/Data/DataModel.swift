import HaloFoundation
public import Observation

/// The model of the Data screen: amount of data, export, and erasure.
@MainActor @Observable
public final class DataModel {
  /// The state of an export.
  public enum Export: Sendable, Hashable {
    /// No export was requested.
    case idle
    /// The file is being written.
    case writing(ExportFormat)
    /// The file was written to the path; the phrase describes its contents.
    case written(ExportFormat, path: String, Phrase)
    /// The export was stopped and its file deleted.
    case cancelled
    /// The file could not be written.
    case failed(Problem)
  }

  /// The amount of stored data.
  public struct Contents: Sendable, Hashable {
    /// Size on disk, devices, days.
    public let figures: [Fact]
    /// True if there is no data at all.
    public let isEmpty: Bool
  }

  /// The amount of stored data.
  public private(set) var contents: Loaded<Contents> = .loading
  /// The state of the export.
  public private(set) var export = Export.idle
  /// The error of the last erasure.
  public private(set) var problem: Problem?
  /// The result of the last erasure, as text.
  public private(set) var erased: Phrase?

  private let environment: ModelEnvironment
  private let folder: String
  private let erasing: Erasing
  private let serialTask = SerialTask()

  /// Creates a model. Exports are written to `folder`.
  public convenience init(_ environment: ModelEnvironment, folder: String) {
    self.init(environment, folder: folder, erasing: Erasing(environment, exports: folder))
  }

  init(_ environment: ModelEnvironment, folder: String, erasing: Erasing) {
    self.environment = environment
    self.folder = folder
    self.erasing = erasing
  }

  /// The privacy statements, one sentence each.
  public static let privacy: [Phrase] = [
    Phrase("Your data is stored in one file on this device."),
    Phrase("Halo has no account, no server and no advertising. It does not track you."),
    Phrase("Nothing leaves this device unless you export it, back up the device, or let Halo write to Health."),
  ]

  /// Loads the contents and performs the person's requests, until the task is canceled.
  public func run() async {
    await serialTask.run(loadingAfter: environment.changes) { await self.load() }
  }

  /// Starts an export.
  public func start(_ format: ExportFormat) {
    export = .writing(format)
    serialTask.start { await self.write(format) }
  }

  /// Stops the export.
  public func cancel() {
    if case .writing = export { export = .cancelled }
    serialTask.cancel()
  }

  /// Deletes the exported file after it has been shared.
  public func discardExport() {
    guard case .written(_, let path, _) = export else { return }
    export = .idle
    serialTask.start { await Self.remove(path) }
  }

  /// Deletes the sensors' raw readings older than 30 days. Values computed from them are kept.
  public func eraseOldRaw() {
    let limit = environment.now - .days(30)
    erase {
      let bytes = try await self.environment.journal.perform { try $0.pruneRaw(before: limit) }
      return Phrase("\(MeasureWording.size(bytes: bytes)) of raw readings were erased.")
    }
  }

  /// Erases all devices and their data permanently: ask for confirmation first. The widget's snapshot and exported
  /// files are deleted too; data written to Apple Health belongs to the person and stays there.
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
    serialTask.start {
      do { self.erased = try await body() } catch { self.problem = Problem(error) }
      self.environment.changes.announce()
    }
  }

  private func write(_ format: ExportFormat) async {
    let path = format.path(in: folder)
    do {
      let (lines, size) = try await environment.journal.perform { journal in
        (try JournalExport(journal: journal).write(format, to: path), Self.size(of: path))
      }
      guard export == .writing(format) else { return }
      let bytes = MeasureWording.size(bytes: size)
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

  nonisolated static func remove(_ path: String) async {
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
      Fact("size", Phrase("On this device"), MeasureWording.size(bytes: bytes)),
      Fact("devices", Phrase("Devices"), Phrase("\(devices.count)")),
      Fact(
        "days", Phrase("Days"),
        span.map {
          Phrase("\($0.lowerBound, .day) – \($0.upperBound, .day)")
        } ?? Phrase("none yet")),
    ]
  }
}
