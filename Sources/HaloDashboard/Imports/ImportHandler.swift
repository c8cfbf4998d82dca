import Foundation
import HTTPTypes
import HaloEngine
import HaloHealth
import HaloInterchange
public import HaloJournal
import HaloReports
public import HaloWearables
import Synchronization

/// Reads an uploaded file, previews it and imports it, as the page orders.
public final class ImportHandler: Sendable {
  private enum Contents {
    /// A file of another program, or an export of Halo.
    case file(FileImport, name: String)
    /// Another journal, which is merged.
    case journal(JournalMerge, name: String)
  }

  private let journal: @Sendable () throws -> Journal
  private let registry: DriverRegistry
  /// Used once: an import is not repeated.
  private let read = Mutex<Contents?>(nil)

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
        return try perform(order)
      } catch let error as ImportError {
        return ImportAnswer(APIError(.badRequest, "notReadable", error.phrase))
      } catch let error as MergeError {
        return ImportAnswer(APIError(.badRequest, "notReadable", error.phrase))
      } catch {
        return ImportAnswer(APIError(error))
      }
    }
    return (try? JSONEncoder().encode(answer)).map { [UInt8]($0) } ?? []
  }

  private func perform(_ order: ImportOrder) throws -> ImportAnswer {
    let journal = try journal()
    switch order.task {
    case .read(let path, let name, let wearer, let id):
      return try read.withLock { contents in
        let isJournal: Bool
        var preview: ImportPreview?
        switch try ImportFile(path: path, name: name).contents {
        case .reader(let reader):
          let read = try FileImport(
            reading: reader, name: name, beside: journal.path, wearer: wearer, now: order.now, released: order.released)
          isJournal = false
          if id != nil {
            preview = ImportPreview(
              ImportReport(try read.draft.preview(for: journal.path), file: name, format: read.format.name))
          }
          contents = .file(read, name: name)
        case .journal:
          let merge = try JournalMerge(
            path, name: name, into: journal.path, registry, now: order.now, released: order.released)
          isJournal = true
          if id != nil { preview = ImportPreview(MergeReport(try merge.preview(for: journal), file: name)) }
          contents = .journal(merge, name: name)
        }
        preview?.id = id ?? ""
        return ImportAnswer(try preview.map { try JSON(report: $0) }, isJournal: isJournal)
      }
    case .keep:
      return try read.withLock { contents in
        defer { contents = nil }
        return ImportAnswer(try keep(contents, in: journal))
      }
    case .undo(let number):
      guard let run = try journal.importRuns().first(where: { $0.id == number }) else { throw APIError.noImport }
      let count = try FileImport.undo(run, in: journal, registry)
      return ImportAnswer([
        "words": .phrase(Phrase("The import of \(run.file) was undone. Removed entries: \(count)."))
      ])
    }
  }

  private func keep(_ contents: Contents?, in journal: Journal) throws -> JSON {
    switch contents {
    case .file(let read, let name):
      let report = ImportReport(try read.keep(in: journal), file: name, format: read.format.name)
      return [
        "words": JSON(
          Phrase.sentences(report.sources.map(\.words) + report.notes + [report.refusedWords].compactMap(\.self))),
        "added": .object(report.sources.map { .init(name: $0.name, value: JSON($0.new)) }),
        "number": JSON(report.new > 0 ? report.number : nil),
      ]
    case .journal(let merge, let name):
      let report = MergeReport(try merge.run(into: journal), file: name)
      return [
        "words": JSON(Phrase.sentences(report.sentences)),
        "added": .object(report.devices.map { .init(name: $0.name, value: JSON($0.frames.new)) }),
      ]
    case nil: throw APIError.missing("This import was finished or canceled.")
    }
  }
}

extension APIError {
  /// No import has the number.
  static let noImport = APIError.missing("There is no import with this number.")
}
