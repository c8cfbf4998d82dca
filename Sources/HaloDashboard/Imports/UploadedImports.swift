import Foundation
import HTTPTypes

/// An uploaded file that a process has read, and can import.
struct UploadedImport: Sendable {
  let process: any ImportProcess
  let name: String
  let readAt: Moment
  let limit: Duration
}

/// Reads uploaded files, imports them and undoes imports, in a process for each.
final class UploadedImports: Sendable {
  let waiting = WaitingImports()
  private let engine: Engine
  private let start: @Sendable () throws -> any ImportProcess
  /// Each process takes memory and processor time.
  private let places = AsyncSemaphore(2)

  /// `start` starts a process; `nil` to do all work in this one.
  init(_ engine: Engine, _ start: (@Sendable () throws -> any ImportProcess)?) {
    self.engine = engine
    self.start = start ?? { ImportHandler(engine.registry) { engine.journal } }
  }

  /// Reads a file. Returns it, and with an id also its preview.
  func read(
    _ file: TemporaryFile, name: String, wearer: String, id: String?, _: WorkoutRecorder.Exclusion
  ) async throws -> (UploadedImport, preview: ImportPreview?) {
    try await places.run {
      let read = UploadedImport(process: try start(), name: name, readAt: engine.moment, limit: limit(try file.size()))
      return (read, try await ask(.read(path: file.path, name: name, wearer: wearer, id: id), read).preview)
    }
  }

  /// Imports a file that was read, and returns the response.
  func keep(_ read: UploadedImport, _: WorkoutRecorder.Exclusion) async throws -> ImportResult? {
    try await ask(.keep, read).result
  }

  /// Undoes an import, and returns the response.
  func undo(_ run: ImportRun, _: WorkoutRecorder.Exclusion) async throws -> ImportResult? {
    try await places.run {
      let read = UploadedImport(process: try start(), name: run.file, readAt: engine.moment, limit: limit(0))
      return try await ask(.undo(run.id), read).result
    }
  }

  /// Ends the processes of all waiting files.
  func end() async { for file in waiting.takeAll() { await file.process.end() } }

  /// The longest time for a file of that size: generous even for the smallest computers.
  private func limit(_ size: Int) -> Duration {
    let facts = try? FileManager.default.attributesOfItem(atPath: engine.journal.path)
    return .seconds(300 + (size + (facts?[.size] as? Int ?? 0)) / 500_000)
  }

  private func ask(_ task: ImportOrder.Task, _ file: UploadedImport) async throws -> ImportAnswer {
    let order = ImportOrder(
      task: task, language: Wording.current.language, now: file.readAt, released: engine.released)
    do {
      let line = try await file.process.ask([UInt8](JSONEncoder().encode(order)), within: file.limit)
      let answer = try JSONDecoder().decode(ImportAnswer.self, from: Data(line))
      if case .read = task {} else { await file.process.end() }
      if let error = answer.error {
        let status = 400..<600 ~= answer.status ? answer.status : 503
        throw APIError(.init(code: status), error.code ?? "", error.message, advice: error.advice)
      }
      let isComplete =
        switch task {
        case .read(_, _, _, let id): id == nil || answer.preview != nil
        case .keep, .undo: answer.result != nil
        }
      guard isComplete else {
        await file.process.end()
        throw ImportProcessEnd.unexpected("its answer is incomplete")
      }
      return answer
    } catch let end as ImportProcessEnd {
      let what =
        switch end {
        case .tooSlow:
          Phrase("The work on \(file.name) took longer than \(Int(file.limit / .seconds(60))) minutes and was ended.")
        case .unexpected(let reason): Phrase("The work on \(file.name) ended unexpectedly (\(reason)).")
        }
      let (state, advice) = await outcome(of: task, file)
      throw APIError(notReadable: Phrase("\(what) \(state)"), advice: advice)
    } catch {
      await file.process.end()
      throw error
    }
  }

  /// What the journal has after a process ended before it answered, and what to do next.
  private func outcome(of task: ImportOrder.Task, _ file: UploadedImport) async -> (state: Phrase, advice: Phrase) {
    let runs = try? await engine.journal.perform { try $0.importRuns() }
    let compute = Phrase("The next import or sync computes the values of its days.")
    switch task {
    case .keep where runs?.contains { $0.file == file.name && $0.time.milliseconds == file.readAt.milliseconds } == true:
      return (Phrase("It was imported."), compute)
    case .keep:
      return (
        Phrase("Nothing was imported, or, of a journal, perhaps everything."),
        Phrase("Import it again: nothing is imported twice.")
      )
    case .undo(let number) where runs?.contains { $0.id == number } == false:
      return (Phrase("The import was undone."), compute)
    case .undo: return (Phrase("The import was not undone."), Phrase("Try again, or use 'halo import --undo'."))
    case .read:
      return (
        Phrase("Nothing was imported."),
        Phrase("The file may be damaged, or too large for this computer: export it again, or use 'halo import'.")
      )
    }
  }
}

extension APIError {
  /// No import has the number.
  static let noImport = APIError.missing("There is no import with this number.")

  /// A file cannot be read.
  init(notReadable what: Phrase, advice: Phrase? = nil) { self.init(.badRequest, "notReadable", what, advice: advice) }
}
