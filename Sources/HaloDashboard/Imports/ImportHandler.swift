import Foundation
import HTTPTypes
public import HaloEngine
import HaloInterchange
import HaloReports
import Synchronization

/// Reads an uploaded file, previews it and imports it, as the page orders.
public final class ImportHandler: Sendable {
  private let journal: @Sendable () throws -> Journal
  private let registry: DriverRegistry
  /// Imports the file that was read. Used once: an import is not repeated.
  private let keep = Mutex<(() throws -> JSON)?>(nil)

  /// A handler for a program that reads files for the page of another process.
  ///
  /// - Parameters:
  ///   - registry: The drivers that decode frames again.
  ///   - journal: Opens the journal. An error is the answer to the order.
  public init(_ registry: DriverRegistry, journal: @escaping @Sendable () throws -> Journal) {
    (self.registry, self.journal) = (registry, journal)
  }

  /// Carries out an order and returns the answer: lines of ``ImportProcess``. Blocks for as long as that takes.
  public func answer(_ line: [UInt8]) -> [UInt8] {
    let order = try? JSONDecoder().decode(ImportOrder.self, from: Data(line))
    let answer = Wording.$current.withValue(Wording(order?.language ?? .english)) {
      do {
        guard let order else { throw APIError.wrong("This is not an order of this version of Halo.") }
        return ImportAnswer(try perform(order))
      } catch {
        let error = error is ImportError || error is MergeError ? APIError(notReadable: Phrase(error)) : APIError(error)
        return ImportAnswer(error.json, status: error.status.code)
      }
    }
    return (try? JSONEncoder().encode(answer)).map { [UInt8]($0) } ?? []
  }

  private func perform(_ order: ImportOrder) throws -> JSON {
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
            JSON(imported: ImportReport(try read.keep(in: journal), file: name, format: read.format.name))
          }
        case .journal:
          let merge = try JournalMerge(
            path, name: name, into: journal.path, registry, now: order.now, released: order.released)
          preview = { ImportPreview(MergeReport(try merge.preview(for: journal), file: name)) }
          keep = { JSON(merged: MergeReport(try merge.run(into: journal), file: name)) }
        }
        guard let id else { return .null }
        var shown = try preview()
        shown.id = id
        return try JSON(report: shown)
      }
    case .keep:
      return try keep.withLock { keep in
        defer { keep = nil }
        guard let keep else { throw APIError.missing("This import was finished or canceled.") }
        return try keep()
      }
    case .undo(let number):
      guard let run = try journal.importRuns().first(where: { $0.id == number }) else { throw APIError.noImport }
      let count = try FileImport.undo(run, in: journal, registry)
      return ["words": .phrase(Phrase("The import of \(run.file) was undone. Removed entries: \(count)."))]
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

extension JSON {
  fileprivate init(imported report: ImportReport) {
    self = [
      "words": JSON(
        Phrase.sentences(report.sources.map(\.words) + report.notes + [report.refusedWords].compactMap(\.self))),
      "added": .object(report.sources.map { .init(name: $0.name, value: JSON($0.new)) }),
      "number": JSON(report.new > 0 ? report.number : nil),
    ]
  }

  fileprivate init(merged report: MergeReport) {
    self = [
      "words": JSON(Phrase.sentences(report.sentences)),
      "added": .object(report.devices.map { .init(name: $0.name, value: JSON($0.frames.new)) }),
    ]
  }
}
