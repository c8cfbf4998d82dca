import HTTPTypes
import HaloEngine
import HaloHealth
import HaloInterchange
import HaloJournal
import HaloReports
import Synchronization

/// An uploaded file that was read completely, and can be previewed and imported.
final class UploadedImport: Sendable {
  private enum Contents {
    /// A file of another program, or an export of Halo.
    case file(FileImport)
    /// Another journal, which is merged.
    case journal(JournalMerge)
  }

  private let name: String
  /// Used once: an import is not repeated.
  private let contents: Mutex<Contents?>

  /// Reads a file.
  ///
  /// - Throws: `APIError` if the file cannot be read.
  init(
    reading file: TemporaryFile, name: String, wearer: String, _ engine: Engine, _ journal: Journal
  ) throws {
    self.name = name
    contents = Mutex(nil)
    try Self.explaining {
      try contents.withLock { contents in
        switch try ImportFile(path: file.path, name: name).contents {
        case .reader(let reader):
          contents = .file(
            try FileImport(
              reading: reader, name: name, beside: journal.path, wearer: wearer, now: engine.moment,
              released: engine.released))
        case .journal:
          contents = .journal(
            try JournalMerge(
              file.path, name: name, into: journal.path, engine.registry, now: engine.moment,
              released: engine.released))
        }
      }
    }
  }

  /// What the file has, and how much of it would be new.
  func preview(for journal: Journal) throws -> ImportPreview {
    try Self.explaining {
      try contents.withLock { contents in
        switch contents {
        case .file(let read):
          ImportPreview(
            ImportReport(try read.draft.preview(for: journal.path), file: name, format: read.format.name))
        case .journal(let merge): ImportPreview(MergeReport(try merge.preview(for: journal), file: name))
        case nil: throw APIError.missing("This import was finished or canceled.")
        }
      }
    }
  }

  /// Imports the file, and returns the response.
  func keep(in journal: Journal) throws -> JSON {
    try Self.explaining {
      try contents.withLock { contents in
        defer { contents = nil }
        switch contents {
        case .file(let read):
          let report = ImportReport(try read.keep(in: journal), file: name, format: read.format.name)
          return [
            "words": JSON(
              Phrase.sentences(
                report.sources.map(\.words) + report.notes + [report.refusedWords].compactMap(\.self))),
            "added": .object(report.sources.map { .init(name: $0.name, value: JSON($0.new)) }),
            "number": JSON(report.new > 0 ? report.number : nil),
          ]
        case .journal(let merge):
          let report = MergeReport(try merge.run(into: journal), file: name)
          return [
            "words": JSON(Phrase.sentences(report.sentences)),
            "added": .object(report.devices.map { .init(name: $0.name, value: JSON($0.frames.new)) }),
          ]
        case nil: throw APIError.missing("This import was finished or canceled.")
        }
      }
    }
  }

  private static func explaining<Value>(_ body: () throws -> Value) throws -> Value {
    do {
      return try body()
    } catch let error as ImportError {
      throw APIError(.badRequest, "notReadable", error.phrase)
    } catch let error as MergeError {
      throw APIError(.badRequest, "notReadable", error.phrase)
    }
  }
}
