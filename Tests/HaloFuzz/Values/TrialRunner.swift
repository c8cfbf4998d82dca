import Foundation
import GRDB
import HaloCommand
import HaloDrivers
import HaloJournal

/// Runs trials in this process: writes the changed file, reads it, and checks what was printed.
final class TrialRunner {
  enum Outcome {
    /// The file has no such value, or would be the same.
    case void
    case done(status: Int32)
    /// The program broke a promise without ending.
    case fault(kind: String, text: String)
  }

  private let kind: ValueKind
  /// The folder of the valid files, and that of one trial's files.
  private let (templates, work): (String, String)
  private let program = HaloProgram(registry: .bundled, radios: [])
  private let workerRows: WorkerRows?
  private let exports: [ExportRows]
  private let template: Data
  private let own: Data
  private let loose: Data?

  init(_ kind: ValueKind, templates: String, work: String) throws {
    (self.kind, self.templates, self.work) = (kind, templates, work)
    func data(_ name: String) throws -> Data { try Data(contentsOf: URL(filePath: templates + "/" + name)) }
    own = try data("own.sqlite")
    loose = kind == .journal ? try data("loose.sqlite") : nil
    let isPhone = [.gadgetbridge, .healthConnect, .client].contains(kind)
    template = try isPhone ? data("phone.sqlite") : own
    let database = templates + (isPhone ? "/phone.sqlite" : "/own.sqlite")
    workerRows = kind == .worker ? try WorkerRows(journal: database) : nil
    exports =
      kind == .export
      ? try ["csv", "jsonl"].map {
        try ExportRows(format: $0, text: String(decoding: data("export.\($0)"), as: UTF8.self))
      } : []
  }

  /// The columns of the valid file.
  func schema() throws -> ValueSchema {
    if let workerRows { return workerRows.schema }
    if kind == .export { return ValueSchema(tables: exports.map(\.table)) }
    return try ValueSchema(database: templates + (template == own ? "/own.sqlite" : "/phone.sqlite"))
  }

  /// Runs a reader on the valid file. Returns the problem, if it does not read it.
  func baseline(_ reader: Trial.Reader) async throws -> String? {
    try enter()
    try template.write(to: URL(filePath: path(.hostile)))
    try own.write(to: URL(filePath: path(.own)))
    switch reader {
    case .command(let arguments):
      let result = try await halo(arguments.map(filled))
      return result.status == 0 ? nil : "status \(result.status): \(Self.text(result.errors))"
    case .page(let page): try await PageVisit.run(journal: path(.hostile), [page])
    case .upload, .worker: break
    }
    return nil
  }

  /// Enters an empty folder.
  private func enter() throws {
    try? FileManager.default.removeItem(atPath: work)
    try FileManager.default.createDirectory(atPath: work, withIntermediateDirectories: true)
    guard FileManager.default.changeCurrentDirectoryPath(work) else {
      throw FuzzFailure(description: "\(work) cannot be entered")
    }
  }

  func run(_ trial: Trial) async throws -> Outcome {
    try enter()
    if case .worker(let task) = trial.reader {
      guard let line = workerRows?.line(task, with: trial.change) else { return .void }
      let result = try await halo(["worker"], input: line + "\n")
      // An answer for each line.
      guard result.status == 0, result.output.last == UInt8(ascii: "\n") else {
        return .fault(kind: "no answer", text: "status \(result.status): \(Self.text(result.errors))")
      }
      return .done(status: 0)
    }
    let file = path(.hostile)
    guard try write(trial.change, to: file) else { return .void }
    switch trial.reader {
    case .worker: return .void
    case .page, .upload:
      do {
        if case .page(let page) = trial.reader {
          try await PageVisit.run(journal: file, [page])
        } else {
          try own.write(to: URL(filePath: path(.own)))
          let upload = try Data(contentsOf: URL(filePath: file))
          try await PageVisit.run(journal: path(.own), PageVisit.afterUpload, upload: upload)
        }
        return .done(status: 0)
      } catch is JournalError { return .done(status: 65) }
    case .command(let arguments):
      if arguments.contains(Trial.File.own.rawValue) { try own.write(to: URL(filePath: path(.own))) }
      let result = try await halo(arguments.map(filled))
      if let fault = fault(in: result, of: arguments) { return fault }
      guard result.status == 0, let afterwards = trial.afterwards else { return .done(status: result.status) }
      if arguments.first == ReadingCommands.importing, let fault = try boundsFault(arguments) { return fault }
      let later = try await halo(afterwards.map(filled))
      if arguments.first == ReadingCommands.importing, Self.text(later.errors).contains(" is damaged") {
        return .fault(kind: "took what it cannot read", text: Self.text(later.errors))
      }
      return fault(in: later, of: afterwards) ?? .done(status: result.status)
    }
  }

  private func path(_ file: Trial.File) -> String {
    work + "/" + file.rawValue.filter(\.isLetter)
      + (file == .output || kind == .export && file == .hostile ? "" : ".sqlite")
  }

  private func filled(_ argument: String) -> String {
    Trial.File(rawValue: argument).map(path) ?? argument
  }

  private func halo(_ arguments: [String], input: String = "") async throws -> HaloProgram.Outcome {
    try await program.run(
      arguments, input: Array(input.utf8),
      environment: [
        "HALO_JOURNAL": work + "/none.sqlite", "XDG_CONFIG_HOME": work, "XDG_RUNTIME_DIR": work, "HOME": work,
      ], time: ValueTemplates.time)
  }

  /// Writes the changed file; false if there is no such change.
  private func write(_ change: CellChange, to path: String) throws -> Bool {
    if kind == .export {
      guard let rows = exports.first(where: { $0.format == change.table }), let text = rows.text(with: change) else {
        return false
      }
      try Data(text.utf8).write(to: URL(filePath: path))
      return true
    }
    // A column that does not take the type, in a table that does.
    for bytes in [template, loose].compactMap(\.self) {
      try bytes.write(to: URL(filePath: path))
      let changed = try? HostileDatabase(path).run(change.sql)
      if let changed { return changed > 0 }
    }
    return false
  }

  // MARK: Checks

  private func fault(in result: HaloProgram.Outcome, of arguments: [String]) -> Outcome? {
    let isFile = arguments.contains("-") && arguments.first == "backup"
    for bytes in [result.output, result.errors] where !isFile {
      if let scalar = Self.text(bytes).unicodeScalars.first(where: Self.isControl) {
        return .fault(
          kind: "raw control character", text: "U+\(String(scalar.value, radix: 16, uppercase: true)) in the output")
      }
    }
    // The journal that takes a file is intact.
    if arguments.first == ReadingCommands.importing, result.status != 0,
      Self.text(result.errors).contains("\(path(.own)) is damaged")
    {
      return .fault(kind: "blames the wrong journal", text: Self.text(result.errors))
    }
    return nil
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10, 13: false
    case 0..<32, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  /// A text with a number out of bounds, which came in by an import.
  private func boundsFault(_ arguments: [String]) throws -> Outcome? {
    let target = path(arguments.contains(Trial.File.own.rawValue) ? .own : .new)
    let queue = try DatabaseQueue(path: target)
    defer { try? queue.close() }
    let texts = try? queue.read {
      try String.fetchAll($0, sql: "SELECT value FROM setting UNION SELECT stages FROM night")
    }
    return texts?.first { $0.contains(#/[0-9]{17}/#) }.map { .fault(kind: "took a number out of bounds", text: $0) }
  }

  private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
