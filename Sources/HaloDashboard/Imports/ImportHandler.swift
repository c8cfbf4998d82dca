import Foundation
import HTTPTypes
import HaloInterchange
import Synchronization

/// Reads an uploaded file, previews it and imports it, as the page orders.
public final class ImportHandler: Sendable {
  private let journal: @Sendable () throws -> Journal
  private let registry: DriverRegistry
  /// Imports the file that was read. Used once: an import is not repeated.
  private let keep = Mutex<(() throws -> ImportResult)?>(nil)

  /// A handler for a program that reads files for the page of another process.
  ///
  /// - Parameters:
  ///   - registry: The drivers that decode frames again.
  ///   - journal: Opens the journal. An error is the answer to the order.
  public init(_ registry: DriverRegistry, journal: @escaping @Sendable () throws -> Journal) {
    self.registry = registry
    self.journal = journal
  }

  /// Carries out an order and returns the answer: lines of ``ImportProcess``. Blocks for as long as that takes.
  public func answer(_ line: [UInt8]) -> [UInt8] {
    let order = try? JSONDecoder().decode(ImportOrder.self, from: Data(line))
    return Wording.$current.withValue(Wording(order?.language ?? .english)) {
      let answer: ImportAnswer
      do {
        guard let order else { throw APIError.wrong("This is not an order of this version of Halo.") }
        answer = try perform(order)
      } catch {
        let error = error is ImportError || error is MergeError ? APIError(notReadable: Phrase(error)) : APIError(error)
        answer = ImportAnswer(error: error.message, status: error.status.code)
      }
      return (try? JSONEncoder().encode(answer)).map { [UInt8]($0) } ?? []
    }
  }

  private func perform(_ order: ImportOrder) throws -> ImportAnswer {
    let journal = try journal()
    switch order.task {
    case .read(let path, let name, let wearer, let id):
      return try keep.withLock { keep in
        let preview: () throws -> ImportPreview
        switch try ImportFile(path: path, name: name).contents {
        case .reader(let reader):
          let read = try FileImport(
            reading: reader, name: name, beside: journal.path, wearer: wearer, now: order.now, released: order.released)
          preview = {
            ImportPreview(
              ImportReport(try read.draft.preview(for: journal.path), file: name, format: read.format.name))
          }
          keep = {
            ImportResult(ImportReport(try read.keep(in: journal), file: name, format: read.format.name))
          }
        case .journal:
          let merge = try JournalMerge(
            path, name: name, into: journal.path, registry, now: order.now, released: order.released)
          preview = { ImportPreview(MergeReport(try merge.preview(for: journal), file: name)) }
          keep = { ImportResult(MergeReport(try merge.run(into: journal), file: name)) }
        }
        guard let id else { return ImportAnswer() }
        var shown = try preview()
        shown.id = id
        return ImportAnswer(preview: shown)
      }
    case .keep:
      return try keep.withLock { keep in
        defer { keep = nil }
        guard let keep else { throw APIError.missing("This import was finished or canceled.") }
        return ImportAnswer(result: try keep())
      }
    case .undo(let number):
      guard let run = try journal.importRuns().first(where: { $0.id == number }) else { throw APIError.noImport }
      let count = try FileImport.undo(run, in: journal, registry)
      return ImportAnswer(
        result: ImportResult(words: Phrase("The import of \(run.file) was undone. Removed entries: \(count).")))
    }
  }
}

/// A program that reads files itself.
extension ImportHandler: ImportProcess {
  /// Carries out an order in this program, without a limit.
  public func ask(_ order: [UInt8], within limit: Duration) async throws -> [UInt8] {
    try await BlockingWork.run(inBackground: true) { answer(order) }
  }

  /// Does nothing: the files are removed with the handler.
  public func end() async {}
}

extension ImportResult {
  fileprivate init(_ report: ImportReport) {
    words = Phrase.sentences(report.sources.map(\.words) + report.notes + [report.refusedWords].compactMap(\.self))
    added = Dictionary(report.sources.map { ($0.name, $0.new) }, uniquingKeysWith: +)
    number = report.new > 0 ? report.number : nil
  }

  fileprivate init(_ report: MergeReport) {
    words = Phrase.sentences(report.sentences)
    added = Dictionary(report.devices.map { ($0.name, $0.frames.new) }, uniquingKeysWith: +)
  }
}
