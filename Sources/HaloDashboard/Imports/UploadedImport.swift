import Foundation
import HTTPTypes
import HaloBluetooth
import HaloEngine
import HaloHealth
import HaloJournal
import HaloReports

/// An uploaded file that a process has read, and can import.
struct UploadedImport: Sendable {
  let process: any ImportProcess
  let name: String
  let readAt: Moment
  let isJournal: Bool
  let limit: Duration
}

/// Reads uploaded files, imports them and undoes imports, in a process for each.
final class UploadedImports: Sendable {
  let waiting = WaitingImports()
  private let engine: Engine
  private let reader: JournalReader
  private let start: @Sendable () throws -> any ImportProcess
  /// Each process takes memory and processor time.
  private let places = AsyncSemaphore(2)

  /// `start` starts a process; `nil` to do all work in this one.
  init(_ engine: Engine, _ reader: JournalReader, _ start: (@Sendable () throws -> any ImportProcess)?) {
    (self.engine, self.reader) = (engine, reader)
    self.start =
      start ?? { SameProcess(handler: ImportHandler(engine.registry) { engine.journal }, reader: reader) }
  }

  /// Reads a file. Returns it, and with an id also its preview.
  func read(
    _ file: TemporaryFile, name: String, wearer: String, id: String? = nil, _: WorkoutRecorder.Exclusion
  ) async throws -> (UploadedImport, preview: JSON?) {
    try await places.run {
      let (limit, now) = (limit(for: try file.size()), engine.moment)
      let process = try start()
      let task = ImportOrder.Task.read(path: file.path, name: name, wearer: wearer, id: id)
      let answer = try await ask(task, process, name, at: now, limit)
      let read = UploadedImport(process: process, name: name, readAt: now, isJournal: answer.isJournal, limit: limit)
      return (read, answer.response.map(JSON.written))
    }
  }

  /// Imports a file that was read, and returns the response.
  func keep(_ read: UploadedImport, _: WorkoutRecorder.Exclusion) async throws -> JSON {
    let answer = try await ask(.keep, read.process, read.name, at: read.readAt, isJournal: read.isJournal, read.limit)
    await read.process.end()
    return .written(answer.response ?? "")
  }

  /// Undoes an import, and returns the response.
  func undo(_ run: ImportRun, _: WorkoutRecorder.Exclusion) async throws -> JSON {
    try await places.run {
      let process = try start()
      let answer = try await ask(.undo(run.id), process, run.file, at: engine.moment, limit(for: 0))
      await process.end()
      return .written(answer.response ?? "")
    }
  }

  /// Ends the processes of all waiting files.
  func end() async { for file in waiting.close() { await file.process.end() } }

  /// The longest time for a file of that size: generous even for the smallest computers.
  private func limit(for size: Int) -> Duration {
    let facts = try? FileManager.default.attributesOfItem(atPath: engine.journal.path)
    return .seconds(300 + (size + (facts?[.size] as? Int ?? 0)) / 500_000)
  }

  private func ask(
    _ task: ImportOrder.Task, _ process: any ImportProcess, _ name: String, at time: Moment, isJournal: Bool = false,
    _ limit: Duration
  ) async throws -> ImportAnswer {
    let order = ImportOrder(
      task: task, language: Wording.current.language, now: time, released: engine.released)
    do {
      let line = try await process.ask([UInt8](JSONEncoder().encode(order)), within: limit)
      let answer = try JSONDecoder().decode(ImportAnswer.self, from: Data(line))
      if let failure = answer.failure { throw failure.error }
      return answer
    } catch let end as ImportProcessEnd {
      let what =
        switch end {
        case .tooSlow:
          Phrase("The work on \(name) took longer than \(Int(limit.components.seconds / 60)) minutes and was ended.")
        case .unexpected(let reason): Phrase("The work on \(name) ended unexpectedly (\(reason)).")
        }
      let (state, advice) = await outcome(of: task, name, at: time, isJournal: isJournal)
      throw APIError(.badRequest, "notReadable", Phrase("\(what) \(state)"), advice: advice)
    } catch {
      await process.end()
      throw error
    }
  }

  /// What the journal has after a process ended before it answered, and what to do next.
  private func outcome(
    of task: ImportOrder.Task, _ name: String, at time: Moment, isJournal: Bool
  ) async -> (state: Phrase, advice: Phrase) {
    let runs = try? await reader.ask { try $0.importRuns() }
    let sync = Phrase("The next import or sync computes the values of its days.")
    switch task {
    case .keep where runs?.contains { $0.file == name && $0.time.milliseconds == time.milliseconds } == true:
      return (Phrase("It was imported."), sync)
    case .keep where isJournal:
      return (
        Phrase("All of it was merged, or nothing."), Phrase("Import it again: nothing is merged twice.")
      )
    case .undo(let number):
      return runs?.contains { $0.id == number } == true
        ? (Phrase("The import was not undone."), Phrase("Try again, or undo it with 'halo import --undo'."))
        : (Phrase("The import was undone."), sync)
    default:
      return (
        Phrase("Nothing was imported."),
        Phrase("The file may be damaged, or too large for this computer: export it again, or use 'halo import'.")
      )
    }
  }
}
